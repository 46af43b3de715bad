"""Things that are changed where it cannot be told whether, or by code that is not followed: what `touch` names is only known when it runs."""
import io
import itertools
import random
import zlib
from collections import Counter, OrderedDict, defaultdict, deque
from functools import partial

import numpy as np
import pandas as pd

TURNED = zlib.crc32(b'preflight') > 0


def touch(change):
    return change if TURNED else None


def frame():
    return pd.DataFrame({'a': [1, 2, 3], 'b': ['x', 'y', 'z']})


def set_column(df):
    df['a'] = ['p', 'q', 'r']


def doc_to_text_frame_given(doc):
    df = frame()
    touch(set_column)(df)
    return str(df['a'].tolist())


def doc_to_text_frame_in_branch(doc):
    df = frame()
    if TURNED:
        df['a'] = ['p', 'q', 'r']
    return str(df.to_dict('list'))


def doc_to_text_frame_alias(doc):
    df = frame()
    other = df
    if TURNED:
        other['a'] = ['p', 'q', 'r']
    return str(df['a'].tolist())


def doc_to_text_frame_in_list(doc):
    frames = [frame(), frame()]
    touch(set_column)(frames[1])
    return str([f['a'].tolist() for f in frames])


def doc_to_text_frame_in_loop(doc):
    df = frame()
    for name in ['a', 'b'] if TURNED else []:
        df[name] = [name + '1', name + '2', name + '3']
    return str(df.to_dict('list'))


def doc_to_text_series_given(doc):
    df = frame()
    column = df.iloc[0]
    touch(lambda s: s.__setitem__('a', 9))(column)
    return str(column['a'])


def doc_to_text_series_in_branch(doc):
    row = frame().iloc[1]
    if TURNED:
        row['b'] = 'changed'
    return row['b']


def doc_to_text_frame_columns(doc):
    df = frame()
    if TURNED:
        df.columns = ['c', 'd']
    return ','.join(df.columns)


def doc_to_text_frame_deleted(doc):
    df = frame()
    if TURNED:
        del df['b']
    return ','.join(df.columns)


def doc_to_text_frame_iloc(doc):
    df = frame()
    if TURNED:
        df.iloc[0, 0] = 100
    return str(df['a'].tolist())


def doc_to_text_array_given(doc):
    a = np.arange(4)
    touch(lambda x: x.__setitem__(0, 9))(a)
    return str(a.tolist())


def doc_to_text_array_in_branch(doc):
    a = np.arange(4)
    if TURNED:
        a[1] = 7
    return str(a.tolist())


def doc_to_text_array_alias(doc):
    a = np.arange(4)
    b = a
    if TURNED:
        b[1] = 7
    return str(a.tolist())


def doc_to_text_array_shuffled(doc):
    a = np.arange(6)
    np.random.seed(3)
    if TURNED:
        np.random.shuffle(a)
    return str(a.tolist())


def doc_to_text_array_of_dict(doc):
    held = {'a': np.arange(3)}
    touch(lambda d: d['a'].__setitem__(0, 5))(held)
    return str(held['a'].tolist())


def doc_to_text_array_in_tuple(doc):
    held = (np.arange(3), 'x')
    touch(lambda d: d[0].__setitem__(0, 5))(held)
    return str(held[0].tolist())


def doc_to_text_deque_given(doc):
    d = deque([1, 2, 3])
    touch(lambda x: x.rotate(1))(d)
    return str(list(d))


def doc_to_text_deque_in_branch(doc):
    d = deque([1, 2, 3], maxlen=3)
    if TURNED:
        d.appendleft(0)
    return str(list(d))


def doc_to_text_counter(doc):
    c = Counter(doc['question'])
    touch(lambda x: x.update({'zz': 3}))(c)
    return str(c['zz'])


def doc_to_text_defaultdict(doc):
    d = defaultdict(list)
    if TURNED:
        d['a'].append(1)
    return str(dict(d))


def doc_to_text_defaultdict_read(doc):
    d = defaultdict(list)
    if TURNED:
        d['a']
    return str(len(d))


def doc_to_text_ordered(doc):
    d = OrderedDict(a=1, b=2)
    if TURNED:
        d.move_to_end('a')
    return ','.join(d)


def doc_to_text_bytearray(doc):
    b = bytearray(b'abc')
    if TURNED:
        b[0] = 120
    return bytes(b).decode()


def doc_to_text_iterator_given(doc):
    it = iter('abcd')
    touch(next)(it)
    return next(it)


def doc_to_text_iterator_next(doc):
    it = iter('abcd')
    if TURNED:
        next(it)
    return next(it)


def doc_to_text_iterator_looped(doc):
    it = iter('abcd')
    if TURNED:
        for c in it:
            if c == 'b':
                break
    return ''.join(it)


def doc_to_text_iterator_listed(doc):
    it = (c.upper() for c in 'abcd')
    if TURNED:
        list(itertools.islice(it, 2))
    return ''.join(it)


def doc_to_text_iterator_contains(doc):
    it = iter('abcd')
    if TURNED:
        'b' in it
    return ''.join(it)


def doc_to_text_iterator_zipped(doc):
    it = iter('abcd')
    if TURNED:
        [pair for pair in zip('xy', it)]
    return ''.join(it)


def doc_to_text_iterator_unpacked(doc):
    it = iter('abcd')
    if TURNED:
        dict(enumerate(it))
    return ''.join(it)


def doc_to_text_iterator_of_list(doc):
    items = ['a', 'b', 'c']
    it = iter(items)
    touch(lambda x: x.append('d'))(items)
    return ''.join(it)


def doc_to_text_iterator_of_iterator(doc):
    it = iter('abcd')
    pairs = enumerate(it)
    if TURNED:
        next(it)
    return str(list(pairs))


def doc_to_text_iterator_under_iterator(doc):
    it = iter('abcd')
    pairs = enumerate(it)
    touch(next)(pairs)
    return ''.join(it)


def numbers():
    i = 0
    while True:
        step = yield i
        i += step or 1


def doc_to_text_generator_sent(doc):
    g = numbers()
    next(g)
    if TURNED:
        g.send(5)
    return str(next(g))


def doc_to_text_generator_given(doc):
    g = numbers()
    touch(next)(g)
    return str(next(g))


def doc_to_text_count(doc):
    ids = itertools.count(10)
    if TURNED:
        next(ids)
    return str(next(ids))


def doc_to_text_count_in_function(doc):
    ids = itertools.count(10)

    def fresh():
        return next(ids)

    if TURNED:
        fresh()
    return str(fresh())


def doc_to_text_view_of_dict(doc):
    d = {'a': 1}
    keys = d.keys()
    touch(lambda x: x.update(b=2))(d)
    return ','.join(keys)


def doc_to_text_view_given(doc):
    d = {'a': [1]}
    values = d.values()
    touch(lambda v: list(v)[0].append(2))(values)
    return str(d)


def doc_to_text_bound_method(doc):
    items = [1]
    put = items.append
    touch(put)(2)
    return str(items)


def doc_to_text_bound_reader(doc):
    d = {'a': 1}
    get = d.get
    touch(lambda x: x.update(a=2))(d)
    return str(get('a'))


def doc_to_text_partial_of_list(doc):
    items = [1]
    put = partial(items.append, 2)
    touch(put)()
    return str(items)


def doc_to_text_partial_argument(doc):
    items = [3, 1, 2]
    put = partial(sorted, items)
    touch(lambda x: x.append(0))(items)
    return str(put())


def doc_to_text_closure_given(doc):
    items = []
    touch(map)(lambda x: items.append(x), [1])
    list(touch(map)(lambda x: items.append(x), [1]))
    return str(items)


def doc_to_text_closure_nonlocal(doc):
    n = 0

    def more(_=None):
        nonlocal n
        n += 1

    touch(more)()
    list(touch(map)(more, [1, 2]))
    return str(n)


COUNT = 0
SEEN = []


def count_up(x):
    global COUNT
    COUNT = 5
    SEEN[:] = [x]
    return x


def doc_to_text_closure_global(doc):
    list(touch(map)(count_up, ['q']))
    return f'{COUNT} {SEEN}'


class Holder:
    def __init__(self):
        self.items = []
        self.df = frame()

    def put(self, x):
        self.items.append(x)
        self.df['a'] = ['p', 'q', 'r']


def doc_to_text_method_given(doc):
    h = Holder()
    list(touch(map)(h.put, ['q']))
    return f"{h.items} {h.df['a'].tolist()}"


def doc_to_text_holder_given(doc):
    h = Holder()
    touch(set_column)(h.df)
    return f"{h.items} {h.df['a'].tolist()}"


def doc_to_text_holder_in_branch(doc):
    h = Holder()
    if TURNED:
        h.put(doc['id'])
    return f"{h.items} {h.df['a'].tolist()}"


def doc_to_text_random_in_branch(doc):
    random.seed(7)
    if TURNED:
        random.random()
    return str(random.randint(0, 1000000))


def doc_to_text_random_in_function(doc):
    random.seed(7)

    def draw():
        return random.random()

    if TURNED:
        draw()
    return str(random.randint(0, 1000000))


def doc_to_text_random_object(doc):
    rng = random.Random(7)
    if TURNED:
        rng.random()
    return str(rng.randint(0, 1000000))


def doc_to_text_random_object_given(doc):
    rng = random.Random(7)
    touch(lambda r: r.random())(rng)
    return str(rng.randint(0, 1000000))


def doc_to_text_random_name(doc):
    draw = random.randint
    random.seed(7)
    if TURNED:
        draw(0, 5)
    return str(draw(0, 1000000))


def doc_to_text_numpy_random_in_branch(doc):
    np.random.seed(7)
    if TURNED:
        np.random.randint(0, 5)
    return str(int(np.random.randint(0, 1000000)))


def doc_to_text_numpy_generator(doc):
    rng = np.random.default_rng(7)
    if TURNED:
        rng.integers(0, 5)
    return str(int(rng.integers(0, 1000000)))


def doc_to_text_numpy_generator_given(doc):
    rng = np.random.default_rng(7)
    touch(lambda r: r.integers(0, 5))(rng)
    return str(int(rng.integers(0, 1000000)))


def doc_to_text_stream(doc):
    f = io.StringIO('one\ntwo\nthree\n')
    if TURNED:
        f.readline()
    return f.readline()


def doc_to_text_stream_given(doc):
    f = io.StringIO('one\ntwo\nthree\n')
    touch(lambda x: x.readline())(f)
    return f.read()


def doc_to_text_stream_written(doc):
    f = io.StringIO()
    f.write('a')
    if TURNED:
        f.write('b')
    return f.getvalue()


def doc_to_text_file(doc):
    with open(__file__, encoding='utf-8') as f:
        if TURNED:
            f.readline()
        return f.readline()


def doc_to_text_file_given(doc):
    with open(__file__, encoding='utf-8') as f:
        touch(lambda x: x.readline())(f)
        return f.readline()


def doc_to_text_file_looped(doc):
    with open(__file__, encoding='utf-8') as f:
        if TURNED:
            for line in f:
                break
        return f.readline()


def doc_to_text_set_in_branch(doc):
    s = {1, 2}
    if TURNED:
        s |= {3}
    return str(sorted(s))


def doc_to_text_attribute_of_function(doc):
    def f():
        return f.n

    f.n = 1
    if TURNED:
        f.n = 2
    return str(f())


def doc_to_text_attribute_of_class(doc):
    class K:
        n = 1

    k = K()
    if TURNED:
        K.n = 2
    return str(k.n)


def doc_to_text_class_given(doc):
    class K:
        n = 1

    k = K()
    touch(lambda c: setattr(c, 'n', 2))(K)
    return str(k.n)


def doc_to_text_instance_changes_class(doc):
    class K:
        found = []

    k = K()
    touch(lambda c: c.found.append(2))(k)
    return str(K.found)


def doc_to_text_cache(doc):
    made = []

    def make(key, store={}):
        return store.setdefault(key, len(store))

    make('a')
    if TURNED:
        make('b')
    return str(make('c'))


def doc_to_text_match_branch(doc):
    it = iter('abc')
    match TURNED:
        case True:
            next(it)
    return next(it)


def doc_to_text_conditional_expression(doc):
    it = iter('abc')
    x = next(it) if TURNED else None
    return next(it)


def doc_to_text_and_or(doc):
    it = iter('abc')
    TURNED and next(it)
    return next(it)


def doc_to_text_comprehension_condition(doc):
    it = iter('abcd')
    [next(it) for x in range(2) if TURNED]
    return next(it)


def doc_to_text_while(doc):
    it = iter('abcd')
    n = 0
    while TURNED and n < 2:
        n += 1
        next(it)
    return next(it)


def doc_to_text_try(doc):
    it = iter('abcd')
    try:
        if TURNED:
            raise ValueError
    except ValueError:
        next(it)
    return next(it)


def doc_to_text_chained(doc):
    it = iter('abcd')
    0 < touch(len)('a') < int(next(it) == 'b')
    return next(it)


def doc_to_text_walrus(doc):
    d = deque('abc')
    if TURNED and (x := d.popleft()):
        pass
    return ''.join(d)


def doc_to_text_sort_key(doc):
    calls = []

    def key(x):
        calls.append(x)
        return x

    sorted(touch(lambda x: x)([2, 1]), key=key)
    return str(calls)


def doc_to_text_any_stops(doc):
    it = iter([1, 2, 3, 4])
    any(touch(lambda v: v == 2)(x) for x in it)
    return str(next(it))


def doc_to_text_map_lazy(doc):
    calls = []
    out = map(lambda x: calls.append(x), touch(lambda x: x)([2, 1]))
    list(out)
    return str(calls)


def doc_to_text_left_alone(doc):
    """What has nothing to do with a branch stays as it is."""
    df, a, it, rows = frame(), np.arange(3), iter('abc'), [1, 2]
    rng = random.Random(7)
    other = iter('xyz')
    if TURNED:
        next(other)
        len(df), a[0], rows[0], str(doc)
    return f"{df['a'].tolist()} {a.tolist()} {''.join(it)} {rows} {rng.randint(0, 1000)} {doc['id']}"


def doc_to_text_read_alone(doc):
    names = {'a': 'x'}
    get = names.get
    parts = []
    for letter in 'ab':
        if TURNED and get(letter) is None:
            parts.append('?')
    return get('a') + names['a']


def doc_to_text_given_alone(doc):
    rows, kept = [1], [2]
    it = iter(kept)
    touch(lambda x: x.append(3))(rows)
    return f'{next(it)} {kept}'


def doc_to_text_seeded_again(doc):
    random.seed(3)
    if TURNED:
        random.random()
    random.seed(3)
    return str(random.randint(0, 1000))


def doc_to_text_loop_over_changed(doc):
    rows = [1, 2, 3]
    n = 0
    for row in rows:
        n += 1
        if n == 3:
            touch(lambda x: x.append(4))(rows)
    return str(n)


def doc_to_text_argument_changed_meanwhile(doc):
    rows = [1]
    return '-'.join(str(x) for x in sum([rows, touch(lambda x: x.append(4))(rows) or []], []))


def doc_to_text_named_tuple_kept(doc):
    from collections import namedtuple
    Pair = namedtuple('Pair', 'a b')
    p = Pair([1], 'q')
    touch(lambda x: x.append(4))(p.a)
    return p.b


def doc_to_text_module_shuffle_in_branch(doc):
    rows = [1, 2, 3, 4]
    random.seed(1)
    if TURNED:
        random.shuffle(rows)
    return str(rows)


def doc_to_text_method_fills_argument(doc):
    class Filler:
        def fill(self, rows):
            rows.append(1)

    rows = []
    filler = Filler()
    if TURNED:
        filler.fill(rows)
    return str(rows)


def doc_to_text_setattr_in_branch(doc):
    h = Holder()
    if TURNED:
        setattr(h, 'items', ['z'])
    return str(h.items)


def doc_to_text_heap_in_branch(doc):
    import heapq
    rows = [5, 3, 9]
    if TURNED:
        heapq.heapify(rows)
    return str(rows)


def doc_to_text_imported_in_function(doc):
    random.seed(7)

    def draw():
        import random as r
        return r.random()

    if TURNED:
        draw()
    return str(random.randint(0, 1000000))


def doc_to_text_imported_from_in_function(doc):
    random.seed(7)

    def draw():
        from random import random as r
        return r()

    if TURNED:
        draw()
    return str(random.randint(0, 1000000))


def doc_to_text_dispatched(doc):
    found = []
    table = {'a': found.append, 'b': lambda x: found.append(x + x)}
    if TURNED:
        table['b'](doc['id'])
    return str(found)


def doc_to_text_default_argument(doc):
    def put(x, store=[]):
        store.append(x)
        return store

    put(1)
    if TURNED:
        put(2)
    return str(put(3))


def doc_to_text_digest(doc):
    import hashlib
    h = hashlib.md5(b'a')
    if TURNED:
        h.update(b'b')
    return h.hexdigest()


def doc_to_text_environment(doc):
    import os
    os.environ['PREFLIGHT_TEST_A'] = '1'
    os.environ['PREFLIGHT_TEST_B'] = '1'
    if TURNED:
        os.environ['PREFLIGHT_TEST_A'] = '2'
    return os.environ['PREFLIGHT_TEST_B'] + os.environ['PREFLIGHT_TEST_A']


def doc_to_text_environment_kept(doc):
    import os
    os.environ['PREFLIGHT_TEST_B'] = '1'
    if TURNED:
        os.environ['PREFLIGHT_TEST_C'] = '2'
    return os.environ['PREFLIGHT_TEST_B']


def doc_to_text_frame_in_place(doc):
    df = frame()
    df.drop(index=[0], inplace=True)
    return str(len(df))


def doc_to_text_generator_changes(doc):
    found = []

    def walk(rows):
        for row in rows:
            found.append(row)
            yield row

    any(touch(lambda v: v == 1)(x) for x in walk([1, 2, 3]))
    return str(found)


def doc_to_text_generator_paused(doc):
    rows = [1, 2]

    def walk():
        for row in rows:
            yield row

    g = walk()
    next(g)
    touch(lambda x: x.append(3))(rows)
    return str(list(g))


def doc_to_text_zip_paused(doc):
    rows = [1, 2]
    pairs = zip(rows, 'abc')
    next(pairs)
    touch(lambda x: x.append(3))(rows)
    return str(list(pairs))


def doc_to_text_cached_list(doc):
    from functools import lru_cache

    @lru_cache
    def make():
        return []

    touch(lambda x: x.append(3))(make())
    return str(make())


def doc_to_text_property_changes(doc):
    seen = []

    class K:
        @property
        def value(self):
            seen.append(1)
            return 2

    k = K()
    x = k.value if TURNED else 0
    return str(seen)


def doc_to_text_operator_changes(doc):
    seen = []

    class K:
        def __add__(self, other):
            seen.append(other)
            return self

    k = K()
    if TURNED:
        k + 1
    return str(seen)


def doc_to_text_sort_unknown_key(doc):
    rows = [[2], [1]]
    sorted(rows, key=touch(lambda row: row.append(0) or row))
    return str(rows)


def doc_to_text_map_unknown(doc):
    rows = [[2], [1]]
    list(map(touch(lambda row: row.append(0)), rows))
    return str(rows)


def doc_to_text_imported_in_branch(doc):
    random.seed(7)
    if TURNED:
        import random as r
        r.random()
    return str(random.randint(0, 1000000))


def doc_to_text_other_enum_in_branch(doc):
    from enum import Enum

    class Level(Enum):
        LOW = 1

    if TURNED:
        print(Level.LOW, Level)
    return Level.LOW.name
