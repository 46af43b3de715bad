/** The module `dataclasses` as CPython 3.11 has it, as far as programs use it, in Python: run by our own interpreter. */
export const dataclassesSource = `
from _preflight import annotated, own, find, has, bare, put
import copy as _copy


class FrozenInstanceError(AttributeError):
    pass


class _Missing:
    pass


class _KeywordOnly:
    pass


MISSING = _Missing()
KW_ONLY = _KeywordOnly()


class InitVar:
    def __class_getitem__(cls, item):
        return cls


class Field:
    def __init__(self, default, default_factory, init, repr, hash, compare, metadata, kw_only):
        self.name = None
        self.type = None
        self.default = default
        self.default_factory = default_factory
        self.init = init
        self.repr = repr
        self.hash = hash
        self.compare = compare
        self.metadata = metadata or {}
        self.kw_only = kw_only


def field(*, default=MISSING, default_factory=MISSING, init=True, repr=True, hash=None, compare=True, metadata=None, kw_only=MISSING):
    if default is not MISSING and default_factory is not MISSING:
        raise ValueError('cannot specify both default and default_factory')
    return Field(default, default_factory, init, repr, hash, compare, metadata, kw_only)


def _named(name, text, default, kw_only):
    made = default if isinstance(default, Field) else field(default=default)
    if isinstance(made.default, (list, dict, set)):
        raise ValueError(f'mutable default {type(made.default)} for field {name} is not allowed: use default_factory')
    made.name = name
    made.type = text
    if made.kw_only is MISSING:
        made.kw_only = kw_only
    made.variable = 'InitVar' in text.split('[')[0]
    return made


def _fields_of(cls, kw_only):
    fields = {}
    for base in list(cls.__mro__)[:0:-1]:
        fields.update(own(base, '__dataclass_fields__', {}))
    for name, text in annotated(cls):
        head = text.split('[')[0]
        if head.endswith('ClassVar'):
            continue
        if head.endswith('KW_ONLY'):
            kw_only = True
            continue
        default = own(cls, name, MISSING)
        made = _named(name, text, default, kw_only)
        fields[name] = made
        if isinstance(default, Field):
            if made.default is MISSING:
                delattr(cls, name)
            else:
                setattr(cls, name, made.default)
    return fields


def _check_order(fields):
    seen = False
    for one in fields:
        if not one.init or one.kw_only:
            continue
        given = one.default is not MISSING or one.default_factory is not MISSING
        if seen and not given:
            raise TypeError(f'non-default argument {one.name!r} follows default argument')
        seen = seen or given


def _filled(fields, name, args, kwargs):
    order = [one.name for one in fields if one.init and not one.kw_only]
    if len(args) > len(order):
        least = 1 + len([one for one in fields if one.name in order and one.default is MISSING and one.default_factory is MISSING])
        most = len(order) + 1
        takes = f'{most} positional argument{"" if most == 1 else "s"}' if least == most else f'from {least} to {most} positional arguments'
        raise TypeError(f'{name}.__init__() takes {takes} but {len(args) + 1} were given')
    values = dict(zip(order, args))
    known = [one.name for one in fields if one.init]
    for key, value in kwargs.items():
        if key not in known:
            raise TypeError(f'{name}.__init__() got an unexpected keyword argument {key!r}')
        if key in values:
            raise TypeError(f'{name}.__init__() got multiple values for argument {key!r}')
        values[key] = value
    lacking = [one for one in fields if one.init and one.name not in values and one.default is MISSING and one.default_factory is MISSING]
    _check_complete(name, [one.name for one in lacking if not one.kw_only], 'positional')
    _check_complete(name, [one.name for one in lacking if one.kw_only], 'keyword-only')
    for one in fields:
        if one.name in values:
            continue
        if one.default_factory is not MISSING:
            values[one.name] = one.default_factory()
        elif one.default is not MISSING:
            values[one.name] = one.default
    return values


def _check_complete(name, lacking, kind):
    if not lacking:
        return
    names = [repr(one) for one in lacking]
    last = names[0] if len(names) == 1 else ', '.join(names[:-1]) + (',' if len(names) > 2 else '') + ' and ' + names[-1]
    raise TypeError(f'{name}.__init__() missing {len(names)} required {kind} argument{"s" if len(names) > 1 else ""}: {last}')


def _process(cls, init, repr, eq, order, unsafe_hash, frozen, kw_only):
    table = _fields_of(cls, kw_only)
    every = list(table.values())
    fields = [one for one in every if not one.variable]
    _check_order(every)
    cls.__dataclass_fields__ = table
    cls.__match_args__ = tuple(one.name for one in every if one.init and not one.kw_only)
    compared = [one.name for one in fields if one.compare]

    def values(self):
        return tuple([getattr(self, name) for name in compared])

    def __init__(self, *args, **kwargs):
        values = _filled(every, cls.__qualname__, args, kwargs)
        for one in fields:
            if one.name in values:
                put(self, one.name, values[one.name]) if frozen else setattr(self, one.name, values[one.name])
        if has(cls, '__post_init__'):
            self.__post_init__(*[values[one.name] for one in every if one.variable])

    def __repr__(self):
        return self.__class__.__qualname__ + '(' + ', '.join([f'{one.name}={getattr(self, one.name)!r}' for one in fields if one.repr]) + ')'

    def __eq__(self, other):
        if other.__class__ is self.__class__:
            return values(self) == values(other)
        return NotImplemented

    def __lt__(self, other):
        return values(self) < values(other) if other.__class__ is self.__class__ else NotImplemented

    def __le__(self, other):
        return values(self) <= values(other) if other.__class__ is self.__class__ else NotImplemented

    def __gt__(self, other):
        return values(self) > values(other) if other.__class__ is self.__class__ else NotImplemented

    def __ge__(self, other):
        return values(self) >= values(other) if other.__class__ is self.__class__ else NotImplemented

    def __hash__(self):
        return hash(values(self))

    def __key__(self):
        return (cls, values(self))

    def __setattr__(self, name, value):
        raise FrozenInstanceError(f'cannot assign to field {name!r}')

    def add(name, function, kept=True):
        if not (kept and own(cls, name, None) is not None):
            setattr(cls, name, function)

    if init:
        add('__init__', __init__)
    if repr:
        add('__repr__', __repr__)
    if eq:
        add('__eq__', __eq__)
    if order:
        add('__lt__', __lt__)
        add('__le__', __le__)
        add('__gt__', __gt__)
        add('__ge__', __ge__)
    if unsafe_hash or (eq and frozen):
        add('__hash__', __hash__)
        add('__key__', __key__)
    if frozen:
        add('__setattr__', __setattr__)
    return cls


def dataclass(cls=None, /, *, init=True, repr=True, eq=True, order=False, unsafe_hash=False, frozen=False, match_args=True, kw_only=False, slots=False, weakref_slot=False):
    def wrap(cls):
        return _process(cls, init, repr, eq, order, unsafe_hash, frozen, kw_only)
    return wrap if cls is None else wrap(cls)


def _class_of(value):
    return value if isinstance(value, type) else value.__class__


def is_dataclass(value):
    return _table(value) is not None


def _table(value):
    cls = _class_of(value)
    return find(cls, '__dataclass_fields__', None)


def fields(value):
    table = _table(value)
    if table is None:
        raise TypeError('must be called with a dataclass type or instance')
    return tuple([one for one in table.values() if not one.variable])


def _inner(value, make, factory):
    if not isinstance(value, type) and is_dataclass(value):
        return make(value, factory)
    if isinstance(value, list):
        return [_inner(one, make, factory) for one in value]
    if isinstance(value, tuple):
        return tuple([_inner(one, make, factory) for one in value])
    if isinstance(value, dict):
        return {_inner(key, make, factory): _inner(one, make, factory) for key, one in value.items()}
    return _copy.deepcopy(value)


def _as_dict(value, factory):
    return factory([(one.name, _inner(getattr(value, one.name), _as_dict, factory)) for one in fields(value)])


def _as_tuple(value, factory):
    return factory([_inner(getattr(value, one.name), _as_tuple, factory) for one in fields(value)])


def asdict(obj, *, dict_factory=dict):
    if isinstance(obj, type) or not is_dataclass(obj):
        raise TypeError('asdict() should be called on dataclass instances')
    return _as_dict(obj, dict_factory)


def astuple(obj, *, tuple_factory=tuple):
    if isinstance(obj, type) or not is_dataclass(obj):
        raise TypeError('astuple() should be called on dataclass instances')
    return _as_tuple(obj, tuple_factory)


def replace(obj, /, **changes):
    for one in fields(obj):
        if not one.init:
            if one.name in changes:
                raise ValueError(f'field {one.name} is declared with init=False, it cannot be specified with replace()')
            continue
        if one.name not in changes:
            changes[one.name] = getattr(obj, one.name)
    return obj.__class__(**changes)
`;
