"""Loops, generators, exceptions and closures as people write them."""
import functools
import sys
from contextlib import contextmanager, suppress
from functools import wraps


class Skip(Exception):
    """A row that is left out."""

    def __init__(self, why, row=None):
        super().__init__(why)
        self.row = row


class Tracker:
    def __init__(self):
        self.log = []

    def __enter__(self):
        self.log.append('in')
        return self

    def __exit__(self, kind, value, trace):
        self.log.append(kind.__name__ if kind else 'out')
        return kind is ValueError


def chunks(items, n):
    for i in range(0, len(items), n):
        yield items[i:i + n]


def numbered(items, *, start=1):
    n = start
    for item in items:
        got = yield f'{n}. {item}'
        if got is not None:
            n = got
        else:
            n += 1


def tree(node):
    if isinstance(node, list):
        for one in node:
            yield from tree(one)
    else:
        yield node


def averager():
    total, count, average = 0.0, 0, None
    while True:
        value = yield average
        if value is None:
            return total, count
        total += value
        count += 1
        average = total / count


@contextmanager
def section(out, name):
    out.append(f'<{name}>')
    try:
        yield out
    finally:
        out.append(f'</{name}>')


def retry(times=2, errors=(ValueError,)):
    def decorate(fn):
        @wraps(fn)
        def inner(*args, **kwargs):
            for attempt in range(times):
                try:
                    return fn(*args, **kwargs)
                except errors as error:
                    last = error
            return f'{fn.__name__} gave up: {last}'
        return inner
    return decorate


@retry(times=3)
def number_in(text):
    return int(text)


def doc_to_text_chunks(doc):
    return ' / '.join(' '.join(part) for part in chunks(doc['passage'].split(), 4))


def doc_to_text_send(doc):
    gen = numbered(doc['choices'])
    out = [next(gen), gen.send(7), next(gen)]
    return ' '.join(out)


def doc_to_text_averager(doc):
    avg = averager()
    next(avg)
    out = [avg.send(doc['size']), avg.send(doc['score'])]
    try:
        avg.send(None)
    except StopIteration as stop:
        out.append(stop.value)
    return str(out)


def doc_to_text_tree(doc):
    return str(list(tree([1, [2, [doc['size']], []], 'x'])))


def doc_to_text_close(doc):
    log = []

    def rows():
        try:
            for tag in doc['tags']:
                yield tag
        finally:
            log.append('closed')

    gen = rows()
    first = next(gen)
    gen.close()
    return f'{first} {log} {next(gen, "over")}'


def doc_to_text_throw(doc):
    def rows():
        while True:
            try:
                yield 'ok'
            except ValueError as error:
                yield f'caught {error}'

    gen = rows()
    next(gen)
    return gen.throw(ValueError('x')) + next(gen)


def doc_to_text_section(doc):
    out = []
    with section(out, 'q') as inner:
        inner.append(doc['question'].strip())
    with suppress(KeyError):
        out.append(doc['nothing'])
    return ''.join(out)


def doc_to_text_section_raises(doc):
    out = []
    try:
        with section(out, 'a'):
            raise Skip('no', doc['id'])
    except Skip as error:
        out.append(f'{error} {error.row} {error.args}')
    return ''.join(out)


def doc_to_text_tracker(doc):
    with Tracker() as t, Tracker() as u:
        u.log.append(int(doc['answer']) if doc['answer'].isdigit() else doc['answer'])
        int('x')
    return str(t.log) + str(u.log)


def doc_to_text_retry(doc):
    return f"{number_in('12')} {number_in(doc['answer'])} {number_in.__name__}"


def doc_to_text_finally_return(doc):
    def f():
        try:
            return 'try'
        finally:
            doc['touched'] = 'yes'

    def g():
        for i in range(3):
            try:
                if i == 1:
                    continue
                if i == 2:
                    break
            finally:
                doc['touched'] += str(i)
        else:
            return 'else'
        return 'broken'

    return f() + g() + doc['touched']


def doc_to_text_try_else(doc):
    out = []
    for text in ('1', doc['answer'], '2.5', None):
        try:
            value = float(text)
        except (TypeError, ValueError) as error:
            out.append(type(error).__name__)
        else:
            out.append(value)
        finally:
            out.append('.')
    return str(out)


def doc_to_text_raise_from(doc):
    try:
        try:
            doc['nothing']
        except KeyError as error:
            raise ValueError('no such key') from error
    except ValueError as error:
        return f'{error!r} {error.__cause__!r} {type(error.__context__).__name__}'


def doc_to_text_reraise(doc):
    def inner():
        try:
            return 1 // (doc['size'] - doc['size'])
        except ZeroDivisionError:
            raise

    try:
        inner()
    except ArithmeticError as error:
        return f'{type(error).__name__}: {error}'


def doc_to_text_messages(doc):
    out = []
    for f in (lambda: {}['a'], lambda: [][1], lambda: int('1x'), lambda: 'a' + 1, lambda: None.x, lambda: undefined_name, lambda: (1, 2)[5], lambda: float('z'), lambda: len(3), lambda: 1 / 0, lambda: 'a'.index('b'), lambda: [1].remove(2),
              lambda: dict([1]), lambda: 'x'.nothing, lambda: [] < 3, lambda: next(iter([])), lambda: [][''], lambda: sorted([1, 'a']), lambda: max([]), lambda: int(None), lambda: ''.join([1]), lambda: '%d' % 'x', lambda: '{}'.format(),
              lambda: (lambda x: x)(), lambda: (lambda: 1)(2), lambda: bytes('a'), lambda: chr(-1), lambda: ord('ab'), lambda: {[]: 1}, lambda: ~'a', lambda: -'a', lambda: 3(), lambda: [*3], lambda: json):
        try:
            out.append(f())
        except Exception as error:
            out.append(f'{type(error).__name__}: {error}')
    return '\n'.join(map(str, out))


def doc_to_text_unpack_messages(doc):
    out = []
    for value in ([1], [1, 2, 3], 5, 'ab', {'x': 1, 'y': 2}):
        try:
            a, b = value
            out.append((a, b))
        except (TypeError, ValueError) as error:
            out.append(str(error))
    return str(out)


def doc_to_text_assert(doc):
    try:
        assert doc['size'] > 100, f"too small: {doc['size']}"
    except AssertionError as error:
        return str(error)


def doc_to_text_loop_else(doc):
    for tag in doc['tags']:
        if tag == 'z':
            break
    else:
        return 'no z'
    return f'z of {len(doc["tags"])}'


def doc_to_text_closures(doc):
    adders = [lambda x, n=n: x + n for n in range(3)]
    late = [lambda: n for n in range(3)]

    def counter():
        count = 0

        def step(by=1):
            nonlocal count
            count += by
            return count
        return step

    step = counter()
    step()
    return f'{[f(10) for f in adders]} {[f() for f in late]} {step(5)} {step()}'


def doc_to_text_nested(doc):
    def outer(prefix):
        def middle(sep):
            def inner(*parts, end=''):
                return prefix + sep.join(str(p) for p in parts) + end
            return inner
        return middle

    return outer('> ')(', ')(*doc['tags'], doc['size'], end='!')


def doc_to_text_walrus_while(doc):
    text, out = doc['passage'], []
    while (at := text.find(' ')) >= 0 and len(out) < 4:
        if (word := text[:at]):
            out.append(word)
        text = text[at + 1:]
    return '|'.join(out) + f'{at}'


def doc_to_text_walrus_list(doc):
    kept = [low for word in doc['passage'].split() if len(low := word.lower()) > 4]
    return f'{kept} {low}' + (f'{n}' if (n := len(kept)) > 2 else 'few')


def doc_to_text_memo(doc):
    calls = []

    @functools.cache
    def slow(n):
        calls.append(n)
        return n * 2

    return str([slow(1), slow(1), slow(doc['size'])]) + str(calls)


def doc_to_text_iter_sentinel(doc):
    letters = iter(doc['answer'] + 'bc.d')
    return ''.join(iter(lambda: next(letters), '.'))


def doc_to_text_zip_strict(doc):
    try:
        return str(list(zip(doc['choices'], doc['tags'], strict=True)))
    except ValueError as error:
        return str(error)


def doc_to_text_enumerate_reversed(doc):
    return str([(i, c) for i, c in reversed(list(enumerate(doc['choices'], start=1)))]) + ''.join(reversed(doc['answer'] + 'xy'))


def doc_to_text_any_all(doc):
    return str([any(c.isdigit() for c in doc['passage']), all(map(str.isascii, doc['tags'])), sum(len(c) for c in doc['choices']), min(doc['choices'], key=len), max(doc['tags'], default='-')])


def doc_to_text_generator_expression(doc):
    squares = (n * n for n in range(doc['size']))
    return f'{next(squares, None)} {sum(squares)} {list(squares)} {3 in (n for n in range(5))}'


def doc_to_text_star_args(doc):
    def f(a, /, b, *rest, c=1, **more):
        return f'{a} {b} {rest} {c} {more}'

    first, *middle, last = doc['choices']
    return f(*doc['tags'][:1], *[1, 2], **{'c': 3, 'd': 4}) + f'{first}{middle}{last}'


def doc_to_text_delete(doc):
    items = list(range(8))
    del items[1:6:2], items[0]
    d = dict(doc)
    del d['passage']
    d.pop('nothing', None)
    return f"{items} {'passage' in d} {len(d)}"


def doc_to_text_exception_group(doc):
    try:
        raise Skip(f"bad row {doc['id']}")
    except (KeyError, Skip) as error:
        kind, value, _ = sys.exc_info()
        return f'{kind.__name__} {value} {error!r} {isinstance(error, Exception)}'


def doc_to_text_chained_comparison(doc):
    return str([1 < doc['size'] <= 4, doc['size'] == 3 != 4, 'a' < doc['answer'] < 'z', not doc['tags'] or len(doc['tags']) > 1, doc['size'] and 'yes' or 'no', None is None is not False])


def process_docs_generator(dataset):
    def rows():
        for i, doc in enumerate(dataset):
            try:
                if doc['level'] == 'hard':
                    raise Skip('hard')
                yield {'i': i, 'q': doc['question']}
            except Skip as error:
                yield {'i': -1, 'q': str(error)}

    import datasets
    return datasets.Dataset.from_list(list(rows()))
