/** The module `decimal` as CPython 3.11 has it, in Python, as far as plain numbers go: what is made of NaN and infinities, and functions such as `exp`, is unknown. */
export const decimalSource = String.raw`
import math as _math
import re as _re
from collections import namedtuple as _namedtuple
from _preflight import unknown as _unknown

ROUND_DOWN = 'ROUND_DOWN'
ROUND_HALF_UP = 'ROUND_HALF_UP'
ROUND_HALF_EVEN = 'ROUND_HALF_EVEN'
ROUND_CEILING = 'ROUND_CEILING'
ROUND_FLOOR = 'ROUND_FLOOR'
ROUND_UP = 'ROUND_UP'
ROUND_HALF_DOWN = 'ROUND_HALF_DOWN'
ROUND_05UP = 'ROUND_05UP'
DecimalTuple = _namedtuple('DecimalTuple', 'sign digits exponent')


class DecimalException(ArithmeticError):
    pass


class InvalidOperation(DecimalException):
    pass


class DivisionByZero(ZeroDivisionError, DecimalException):
    pass


class Context:
    def __init__(self, prec=28, rounding=ROUND_HALF_EVEN):
        self.prec = prec
        self.rounding = rounding

    def __getattr__(self, name):
        return _unknown('This part of a context of decimals is not followed.')

    def copy(self):
        return Context(self.prec, self.rounding)


_state = [Context()]


def getcontext():
    return _state[-1]


def setcontext(context):
    _state[-1] = context


class _Local:
    def __init__(self, context):
        self.context = context

    def __enter__(self):
        _state.append(self.context)
        return self.context

    def __exit__(self, *exc):
        _state.pop()
        return False


def localcontext(ctx=None, **kwargs):
    made = (ctx or getcontext()).copy()
    for name, value in kwargs.items():
        setattr(made, name, value)
    return _Local(made)


_NUMBER = _re.compile(r'([+-]?)(?:([0-9]+)(?:\.([0-9]*))?|\.([0-9]+))(?:[eE]([+-]?[0-9]+))?')
_SPECIAL = _re.compile(r'([+-]?)(?:(inf(?:inity)?)|(nan))', _re.IGNORECASE)
_SPEC = _re.compile(r'(?:(.)?([<>=^]))?([-+ ])?(0)?([0-9]+)?([,_])?(?:\.([0-9]+))?([eEfFgG%])?', _re.DOTALL)
# Further apart than this, numbers would be as long as the distance.
_FAR = 5000


def _rounded(sign, top, bottom, rounding):
    """top / bottom as an int, by a mode."""
    q, r = divmod(top, bottom)
    if r == 0:
        return q
    half = 2 * r - bottom
    if rounding == ROUND_HALF_EVEN:
        up = half > 0 or half == 0 and q % 2 == 1
    elif rounding == ROUND_HALF_UP:
        up = half >= 0
    elif rounding == ROUND_HALF_DOWN:
        up = half > 0
    elif rounding == ROUND_UP:
        up = True
    elif rounding == ROUND_DOWN:
        up = False
    elif rounding == ROUND_CEILING:
        up = not sign
    elif rounding == ROUND_FLOOR:
        up = bool(sign)
    elif rounding == ROUND_05UP:
        up = q % 5 == 0
    else:
        raise TypeError('valid values for rounding are:\n  [ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_DOWN,\n   ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN,\n   ROUND_05UP]')
    return q + 1 if up else q


def _make(sign, coefficient, exponent, kind=''):
    made = Decimal()
    made._s, made._c, made._e, made._k = sign, coefficient, exponent, kind
    return made


def _fix(sign, coefficient, exponent):
    context = getcontext()
    extra = len(str(coefficient)) - context.prec
    if extra > 0:
        coefficient = _rounded(sign, coefficient, 10 ** extra, context.rounding)
        exponent += extra
        if len(str(coefficient)) > context.prec:
            coefficient //= 10
            exponent += 1
    if abs(exponent) > 900000:
        return _unknown('Decimals of this size are not followed.')
    return _make(sign, coefficient, exponent)


def _rescaled(value, exponent, rounding):
    by = value._e - exponent
    if abs(by) > _FAR:
        return _unknown('Decimals of this size are not followed.')
    coefficient = value._c * 10 ** by if by >= 0 else _rounded(value._s, value._c, 10 ** -by, rounding)
    return _make(value._s, coefficient, exponent)


def _key_of(n, d):
    if d == 1:
        return n
    try:
        number = n / d
        if number.as_integer_ratio() == (n, d):
            return number
    except OverflowError:
        pass
    return ('\0ratio', n, d)


class Decimal:
    def __init__(self, value='0', context=None):
        self._k = ''
        if isinstance(value, Decimal):
            self._s, self._c, self._e, self._k = value._s, value._c, value._e, value._k
        elif isinstance(value, int):
            self._s, self._c, self._e = int(value < 0), abs(int(value)), 0
        elif isinstance(value, float):
            self._of_float(value)
        elif isinstance(value, str):
            self._of_text(value)
        elif isinstance(value, (tuple, list)):
            sign, digits, exponent = value
            if not isinstance(exponent, int):
                return _unknown('This decimal is not followed.')
            self._s, self._c, self._e = sign, int(''.join(str(digit) for digit in digits) or '0'), exponent
        else:
            raise TypeError(f"conversion from {type(value).__name__} to Decimal is not supported")

    def _of_float(self, value):
        if _math.isnan(value) or _math.isinf(value):
            self._s, self._c, self._e, self._k = int(value < 0), 0, 0, 'n' if value != value else 'F'
            return
        n, d = abs(value).as_integer_ratio()
        k = d.bit_length() - 1
        self._s, self._c, self._e = int(_math.copysign(1.0, value) < 0), n * 5 ** k, -k

    def _of_text(self, text):
        plain = text.strip().replace('_', '')
        found = _NUMBER.fullmatch(plain)
        if found:
            sign, whole, rest, only, exponent = found.groups()
            whole = whole or ''
            rest = rest or only or ''
            self._s, self._c, self._e = int(sign == '-'), int(whole + rest), int(exponent or 0) - len(rest)
            return
        found = _SPECIAL.fullmatch(plain)
        if found:
            self._s, self._c, self._e, self._k = int(found.group(1) == '-'), 0, 0, 'F' if found.group(2) else 'n'
            return
        if not plain.isascii() or _re.match(r'[+-]?s?nan', plain, _re.IGNORECASE):
            return _unknown('Whether this text is a decimal is not known.')
        raise InvalidOperation('[<class \'decimal.ConversionSyntax\'>]')

    @classmethod
    def from_float(cls, value):
        return cls(value)

    def __getattr__(self, name):
        return _unknown('This part of a decimal is not followed.')

    def __str__(self):
        sign = '-' if self._s else ''
        if self._k:
            return sign + ('Infinity' if self._k == 'F' else 'NaN')
        digits = str(self._c)
        left = self._e + len(digits)
        dot = left if self._e <= 0 and left > -6 else 1
        if dot <= 0:
            text = '0.' + '0' * -dot + digits
        elif dot >= len(digits):
            text = digits + '0' * (dot - len(digits))
        else:
            text = digits[:dot] + '.' + digits[dot:]
        return sign + text + ('' if left == dot else f'E{left - dot:+d}')

    def __repr__(self):
        return f"Decimal('{self}')"

    def __format__(self, spec):
        found = _SPEC.fullmatch(spec)
        if not found or self._k:
            return _unknown('This format of a decimal is not followed.')
        fill, align, plus, zero, width, comma, precision, kind = found.groups()
        upper = kind in ('E', 'G', 'F', None)
        kind = (kind or 'g').lower()
        value = self
        rounding = getcontext().rounding
        if kind == '%':
            value = _make(value._s, value._c, value._e + 2)
        if precision is not None:
            precision = int(precision)
            if kind == 'e':
                value = value._cut(precision + 1, rounding)
            elif kind in 'f%':
                value = _rescaled(value, -precision, rounding)
            elif len(str(value._c)) > precision:
                value = value._cut(precision or 1, rounding)
        if value._c == 0 and value._e > 0 and kind in 'f%':
            value = _rescaled(value, 0, rounding)
        digits = str(value._c)
        left = value._e + len(digits)
        if kind == 'e':
            dot = 1 - precision if value._c == 0 and precision is not None else 1
        elif kind in 'f%':
            dot = left
        else:
            dot = left if value._e <= 0 and left > -6 else 1
        if abs(dot) > _FAR:
            return _unknown('Decimals of this size are not followed.')
        if dot < 0:
            whole, rest = '0', '0' * -dot + digits
        elif dot > len(digits):
            whole, rest = digits + '0' * (dot - len(digits)), ''
        else:
            whole, rest = digits[:dot] or '0', digits[dot:]
        tail = '.' + rest if rest else ''
        if left != dot or kind == 'e':
            tail += f"{'E' if upper else 'e'}{left - dot:+d}"
        if kind == '%':
            tail += '%'
        sign = '-' if value._s else plus if plus and plus != '-' else ''
        width = int(width or 0)
        if zero and fill is None:
            fill = '0'
        if zero and align is None:
            align = '='
        fill = ' ' if fill is None else fill
        if comma:
            room = width - len(sign) - len(tail) if fill == '0' and align == '=' else 0
            whole = _grouped(whole, comma, room)
        elif fill == '0' and align == '=':
            whole = whole.rjust(width - len(sign) - len(tail), '0')
        body = whole + tail
        room = width - len(sign) - len(body)
        if room <= 0:
            return sign + body
        if align == '<':
            return sign + body + fill * room
        if align == '=':
            return sign + fill * room + body
        if align == '^':
            return fill * (room // 2) + sign + body + fill * (room - room // 2)
        return fill * room + sign + body

    def _cut(self, places, rounding):
        extra = len(str(self._c)) - places
        if self._c == 0:
            return _make(self._s, 0, self._e + 1 - places)
        if extra < 0:
            return _make(self._s, self._c * 10 ** -extra, self._e + extra)
        coefficient = _rounded(self._s, self._c, 10 ** extra, rounding)
        exponent = self._e + extra
        if len(str(coefficient)) > places:
            coefficient //= 10
            exponent += 1
        return _make(self._s, coefficient, exponent)

    def _plain(self, other, op, reflected=False):
        """The other operand as a decimal; NotImplemented where it is none."""
        if isinstance(other, int):
            other = Decimal(other)
        if not isinstance(other, Decimal):
            if isinstance(other, (float, str, bytes, list, tuple, dict, set)) or other is None:
                names = ('decimal.Decimal', type(other).__name__)
                a, b = reversed(names) if reflected else names
                raise TypeError(f"unsupported operand type(s) for {op}: '{a}' and '{b}'")
            return NotImplemented
        if self._k or other._k:
            return _unknown('What is made of NaN and infinities is not followed.')
        return other

    def _aligned(self, other):
        exponent = min(self._e, other._e)
        if abs(self._e - other._e) > _FAR:
            return _unknown('Decimals of this size are not followed.')
        return self._c * 10 ** (self._e - exponent), other._c * 10 ** (other._e - exponent), exponent

    def __add__(self, other):
        other = self._plain(other, '+')
        return other if other is NotImplemented else self._sum(other)

    def __radd__(self, other):
        other = self._plain(other, '+', True)
        return other if other is NotImplemented else other._sum(self)

    def _sum(self, other):
        a, b, exponent = self._aligned(other)
        total = (-a if self._s else a) + (-b if other._s else b)
        if total == 0:
            sign = 1 if self._s and other._s or (self._s != other._s and getcontext().rounding == ROUND_FLOOR) else 0
            return _fix(sign, 0, exponent)
        return _fix(int(total < 0), abs(total), exponent)

    def __sub__(self, other):
        other = self._plain(other, '-')
        return other if other is NotImplemented else self._sum(_make(1 - other._s, other._c, other._e))

    def __rsub__(self, other):
        other = self._plain(other, '-', True)
        return other if other is NotImplemented else other._sum(_make(1 - self._s, self._c, self._e))

    def __mul__(self, other):
        other = self._plain(other, '*')
        return other if other is NotImplemented else _fix(self._s ^ other._s, self._c * other._c, self._e + other._e)

    def __rmul__(self, other):
        other = self._plain(other, '*', True)
        return other if other is NotImplemented else _fix(self._s ^ other._s, self._c * other._c, self._e + other._e)

    def __truediv__(self, other):
        other = self._plain(other, '/')
        return other if other is NotImplemented else self._divided(other)

    def __rtruediv__(self, other):
        other = self._plain(other, '/', True)
        return other if other is NotImplemented else other._divided(self)

    def _divided(self, other):
        sign = self._s ^ other._s
        if other._c == 0:
            if self._c == 0:
                raise InvalidOperation('[<class \'decimal.DivisionUndefined\'>]')
            raise DivisionByZero('[<class \'decimal.DivisionByZero\'>]')
        ideal = self._e - other._e
        if self._c == 0:
            return _fix(sign, 0, ideal)
        shift = len(str(other._c)) - len(str(self._c)) + getcontext().prec + 1
        exponent = ideal - shift
        if shift >= 0:
            q, r = divmod(self._c * 10 ** shift, other._c)
        else:
            q, r = divmod(self._c, other._c * 10 ** -shift)
        if r:
            if q % 5 == 0:
                q += 1
        else:
            while exponent < ideal and q % 10 == 0:
                q //= 10
                exponent += 1
        return _fix(sign, q, exponent)

    def _divmod(self, other):
        if other._c == 0:
            if self._c == 0:
                raise InvalidOperation('[<class \'decimal.DivisionUndefined\'>]')
            raise DivisionByZero('[<class \'decimal.DivisionByZero\'>]')
        a, b, exponent = self._aligned(other)
        q, r = divmod(a, b)
        if len(str(q)) > getcontext().prec:
            raise InvalidOperation('[<class \'decimal.DivisionImpossible\'>]')
        return _make(self._s ^ other._s, q, 0), _fix(self._s, r, exponent)

    def __floordiv__(self, other):
        other = self._plain(other, '//')
        return other if other is NotImplemented else self._divmod(other)[0]

    def __rfloordiv__(self, other):
        other = self._plain(other, '//', True)
        return other if other is NotImplemented else other._divmod(self)[0]

    def __mod__(self, other):
        other = self._plain(other, '%')
        return other if other is NotImplemented else self._remainder(other)

    def __rmod__(self, other):
        other = self._plain(other, '%', True)
        return other if other is NotImplemented else other._remainder(self)

    def _remainder(self, other):
        if other._c == 0 and self._c != 0:
            raise InvalidOperation('[<class \'decimal.InvalidOperation\'>]')
        return self._divmod(other)[1]

    def __divmod__(self, other):
        other = self._plain(other, 'divmod()')
        return other if other is NotImplemented else self._divmod(other)

    def __pow__(self, other):
        other = self._plain(other, '** or pow()')
        return other if other is NotImplemented else self._power(other)

    def __rpow__(self, other):
        other = self._plain(other, '** or pow()', True)
        return other if other is NotImplemented else other._power(self)

    def _power(self, other):
        if other._e != 0 or other._c > 300 or self._c == 0 or other._c == 0:
            return _unknown('This power of decimals is not followed.')
        c = self._c ** other._c
        sign = self._s if other._c % 2 else 0
        if other._s:
            made = Decimal(1)._divided(_make(sign, c, self._e * other._c))
            exact = made._c * c == 10 ** -(made._e + self._e * other._c) if made._e + self._e * other._c <= 0 else False
            return made if exact and len(str(c)) <= getcontext().prec else _unknown('This power of decimals is not followed.')
        if len(str(c)) > getcontext().prec:
            return _unknown('This power of decimals is not followed.')
        return _make(sign, c, self._e * other._c)

    def __neg__(self):
        if self._k:
            return _make(1 - self._s, 0, 0, self._k)
        return _fix(0 if self._c == 0 else 1 - self._s, self._c, self._e)

    def __pos__(self):
        return self if self._k else _fix(0 if self._c == 0 else self._s, self._c, self._e)

    def __abs__(self):
        return _make(0, 0, 0, self._k) if self._k else _fix(0, self._c, self._e)

    def __bool__(self):
        return self._c != 0 or self._k != ''

    def _order(self, other):
        """-1, 0 or 1; None where the other is no number."""
        if isinstance(other, (int, float)):
            other = Decimal(other)
        if not isinstance(other, Decimal):
            return None
        if self._k == 'n' or other._k == 'n':
            return _unknown('What is made of NaN is not followed.')
        a = self._size()
        b = other._size()
        if self._k or other._k or abs(self._e - other._e) > _FAR:
            if self._c and other._c and not self._k and not other._k:
                return _unknown('Decimals of this size are not followed.')
            return (a > b) - (a < b)
        a, b, exponent = self._aligned(other)
        a, b = (-a if self._s else a), (-b if other._s else b)
        return (a > b) - (a < b)

    def _size(self):
        size = 2 if self._k else 1 if self._c else 0
        return -size if self._s else size

    def __eq__(self, other):
        order = self._order(other)
        return NotImplemented if order is None else order == 0

    def __lt__(self, other):
        order = self._order(other)
        return NotImplemented if order is None else order < 0

    def __le__(self, other):
        order = self._order(other)
        return NotImplemented if order is None else order <= 0

    def __gt__(self, other):
        order = self._order(other)
        return NotImplemented if order is None else order > 0

    def __ge__(self, other):
        order = self._order(other)
        return NotImplemented if order is None else order >= 0

    def __hash__(self):
        return 0

    def __key__(self):
        if self._k or abs(self._e) > _FAR:
            return _unknown('This decimal is not followed as a key.')
        return _key_of(*self.as_integer_ratio())

    def as_integer_ratio(self):
        if self._k or abs(self._e) > _FAR:
            return _unknown('This decimal is not followed.')
        n, d = (self._c * 10 ** self._e, 1) if self._e >= 0 else (self._c, 10 ** -self._e)
        g = _math.gcd(n, d)
        return (-n // g if self._s else n // g), d // g

    def __int__(self):
        if self._k or abs(self._e) > _FAR:
            return _unknown('This decimal is not followed as an int.')
        n = self._c * 10 ** self._e if self._e >= 0 else self._c // 10 ** -self._e
        return -n if self._s else n

    def __trunc__(self):
        return self.__int__()

    def __float__(self):
        return float(str(self))

    def __round__(self, n=None):
        if self._k:
            return _unknown('This decimal is not followed.')
        if n is None:
            return int(_rescaled(self, 0, ROUND_HALF_EVEN)) if self._e < 0 else self.__int__()
        return self.quantize(_make(0, 1, -n), ROUND_HALF_EVEN)

    def __floor__(self):
        return int(_rescaled(self, 0, ROUND_FLOOR)) if self._e < 0 else self.__int__()

    def __ceil__(self):
        return int(_rescaled(self, 0, ROUND_CEILING)) if self._e < 0 else self.__int__()

    def quantize(self, exp, rounding=None, context=None):
        exp = Decimal(exp) if isinstance(exp, int) else exp
        if not isinstance(exp, Decimal):
            raise TypeError(f'conversion from {type(exp).__name__} to Decimal is not supported')
        if self._k or exp._k or context is not None:
            return _unknown('This rounding of decimals is not followed.')
        made = _rescaled(self, exp._e, rounding or getcontext().rounding)
        if len(str(made._c)) > getcontext().prec:
            raise InvalidOperation('[<class \'decimal.InvalidOperation\'>]')
        return made

    def to_integral_value(self, rounding=None, context=None):
        return self if self._k or self._e >= 0 else _rescaled(self, 0, rounding or getcontext().rounding)

    to_integral = to_integral_value

    def normalize(self, context=None):
        if self._k or context is not None:
            return _unknown('This decimal is not followed.')
        made = _fix(self._s, self._c, self._e)
        if made._c == 0:
            return _make(made._s, 0, 0)
        c, e = made._c, made._e
        while c % 10 == 0:
            c //= 10
            e += 1
        return _make(made._s, c, e)

    def compare(self, other, context=None):
        return Decimal(self._order(other))

    def as_tuple(self):
        if self._k:
            return _unknown('This decimal is not followed.')
        return DecimalTuple(self._s, tuple(int(digit) for digit in str(self._c)), self._e)

    def adjusted(self):
        return 0 if self._k else self._e + len(str(self._c)) - 1

    def is_nan(self):
        return self._k == 'n'

    def is_infinite(self):
        return self._k == 'F'

    def is_finite(self):
        return self._k == ''

    def is_zero(self):
        return self._k == '' and self._c == 0

    def is_signed(self):
        return self._s == 1

    def copy_abs(self):
        return _make(0, self._c, self._e, self._k)

    def copy_negate(self):
        return _make(1 - self._s, self._c, self._e, self._k)

    def sqrt(self, context=None):
        if self._k or self._s or context is not None or self._c == 0:
            return _unknown('This root of a decimal is not followed.')
        prec = getcontext().prec + 1
        size = len(str(self._c))
        e = self._e >> 1
        c, l = (self._c * 10, (size >> 1) + 1) if self._e & 1 else (self._c, size + 1 >> 1)
        shift = prec - l
        exact = True
        if shift >= 0:
            c *= 100 ** shift
        else:
            c, r = divmod(c, 100 ** -shift)
            exact = not r
        e -= shift
        n = _math.isqrt(c)
        if exact and n * n == c:
            n = n // 10 ** shift if shift >= 0 else n * 10 ** -shift
            e += shift
        elif n % 5 == 0:
            n += 1
        return _fix(0, n, e)


def _grouped(digits, mark, room):
    groups = []
    while True:
        size = min(max(len(digits), room, 1), 3)
        groups.insert(0, '0' * (size - len(digits)) + digits[-size:])
        digits = digits[:-size]
        room -= size
        if not digits and room <= 0:
            return mark.join(groups)
        room -= 1
`;

/** The module `fractions` as CPython 3.11 has it, in Python. */
export const fractionsSource = String.raw`
import decimal as _decimal
import math as _math
import re as _re
from decimal import _key_of
from _preflight import unknown as _unknown

_NUMBER = _re.compile(r'\s*([-+]?)([0-9]*)(?:/([0-9]+)|(?:\.([0-9]*))?(?:[eE]([-+]?[0-9]+))?)\s*')


class Fraction:
    def __init__(self, numerator=0, denominator=None):
        if denominator is not None:
            if not isinstance(numerator, (int, Fraction)) or not isinstance(denominator, (int, Fraction)):
                raise TypeError('both arguments should be Rational instances')
            a, b = _ratio(numerator), _ratio(denominator)
            self._set(a[0] * b[1], a[1] * b[0])
        elif isinstance(numerator, str):
            self._of_text(numerator)
        elif isinstance(numerator, (int, Fraction, float, _decimal.Decimal)):
            self._set(*_ratio(numerator))
        else:
            raise TypeError('argument should be a string or a Rational instance')

    def _set(self, n, d):
        if d == 0:
            raise ZeroDivisionError(f'Fraction({n}, 0)')
        g = _math.gcd(n, d)
        if d < 0:
            g = -g
        self.numerator, self.denominator = n // g, d // g

    def _of_text(self, text):
        found = _NUMBER.fullmatch(text)
        if not text.isascii() or '_' in text:
            return _unknown('Whether this text is a fraction is not known.')
        if not found or not (found.group(2) or found.group(4)):
            raise ValueError(f'Invalid literal for Fraction: {text!r}')
        sign, whole, bottom, rest, exponent = found.groups()
        if bottom:
            n, d = int(whole), int(bottom)
        else:
            n, d = int(whole + (rest or '') or '0'), 10 ** len(rest or '')
            exponent = int(exponent or 0)
            n, d = (n * 10 ** exponent, d) if exponent >= 0 else (n, d * 10 ** -exponent)
        self._set(-n if sign == '-' else n, d)

    def __getattr__(self, name):
        return _unknown('This part of a fraction is not followed.')

    @classmethod
    def from_float(cls, value):
        return cls(value)

    @classmethod
    def from_decimal(cls, value):
        return cls(value)

    def as_integer_ratio(self):
        return self.numerator, self.denominator

    def limit_denominator(self, max_denominator=1000000):
        if max_denominator < 1:
            raise ValueError('max_denominator should be at least 1')
        if self.denominator <= max_denominator:
            return Fraction(self)
        p0, q0, p1, q1 = 0, 1, 1, 0
        n, d = self.numerator, self.denominator
        while True:
            a = n // d
            q2 = q0 + a * q1
            if q2 > max_denominator:
                break
            p0, q0, p1, q1 = p1, q1, p0 + a * p1, q2
            n, d = d, n - a * d
        k = (max_denominator - q0) // q1
        one = Fraction(p0 + k * p1, q0 + k * q1)
        two = Fraction(p1, q1)
        return two if abs(two - self) <= abs(one - self) else one

    def __repr__(self):
        return f'Fraction({self.numerator}, {self.denominator})'

    def __str__(self):
        return str(self.numerator) if self.denominator == 1 else f'{self.numerator}/{self.denominator}'

    def __format__(self, spec):
        return _unknown('How a fraction is formatted depends on the release of Python.') if spec else str(self)

    def _with(self, other, op, reflected, exact, rough):
        if isinstance(other, (int, Fraction)):
            a, b = (_ratio(other), _ratio(self)) if reflected else (_ratio(self), _ratio(other))
            return exact(*a, *b)
        if isinstance(other, float):
            return rough(other, float(self)) if reflected else rough(float(self), other)
        if isinstance(other, (str, bytes, list, tuple, dict, set)) or other is None:
            a, b = (type(other).__name__, 'Fraction') if reflected else ('Fraction', type(other).__name__)
            raise TypeError(f"unsupported operand type(s) for {op}: '{a}' and '{b}'")
        return NotImplemented

    def __add__(self, other, reflected=False):
        return self._with(other, '+', reflected, lambda a, b, c, d: Fraction(a * d + c * b, b * d), lambda x, y: x + y)

    def __radd__(self, other):
        return self.__add__(other, True)

    def __sub__(self, other, reflected=False):
        return self._with(other, '-', reflected, lambda a, b, c, d: Fraction(a * d - c * b, b * d), lambda x, y: x - y)

    def __rsub__(self, other):
        return self.__sub__(other, True)

    def __mul__(self, other, reflected=False):
        return self._with(other, '*', reflected, lambda a, b, c, d: Fraction(a * c, b * d), lambda x, y: x * y)

    def __rmul__(self, other):
        return self.__mul__(other, True)

    def __truediv__(self, other, reflected=False):
        return self._with(other, '/', reflected, lambda a, b, c, d: Fraction(a * d, b * c), lambda x, y: x / y)

    def __rtruediv__(self, other):
        return self.__truediv__(other, True)

    def __floordiv__(self, other, reflected=False):
        return self._with(other, '//', reflected, lambda a, b, c, d: (a * d) // (b * c), lambda x, y: x // y)

    def __rfloordiv__(self, other):
        return self.__floordiv__(other, True)

    def __mod__(self, other, reflected=False):
        return self._with(other, '%', reflected, lambda a, b, c, d: Fraction((a * d) % (c * b), b * d), lambda x, y: x % y)

    def __rmod__(self, other):
        return self.__mod__(other, True)

    def __pow__(self, other):
        if isinstance(other, Fraction) and other.denominator == 1:
            other = other.numerator
        if isinstance(other, int):
            n, d = self.numerator, self.denominator
            return Fraction(n ** other, d ** other) if other >= 0 else Fraction(d ** -other, n ** -other)
        return float(self) ** other if isinstance(other, float) and self.numerator > 0 else _unknown('This power of a fraction is not followed.')

    def __rpow__(self, other):
        return _unknown('This power of a fraction is not followed.')

    def __neg__(self):
        return Fraction(-self.numerator, self.denominator)

    def __pos__(self):
        return Fraction(self)

    def __abs__(self):
        return Fraction(abs(self.numerator), self.denominator)

    def __bool__(self):
        return self.numerator != 0

    def __int__(self):
        return -(-self.numerator // self.denominator) if self.numerator < 0 else self.numerator // self.denominator

    def __trunc__(self):
        return self.__int__()

    def __float__(self):
        return self.numerator / self.denominator

    def __floor__(self):
        return self.numerator // self.denominator

    def __ceil__(self):
        return -(-self.numerator // self.denominator)

    def __round__(self, ndigits=None):
        if ndigits is None:
            q, r = divmod(self.numerator, self.denominator)
            return q + 1 if 2 * r > self.denominator or (2 * r == self.denominator and q % 2 == 1) else q
        shift = 10 ** abs(ndigits)
        return Fraction(round(self * shift), shift) if ndigits > 0 else Fraction(round(self / shift) * shift)

    def _compared(self, other):
        if isinstance(other, float) and (other != other or other in (_math.inf, -_math.inf)):
            return _unknown('What is made of NaN and infinities is not followed.')
        if not isinstance(other, (int, float, Fraction)):
            return None
        n, d = _ratio(other)
        a, b = self.numerator * d, n * self.denominator
        return (a > b) - (a < b)

    def __eq__(self, other):
        order = self._compared(other)
        return NotImplemented if order is None else order == 0

    def __lt__(self, other):
        order = self._compared(other)
        return NotImplemented if order is None else order < 0

    def __le__(self, other):
        order = self._compared(other)
        return NotImplemented if order is None else order <= 0

    def __gt__(self, other):
        order = self._compared(other)
        return NotImplemented if order is None else order > 0

    def __ge__(self, other):
        order = self._compared(other)
        return NotImplemented if order is None else order >= 0

    def __hash__(self):
        return 0

    def __key__(self):
        return _key_of(self.numerator, self.denominator)


def _ratio(value):
    if isinstance(value, Fraction):
        return value.numerator, value.denominator
    return (value, 1) if isinstance(value, int) else value.as_integer_ratio()
`;
