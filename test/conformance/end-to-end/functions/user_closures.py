"""Closures, clean-up, generators that are left, and functions made of functions."""
import functools
import operator
from contextlib import contextmanager, suppress
from functools import lru_cache, partial, reduce, singledispatch


def make_counter(start=0, *, step=1):
    count = start

    def advance(times=1):
        nonlocal count
        for _ in range(times):
            count += step
        return count

    def reset():
        nonlocal count
        count = start

    advance.reset = reset
    return advance


def doc_to_text_counter(doc):
    a, b = make_counter(), make_counter(10, step=doc['size'])
    a()
    a(3)
    b(2)
    first = (a(), b())
    a.reset()
    return f'{first} {a()} {b()}'


def doc_to_text_late_binding(doc):
    late = [lambda x: x * i for i in range(3)]
    bound = [lambda x, i=i: x * i for i in range(3)]
    return f'{[f(2) for f in late]} {[f(2) for f in bound]}'


def doc_to_text_recursive_inner(doc):
    def depth(value):
        if isinstance(value, (list, tuple)):
            return 1 + max(map(depth, value), default=0)
        if isinstance(value, dict):
            return 1 + max((depth(v) for v in value.values()), default=0)
        return 0

    return str([depth(doc), depth([]), depth([[[]], 1]), depth({})])


def doc_to_text_finally_order(doc):
    log = []

    def run(kind):
        try:
            log.append('try')
            if kind == 'raise':
                raise KeyError(kind)
            if kind == 'return':
                return 'returned'
        except KeyError as error:
            log.append(f'except {error} {error!r} {error.args}')
            return 'handled'
        else:
            log.append('else')
        finally:
            log.append('finally')
        return 'end'

    return ' | '.join([run('raise'), run('return'), run('none'), *log])


def doc_to_text_finally_overrides(doc):
    def f():
        try:
            return 'try'
        finally:
            return 'finally'

    def g():
        for i in range(3):
            try:
                continue
            finally:
                if i == 1:
                    break
        return i

    def h():
        try:
            1 / 0
        finally:
            return 'swallowed'

    return f'{f()} {g()} {h()}'


def doc_to_text_nested_handlers(doc):
    out = []
    try:
        try:
            int(doc['question'])
        except ValueError as error:
            out.append(type(error).__name__)
            raise RuntimeError('outer') from error
    except RuntimeError as error:
        out += [str(error), type(error.__cause__).__name__, str(error.__context__ is error.__cause__)]
    try:
        error
    except NameError as gone:
        out.append(type(gone).__name__)
    return ','.join(out)


def doc_to_text_exception_classes(doc):
    class Bad(ValueError):
        def __init__(self, message, *, code=3):
            super().__init__(message)
            self.code = code

        def __str__(self):
            return f'[{self.code}] {super().__str__()}'

    class Worse(Bad, KeyError):
        pass

    out = []
    for kind in (Bad, Worse):
        try:
            raise kind('no', code=doc['size'])
        except (TypeError, KeyError) as error:
            out.append(f'key {error}')
        except ValueError as error:
            out.append(f'value {error} {error.args}')
    return ' '.join(out)


def doc_to_text_exception_texts(doc):
    out = []
    for attempt in (
        lambda: {}['a'],
        lambda: [][3],
        lambda: int('x1'),
        lambda: float('abc'),
        lambda: 'a' + 1,
        lambda: 1 + 'a',
        lambda: None.x,
        lambda: len(3),
        lambda: [1, 2] < 3,
        lambda: 'abc'.index('z'),
        lambda: [1].remove(2),
        lambda: next(iter([])),
        lambda: (1, 2)[5],
        lambda: 5 / 0,
        lambda: 5 % 0,
        lambda: 5.0 // 0,
        lambda: {}.pop('k'),
        lambda: [].pop(),
        lambda: set().pop(),
        lambda: 'a'.join([1]),
        lambda: int('12', 1),
        lambda: chr(-1),
        lambda: ord('ab'),
        lambda: dict([(1,)]),
        lambda: 'x'.encode('ascii').decode('nope'),
        lambda: 'é'.encode('ascii'),
        lambda: {}['x']['y'],
        lambda: max([]),
        lambda: [1, 2, 3].index(9),
        lambda: (1).foo,
        lambda: range(3)[7],
        lambda: {[]: 1},
        lambda: sorted([1, 'a']),
        lambda: sum(['a']),
        lambda: '%d' % 'a',
        lambda: '{}'.format(),
        lambda: '{a}'.format(),
        lambda: 'abc'[1.0],
        lambda: abs('a'),
        lambda: round('a'),
        lambda: zip(1),
        lambda: iter(5),
        lambda: int(None),
        lambda: list(5),
    ):
        try:
            attempt()
            out.append('ok')
        except Exception as error:
            out.append(f'{type(error).__name__}: {error}')
    return '\n'.join(out)


@contextmanager
def tagged(log, name):
    log.append(f'<{name}>')
    try:
        yield name.upper()
    except ValueError as error:
        log.append(f'caught {error}')
    finally:
        log.append(f'</{name}>')


def doc_to_text_context_managers(doc):
    log = []
    with tagged(log, 'a') as a, tagged(log, 'b') as b:
        log.append(a + b)
        raise ValueError('x')
    with suppress(KeyError, IndexError):
        log.append({}['z'])
    log.append('end')
    return ' '.join(log)


class Session:
    def __init__(self, log, swallow):
        self.log, self.swallow = log, swallow

    def __enter__(self):
        self.log.append('enter')
        return self

    def __exit__(self, kind, value, trace):
        self.log.append(kind.__name__ if kind else 'none')
        return self.swallow


def doc_to_text_exit_swallows(doc):
    log = []
    with Session(log, True):
        raise ValueError
    try:
        with Session(log, False) as s:
            s.log.append('in')
            raise KeyError('k')
    except KeyError:
        log.append('outside')

    def early():
        with Session(log, False):
            return 'early'

    log.append(early())
    for _ in range(2):
        with Session(log, False):
            break
    return ' '.join(log)


def lines(log, n):
    log.append('open')
    try:
        for i in range(n):
            yield i
    finally:
        log.append('close')


def doc_to_text_generator_left(doc):
    log = []
    for i in lines(log, 5):
        log.append(str(i))
        if i == 1:
            break
    log.append('after')
    return ' '.join(log)


def doc_to_text_generator_left_by_return(doc):
    log = []

    def first_even():
        for i in lines(log, 5):
            if i % 2 == 0 and i > 0:
                return i

    log.append(str(first_even()))
    return ' '.join(log)


def doc_to_text_generator_left_named(doc):
    log = []
    g = lines(log, 5)
    for i in g:
        if i == 1:
            break
    log.append('after')
    rest = list(g)
    return f'{log} {rest}'


def doc_to_text_generator_next_only(doc):
    log = []
    first = next(lines(log, 3))
    log.append('after')
    return f'{first} {log}'


def doc_to_text_generator_closed(doc):
    log = []
    g = lines(log, 3)
    next(g)
    g.close()
    log.append('closed')
    return f"{log} {next(g, 'none')}"


def doc_to_text_generator_with(doc):
    log = []

    def walk():
        with tagged(log, 'w') as name:
            yield name
            yield name * 2

    for item in walk():
        log.append(item)
    for item in walk():
        log.append(item)
        break
    return ' '.join(log)


def doc_to_text_generator_delegates(doc):
    def inner(n):
        for i in range(n):
            yield i
        return f'done {n}'

    def outer():
        a = yield from inner(2)
        yield a
        b = yield from inner(1)
        return b

    out = []
    g = outer()
    try:
        while True:
            out.append(next(g))
    except StopIteration as stop:
        out.append(stop.value)
    return str(out)


def doc_to_text_generator_pipeline(doc):
    def words(text):
        for word in text.split():
            yield word.strip('.,?!').lower()

    def longer(items, n):
        return (item for item in items if len(item) > n)

    def numbered(items):
        for i, item in enumerate(items, start=1):
            yield f'{i}:{item}'

    return ' '.join(numbered(longer(words(doc['passage']), 3)))


def doc_to_text_partial(doc):
    def join(sep, *parts, end=''):
        return sep.join(parts) + end

    dash = partial(join, '-', doc['id'])
    more = partial(dash, 'x', end='!')
    return f"{dash('a')} {more('b')} {more('b', end='?')} {more.args} {more.keywords} {more.func.__name__}"


def doc_to_text_reduce(doc):
    product = reduce(operator.mul, [1, 2, 3, doc['size']])
    nested = reduce(lambda d, k: d.get(k, {}), ['a', 'b'], {'a': {'b': doc['id']}})
    merged = reduce(lambda a, b: {**a, **b}, [{'a': 1}, {'b': 2}, {'a': 3}], {})
    composed = reduce(lambda f, g: lambda x: g(f(x)), [str.strip, str.lower, lambda s: s[::-1]])
    return f"{product} {nested} {merged} {composed(doc['question'])}"


@lru_cache(maxsize=None)
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def doc_to_text_cache(doc):
    return str(fib(30 + doc['size']))


def doc_to_text_cache_info(doc):
    @lru_cache(maxsize=2)
    def square(x):
        return x * x

    for x in (1, 2, 1, 3, 2):
        square(x)
    info = square.cache_info()
    return f'{info.hits} {info.misses} {info.maxsize} {info.currsize} {info}'


def doc_to_text_decorators(doc):
    def repeat(times):
        def decorate(f):
            @functools.wraps(f)
            def wrapper(*args, **kwargs):
                return [f(*args, **kwargs) for _ in range(times)]

            wrapper.times = times
            return wrapper

        return decorate

    def shout(f):
        return lambda *a: f(*a).upper()

    @repeat(2)
    @shout
    def greet(name):
        """Says hello."""
        return f'hi {name}'

    @repeat(times=1)
    def named():
        """Doc."""

    return f"{greet(doc['id'])} {greet.times} {named.__name__} {named.__doc__} {named()}"


@singledispatch
def show(value):
    return f'object {value!r}'


@show.register
def _(value: int):
    return f'int {value}'


@show.register(list)
def _(value):
    return 'list ' + ','.join(show(v) for v in value)


def doc_to_text_singledispatch(doc):
    return f"{show(doc['size'])} | {show([1, 'a'])} | {show(doc['id'])}"


def doc_to_text_keyword_only(doc):
    def f(a, /, b=2, *args, c, d=4, **rest):
        return f'{a} {b} {args} {c} {d} {rest}'

    given = {'c': 9, 'e': 5}
    return '; '.join([f(1, c=3), f(1, 2, 3, 4, c=5, z=1), f(*[1, 2], **given), f(0, **{'c': 1, 'a': 7})])


def doc_to_text_cmp_to_key(doc):
    def compare(a, b):
        return len(a) - len(b) or (a > b) - (a < b)

    return ','.join(sorted(doc['choices'] + ['ab', 'aa'], key=functools.cmp_to_key(compare)))


def doc_to_text_walrus_everywhere(doc):
    out = []
    while (n := len(out)) < 3:
        out.append(n)
    big = [y for x in out if (y := x * x) > 0]
    text = doc['question']
    found = text.find(' ')
    if (cut := text[:found]) and (size := len(cut)) > 1:
        out.append(f'{cut}{size}')
    return f'{out} {big} {y}'


def doc_to_text_for_else(doc):
    def prime(n):
        for d in range(2, int(n**0.5) + 1):
            if n % d == 0:
                break
        else:
            return n > 1
        return False

    n = 10
    while n > 0:
        n -= 3
        if n == 4:
            continue
    else:
        n = f'else {n}'
    return f'{[x for x in range(20) if prime(x)]} {n}'


def doc_to_text_global_state(doc):
    global SEEN
    SEEN = [doc['id']]

    def add():
        SEEN.append('more')

    add()
    return str(SEEN)


def doc_to_text_unpacking(doc):
    first, *middle, last = doc['choices']
    (a, b), [c, *d] = (1, 2), 'xyz'
    *init, end = range(3)
    head, = [doc['id']]
    x = y = []
    x.append(1)
    i, values = 0, [5, 6]
    i, values[i] = 1, 9
    return f'{first} {middle} {last} {a} {b} {c} {d} {init} {end} {head} {y} {values} {[*d, *init]} { {**{"q": 1}, "r": 2} }'
