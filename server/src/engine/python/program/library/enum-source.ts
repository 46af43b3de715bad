/**
 * The module `enum` as CPython 3.11 has it, as far as programs use it, in Python: run by our own interpreter. What its releases from 3.8 on make differently
 * is unknown: texts of members that are numbers too, and of flags with several bits.
 */
export const enumSource = `
from _preflight import values, bare, put, meta, own, has, find as _find, unknown as _unknown


class auto:
    def _combined(self, other=None):
        return _unknown('What is made of auto() in the body of an enum is not followed.')

    __or__ = __ror__ = __and__ = __rand__ = __xor__ = __rxor__ = __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __lshift__ = __rlshift__ = _combined
    __invert__ = __neg__ = _combined


def _call(cls, value, *more):
    if more:
        return _unknown('An enum that is made by a call is not followed.')
    for member in own(cls, '_all_', []):
        if member is value or member.value == value:
            return member
    if has(cls, '_missing_'):
        found = cls._missing_(value)
        if found is not None:
            return found
    if has(cls, '_composed_') and isinstance(value, int):
        return cls._composed_(value)
    raise ValueError(f'{value!r} is not a valid {cls.__qualname__}')


def _item(cls, name):
    return own(cls, '_member_map_', {})[name]


def _items(cls):
    if own(cls, '_has_composed_', False):
        return _unknown('Which members of a flag are gone through depends on the release of Python.')
    return own(cls, '_all_', [])


def _contains(cls, value):
    return any(member is value for member in own(cls, '_all_', []))


class mappingproxy(dict):
    def __repr__(self):
        return f'mappingproxy({dict(self)!r})'


def _of_type(cls, value):
    if isinstance(value, tuple):
        return value
    if issubclass(cls, StrEnum):
        if not isinstance(value, str):
            raise TypeError(f'{value!r} is not a string')
        return value
    for kind in (int, str):
        if issubclass(cls, kind):
            return kind(value)
    return value


def _made(cls, name, value):
    made = bare(cls, value)
    put(made, '_value_', value)
    put(made, 'value', value)
    put(made, '_name_', name)
    put(made, 'name', name)
    return made


def _several(value):
    return not isinstance(value, int) or value <= 0 or value & (value - 1) != 0


class Enum:
    def _generate_next_value_(name, start, count, last_values):
        numbers = [one for one in last_values if isinstance(one, int)]
        return max(numbers) + 1 if numbers else start

    def __init_subclass__(cls, **kwargs):
        if kwargs:
            return _unknown('What the class of an enum is given beside its bases is not followed.')
        table = {}
        members = []
        for name, value in values(cls).items():
            if isinstance(value, tuple) and any(isinstance(one, auto) for one in value):
                return _unknown('What is made of auto() in the body of an enum is not followed.')
            value = _of_type(cls, value)
            there = next((one for one in members if one.value == value), None)
            if there is None:
                there = _made(cls, name, value)
                if has(cls, '__init__'):
                    there.__init__(*value) if isinstance(value, tuple) else there.__init__(value)
                members.append(there)
            table[name] = there
            setattr(cls, name, there)
        cls._all_ = members
        cls._has_composed_ = has(cls, '_composed_') and any(_several(one.value) for one in members)
        cls._made_ = {}
        cls._member_map_ = table
        cls.__members__ = mappingproxy(table)
        meta(cls, _call, _item, _items, _contains)

    def __repr__(self):
        return f'<{self.__class__.__name__}.{self._name_}: {self._value_!r}>'

    def __str__(self):
        return f'{self.__class__.__name__}.{self._name_}'

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
        return format(self._value_, spec) if spec else str(self)


def _text_of_number(self):
    return _unknown('What text a member of an enum that is a number gives depends on the release of Python.')


def _format_of_number(self, spec):
    if _find(self.__class__, '__str__', None) is _text_of_number:
        return format(self._value_, spec)
    return _text_of_number(self) if spec else str(self)


class IntEnum(int, Enum):
    __str__ = _text_of_number
    __format__ = _format_of_number


def _bits(cls):
    every = 0
    for one in cls._all_:
        every |= one.value
    return every


def _compose(cls, value, keeps):
    if value < 0 or (value & ~_bits(cls) and not keeps):
        return _unknown('A flag of bits that are not among its members is not followed.')
    there = cls._made_.get(value)
    if there is None:
        there = cls._made_[value] = _made(cls, None, value)
        if value != 0:
            put(there, '_name_', _unknown('How a flag with several bits is called depends on the release of Python.'))
            put(there, 'name', _unknown('How a flag with several bits is called depends on the release of Python.'))
    return there


class Flag(Enum):
    def _generate_next_value_(name, start, count, last_values):
        return 2 ** max(last_values).bit_length() if count else start

    @classmethod
    def _composed_(cls, value):
        return _compose(cls, value, False)

    def __or__(self, other):
        return self.__class__(self._value_ | other._value_) if isinstance(other, self.__class__) else NotImplemented

    def __and__(self, other):
        return self.__class__(self._value_ & other._value_) if isinstance(other, self.__class__) else NotImplemented

    def __xor__(self, other):
        return self.__class__(self._value_ ^ other._value_) if isinstance(other, self.__class__) else NotImplemented

    def __invert__(self):
        return self.__class__(_bits(self.__class__) & ~self._value_)

    def __contains__(self, other):
        if not isinstance(other, self.__class__):
            raise TypeError(f"unsupported operand type(s) for 'in': {type(other).__qualname__!r} and {self.__class__.__qualname__!r}")
        return other._value_ & self._value_ == other._value_

    def __bool__(self):
        return bool(self._value_)

    def __iter__(self):
        return iter([one for one in self.__class__._all_ if not _several(one.value) and one.value & self._value_])

    def __len__(self):
        return bin(self._value_).count('1')

    def __repr__(self):
        if self._name_ is None:
            return _unknown('How a flag without bits is shown depends on the release of Python.')
        return f'<{self.__class__.__name__}.{self._name_}: {self._value_!r}>'

    def __str__(self):
        if self._name_ is None:
            return _unknown('How a flag without bits is shown depends on the release of Python.')
        return f'{self.__class__.__name__}.{self._name_}'

    def __format__(self, spec):
        return format(str(self), spec)


def _number(value):
    return value._value_ if isinstance(value, IntFlag) else value


class IntFlag(int, Enum):
    def _generate_next_value_(name, start, count, last_values):
        return 2 ** max(last_values).bit_length() if count else start

    @classmethod
    def _composed_(cls, value):
        return _compose(cls, value, True)

    __str__ = _text_of_number
    __format__ = _format_of_number

    def __repr__(self):
        if self._name_ is None:
            return _unknown('How a flag without bits is shown depends on the release of Python.')
        return f'<{self.__class__.__name__}.{self._name_}: {self._value_!r}>'

    def __or__(self, other):
        return self.__class__(self._value_ | _number(other)) if isinstance(other, int) else NotImplemented

    def __and__(self, other):
        return self.__class__(self._value_ & _number(other)) if isinstance(other, int) else NotImplemented

    def __xor__(self, other):
        return self.__class__(self._value_ ^ _number(other)) if isinstance(other, int) else NotImplemented

    __ror__ = __or__
    __rand__ = __and__
    __rxor__ = __xor__

    def __invert__(self):
        return _unknown('What the other bits of a flag are depends on the release of Python.')

    def __contains__(self, other):
        if not isinstance(other, self.__class__):
            raise TypeError(f"unsupported operand type(s) for 'in': {type(other).__qualname__!r} and {self.__class__.__qualname__!r}")
        return other._value_ & self._value_ == other._value_


def unique(cls):
    if len(own(cls, '_member_map_', {})) > len(own(cls, '_all_', [])):
        raise ValueError('duplicate values found')
    return cls
`;
