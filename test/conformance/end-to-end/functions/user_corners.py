"""Corners of the language that functions of tasks come to."""
import collections
import functools
import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, List, Optional, Union


class Counted:
    made = 0
    names = []
    __secret = 'mangled'

    def __init__(self, name):
        Counted.made += 1
        self.name = name
        self.names.append(name)
        self.__hidden = name * 2

    def hidden(self):
        return self.__hidden + self.__secret

    class Inner:
        kind = 'inner'

        def show(self):
            return self.kind

    inner = Inner()
    squares = [n * n for n in range(3)]

    @classmethod
    def again(cls):
        return cls('again')

    @staticmethod
    def add(a, b=2):
        return a + b


class Special(Counted):
    names = ['special']

    def __init__(self, name, *rest, **more):
        super().__init__(name)
        self.rest, self.more = rest, more

    @classmethod
    def again(cls):
        made = super().again()
        made.name += '!'
        return made


def doc_to_text_class_state(doc):
    Counted.made, Counted.names[:] = 0, []
    a, b = Counted('a'), Special('b', 1, 2, x=3)
    a.made = 10
    c = Special.again()
    return f"{Counted.made} {a.made} {b.made} {Counted.names} {Special.names} {a.hidden()} {a._Counted__hidden} {hasattr(a, '__hidden')} {b.rest} {b.more} {c.name} {type(c).__name__} {a.inner.show()} {Counted.Inner.kind} {Counted.squares} {Counted.add(1)} {a.add(1, b=5)} {'name' in vars(a)} {sorted(vars(b))}"


def doc_to_text_default_arguments(doc):
    n = 1

    def f(a, b=n, *, c=[]):
        c.append(a)
        return b, c

    n = 2
    return f'{f(1)} {f(2)} {f(3, c=[0])} {f.__defaults__} {f.__name__} {f.__kwdefaults__}'


def doc_to_text_scopes(doc):
    x = 'outer'
    out = []

    class K:
        x = 'class'
        seen = [x for _ in range(1)]

        def show(self):
            return x

    def inner():
        try:
            out.append(x)
        except UnboundLocalError as error:
            out.append(type(error).__name__)
        x = 'local'
        return x

    fs = [lambda: i for i in range(3)]
    i = 'kept'
    squares = {k: k * k for k in range(3)}
    return f'{K().show()} {K.seen} {inner()} {out} {[f() for f in fs]} {i} {squares}'


def doc_to_text_lazy_expression(doc):
    factor = 2
    g = (n * factor for n in [1, 2, 3])
    factor = 10
    items = [1, 2]
    h = (n for n in items)
    items.append(3)
    items = [9]
    return f'{list(g)} {list(h)} {list(g)}'


def doc_to_text_changed_on_the_way(doc):
    out = []
    d = {'a': 1}
    try:
        for k in d:
            d[k + 'x'] = 2
    except RuntimeError as error:
        out.append(str(error))
    xs = [1, 2, 3, 4]
    for x in xs:
        if x % 2:
            xs.remove(x)
    ys = [1, 2, 3]
    for y in ys:
        if len(ys) < 6:
            ys.append(y * 10)
    keys = d.keys()
    d['new'] = 0
    s = {1}
    try:
        for x in s:
            s.add(x + 1)
    except RuntimeError as error:
        out.append(str(error))
    return f'{out} {xs} {ys} {len(keys)} {list(keys)}'


def doc_to_text_aliasing(doc):
    grid = [[0] * 2] * 2
    grid[0][0] = 1
    a = b = []
    a += [1]
    b = b + [2]
    t = ([],)
    try:
        t[0] += [1]
    except TypeError as error:
        bad = str(error)
    c = [1, 2]
    d = c
    c = c + [3]
    e = f = 'x'
    e += 'y'

    def change(xs, n):
        xs.append(n)
        xs = [0]
        n += 1
        return xs

    return f'{grid} {a} {b} {t} {bad} {d} {e} {f} {change(d, 5)} {d}'


def doc_to_text_short_circuits(doc):
    log = []

    def note(name, value):
        log.append(name)
        return value

    r = [note('a', 0) or note('b', 'x') or note('c', 1), note('d', 1) and note('e', '') and note('f', 1), not note('g', []), 1 < note('h', 2) < note('i', 2) < note('j', 9), any(note(n, n == 'l') for n in 'klm'), all(note(n, n != 'o') for n in 'nop'), note('q', None) if note('r', 0) else note('s', 's')]
    return f'{r} {"".join(log)}'


def doc_to_text_types(doc):
    values = [1, True, 1.0, 'a', b'a', None, [], (), {}, set(), frozenset(), range(2), len, str, lambda: 0, doc_to_text_types, Counted, iter([]), (x for x in []), Ellipsis, NotImplemented, 1j, slice(1), ValueError('x'), re.compile('a'), {}.keys(), enumerate([]), zip(), map(str, []), object(), collections.Counter(), functools.partial(len)]
    return ' '.join(type(v).__name__ for v in values) + f" {isinstance(True, int)} {type(True) is int} {isinstance(1, (str, int))} {isinstance(1, int | str)} {isinstance([], Iterable)} {isinstance('', Sequence)} {isinstance({}, Mapping)} {issubclass(bool, int)} {isinstance(None, type(None))} {callable(len)} {isinstance(Counted, type)} {type(type).__name__} {isinstance('a', Union[int, str])}"


def doc_to_text_text_of_values(doc):
    return ' '.join(map(repr, [1.0, 1e100, -0.0, 1e-5, 123456789.123, (1,), (), {1: 'a'}, {'a': {'b': [None]}}, 'it\'s', "a\"b'", 'tab\t', '\\', 'é', '\x00', b'\x00\xff', range(5), range(1, 9, 2), slice(1, None), True, None, ..., int, ValueError('x', 1), KeyError('k'), [[]], {1}, frozenset({1}), 10**25, 1 / 3, 2.5e-8, float('inf'), 'a' 'b', u'u', r'\d', Exception(), NotImplemented]))


def doc_to_text_conversions(doc):
    out = []
    for call in (lambda: int('  -7_0 '), lambda: int(3.99), lambda: int('3.5'), lambda: int(True), lambda: float('1e-3'), lambda: float('.5'), lambda: float('1,000'), lambda: str(1.10), lambda: bool('False'), lambda: list('ab'), lambda: tuple({'a': 1}), lambda: dict(['ab', 'cd']), lambda: set('aab') == {'a', 'b'}, lambda: complex(1, 2), lambda: bytes(3), lambda: int('0x1f', 16), lambda: int('１２'), lambda: float('nan') == float('nan'), lambda: round(2.675, 2), lambda: round(-0.5), lambda: int(-0.9), lambda: f'{0.1 + 0.2:.17g}', lambda: str(1e15) + str(1e16), lambda: ord('😀'), lambda: chr(233), lambda: hex(-255), lambda: '%.3s|%5.1f|%-5s|%+d' % ('abcdef', 3.14159, 'x', 5), lambda: int(''), lambda: float(''), lambda: list(zip(*[(1, 2), (3, 4)])), lambda: sorted({'b': 2, 'a': 1}.items(), key=lambda kv: kv[1]), lambda: [*range(3), *'ab'], lambda: max('apple', 'fig', key=len), lambda: sum(x for x in range(5) if x % 2), lambda: ''.join(reversed('abc')), lambda: divmod(-7, 3), lambda: pow(2, 10, 1000), lambda: abs(-2 + 0j)):
        try:
            out.append(str(call()))
        except Exception as error:
            out.append(f'{type(error).__name__}({error})')
    return '\n'.join(out)


def doc_to_text_star_arguments(doc):
    def f(*args, sep='-', **kw):
        return sep.join(map(str, args)) + ''.join(f'{k}={v}' for k, v in kw.items())

    def g(a, b, /, c, *, d):
        return (a, b, c, d)

    out = []
    for call in (lambda: f(*[1, 2], 3, *'ab', sep='+', **{'x': 1}, y=2), lambda: g(1, 2, c=3, d=4), lambda: g(1, b=2, c=3, d=4), lambda: g(1, 2, 3, 4), lambda: g(1, 2, 3), lambda: g(), lambda: f(**{'sep': '|'}), lambda: g(*(1, 2), *(3,), d=4), lambda: (lambda *a, **k: (a, k))(1, b=2), lambda: (lambda x, y=2: x + y)(1), lambda: g(1, 2, 3, d=4, e=5)):
        try:
            out.append(str(call()))
        except TypeError as error:
            out.append(str(error).split('.')[-1])
    return '\n'.join(out)


def doc_to_text_exception_flow(doc):
    log = []

    def run(n):
        for attempt in range(3):
            try:
                if attempt < n:
                    raise ValueError(attempt)
                log.append(f'ok{attempt}')
                return attempt
            except ValueError as error:
                log.append(f'bad{error}')
                if attempt == 1:
                    raise KeyError('gave up') from error
                continue
            finally:
                log.append('f')
        return 'none'

    out = []
    for n in range(4):
        try:
            out.append(run(n))
        except KeyError as error:
            out.append((error.args, type(error.__cause__).__name__, isinstance(error, LookupError)))
    try:
        assert doc['size'] > 100, f"size is {doc['size']}"
    except AssertionError as error:
        out.append(str(error))
    try:
        raise SystemExit(3)
    except BaseException as error:
        out.append(f'{type(error).__name__} {error.code}')
    try:
        try:
            raise TypeError('a')
        finally:
            log.append('z')
    except (ValueError, TypeError) as error:
        out.append(repr(error))
    return f'{out} {"".join(map(str, log))}'


def doc_to_text_iterators(doc):
    it = iter([1, 2, 3, 4, 5])
    first = next(it)
    pairs = list(zip(it, it))
    calls = iter(functools.partial(next, iter('abcSTOPd')), 'S')
    g = (x for x in range(3))
    has = 1 in g
    rest = list(g)
    e = enumerate('ab', start=1)
    m = map(lambda x, y: x + y, [1, 2, 3], [10, 20])
    f = filter(lambda x: x % 2, itertools.count())
    return f"{first} {pairs} {list(it)} {list(calls)} {has} {rest} {next(e)} {list(e)} {list(m)} {list(itertools.islice(f, 3))} {next(iter({}), 'empty')} {list(reversed([1, 2]))} {[*map(str.upper, 'ab')]} {dict(zip('ab', itertools.count()))} {max(map(len, doc['choices']))} {' '.join(w for w in doc['question'].split() if w.isalpha())}"


def doc_to_text_comprehensions(doc):
    m = [[1, 2, 3], [4, 5, 6]]
    flat = [x for row in m for x in row if x % 2]
    turned = [list(col) for col in zip(*m)]
    nested = [[y * 2 for y in row if y > 1] for row in m]
    d = {w.lower(): len(w) for w in doc['choices']}
    dup = {x % 2: x for x in range(5)}
    s = {c for c in 'hello' if c not in 'aeiou'}
    pairs = [(i, j) for i in range(3) for j in range(i)]
    cond = ['even' if x % 2 == 0 else 'odd' for x in range(3)]
    total = sum(1 for c in doc['passage'] if c.isupper())
    last = [y := 0, *(y := y + x for x in range(4))]
    unpack = [a + b for a, (b, *_) in [(1, (2, 3)), (4, (5,))]]
    return f'{flat} {turned} {nested} {d} {dup} {sorted(s)} {pairs} {cond} {total} {last} {unpack}'


class Ordered(list):
    def __getitem__(self, i):
        return super().__getitem__(i)


class Bag:
    def __init__(self, *items):
        self.items = list(items)

    def __iadd__(self, item):
        self.items.append(item)
        return self

    def __ior__(self, other):
        self.items.extend(other.items)
        return self

    def __contains__(self, item):
        return item in self.items

    def __len__(self):
        return len(self.items)

    def __eq__(self, other):
        return isinstance(other, Bag) and sorted(self.items) == sorted(other.items)

    def __hash__(self):
        return hash(tuple(sorted(self.items)))

    def __getitem__(self, index):
        return Bag(*self.items[index]) if isinstance(index, slice) else self.items[index]

    def __setitem__(self, index, value):
        self.items[index] = value

    def __delitem__(self, index):
        del self.items[index]

    def __reversed__(self):
        return iter(self.items[::-1])

    def __str__(self):
        return f"<{', '.join(map(str, self.items))}>"

    def __repr__(self):
        return f'Bag{tuple(self.items)}'


def doc_to_text_bag(doc):
    b = Bag(3, 1)
    b += 2
    other = b
    other |= Bag(7)
    b[0] = 9
    del b[1]
    return f"{b} {b!r} {b is other} {len(b)} {7 in b} {b == Bag(7, 2, 9)} {b[-1]} {b[1:]} {[x for x in b]} {sorted(b)} {list(reversed(b))} {bool(Bag())} {[Bag(1)]} {max(b)} {sum(b)} {b != Bag()} {list(enumerate(b))}"


def doc_to_text_bag_keys(doc):
    seen = {Bag(1, 2): 'a'}
    return f'{seen[Bag(2, 1)]} {Bag(1) in seen} {len({Bag(1), Bag(1)})}'


def doc_to_text_dynamic(doc):
    class K:
        pass

    k = K()
    setattr(k, 'size', doc['size'])
    k.names = getattr(k, 'names', []) + ['a']
    K.shared = 'later'
    K.double = lambda self: self.size * 2
    handlers = {'up': str.upper, 'low': str.lower, 'len': len}
    f = globals().get('helper_of_corners')
    return f"{k.size} {k.names} {k.shared} {k.double()} {[h(doc['level']) for h in handlers.values()]} {f(2) if f else None} {getattr(doc, 'nothing', 'no')} {hasattr(k, 'size')} {getattr('abc', 'upper')()} {K.__name__} {k.__class__.__name__} {sorted(k.__dict__)}"


def helper_of_corners(n):
    return n + 1


def doc_to_text_text_building(doc):
    lines = []
    for i, choice in enumerate(doc['choices']):
        lines += [f'{chr(65 + i)}. {choice}'] if i < 2 else [f"{chr(65 + i)}) {choice!r:>12}"]
    text = '\n'.join(lines)
    head, _, tail = text.partition('\n')
    return f"""{head}
    {tail.count(chr(10))} lines, {'plural' if len(lines) != 1 else 'single'}
{'-' * len(head)}
{doc['question']:~^30}{text[-3:]}{text[::-1][:3]}""" + 'a' 'b' f'{1}' rf'\n{2}' + "\N{GREEK SMALL LETTER ALPHA}\u00e9\x41\101"


def doc_to_text_numbers_of_text(doc):
    text = f"{doc['passage']} 3.14 1,234 -5 50% $9.99 1/2"
    numbers = [float(x.replace(',', '')) for x in re.findall(r'-?\d[\d,]*\.?\d*', text)]
    return f"{numbers} {sum(numbers):.2f} {max(numbers)} {[int(n) for n in numbers if n == int(n)]} {sorted(numbers, key=lambda n: (-abs(n), n))} {round(sum(numbers) / len(numbers), 3)}"


def process_docs_expanded(dataset):
    rows = []
    previous = None
    for doc in dataset:
        new = {**doc, 'previous': previous and previous['id'], 'first': previous is None}
        for key in ('markup', 'passage', 'choices'):
            del new[key]
        new['tags'] = new.pop('tags')[::-1]
        rows.append(new)
        previous = doc
    return dataset.from_list(rows)


def process_docs_updated(dataset):
    def add(doc):
        doc['question'] = doc['question'].strip()
        doc.update(length=len(doc['question']), upper=doc['question'].isupper())
        doc.setdefault('extra', {'a': [1, None]})
        return doc

    return dataset.map(add).remove_columns(['markup', 'passage'])
