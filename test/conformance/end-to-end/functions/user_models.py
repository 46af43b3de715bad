"""Classes as users write them: enums, flags, data, protocols."""
import abc
import dataclasses
from dataclasses import asdict, astuple, dataclass, field, replace
from enum import Enum, Flag, IntEnum, IntFlag, auto, unique
from functools import cached_property, total_ordering
from typing import Any, ClassVar, Dict, Generic, List, Optional, Protocol, TypedDict, TypeVar


class Size(IntEnum):
    SMALL = 1
    MEDIUM = 2
    LARGE = 5

    @classmethod
    def of(cls, n):
        return max((s for s in cls if s <= n), default=cls.SMALL)

    @property
    def label(self):
        return self.name.title()


def doc_to_text_int_enum(doc):
    s = Size.of(doc['size'])
    return f"{s} {s!r} {s.name} {s.value} {s.label} {s + 1} {s == 5} {s > 1} {Size(2).name} {Size['LARGE'].value} {[x.value for x in Size]} {len(Size)} {isinstance(s, int)} {f'{s:03d}'} {'%d' % s} {max(Size).name} {sorted(Size, reverse=True)[0].name} { {s: 1}[s] } {int(s)} {s in Size}"


def doc_to_text_int_enum_json(doc):
    import json
    return json.dumps({'a': Size.SMALL, 'b': [Size.LARGE]}) + str(['a', 'b', 'c'][Size.SMALL]) + 'x' * Size.MEDIUM + str(list(range(Size.MEDIUM)))


class Rank(int, Enum):
    LOW = 1
    HIGH = 3


def doc_to_text_int_and_enum(doc):
    r = Rank.HIGH
    return f"{r} {r!r} {r.value} {r + 1} {r == 3} {r < 4} {Rank(1)} {[x.name for x in Rank]} {Rank['LOW'].name} {r.value * 2} {isinstance(r, int)}"


class Right(Flag):
    READ = auto()
    WRITE = auto()
    RUN = auto()
    ALL = READ | WRITE | RUN


def doc_to_text_flags(doc):
    r = Right.READ | Right.RUN
    return f"{r} {r!r} {r.value} {Right.READ in r} {Right.WRITE in r} {bool(r & Right.WRITE)} {(r & Right.READ).name} {~Right.READ} {Right.ALL} {Right(3)} {[x.name for x in Right]} {r == Right.READ | Right.RUN} {r ^ Right.READ} {[m.name for m in r]} {len(Right.ALL)} {Right(0)} {bool(Right(0))}"


class Mode(IntFlag):
    A = 1
    B = 2
    C = 4


def doc_to_text_int_flags(doc):
    m = Mode.A | Mode.C
    return f"{m} {m!r} {m + 1} {m & 1} {Mode.A in m} {int(m)} {Mode(6)} {m | 8} {m == 5} {Mode.B.name} {[x.value for x in Mode]}"


class Planet(Enum):
    EARTH = (5.97, 6.37)
    MARS = (0.642, 3.39)

    def __init__(self, mass, radius):
        self.mass = mass
        self.radius = radius

    @property
    def density(self):
        return round(self.mass / self.radius**3, 5)


def doc_to_text_enum_with_values(doc):
    return ' '.join(f'{p.name} {p.mass} {p.density} {p.value}' for p in Planet) + f" {Planet((0.642, 3.39)).name} {Planet.EARTH is Planet['EARTH']} {Planet.EARTH}"


class Shape(Enum):
    SQUARE = 'sq'
    QUAD = 'sq'
    ROUND = 'ro'

    @classmethod
    def _missing_(cls, value):
        for member in cls:
            if member.name.lower() == str(value).lower():
                return member
        return None


def doc_to_text_enum_aliases(doc):
    try:
        bad = Shape('nothing')
    except ValueError as error:
        bad = str(error)
    return f"{Shape.QUAD is Shape.SQUARE} {list(Shape)} {Shape('Round').name} {bad} {list(Shape.__members__)} {Shape.QUAD.name} {Shape.SQUARE == 'sq'} {Shape.SQUARE in (Shape.ROUND, Shape.QUAD)} {hash(Shape.ROUND) == hash(Shape.ROUND)} {Shape.ROUND != Shape.SQUARE}"


def doc_to_text_enum_functional(doc):
    Color = Enum('Color', 'RED GREEN')
    Level = Enum('Level', {'LOW': 1, 'HIGH': 2})
    return f"{Color.RED} {Color.GREEN.value} {list(Level)} {Color(1).name} {Level['HIGH'].value}"


class Auto(Enum):
    @staticmethod
    def _generate_next_value_(name, start, count, last):
        return name.lower()

    ONE = auto()
    TWO = auto()


def doc_to_text_enum_auto(doc):
    class Number(Enum):
        A = auto()
        B = 10
        C = auto()

    return f"{[a.value for a in Auto]} {[n.value for n in Number]}"


@dataclass
class Choice:
    text: str
    score: float = 0.0
    tags: List[str] = field(default_factory=list)
    kind: ClassVar[str] = 'choice'
    hidden: int = field(default=7, repr=False, compare=False)

    def __post_init__(self):
        self.text = self.text.strip()

    def __len__(self):
        return len(self.text)


@dataclass(order=True, frozen=True)
class Version:
    major: int
    minor: int = 0
    note: str = field(default='', compare=False)


@dataclass
class Question(Choice):
    answer: Optional[str] = None
    parts: Dict[str, Any] = field(default_factory=dict)


def doc_to_text_dataclasses(doc):
    c = Choice(' a ', 1.5)
    d = Choice('a', 1.5, hidden=8)
    q = Question(doc['id'], answer='B', parts={'c': c})
    e = replace(q, answer='C')
    return f"{c} {c == d} {len(c)} {q} {e.answer} {asdict(q)} {astuple(c)} {[f.name for f in dataclasses.fields(q)]} {Choice.kind} {c.tags is d.tags} {dataclasses.is_dataclass(q)}"


def doc_to_text_dataclass_order(doc):
    vs = [Version(1, 2), Version(1), Version(0, 9, 'x')]
    try:
        vs[0].major = 3
    except dataclasses.FrozenInstanceError as error:
        frozen = type(error).__name__
    return f"{sorted(vs)} {max(vs)} {vs[0] < vs[1]} {Version(1) == Version(1, 0, 'other')} {frozen} {len({Version(1), Version(1)})} {hash(Version(1)) == hash(Version(1))}"


def doc_to_text_dataclass_errors(doc):
    out = []
    for make in (lambda: Choice(), lambda: Choice('a', 1, [], 4, 5), lambda: Choice(text='a', nope=1), lambda: Version(1) < 3):
        try:
            out.append(str(make()))
        except TypeError as error:
            out.append(str(error))
    return '\n'.join(out)


@dataclass(kw_only=True, slots=True)
class Settings:
    shots: int = 5
    name: str

    @classmethod
    def from_doc(cls, doc):
        return cls(name=doc['id'], shots=doc['size'])


def doc_to_text_dataclass_keywords(doc):
    s = Settings.from_doc(doc)
    return f'{s} {s.shots}'


@total_ordering
class Grade:
    order = 'FDCBA'

    def __init__(self, letter):
        self.letter = letter

    def __eq__(self, other):
        return isinstance(other, Grade) and self.letter == other.letter

    def __lt__(self, other):
        return self.order.index(self.letter) < self.order.index(other.letter)

    def __hash__(self):
        return hash(self.letter)

    def __repr__(self):
        return f'Grade({self.letter})'


def doc_to_text_total_ordering(doc):
    gs = [Grade(c) for c in 'CAB']
    return f"{sorted(gs)} {max(gs)} {Grade('A') >= Grade('B')} {Grade('A') != Grade('B')} {Grade('A') in gs} {len({Grade('A'), Grade('A')})} {gs.index(Grade('B'))}"


class Vector:
    __slots__ = ('x', 'y')

    def __init__(self, x, y):
        self.x, self.y = x, y

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)

    def __radd__(self, other):
        return self if other == 0 else NotImplemented

    def __mul__(self, k):
        return Vector(self.x * k, self.y * k) if isinstance(k, (int, float)) else NotImplemented

    __rmul__ = __mul__

    def __iadd__(self, other):
        self.x += other.x
        self.y += other.y
        return self

    def __neg__(self):
        return Vector(-self.x, -self.y)

    def __eq__(self, other):
        return isinstance(other, Vector) and (self.x, self.y) == (other.x, other.y)

    def __bool__(self):
        return bool(self.x or self.y)

    def __iter__(self):
        yield self.x
        yield self.y

    def __getitem__(self, i):
        return (self.x, self.y)[i]

    def __contains__(self, v):
        return v in (self.x, self.y)

    def __call__(self, f):
        return Vector(f(self.x), f(self.y))

    def __repr__(self):
        return f'<{self.x}, {self.y}>'

    def __abs__(self):
        return (self.x**2 + self.y**2) ** 0.5

    def __format__(self, spec):
        return f'({self.x:{spec}}, {self.y:{spec}})'


def doc_to_text_operators(doc):
    v, w = Vector(3, 4), Vector(1, doc['size'])
    x = v
    x += w
    a, b = w
    try:
        bad = v * 'a'
    except TypeError as error:
        bad = str(error)
    return f"{v + w} {2 * w} {w * 2} {-w} {v == x} {bool(Vector(0, 0))} {a} {b} {w[-1]} {4 in v} {w(lambda n: n * 10)} {sum([v, w])} {abs(Vector(3, 4))} {w:.1f} {bad} {list(w)} {max(w)} {[*w]} {v != w} {not v}"


class Base(abc.ABC):
    registry = {}

    def __init_subclass__(cls, /, tag=None, **kwargs):
        super().__init_subclass__(**kwargs)
        Base.registry[tag or cls.__name__] = cls

    @abc.abstractmethod
    def render(self, doc):
        ...

    def run(self, doc):
        return f'[{self.render(doc)}]'


class Plain(Base, tag='plain'):
    def render(self, doc):
        return doc['id']


class Loud(Plain):
    def render(self, doc):
        return super().render(doc).upper() + '!'


def doc_to_text_registry(doc):
    try:
        Base()
    except TypeError as error:
        bad = type(error).__name__
    return f"{sorted(Base.registry)} {[c().run(doc) for c in Base.registry.values()]} {bad} {isinstance(Loud(), Base)} {issubclass(Loud, Plain)} {Loud.__mro__[1].__name__} {Loud.__bases__[0].__name__} {type(Loud()).__qualname__}"


class A:
    def who(self):
        return 'A'


class B(A):
    def who(self):
        return 'B' + super().who()


class C(A):
    def who(self):
        return 'C' + super().who()


class D(B, C):
    def who(self):
        return 'D' + super().who()


def doc_to_text_diamond(doc):
    return f"{D().who()} {[c.__name__ for c in D.__mro__]}"


class Circle:
    made = 0

    def __init__(self, r):
        self._r = r
        type(self).made += 1

    @property
    def r(self):
        return self._r

    @r.setter
    def r(self, value):
        if value < 0:
            raise ValueError('negative')
        self._r = value

    @r.deleter
    def r(self):
        self._r = 0

    @cached_property
    def area(self):
        return round(3.14159 * self._r**2, 2)

    @staticmethod
    def unit():
        return Circle(1)

    @classmethod
    def of(cls, text):
        return cls(float(text))


def doc_to_text_properties(doc):
    c = Circle.of('2')
    first = c.area
    c.r = 3
    second = c.area
    try:
        c.r = -1
    except ValueError as error:
        bad = error
    del c.r
    return f"{first} {second} {bad} {c.r} {Circle.unit().r} {hasattr(c, 'nothing')} {getattr(c, '_r')} {vars(Circle.unit())} {Circle.made > 0}"


class Proxy:
    def __init__(self, **values):
        self.__dict__.update(values)

    def __getattr__(self, name):
        return f'no {name}'

    def __eq__(self, other):
        return self.__dict__ == other.__dict__


def doc_to_text_dict_of_object(doc):
    p = Proxy(a=1, **{'b': 2})
    return f"{p.a} {p.b} {p.c} {p.__dict__} {p == Proxy(b=2, a=1)} {vars(p)}"


T = TypeVar('T')


class Box(Generic[T]):
    def __init__(self, item: T):
        self.item = item

    def map(self, f) -> 'Box':
        return Box(f(self.item))


class Shown(TypedDict, total=False):
    id: str
    size: int


def doc_to_text_typing(doc):
    shown: Shown = {'id': doc['id']}
    b: Box[str] = Box[str](doc['id']).map(str.upper)
    return f"{b.item} {shown} {Shown(id='x', size=1)} {Optional[int] is not None}"


class Tree:
    def __init__(self, value, *children):
        self.value, self.children = value, children

    def __iter__(self):
        yield self.value
        for child in self.children:
            yield from child

    def __len__(self):
        return 1 + sum(map(len, self.children))

    def __str__(self, depth=0):
        return '\n'.join(['  ' * depth + str(self.value), *(c.__str__(depth + 1) for c in self.children)])


def doc_to_text_tree(doc):
    t = Tree(1, Tree(2, Tree(3)), Tree(doc['id']))
    return f'{list(t)} {len(t)}\n{t}'


class Countdown:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n <= 0:
            raise StopIteration
        self.n -= 1
        return self.n


def doc_to_text_own_iterator(doc):
    c = Countdown(5)
    first = next(c)
    return f'{first} {list(c)} {list(c)} {max(Countdown(3))} {sorted(Countdown(3))} {dict(zip("ab", Countdown(9)))} {2 in Countdown(4)}'


def doc_to_text_match(doc):
    def what(value):
        match value:
            case {'id': str(i), 'size': int(n), **rest} if n > 2:
                return f'big {i} {len(rest)}'
            case {'id': i}:
                return f'doc {i}'
            case [x, y, *others]:
                return f'list {x} {y} {others}'
            case (1 | 2) as small:
                return f'small {small}'
            case Version(major=m, minor=0):
                return f'major {m}'
            case Version(m, n):
                return f'version {m}.{n}'
            case Size.LARGE:
                return 'large'
            case str() as s if s.isdigit():
                return 'digits'
            case '' | None:
                return 'nothing'
            case float(f):
                return f'float {f}'
            case bool():
                return 'bool'
            case _:
                return f'other {type(value).__name__}'

    return ' | '.join(map(what, [doc, {'id': 1}, [1, 2, 3], (1, 2), 1, Version(3), Version(1, 2), 5, '12', '', None, 2.5, False, 'x', [1], Size.LARGE, {}]))


class Shown(IntEnum):
    LOW = 1

    def __str__(self):
        return self.name.lower()


def doc_to_text_shown_number(doc):
    s = Shown.LOW
    return f'{s} {s!s} {s.real} {-s} {s.numerator!r} {[s]} {sorted([s, 0])} {int(s)} {10 ** s} {"ab"[s]} {s or 5} {divmod(s, 1)} { {s: 2}[1] } {s is Shown(1)} {s.bit_length()}'


class Tone(str, Enum):
    SOFT = 'soft'

    def __format__(self, spec):
        return f'<{spec}>'


def doc_to_text_shown_text(doc):
    return f'{Tone.SOFT} {Tone.SOFT:>5} {Tone.SOFT!r} {Tone.SOFT + "!"} {Tone.SOFT.upper()}'
