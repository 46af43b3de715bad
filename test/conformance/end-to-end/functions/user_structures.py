"""Dictionaries, sets, counters, data classes and flags."""
import collections
import copy
import enum
import heapq
import itertools
import json
import operator
from abc import ABC, abstractmethod
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple
from dataclasses import InitVar, asdict, dataclass, field, fields, make_dataclass
from enum import Enum, Flag, IntEnum, IntFlag, auto
from functools import cached_property, partial, reduce, singledispatch, total_ordering
from typing import Any, ClassVar, Dict, Generic, List, Optional, Protocol, TypeVar, Union

T = TypeVar('T')


class Grade(IntEnum):
    LOW = 1
    MID = 2
    HIGH = 3

    @classmethod
    def of(cls, size):
        return cls(min(3, (size + 1) // 2))

    def __str__(self):
        return self.name.lower()


class Part(Flag):
    NONE = 0
    TEXT = auto()
    IMAGE = auto()
    AUDIO = auto()
    BOTH = TEXT | IMAGE


class Mode(IntFlag):
    READ = 4
    WRITE = 2


class Planet(Enum):
    EARTH = (1, 'blue')
    MARS = (2, 'red')

    def __init__(self, number, color):
        self.number = number
        self.color = color

    @property
    def label(self):
        return f'{self.name.title()} is {self.color}'


@dataclass
class Message:
    role: str
    content: Union[str, list]
    name: Optional[str] = None
    kinds: ClassVar[List[str]] = ['user', 'system']

    def to_dict(self) -> Dict[str, Any]:
        return {k: v for k, v in asdict(self).items() if v is not None}


@dataclass(slots=True, kw_only=True)
class Config:
    shots: int = 0
    sep: str = '\n\n'
    extra: dict = field(default_factory=dict, repr=False, compare=False)


@dataclass(order=True)
class Scored:
    sort: tuple = field(init=False, repr=False)
    text: str
    score: float = 0.0
    scale: InitVar[int] = 1

    def __post_init__(self, scale):
        self.score *= scale
        self.sort = (-self.score, self.text)


@dataclass(frozen=True)
class Point:
    x: int
    y: int = 0

    def __add__(self, other):
        return Point(self.x + other.x, self.y + other.y)

    @property
    def size(self):
        return abs(self.x) + abs(self.y)


@total_ordering
class Version:
    def __init__(self, text):
        self.parts = tuple(int(p) for p in text.split('.'))

    def __eq__(self, other):
        return self.parts == other.parts

    def __lt__(self, other):
        return self.parts < other.parts

    def __repr__(self):
        return 'v' + '.'.join(map(str, self.parts))


class Reader(ABC):
    sep = ' '

    @abstractmethod
    def read(self, doc):
        ...

    def both(self, doc):
        return self.sep.join([self.read(doc), type(self).__name__])

    @staticmethod
    def clean(text):
        return text.strip()


class Question(Reader):
    def read(self, doc):
        return self.clean(doc['question'])


class Upper(Question):
    sep = '/'

    def read(self, doc):
        return super().read(doc).upper()


class Stack(Generic[T]):
    def __init__(self):
        self._items: List[T] = []

    def push(self, item: T) -> 'Stack[T]':
        self._items.append(item)
        return self

    def __len__(self):
        return len(self._items)

    def __iter__(self):
        return reversed(self._items)

    def __getitem__(self, i):
        return self._items[i]

    def __contains__(self, item):
        return item in self._items


class Lazy:
    made = 0

    def __init__(self, doc):
        self.doc = doc

    @cached_property
    def words(self):
        Lazy.made += 1
        return self.doc['passage'].split()

    def __getattr__(self, name):
        if name in self.doc:
            return self.doc[name]
        raise AttributeError(name)


class Temperature:
    def __init__(self):
        self._c = 0

    @property
    def f(self):
        return self._c * 9 / 5 + 32

    @f.setter
    def f(self, value):
        self._c = (value - 32) * 5 / 9


class Registry(dict):
    def register(self, name=None):
        def decorate(fn):
            self[name or fn.__name__] = fn
            return fn
        return decorate


formats = Registry()


@formats.register()
def plain(doc):
    return doc['question']


@formats.register('loud')
def _loud(doc):
    return doc['question'].upper()


@singledispatch
def shown(value):
    return f'? {value}'


@shown.register
def _(value: int):
    return f'int {value}'


@shown.register(list)
def _(value):
    return f'list of {len(value)}'


def doc_to_text_grade(doc):
    g = Grade.of(doc['size'])
    return f"{g} {g.name} {g.value} {g + 1} {g >= Grade.MID} {g == 2} {int(g)} {list(Grade)} {[x.name for x in Grade if x > g]} {max(Grade)!r} {Grade['LOW'] < 2} {sorted([Grade.HIGH, Grade.LOW])}"


def doc_to_text_grade_index(doc):
    return doc['choices'][Grade.of(doc['size'])] + str({Grade.LOW: 'l', Grade.MID: 'm'}.get(2)) + json.dumps([Grade.MID]) + str(isinstance(Grade.LOW, int)) + '%d' % Grade.HIGH


def doc_to_text_flags(doc):
    both = Part.TEXT | Part.AUDIO
    return f"{Part.TEXT in both} {Part.IMAGE in both} {(both & Part.TEXT) == Part.TEXT} {bool(both & Part.IMAGE)} {both.value} {Part.BOTH.value} {(both ^ Part.TEXT).name} {bool(Part.NONE)}"


def doc_to_text_int_flags(doc):
    mode = Mode.READ | Mode.WRITE
    return f'{mode.value} {mode & 4 == 4} {Mode.READ.value | 1} {Mode(2).name} {int(mode) + 1}'


def doc_to_text_planet(doc):
    p = list(Planet)[doc['size'] % 2]
    return f"{p.label} {p.number} {p.value} {Planet((1, 'blue')).name} {p is Planet[p.name]} {p in Planet}"


def doc_to_text_functional_enum(doc):
    Color = Enum('Color', ['RED', 'GREEN'])
    Size = Enum('Size', {'S': 'small', 'L': 'large'})
    return f"{Color.RED.value} {Color(2).name} {Size('large').name} {[c.name for c in Color]} {Enum('X', 'a b').b.value}"


def doc_to_text_enum_dict(doc):
    return str({p.name: p.value for p in Planet}) + str(Planet.__members__.keys()) + str([*map(operator.attrgetter('color'), Planet)])


def doc_to_text_messages(doc):
    messages = [Message('system', 'Be brief.'), Message(role='user', content=doc['question'], name=doc['id'])]
    return json.dumps([m.to_dict() for m in messages], ensure_ascii=False) + str(messages[0]) + str(Message.kinds)


def doc_to_text_config(doc):
    a, b = Config(shots=2), Config(shots=2, extra={'x': 1})
    a.extra['y'] = doc['size']
    return f'{a} {a == b} {a.extra} {[f.name for f in fields(a)]} {b.sep!r}'


def doc_to_text_scored(doc):
    return str(sorted([Scored('a', 1), Scored('b', doc['score']), Scored('c', 1, 3)]))


def doc_to_text_points(doc):
    total = sum([Point(1, 2), Point(doc['size'])], start=Point(0))
    return f'{total} {total.size} {len({Point(1), Point(1), Point(2)})} {Point(1) == Point(1, 0)} {({Point(3): "x"})[Point(3)]}'


def doc_to_text_make_dataclass(doc):
    Row = make_dataclass('Row', ['q', ('n', int, 3)])
    return str(Row(doc['answer']))


def doc_to_text_versions(doc):
    versions = [Version(v) for v in ('1.10', '1.9.2', '1.9')]
    return f"{sorted(versions)} {max(versions)} {versions[0] >= versions[1]} {Version('1.0') != Version('1.0.0')} {Version('2') > Version('1.9')}"


def doc_to_text_readers(doc):
    readers = [cls() for cls in (Question, Upper)]
    try:
        Reader()
    except TypeError as error:
        why = 'abstract' if 'abstract' in str(error) else str(error)
    return ' | '.join(r.both(doc) for r in readers) + f" {why} {isinstance(readers[1], Reader)} {issubclass(Upper, Question)} {Upper.__mro__[1].__name__} {Upper.__bases__[0].__name__}"


def doc_to_text_stack(doc):
    s = Stack[str]()
    for tag in doc['tags']:
        s.push(tag).push(tag.upper())
    return f"{len(s)} {list(s)} {s[0]} {'a' in s} {bool(Stack())} {[*s][:1]} {max(s)}"


def doc_to_text_lazy(doc):
    before = Lazy.made
    lazy = Lazy(doc)
    return f"{len(lazy.words)} {len(lazy.words)} {Lazy.made - before} {lazy.level} {hasattr(lazy, 'nothing')} {getattr(lazy, 'other', 'default')}"


def doc_to_text_setter(doc):
    t = Temperature()
    t.f = 212
    return f'{t.f} {t._c} {vars(t)} {t.__dict__}'


def doc_to_text_registry(doc):
    return ' '.join(fn(doc) for _, fn in sorted(formats.items())) + str(list(formats))


def doc_to_text_dispatch(doc):
    return ' '.join([shown(doc['size']), shown(doc['tags']), shown('x'), shown(True)])


def doc_to_text_default_nested(doc):
    tree = defaultdict(lambda: defaultdict(int))
    for word in doc['passage'].lower().split():
        tree[word[0]][len(word)] += 1
    return json.dumps(tree, sort_keys=True) + str('zz' in tree) + str(dict(tree['n']))


def doc_to_text_counters(doc):
    c = Counter(doc['passage'].lower())
    c.update('zzz')
    c.subtract({'e': 2})
    return f"{c['z']} {c.most_common(2)} {sum(c.values())} {sorted(c.elements())[-3:]} {(Counter('aab') & Counter('ab'))} {(Counter('aab') | Counter('bb'))} {Counter(a=1) == Counter(['a'])} {list(Counter('hello').items())} {Counter('ab').total()} {+Counter(a=-1, b=2)}"


def doc_to_text_ordered(doc):
    od = OrderedDict(sorted(doc.items(), key=lambda kv: kv[0])[:3])
    last = od.popitem()
    first = od.popitem(last=False)
    return f'{last[0]} {first[0]} {list(od)} {OrderedDict(a=1) == {"a": 1}}'


def doc_to_text_dict_methods(doc):
    d = {'a': 1, 'b': 2}
    d.update(c=3, **{'d': 4})
    d |= {'a': 10}
    back = {v: k for k, v in d.items()}
    return f"{d} {d.setdefault('e', [])} {d.pop('b')} {d.get('x', 0)} {list(d.values())} {back} {dict.fromkeys('xy', 0)} {d.items() >= {('a', 10)}if False else ''} {dict(zip('ab', [1, 2]), c=3)} {d.keys() & {'a', 'z'}} {d | {'z': 1}} {list(reversed(d))} {d.popitem()}"


def doc_to_text_sets(doc):
    a, b = set('hello'), set('world')
    return ' '.join(map(str, [sorted(a | b), sorted(a & b), sorted(a - b), sorted(a ^ b), a <= b, {'l'} < a, a.isdisjoint('xyz'), len(a), frozenset('ab') == {'a', 'b'}, sorted(a.union('x', ['y'])), a >= {'h'}, sorted({*a, 1} - {1}, key=str)]))


def doc_to_text_deque(doc):
    d = deque(doc['choices'], maxlen=3)
    d.appendleft('first')
    d.extend(['x', 'y'])
    d.rotate(-1)
    return f"{list(d)} {d[0]} {d[-1]} {len(d)} {'x' in d} {d.count('x')} {d.index('x')} {list(itertools.islice(d, 1, None))} {d.pop()} {d}"


def doc_to_text_heap_items(doc):
    heap = []
    for n, word in enumerate(doc['passage'].split()):
        heapq.heappush(heap, (-len(word), n, word))
    return ' '.join(heapq.heappop(heap)[2] for _ in range(3)) + str(heapq.nsmallest(2, doc['choices'], key=len)) + str(list(heapq.merge([1, 4], [2, 3]))) + str(heapq.heappushpop([1, 2], 0)) + str(heapq.heapreplace([1, 2], 5))


def doc_to_text_itertools(doc):
    letters = doc['answer'] + 'xyz'
    pairs = list(itertools.combinations(letters, 2))
    return f"{pairs[:3]} {list(itertools.chain(*[[1], [2, 3]]))} {list(itertools.accumulate([1, 2, 3], operator.mul, initial=2))} {list(itertools.islice(itertools.count(5, 3), 3))} {[(k, [*g]) for k, g in itertools.groupby('aabbb')]} {list(itertools.product([0, 1], 'ab'))} {list(itertools.permutations('abc', 2))[-2:]} {list(itertools.combinations_with_replacement('ab', 2))} {list(itertools.zip_longest('ab', '1'))} {list(itertools.starmap(max, [(1, 2)]))}"


def doc_to_text_group_rows(doc):
    rows = [{'k': t[0], 'v': i} for i, t in enumerate(doc['choices'])]
    rows.sort(key=operator.itemgetter('k'))
    return str({k: [r['v'] for r in g] for k, g in itertools.groupby(rows, key=lambda r: r['k'])})


def doc_to_text_copies(doc):
    nested = {'a': [1, {'b': 2}], 'd': doc}
    shallow, deep = copy.copy(nested), copy.deepcopy(nested)
    nested['a'][1]['b'] = 3
    nested['a'].append(4)
    return f"{shallow['a']} {deep['a']} {deep['d'] == doc} {deep['d'] is doc}"


def doc_to_text_namedtuples(doc):
    Pair = namedtuple('Pair', 'left right', defaults=[0])
    p = Pair(doc['size'])
    a, b = p
    return f"{p} {a + b} {p._replace(right=5)} {Pair._make([1, 2])} {Pair(*'xy')._asdict()} {p < Pair(9)} {Pair._fields} {p[::-1]} {len(p)} {sorted([Pair(2), Pair(1)])} {isinstance(p, tuple)} {p == (doc['size'], 0)}"


def doc_to_text_reduce(doc):
    compose = lambda *fs: reduce(lambda f, g: lambda x: g(f(x)), fs)
    return compose(str.strip, str.lower, partial(str.replace, __old=' ') if False else str.title)(doc['question']) + str(reduce(operator.or_, [{1}, {2}])) + str(reduce(lambda a, b: {**a, **b}, [{'a': 1}, {'b': 2}], {}))


def doc_to_text_matrix(doc):
    m = [[i * j for j in range(3)] for i in range(3)]
    return f"{[list(r) for r in zip(*m)]} {[x for row in m for x in row if x]} {sum(map(sum, m))} {[[c for c in r if c % 2 == 0] for r in m]} {({(i, j): m[i][j] for i in range(2) for j in range(2) if i != j})} {max(m, key=sum)} {[row[:] for row in m][::-1]}"


def doc_to_text_conditional(doc):
    return str([a if a > 1 else -a for a in (1, 2)]) + ('long' if len(doc['passage']) > 60 else 'medium' if len(doc['passage']) > 40 else 'short') + str([*range(3), *'ab', *{'k': 1}]) + str({**{'a': 1}, 'b': 2})


def doc_to_text_attributes(doc):
    class Box:
        pass
    b = Box()
    for k in ('level', 'size'):
        setattr(b, k, doc[k])
    return f"{b.__dict__} {sorted(vars(b))} {getattr(b, 'x', None)} {hasattr(b, 'size')} {type(b).__name__} {Box.__name__} {b.__class__ is Box} {callable(Box)} {isinstance(b, (int, Box))}"


def doc_to_text_simple_namespace(doc):
    from types import SimpleNamespace
    ns = SimpleNamespace(q=doc['answer'], n=1)
    ns.n += 1
    return f'{ns} {ns.q} {vars(ns)} {ns == SimpleNamespace(q=doc["answer"], n=2)}'


def doc_to_target_flag(doc):
    return int(Part.TEXT in (Part.TEXT | Part.IMAGE)) + Grade.of(doc['size'])
