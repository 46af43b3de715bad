"""Classes with methods, generators, decorators, closures, context managers, abstract classes."""
import contextlib
import functools
import io
import os
import sys
import warnings
from abc import ABC, abstractmethod
from contextlib import contextmanager, suppress
from typing import Callable, ClassVar, Dict, Generic, Iterator, List, Literal, Protocol, TypeVar, Union

T = TypeVar('T')
REGISTRY: Dict[str, Callable] = {}
HERE = os.path.dirname(os.path.abspath(__file__))


def register(name):
    def decorate(function):
        REGISTRY[name] = function

        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            return f'<{name}>{function(*args, **kwargs)}</{name}>'
        return wrapper
    return decorate


@register('bold')
def bold(text, *, mark='*'):
    """Bold."""
    return f'{mark}{text}{mark}'


class Formatter(ABC):
    prefix: ClassVar[str] = 'Q'
    made = 0

    def __init__(self, sep=': '):
        self.sep = sep
        Formatter.made += 1

    @abstractmethod
    def body(self, doc) -> str: ...

    @property
    def head(self):
        return self.prefix + self.sep

    @staticmethod
    def clean(text):
        return text.strip()

    @classmethod
    def named(cls, **given):
        return cls(**given)

    def __call__(self, doc):
        return self.head + self.clean(self.body(doc))


class Multiple(Formatter):
    prefix = 'MC'

    def __init__(self, letters='ABCD', **given):
        super().__init__(**given)
        self.letters = letters

    def body(self, doc):
        return doc['question'] + ''.join(f'\n({letter}) {choice}' for letter, choice in zip(self.letters, doc['choices']))

    def __repr__(self):
        return f'{type(self).__name__}({self.letters!r})'

    def __len__(self):
        return len(self.letters)

    def __eq__(self, other):
        return isinstance(other, Multiple) and self.letters == other.letters

    def __hash__(self):
        return hash(self.letters)


class Bag(Generic[T]):
    __slots__ = ('items',)

    def __init__(self, items: List[T]):
        self.items = items

    def __getitem__(self, at):
        return self.items[at]

    def __iter__(self) -> Iterator[T]:
        yield from self.items

    def __contains__(self, one):
        return one in self.items

    def __add__(self, other):
        return Bag(self.items + other.items)

    def __enter__(self):
        return self

    def __exit__(self, *given):
        self.items = []
        return True


class Once:
    def __init__(self, values):
        self.values = list(values)

    def __iter__(self):
        return self

    def __next__(self):
        if not self.values:
            raise StopIteration
        return self.values.pop(0)


class Mode(Protocol):
    def run(self) -> str: ...


class RowError(ValueError):
    def __init__(self, row, reason='bad'):
        super().__init__(f'{reason}: {row}')
        self.row = row


def words(text):
    for word in text.split():
        got = yield word
        if got:
            yield got.upper()


@contextmanager
def quoted(parts):
    parts.append('"')
    yield parts
    parts.append('"')


def doc_to_text_register(doc):
    return bold(doc['question'], mark='_') + REGISTRY['bold'](doc['answer']) + bold.__name__ + (bold.__doc__ or '')


def doc_to_text_formatter(doc):
    return Multiple.named(letters='abcd', sep=' -> ')(doc) + repr(Multiple()) + str(len(Multiple())) + str(Multiple() == Multiple())


def doc_to_text_abstract(doc):
    return Formatter().head


def doc_to_text_bag(doc):
    bag = Bag(doc['tags']) + Bag(['more'])
    with bag as inside:
        first = inside[0]
        raise KeyError('held')
    return f"{first} {list(bag)} {'more' in Bag(['more'])}"


def doc_to_text_iterator(doc):
    a, *rest = Once(doc['passage'].split())
    return f'{a} {len(rest)} {rest[-1]} {next(Once([]), "empty")}'


def doc_to_text_generator(doc):
    made = words(doc['passage'])
    first = next(made)
    return f"{first} {made.send('sent')} {next(made)} {sum(1 for _ in made)}"


def doc_to_text_context(doc):
    parts = []
    with quoted(parts) as inside:
        inside.append(doc['question'])
    with suppress(KeyError):
        parts.append(doc['missing'])
    return ''.join(parts)


def doc_to_text_error(doc):
    try:
        raise RowError(doc['id'], reason='odd')
    except ValueError as error:
        return f'{error} {error.row} {type(error).__name__} {error.args}'


def doc_to_text_cause(doc):
    try:
        try:
            {}['x']
        except KeyError as error:
            raise RowError('x') from error
    except RowError as error:
        return repr(error.__cause__) + repr(error)


def doc_to_text_raises(doc):
    if doc['size'] > 3:
        raise RowError(doc['size'])
    assert doc['size'] > 1, 'too small'
    return 'fine'


def doc_to_text_closure(doc):
    total = 0

    def add(n):
        nonlocal total
        total += n
        return total
    return str([add(n) for n in (1, 2, doc['size'])]) + str(total)


def doc_to_text_stream(doc):
    out = io.StringIO()
    print(doc['question'], doc['size'], sep=' / ', end='.\n', file=out)
    out.write('more')
    return out.getvalue()


def doc_to_text_caught(doc):
    with contextlib.redirect_stdout(io.StringIO()) as caught:
        print('hidden')
    return caught.getvalue()


def doc_to_text_lines(doc):
    return '|'.join(line.rstrip('\n') for line in io.StringIO(doc['passage']))


def doc_to_text_warn(doc):
    warnings.warn('careful')
    warnings.filterwarnings('ignore')
    print('to the terminal', file=sys.stderr)
    return doc['question']


def doc_to_text_here(doc):
    return os.path.basename(HERE) + os.path.join('a', 'b') + os.path.splitext('x.tar.gz')[1] + str(os.path.exists(os.path.join(HERE, 'user_classes.py')))


def doc_to_text_walrus(doc):
    if (n := len(doc['question'])) > 10 and (m := doc['size']):
        return f'{n} {m}'
    return [last := word for word in doc['passage'].split()][-1] + last


def doc_to_text_unpack(doc):
    first, (second, *others), *rest = doc['choices'][0], doc['choices'], 1, 2
    merged = {**{'a': 1}, 'b': 2} | {'c': 3}
    head, *_, tail = doc['passage'].split()
    return f'{first}{second}{others}{rest}{merged}{head}{tail}{[*range(2), *"ab"]}'


def doc_to_text_builtins(doc):
    numbers = [doc['size'], 5, 1]
    return ' '.join(map(str, [max(numbers), min(numbers, default=0), sum(numbers), sorted(numbers)[::-1], any(n > 4 for n in numbers), all(numbers), round(2.5), round(3.14159, 2), abs(-2), divmod(7, 2), pow(2, 10, 7), list(reversed('ab')),
                              list(enumerate('ab', 1)), list(zip('ab', [1, 2], strict=True)), chr(65), hex(255), bin(5), oct(8), isinstance(1, (int, str)), callable(len), type(1).__name__, list(filter(None, [0, 1])), int('ff', 16), float('1e3'), bool([]),
                              slice(1, 2), range(3), bytes([65]), frozenset([1]), getattr(doc, 'missing', 'none'), hasattr(doc, 'get'), id(doc) == id(doc), ascii('é'), repr('é'), format(3.14159, '.2f'), iter([]).__class__.__name__]))


def doc_to_text_types(doc):
    value: Union[int, str] = doc['size']
    mode: Literal['a', 'b'] = 'a'
    return f'{value}{mode}{isinstance(doc, dict)}{type(doc).__name__}{type(doc["size"])}{type(doc["score"]).__name__}{issubclass(Multiple, Formatter)}{Multiple.__mro__[1].__name__}{Multiple.__name__}'


def doc_to_text_dynamic(doc):
    Made = type('Made', (Multiple,), {'prefix': 'D'})
    made = Made()
    setattr(made, 'sep', '=')
    return made.head + str(getattr(made, 'letters')) + str(sorted(made.__dict__)) + globals()['bold'](doc['answer'])


def doc_to_text_recursive(doc):
    def flat(value):
        if isinstance(value, dict):
            return [leaf for one in value.values() for leaf in flat(one)]
        if isinstance(value, (list, tuple)):
            return sum((flat(one) for one in value), [])
        return [value]
    return ' '.join(str(one) for one in flat({k: doc[k] for k in sorted(doc)}))


def doc_to_text_lambda_default(doc):
    makers = [lambda x, i=i: f'{i}{x}' for i in range(2)] + [lambda x: f'{doc["size"]}{x}']
    return ''.join(make(doc['answer']) for make in makers)


class _Prompts:
    def __init__(self):
        self.cache = {}

    def doc_to_text(self, doc):
        return self.cache.setdefault(doc['id'], doc['question'] + '!')


doc_to_text_bound = _Prompts().doc_to_text
doc_to_text_made = functools.partial(bold, mark='#')
doc_to_text_either = (lambda doc: doc['question']) if sys.version_info >= (3, 8) else None


def doc_to_text_keywords(doc):
    text = doc['passage']
    numbers = [doc['size'], 4, 1]
    numbers.sort(key=lambda n: -n, reverse=True)
    return str([text.split(sep=' ', maxsplit=2), text.rsplit(maxsplit=1), text.splitlines(keepends=True), 'a\tb'.expandtabs(tabsize=4), text.encode(encoding='utf-8', errors='ignore')[:4].decode(errors='replace'),
                list(enumerate('ab', start=5)), sum([[1], [2]], start=[0]), sorted('bca', key=ord, reverse=True), max('ab', 'cde', key=len), max([], default='none'), round(number=2.567, ndigits=1), pow(base=2, exp=3),
                int('12', base=5), dict([('a', 1)], b=2), '{a}-{b}'.format(a=1, b=2), numbers, str(object=5), list(zip('ab', 'cd', strict=True)), dict.fromkeys('ab', 0), 'x'.join(map(str, range(3)))])


def doc_to_text_patterns(doc):
    import re
    word = re.compile('(?P<first>[a-z])([a-z]*)', flags=re.I)
    found = word.search(doc['passage'])
    return str([word.sub(repl=r'\2\1', string=doc['passage'], count=2), word.split('a1b', maxsplit=1), word.findall('ab cd'), re.split(pattern=',', string='a,b', maxsplit=0), found.groups(default='-'), found.end(),
                found.expand(r'<\g<first>>'), found.string[:3], word.pattern, word.groupindex.get('first'), word.groups, re.sub('x', lambda m: m[0] * 2, 'axb'), [m.end() for m in word.finditer('ab c')]])
