/** Classes of the module `collections` beside those that our interpreter has itself, as CPython 3.11 has them, in Python. */
export const collectionsSource = `
class deque:
    def __init__(self, iterable=(), maxlen=None):
        self._items = []
        self.maxlen = maxlen
        self.extend(iterable)

    def append(self, item):
        self._items.append(item)
        if self.maxlen is not None and len(self._items) > self.maxlen:
            del self._items[0]

    def appendleft(self, item):
        self._items.insert(0, item)
        if self.maxlen is not None and len(self._items) > self.maxlen:
            self._items.pop()

    def extend(self, iterable):
        for item in list(iterable):
            self.append(item)

    def extendleft(self, iterable):
        for item in list(iterable):
            self.appendleft(item)

    def pop(self):
        if not self._items:
            raise IndexError('pop from an empty deque')
        return self._items.pop()

    def popleft(self):
        if not self._items:
            raise IndexError('pop from an empty deque')
        return self._items.pop(0)

    def rotate(self, n=1):
        if self._items:
            n = n % len(self._items)
            self._items = self._items[len(self._items) - n:] + self._items[:len(self._items) - n]

    def clear(self):
        self._items.clear()

    def copy(self):
        return deque(self._items, self.maxlen)

    def count(self, item):
        return self._items.count(item)

    def index(self, item, *more):
        try:
            return self._items.index(item, *more)
        except ValueError:
            raise ValueError(f'{item!r} is not in deque') from None

    def insert(self, index, item):
        if self.maxlen is not None and len(self._items) >= self.maxlen:
            raise IndexError('deque already at its maximum size')
        self._items.insert(index, item)

    def remove(self, item):
        if item not in self._items:
            raise ValueError('deque.remove(x): x not in deque')
        self._items.remove(item)

    def reverse(self):
        self._items.reverse()

    def __len__(self):
        return len(self._items)

    def __iter__(self):
        return iter(self._items)

    def __contains__(self, item):
        return item in self._items

    def __getitem__(self, index):
        if isinstance(index, slice):
            raise TypeError('sequence index must be integer, not slice')
        self._within(index)
        return self._items[index]

    def __setitem__(self, index, item):
        self._within(index)
        self._items[index] = item

    def __delitem__(self, index):
        self._within(index)
        del self._items[index]

    def _within(self, index):
        if isinstance(index, int) and not -len(self._items) <= index < len(self._items):
            raise IndexError('deque index out of range')

    def __eq__(self, other):
        return self._items == other._items if isinstance(other, deque) else NotImplemented

    def __lt__(self, other):
        return self._items < other._items if isinstance(other, deque) else NotImplemented

    def __le__(self, other):
        return self._items <= other._items if isinstance(other, deque) else NotImplemented

    def __gt__(self, other):
        return self._items > other._items if isinstance(other, deque) else NotImplemented

    def __ge__(self, other):
        return self._items >= other._items if isinstance(other, deque) else NotImplemented

    def __add__(self, other):
        if not isinstance(other, deque):
            raise TypeError(f'can only concatenate deque (not "{type(other).__name__}") to deque')
        return deque(self._items + other._items, self.maxlen)

    def __mul__(self, times):
        return deque(self._items * times, self.maxlen)

    __rmul__ = __mul__

    def __repr__(self):
        return f'deque({self._items!r})' if self.maxlen is None else f'deque({self._items!r}, maxlen={self.maxlen})'


class ChainMap:
    def __init__(self, *maps):
        self.maps = list(maps) or [{}]

    def _merged(self):
        merged = {}
        for one in reversed(self.maps):
            merged.update(dict.fromkeys(one))
        return merged

    def __getitem__(self, key):
        for one in self.maps:
            if key in one:
                return one[key]
        raise KeyError(key)

    def __setitem__(self, key, value):
        self.maps[0][key] = value

    def __delitem__(self, key):
        del self.maps[0][key]

    def __contains__(self, key):
        return any(key in one for one in self.maps)

    def __iter__(self):
        return iter(self._merged())

    def __len__(self):
        return len(self._merged())

    def __bool__(self):
        return any(self.maps)

    def get(self, key, default=None):
        return self[key] if key in self else default

    def keys(self):
        return self._merged().keys()

    def values(self):
        return {key: self[key] for key in self._merged()}.values()

    def items(self):
        return {key: self[key] for key in self._merged()}.items()

    def new_child(self, m=None, **kwargs):
        return ChainMap({**({} if m is None else m), **kwargs}, *self.maps)

    @property
    def parents(self):
        return ChainMap(*self.maps[1:])

    def copy(self):
        return ChainMap(self.maps[0].copy(), *self.maps[1:])

    @classmethod
    def fromkeys(cls, iterable, *value):
        return cls(dict.fromkeys(iterable, *value))

    def pop(self, key, *default):
        try:
            return self.maps[0].pop(key, *default)
        except KeyError:
            raise KeyError(f'Key not found in the first mapping: {key!r}')

    def popitem(self):
        try:
            return self.maps[0].popitem()
        except KeyError:
            raise KeyError('No keys found in the first mapping.')

    def clear(self):
        self.maps[0].clear()

    def setdefault(self, key, default=None):
        if key not in self:
            self[key] = default
        return self[key]

    def update(self, other=(), **more):
        for key, value in dict(other, **more).items():
            self[key] = value

    def __repr__(self):
        return f'ChainMap({", ".join(map(repr, self.maps))})'
`;

/** Of the module `functools`. */
export const functoolsSource = `
from _preflight import has as _has, put as _put, stored as _stored

class _State:
    pass


_state = _State()


class _Ordered:
    def __init__(self, compare, value):
        self.compare = compare
        self.value = value

    def __lt__(self, other):
        return self.compare(self.value, other.value) < 0

    def __gt__(self, other):
        return self.compare(self.value, other.value) > 0

    def __le__(self, other):
        return self.compare(self.value, other.value) <= 0

    def __ge__(self, other):
        return self.compare(self.value, other.value) >= 0

    def __eq__(self, other):
        return self.compare(self.value, other.value) == 0


def cmp_to_key(mycmp):
    def key(obj):
        return _Ordered(mycmp, obj)
    return key


def _ordering(root, made):
    def compare(self, other):
        answer = getattr(type(self), root)(self, other)
        return answer if answer is NotImplemented else made(answer, self, other)
    return compare


_ORDERINGS = {
    '__lt__': {'__gt__': lambda r, a, b: not r and a != b, '__le__': lambda r, a, b: r or a == b, '__ge__': lambda r, a, b: not r},
    '__le__': {'__ge__': lambda r, a, b: not r or a == b, '__lt__': lambda r, a, b: r and a != b, '__gt__': lambda r, a, b: not r},
    '__gt__': {'__lt__': lambda r, a, b: not (r or a == b), '__ge__': lambda r, a, b: r or a == b, '__le__': lambda r, a, b: not r},
    '__ge__': {'__le__': lambda r, a, b: not r or a == b, '__gt__': lambda r, a, b: r and a != b, '__lt__': lambda r, a, b: not r},
}


def total_ordering(cls):
    there = [name for name in _ORDERINGS if _has(cls, name)]
    if not there:
        raise ValueError('must define at least one ordering operation: < > <= >=')
    root = max(there)
    for name, made in _ORDERINGS[root].items():
        if name not in there:
            setattr(cls, name, _ordering(root, made))
    return cls


def cached_property(func):
    name = func.__name__

    def get(self):
        value = _stored(self, name, _state)
        if value is _state:
            value = func(self)
            _put(self, name, value)
        return value

    return property(get)
`;

/** Of the module `itertools`. */
export const itertoolsSource = `
def _again(source, seen):
    at = 0
    while True:
        if at == len(seen):
            try:
                seen.append(next(source))
            except StopIteration:
                return
        yield seen[at]
        at += 1


def tee(iterable, n=2):
    source = iter(iterable)
    seen = []
    return tuple([_again(source, seen) for _ in range(n)])
`;

/** Of the module `typing`: what is called when a module is loaded. */
export const typingSource = `
class TypeVar:
    def __init__(self, name, *constraints, bound=None, covariant=False, contravariant=False):
        self.__name__ = name


class ParamSpec:
    def __init__(self, name, *, bound=None, covariant=False, contravariant=False):
        self.__name__ = name


def NewType(name, tp):
    return tp


def overload(func):
    return func


def final(f):
    return f


def runtime_checkable(cls):
    return cls


def no_type_check(arg):
    return arg
`;
