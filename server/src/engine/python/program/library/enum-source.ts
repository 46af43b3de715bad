/** The module `enum` as CPython 3.11 has it, as far as programs use it, in Python: run by our own interpreter. Members that are ints too are not followed. */
export const enumSource = `
from _preflight import values, bare, put, meta, own, has, unknown as _unknown


class auto:
    def _combined(self, other=None):
        return _unknown('What is made of auto() in the body of an enum is not followed.')

    __or__ = __ror__ = __and__ = __rand__ = __xor__ = __rxor__ = __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __lshift__ = __rlshift__ = _combined
    __invert__ = __neg__ = _combined


def _call(cls, value, *more):
    if more:
        return hash(value)
    for member in own(cls, '_members_', []):
        if member is value or member.value == value:
            return member
    if has(cls, '_missing_'):
        found = cls._missing_(value)
        if found is not None:
            return found
    raise ValueError(f'{value!r} is not a valid {cls.__qualname__}')


def _item(cls, name):
    return own(cls, '_member_map_', {})[name]


def _items(cls):
    return own(cls, '_members_', [])


def _contains(cls, value):
    return any(member is value for member in own(cls, '_members_', []))


class Enum:
    def __init_subclass__(cls):
        table = {}
        members = []
        last = 0
        for name, value in values(cls).items():
            if isinstance(value, auto):
                value = cls._generate_next_value_(name, 1, len(members), [one.value for one in members]) if has(cls, '_generate_next_value_') else last + 1
            if isinstance(value, int):
                last = max(last, value)
            there = next((one for one in members if one.value == value), None)
            if there is None:
                there = bare(cls, value)
                put(there, '_value_', value)
                put(there, 'value', value)
                put(there, '_name_', name)
                put(there, 'name', name)
                if has(cls, '__init__'):
                    there.__init__(*value) if isinstance(value, tuple) else there.__init__(value)
                members.append(there)
            table[name] = there
            setattr(cls, name, there)
        cls._members_ = members
        cls._member_map_ = table
        cls.__members__ = table
        meta(cls, _call, _item, _items, _contains)

    def __repr__(self):
        return f'<{self.__class__.__qualname__}.{self._name_}: {self._value_!r}>'

    def __str__(self):
        return f'{self.__class__.__qualname__}.{self._name_}'

    def __format__(self, spec):
        return format(str(self), spec)


def _functional(cls, *args, **kwargs):
    return _unknown('An enum that is made by a call is not followed.')


meta(Enum, _functional, _item, _items, _contains)


class StrEnum(str, Enum):
    def _generate_next_value_(name, start, count, last_values):
        return name.lower()

    def __str__(self):
        return self._value_

    def __format__(self, spec):
        return format(self._value_, spec)


def unique(cls):
    if len(own(cls, '_member_map_', {})) > len(own(cls, '_members_', [])):
        raise ValueError('duplicate values found')
    return cls
`;
