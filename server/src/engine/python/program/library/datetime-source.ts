/**
 * The module `datetime` as CPython 3.11 has it, in Python: run by our own interpreter. What depends on the time of the run, on the time zone of the machine, or on whether Python is
 * older than 3.11 (forms of ISO texts) is unknown.
 */
export const datetimeSource = String.raw`
import math as _math
from _preflight import strftime as _strftime, strptime as _strptime, unknown as _unknown

MINYEAR = 1
MAXYEAR = 9999
_DAY = 86400000000
_BEFORE = [0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]
_DAYS = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]


def _leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _ordinal(year, month, day):
    y = year - 1
    return y * 365 + y // 4 - y // 100 + y // 400 + _BEFORE[month] + (month > 2 and _leap(year)) + day


def _of_ordinal(n):
    n -= 1
    n400, n = divmod(n, 146097)
    n100, n = divmod(n, 36524)
    n4, n = divmod(n, 1461)
    n1, n = divmod(n, 365)
    year = n400 * 400 + n100 * 100 + n4 * 4 + n1 + 1
    if n1 == 4 or n100 == 4:
        return year - 1, 12, 31
    month = 12
    while _BEFORE[month] + (month > 2 and _leap(year)) > n:
        month -= 1
    return year, month, n - (_BEFORE[month] + (month > 2 and _leap(year))) + 1


def _int(value):
    if isinstance(value, float) or not isinstance(value, int):
        raise TypeError(f"'{type(value).__name__}' object cannot be interpreted as an integer")
    return int(value)


def _check_date(year, month, day):
    year, month, day = _int(year), _int(month), _int(day)
    if not 1 <= year <= 9999:
        raise ValueError(f'year {year} is out of range')
    if not 1 <= month <= 12:
        raise ValueError('month must be in 1..12')
    if not 1 <= day <= _DAYS[month] + (month == 2 and _leap(year)):
        raise ValueError('day is out of range for month')
    return year, month, day


def _check_time(hour, minute, second, microsecond, tzinfo_, fold):
    hour, minute, second, microsecond = _int(hour), _int(minute), _int(second), _int(microsecond)
    if not 0 <= hour <= 23:
        raise ValueError('hour must be in 0..23')
    if not 0 <= minute <= 59:
        raise ValueError('minute must be in 0..59')
    if not 0 <= second <= 59:
        raise ValueError('second must be in 0..59')
    if not 0 <= microsecond <= 999999:
        raise ValueError('microsecond must be in 0..999999')
    if tzinfo_ is not None and not isinstance(tzinfo_, tzinfo):
        raise TypeError(f"tzinfo argument must be None or of a tzinfo subclass, not type '{type(tzinfo_).__name__}'")
    return hour, minute, second, microsecond


def _shown(value):
    return f'datetime.{type(value).__name__}' if isinstance(value, (date, time, timedelta, tzinfo)) else type(value).__name__


def _no(op, left, right):
    if isinstance(right, (int, float, str, bytes, list, tuple, dict, set, date, time, timedelta, tzinfo)) or right is None:
        raise TypeError(f"unsupported operand type(s) for {op}: '{_shown(left)}' and '{_shown(right)}'")
    return NotImplemented


def _no_reflected(op, left, right):
    if isinstance(left, (int, float, str, bytes, list, tuple, dict, set)) or left is None:
        raise TypeError(f"unsupported operand type(s) for {op}: '{_shown(left)}' and '{_shown(right)}'")
    return NotImplemented


def _no_order(op, left, right):
    if isinstance(right, (int, float, str, bytes, list, tuple, dict, set, time, timedelta, tzinfo)) or right is None:
        raise TypeError(f"'{op}' not supported between instances of '{_shown(left)}' and '{_shown(right)}'")
    return NotImplemented


def _half_even(top, bottom):
    if bottom < 0:
        top, bottom = -top, -bottom
    q, r = divmod(top, bottom)
    return q + 1 if 2 * r > bottom or (2 * r == bottom and q % 2 == 1) else q


class timedelta:
    def __init__(self, days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0, weeks=0):
        total = 0
        left = 0.0
        for value, factor, name in (
            (microseconds, 1, 'microseconds'), (milliseconds, 1000, 'milliseconds'), (seconds, 1000000, 'seconds'), (minutes, 60000000, 'minutes'),
            (hours, 3600000000, 'hours'), (days, _DAY, 'days'), (weeks, 7 * _DAY, 'weeks')):
            if isinstance(value, float):
                part, whole = _math.modf(value)
                total += int(whole) * factor
                part, whole = _math.modf(factor * part)
                total += int(whole)
                left += part
            elif isinstance(value, int):
                total += value * factor
            else:
                raise TypeError(f'unsupported type for timedelta {name} component: {type(value).__name__}')
        if left:
            whole = round(left)
            if abs(whole - left) == 0.5:
                odd = total % 2
                whole = 2 * round((left + odd) * 0.5) - odd
            total += int(whole)
        self._set(total)

    def _set(self, total):
        self.days, rest = divmod(total, _DAY)
        self.seconds, self.microseconds = divmod(rest, 1000000)
        self._us = total
        if abs(self.days) > 999999999:
            raise OverflowError(f'days={self.days}; must have magnitude <= 999999999')

    def total_seconds(self):
        return self._us / 1000000

    def __repr__(self):
        parts = []
        if self.days:
            parts.append(f'days={self.days}')
        if self.seconds:
            parts.append(f'seconds={self.seconds}')
        if self.microseconds:
            parts.append(f'microseconds={self.microseconds}')
        return f"datetime.timedelta({', '.join(parts) or '0'})"

    def __str__(self):
        minutes, seconds = divmod(self.seconds, 60)
        hours, minutes = divmod(minutes, 60)
        text = f'{hours}:{minutes:02d}:{seconds:02d}'
        if self.days:
            text = f"{self.days} day{'' if abs(self.days) == 1 else 's'}, " + text
        return text + f'.{self.microseconds:06d}' if self.microseconds else text

    def __add__(self, other):
        if isinstance(other, timedelta):
            return _delta(self._us + other._us)
        if _moment(other) is not None:
            return _moment(other) + self
        return NotImplemented if isinstance(other, date) else _no('+', self, other)

    def __radd__(self, other):
        if _moment(other) is not None:
            return _moment(other) + self
        return _no_reflected('+', other, self)

    def __sub__(self, other):
        return _delta(self._us - other._us) if isinstance(other, timedelta) else _no('-', self, other)

    def __rsub__(self, other):
        if _moment(other) is not None:
            return _moment(other) - self
        return _no_reflected('-', other, self)

    def __neg__(self):
        return _delta(-self._us)

    def __pos__(self):
        return _delta(self._us)

    def __abs__(self):
        return _delta(abs(self._us))

    def __mul__(self, other):
        if isinstance(other, int):
            return _delta(self._us * other)
        if isinstance(other, float):
            a, b = other.as_integer_ratio()
            return _delta(_half_even(self._us * a, b))
        return _no('*', self, other)

    def __rmul__(self, other):
        return self * other if isinstance(other, (int, float)) else _no_reflected('*', other, self)

    def __truediv__(self, other):
        if isinstance(other, timedelta):
            return self._us / other._us
        if isinstance(other, int):
            if other == 0:
                raise ZeroDivisionError('integer division or modulo by zero')
            return _delta(_half_even(self._us, other))
        if isinstance(other, float):
            a, b = other.as_integer_ratio()
            return _delta(_half_even(b * self._us, a))
        return _no('/', self, other)

    def __floordiv__(self, other):
        if isinstance(other, timedelta):
            return self._us // other._us
        return _delta(self._us // other) if isinstance(other, int) else _no('//', self, other)

    def __mod__(self, other):
        return _delta(self._us % other._us) if isinstance(other, timedelta) else _no('%', self, other)

    def __divmod__(self, other):
        return (self // other, self % other)

    def __eq__(self, other):
        return self._us == other._us if isinstance(other, timedelta) else NotImplemented

    def __lt__(self, other):
        return self._us < other._us if isinstance(other, timedelta) else _no_order('<', self, other)

    def __le__(self, other):
        return self._us <= other._us if isinstance(other, timedelta) else _no_order('<=', self, other)

    def __gt__(self, other):
        return self._us > other._us if isinstance(other, timedelta) else _no_order('>', self, other)

    def __ge__(self, other):
        return self._us >= other._us if isinstance(other, timedelta) else _no_order('>=', self, other)

    def __bool__(self):
        return self._us != 0

    def __hash__(self):
        return 0

    def __key__(self):
        return ('\0timedelta', self._us)


def _delta(total):
    made = timedelta()
    made._set(total)
    return made


timedelta.min = timedelta(-999999999)
timedelta.max = timedelta(days=999999999, hours=23, minutes=59, seconds=59, microseconds=999999)
timedelta.resolution = timedelta(microseconds=1)


class tzinfo:
    pass


def _offset_text(offset, colon=':'):
    if offset is None:
        return ''
    us = offset._us
    sign, us = ('-', -us) if us < 0 else ('+', us)
    minutes, us = divmod(us, 60000000)
    text = f'{sign}{minutes // 60:02d}{colon}{minutes % 60:02d}'
    if us:
        text += f'{colon}{us // 1000000:02d}'
        if us % 1000000:
            text += f'.{us % 1000000:06d}'
    return text


class timezone(tzinfo):
    def __init__(self, offset, name=None):
        if not isinstance(offset, timedelta):
            raise TypeError(f"timezone() argument 1 must be datetime.timedelta, not {type(offset).__name__}")
        if abs(offset._us) >= _DAY:
            raise ValueError(f'offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24), not {offset!r}.')
        self._offset = offset
        self._name = name

    def utcoffset(self, moment):
        return self._offset

    def dst(self, moment):
        return None

    def tzname(self, moment):
        if self._name is not None:
            return self._name
        return 'UTC' if self._offset._us == 0 else 'UTC' + _offset_text(self._offset)

    def __str__(self):
        return self.tzname(None)

    def __repr__(self):
        if self._name is None and self._offset._us == 0:
            return 'datetime.timezone.utc'
        return f'datetime.timezone({self._offset!r})' if self._name is None else f'datetime.timezone({self._offset!r}, {self._name!r})'

    def __eq__(self, other):
        return self._offset == other._offset if isinstance(other, timezone) else NotImplemented

    def __hash__(self):
        return 0

    def __key__(self):
        return ('\0timezone', self._offset._us)


timezone.utc = timezone(timedelta(0))
timezone.min = timezone(-timedelta(hours=23, minutes=59))
timezone.max = timezone(timedelta(hours=23, minutes=59))
UTC = timezone.utc


class _Week:
    def __init__(self, year, week, weekday):
        self.year, self.week, self.weekday = year, week, weekday
        self._all = (year, week, weekday)

    def __getitem__(self, index):
        return self._all[index]

    def __iter__(self):
        return iter(self._all)

    def __len__(self):
        return 3

    def __eq__(self, other):
        return self._all == (other._all if isinstance(other, _Week) else other)

    def __repr__(self):
        return f'datetime.IsoCalendarDate(year={self.year}, week={self.week}, weekday={self.weekday})'


def _plain_iso(text, pattern):
    """Whether a text is written as all releases of Python read it; digits stand for digits."""
    return len(text) == len(pattern) and all(c in '0123456789' if p == '0' else c == p for c, p in zip(text, pattern))


def _iso_date(text):
    if not isinstance(text, str):
        raise TypeError('fromisoformat: argument must be str')
    if _plain_iso(text, '0000-00-00'):
        return int(text[:4]), int(text[5:7]), int(text[8:])
    if not text[:4].isdigit() or len(text) < 7:
        raise ValueError(f'Invalid isoformat string: {text!r}')
    return _unknown('Whether this date can be read depends on the release of Python.')


def _iso_time(text):
    for pattern in ('00', '00:00', '00:00:00', '00:00:00.000', '00:00:00.000000'):
        if _plain_iso(text, pattern):
            return int(text[:2]), int(text[3:5] or 0), int(text[6:8] or 0), int(text[9:].ljust(6, '0'))
    return _unknown('Whether this time can be read depends on the release of Python.')


def _iso_clock(text):
    at = max(text.find('+'), text.find('-'))
    if at < 0:
        return (*_iso_time(text), None)
    zone = text[at + 1:]
    if not _plain_iso(zone, '00:00') and not _plain_iso(zone, '00:00:00'):
        return _unknown('Whether this time zone can be read depends on the release of Python.')
    hours, minutes, seconds, us = _iso_time(zone)
    offset = timedelta(hours=hours, minutes=minutes, seconds=seconds)
    if text[at] == '-':
        offset = -offset
    return (*_iso_time(text[:at]), timezone.utc if not offset else timezone(offset))


class date:
    def __init__(self, year, month, day):
        self.year, self.month, self.day = _check_date(year, month, day)

    @classmethod
    def today(cls):
        return _unknown('the time of a run is not known')

    @classmethod
    def fromtimestamp(cls, stamp):
        return _unknown('the time zone of the machine is not known')

    @classmethod
    def fromordinal(cls, n):
        if isinstance(n, int) and not -2 ** 63 <= n < 2 ** 63:
            raise OverflowError('Python int too large to convert to C long')
        if isinstance(n, int) and not -2 ** 31 <= n < 2 ** 31:
            raise OverflowError(f'signed integer is {"less than minimum" if n < 0 else "greater than maximum"}')
        if n < 1:
            raise ValueError('ordinal must be >= 1')
        if n > 3652059:
            raise ValueError('year is out of range')
        return cls(*_of_ordinal(n))

    @classmethod
    def fromisoformat(cls, text):
        return cls(*_iso_date(text))

    @classmethod
    def fromisocalendar(cls, year, week, day):
        return cls.fromordinal(_week_one(year) + 7 * (week - 1) + day - 1)

    def replace(self, year=None, month=None, day=None):
        return type(self)(self.year if year is None else year, self.month if month is None else month, self.day if day is None else day)

    def toordinal(self):
        return _ordinal(self.year, self.month, self.day)

    def weekday(self):
        return (self.toordinal() + 6) % 7

    def isoweekday(self):
        return self.weekday() + 1

    def isocalendar(self):
        year = self.year
        first = _week_one(year)
        today = self.toordinal()
        if today < first:
            year -= 1
            first = _week_one(year)
        elif today >= _week_one(year + 1):
            year += 1
            first = _week_one(year)
        return _Week(year, (today - first) // 7 + 1, self.weekday() + 1)

    def timetuple(self):
        return struct_time((self.year, self.month, self.day, 0, 0, 0, self.weekday(), self.toordinal() - _ordinal(self.year, 1, 1) + 1, -1))

    def isoformat(self):
        return f'{self.year:04d}-{self.month:02d}-{self.day:02d}'

    def ctime(self):
        return self.strftime('%a %b %e %H:%M:%S %Y')

    def strftime(self, format):
        return _strftime(format, self.year, self.month, self.day, 0, 0, 0, 0, '', '')

    def __str__(self):
        return self.isoformat()

    def __format__(self, spec):
        return self.strftime(spec) if spec else str(self)

    def __repr__(self):
        return f'datetime.date({self.year}, {self.month}, {self.day})'

    def __add__(self, other):
        return _moved(self, other.days) if isinstance(other, timedelta) else _no('+', self, other)

    def __radd__(self, other):
        return self + other if isinstance(other, timedelta) else _no_reflected('+', other, self)

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return _moved(self, -other.days)
        other = _moment(other) or other
        if isinstance(other, date) and not isinstance(other, datetime):
            return timedelta(self.toordinal() - other.toordinal())
        return _no('-', self, other)

    def __rsub__(self, other):
        if _moment(other) is not None:
            return _moment(other) - self
        return _no_reflected('-', other, self)

    def _value(self, other, op):
        other = _moment(other) or other
        if isinstance(other, datetime):
            raise TypeError("can't compare datetime.datetime to datetime.date")
        return other.toordinal() if isinstance(other, date) else _no_order(op, self, other)

    def __eq__(self, other):
        other = _moment(other) or other
        if isinstance(other, datetime):
            return False
        return self.toordinal() == other.toordinal() if isinstance(other, date) else NotImplemented

    def __lt__(self, other):
        value = self._value(other, '<')
        return value if value is NotImplemented else self.toordinal() < value

    def __le__(self, other):
        value = self._value(other, '<=')
        return value if value is NotImplemented else self.toordinal() <= value

    def __gt__(self, other):
        value = self._value(other, '>')
        return value if value is NotImplemented else self.toordinal() > value

    def __ge__(self, other):
        value = self._value(other, '>=')
        return value if value is NotImplemented else self.toordinal() >= value

    def __hash__(self):
        return 0

    def __key__(self):
        return ('\0date', self.toordinal())


def _moved(day, days):
    ordinal = day.toordinal() + days
    if not 1 <= ordinal <= 3652059:
        raise OverflowError('date value out of range')
    return date(*_of_ordinal(ordinal))


def _week_one(year):
    first = _ordinal(year, 1, 1)
    weekday = (first + 6) % 7
    return first - weekday + (7 if weekday > 3 else 0)


class struct_time:
    def __init__(self, parts):
        self._all = tuple(parts)
        (self.tm_year, self.tm_mon, self.tm_mday, self.tm_hour, self.tm_min, self.tm_sec, self.tm_wday, self.tm_yday, self.tm_isdst) = self._all

    def __getitem__(self, index):
        return self._all[index]

    def __iter__(self):
        return iter(self._all)

    def __len__(self):
        return 9

    def __eq__(self, other):
        return self._all == (other._all if isinstance(other, struct_time) else other)

    def __repr__(self):
        names = ('year', 'mon', 'mday', 'hour', 'min', 'sec', 'wday', 'yday', 'isdst')
        return 'time.struct_time(' + ', '.join(f'tm_{name}={value}' for name, value in zip(names, self._all)) + ')'


def _clock_text(hour, minute, second, us, timespec):
    if timespec == 'auto':
        timespec = 'microseconds' if us else 'seconds'
    if timespec == 'hours':
        return f'{hour:02d}'
    if timespec == 'minutes':
        return f'{hour:02d}:{minute:02d}'
    text = f'{hour:02d}:{minute:02d}:{second:02d}'
    if timespec == 'seconds':
        return text
    if timespec == 'milliseconds':
        return f'{text}.{us // 1000:03d}'
    if timespec == 'microseconds':
        return f'{text}.{us:06d}'
    raise ValueError('Unknown timespec value')


class time:
    def __init__(self, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        self.hour, self.minute, self.second, self.microsecond = _check_time(hour, minute, second, microsecond, tzinfo, fold)
        self.tzinfo = tzinfo
        self.fold = fold

    def dst(self):
        return None if self.tzinfo is None else self.tzinfo.dst(None)

    @classmethod
    def fromisoformat(cls, text):
        hour, minute, second, us, zone = _iso_clock(text)
        return cls(hour, minute, second, us, zone)

    def replace(self, hour=None, minute=None, second=None, microsecond=None, tzinfo=True, *, fold=None):
        return time(self.hour if hour is None else hour, self.minute if minute is None else minute, self.second if second is None else second,
                    self.microsecond if microsecond is None else microsecond, self.tzinfo if tzinfo is True else tzinfo)

    def utcoffset(self):
        return None if self.tzinfo is None else self.tzinfo.utcoffset(None)

    def tzname(self):
        return None if self.tzinfo is None else self.tzinfo.tzname(None)

    def isoformat(self, timespec='auto'):
        return _clock_text(self.hour, self.minute, self.second, self.microsecond, timespec) + _offset_text(self.utcoffset())

    def strftime(self, format):
        return _strftime(format, 1900, 1, 1, self.hour, self.minute, self.second, self.microsecond, _offset_text(self.utcoffset(), ''), self.tzname() or '')

    def __str__(self):
        return self.isoformat()

    def __format__(self, spec):
        return self.strftime(spec) if spec else str(self)

    def __repr__(self):
        parts = [self.hour, self.minute]
        if self.second or self.microsecond:
            parts.append(self.second)
        if self.microsecond:
            parts.append(self.microsecond)
        text = ', '.join(str(part) for part in parts)
        return f'datetime.time({text})' if self.tzinfo is None else f'datetime.time({text}, tzinfo={self.tzinfo!r})'

    def _us(self):
        us = ((self.hour * 60 + self.minute) * 60 + self.second) * 1000000 + self.microsecond
        return us if self.tzinfo is None else us - self.utcoffset()._us

    def _value(self, other, op):
        if not isinstance(other, time):
            return _no_order(op, self, other)
        if (self.tzinfo is None) != (other.tzinfo is None):
            raise TypeError("can't compare offset-naive and offset-aware times")
        return other._us()

    def __eq__(self, other):
        if not isinstance(other, time):
            return NotImplemented
        return (self.tzinfo is None) == (other.tzinfo is None) and self._us() == other._us()

    def __lt__(self, other):
        value = self._value(other, '<')
        return value if value is NotImplemented else self._us() < value

    def __le__(self, other):
        value = self._value(other, '<=')
        return value if value is NotImplemented else self._us() <= value

    def __gt__(self, other):
        value = self._value(other, '>')
        return value if value is NotImplemented else self._us() > value

    def __ge__(self, other):
        value = self._value(other, '>=')
        return value if value is NotImplemented else self._us() >= value

    def __hash__(self):
        return 0

    def __key__(self):
        return ('\0time', self._us(), self.tzinfo is None)


class datetime(date):
    def __init__(self, year, month, day, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        self.year, self.month, self.day = _check_date(year, month, day)
        self.hour, self.minute, self.second, self.microsecond = _check_time(hour, minute, second, microsecond, tzinfo, fold)
        self.tzinfo = tzinfo
        self.fold = fold

    @classmethod
    def now(cls, tz=None):
        return _unknown('the time of a run is not known')

    @classmethod
    def utcnow(cls):
        return _unknown('the time of a run is not known')

    @classmethod
    def fromtimestamp(cls, timestamp, tz=None):
        if tz is None:
            return _unknown('the time zone of the machine is not known')
        if not isinstance(tz, timezone):
            return _unknown('This time zone is not followed.')
        return _of_stamp(timestamp).replace(tzinfo=timezone.utc).astimezone(tz)

    @classmethod
    def utcfromtimestamp(cls, timestamp):
        return _of_stamp(timestamp)

    @classmethod
    def strptime(cls, date_string, format):
        if not isinstance(date_string, str):
            raise TypeError(f'strptime() argument 1 must be str, not {type(date_string).__name__}')
        if not isinstance(format, str):
            raise TypeError(f'strptime() argument 2 must be str, not {type(format).__name__}')
        year, month, day, hour, minute, second, us, offset = _strptime(date_string, format)
        zone = None if offset is None else timezone.utc if offset == 0 else timezone(_delta(offset))
        return cls(year, month, day, hour, minute, second, us, zone)

    @classmethod
    def fromisoformat(cls, text):
        day = _iso_date(text[:10] if isinstance(text, str) else text)
        if len(text) <= 10:
            return cls(*day)
        if len(text) == 11:
            return _unknown('Whether this date can be read depends on the release of Python.')
        hour, minute, second, us, zone = _iso_clock(text[11:])
        return cls(*day, hour, minute, second, us, zone)

    @classmethod
    def combine(cls, date, time, tzinfo=True):
        return cls(date.year, date.month, date.day, time.hour, time.minute, time.second, time.microsecond, time.tzinfo if tzinfo is True else tzinfo)

    def date(self):
        return _date(self.year, self.month, self.day)

    def time(self):
        return _time(self.hour, self.minute, self.second, self.microsecond)

    def timetz(self):
        return _time(self.hour, self.minute, self.second, self.microsecond, self.tzinfo)

    def replace(self, year=None, month=None, day=None, hour=None, minute=None, second=None, microsecond=None, tzinfo=True, *, fold=None):
        return datetime(self.year if year is None else year, self.month if month is None else month, self.day if day is None else day,
                        self.hour if hour is None else hour, self.minute if minute is None else minute, self.second if second is None else second,
                        self.microsecond if microsecond is None else microsecond, self.tzinfo if tzinfo is True else tzinfo)

    def utcoffset(self):
        return None if self.tzinfo is None else self.tzinfo.utcoffset(self)

    def tzname(self):
        return None if self.tzinfo is None else self.tzinfo.tzname(self)

    def dst(self):
        return None if self.tzinfo is None else self.tzinfo.dst(self)

    def astimezone(self, tz=None):
        if self.tzinfo is None or tz is None:
            return _unknown('the time zone of the machine is not known')
        return _of_us(self._us() + tz.utcoffset(None)._us).replace(tzinfo=tz)

    def timestamp(self):
        if self.tzinfo is None:
            return _unknown('the time zone of the machine is not known')
        return (self._us() - _EPOCH) / 1000000

    def utctimetuple(self):
        offset = self.utcoffset()
        made = (self if offset is None else self - offset).replace(tzinfo=None).timetuple()
        return struct_time((*made[:8], 0))

    def timetuple(self):
        return struct_time((self.year, self.month, self.day, self.hour, self.minute, self.second, self.weekday(),
                            self.toordinal() - _ordinal(self.year, 1, 1) + 1, -1 if self.tzinfo is None or self.dst() is None else 0))

    def isoformat(self, sep='T', timespec='auto'):
        clock = _clock_text(self.hour, self.minute, self.second, self.microsecond, timespec)
        return f'{self.year:04d}-{self.month:02d}-{self.day:02d}{sep}{clock}{_offset_text(self.utcoffset())}'

    def strftime(self, format):
        return _strftime(format, self.year, self.month, self.day, self.hour, self.minute, self.second, self.microsecond,
                         _offset_text(self.utcoffset(), ''), self.tzname() or '')

    def __str__(self):
        return self.isoformat(' ')

    def __repr__(self):
        parts = [self.year, self.month, self.day, self.hour, self.minute]
        if self.second or self.microsecond:
            parts.append(self.second)
        if self.microsecond:
            parts.append(self.microsecond)
        text = ', '.join(str(part) for part in parts)
        return f'datetime.datetime({text})' if self.tzinfo is None else f'datetime.datetime({text}, tzinfo={self.tzinfo!r})'

    def _wall(self):
        return self.toordinal() * _DAY + ((self.hour * 60 + self.minute) * 60 + self.second) * 1000000 + self.microsecond

    def _us(self):
        return self._wall() if self.tzinfo is None else self._wall() - self.utcoffset()._us

    def __add__(self, other):
        return _of_us(self._wall() + other._us).replace(tzinfo=self.tzinfo) if isinstance(other, timedelta) else _no('+', self, other)

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return _of_us(self._wall() - other._us).replace(tzinfo=self.tzinfo)
        other = _moment(other) or other
        if isinstance(other, datetime):
            if (self.tzinfo is None) != (other.tzinfo is None):
                raise TypeError("can't subtract offset-naive and offset-aware datetimes")
            return _delta(self._us() - other._us())
        return _no('-', self, other)

    def _value(self, other, op):
        other = _moment(other) or other
        if isinstance(other, date) and not isinstance(other, datetime):
            raise TypeError("can't compare datetime.datetime to datetime.date")
        if not isinstance(other, datetime):
            return _no_order(op, self, other)
        if (self.tzinfo is None) != (other.tzinfo is None):
            raise TypeError("can't compare offset-naive and offset-aware datetimes")
        return other._us()

    def __eq__(self, other):
        other = _moment(other) or other
        if not isinstance(other, datetime):
            return False if isinstance(other, date) else NotImplemented
        return (self.tzinfo is None) == (other.tzinfo is None) and self._us() == other._us()

    def __lt__(self, other):
        value = self._value(other, '<')
        return value if value is NotImplemented else self._us() < value

    def __le__(self, other):
        value = self._value(other, '<=')
        return value if value is NotImplemented else self._us() <= value

    def __gt__(self, other):
        value = self._value(other, '>')
        return value if value is NotImplemented else self._us() > value

    def __ge__(self, other):
        value = self._value(other, '>=')
        return value if value is NotImplemented else self._us() >= value

    def __key__(self):
        return ('\0datetime', self._us(), self.tzinfo is None)


_date = date
_time = time
_EPOCH = 719163 * _DAY


def _of_us(us):
    days, us = divmod(us, _DAY)
    if not 1 <= days <= 3652059:
        raise OverflowError('date value out of range')
    seconds, us = divmod(us, 1000000)
    return datetime(*_of_ordinal(days), seconds // 3600, seconds // 60 % 60, seconds % 60, us)


def _of_stamp(stamp):
    if isinstance(stamp, float):
        part, whole = _math.modf(stamp)
        us = int(whole) * 1000000 + round(part * 1e6)
    elif isinstance(stamp, int):
        us = stamp * 1000000
    else:
        raise TypeError(f"'{type(stamp).__name__}' object cannot be interpreted as an integer")
    if not 1 <= (us + _EPOCH) // _DAY <= 3652059:
        return _unknown('This time stamp is not followed.')
    return _of_us(us + _EPOCH)


def _moment(value):
    """What a row of a dataset holds, as an object of this module; None for anything else."""
    kind = type(value)
    if kind is date or kind is datetime:
        return None
    name = kind.__name__
    if name == 'date' and hasattr(value, 'year'):
        return date(value.year, value.month, value.day)
    if name == 'datetime' and hasattr(value, 'year'):
        return datetime(value.year, value.month, value.day, value.hour, value.minute, value.second, value.microsecond)
    return None


date.min = date(1, 1, 1)
date.max = date(9999, 12, 31)
date.resolution = timedelta(days=1)
datetime.min = datetime(1, 1, 1)
datetime.max = datetime(9999, 12, 31, 23, 59, 59, 999999)
datetime.resolution = timedelta(microseconds=1)
time.resolution = timedelta(microseconds=1)
time.min = time(0, 0)
time.max = time(23, 59, 59, 999999)
`;

/** What of the module `time` does not depend on the time of the run. */
export const timeSource = `
import datetime as _datetime
from datetime import struct_time
from _preflight import strptime as _strptime, unknown as _unknown


def sleep(seconds):
    return None


def gmtime(seconds=None):
    if seconds is None:
        return _unknown('the time of a run is not known')
    moment = _datetime.datetime.fromtimestamp(int(seconds), _datetime.timezone.utc)
    return struct_time((*moment.timetuple()[:8], 0))


def strftime(format, t=None):
    if t is None:
        return _unknown('the time of a run is not known')
    if '%z' in format or '%Z' in format:
        return _unknown('the time zone of the machine is not known')
    return _datetime.datetime(*tuple(t)[:6]).strftime(format)


def strptime(string, format='%a %b %d %H:%M:%S %Y'):
    year, month, day, hour, minute, second, us, offset = _strptime(string, format)
    return _datetime.datetime(year, month, day, hour, minute, second).timetuple()
`;

/** What of the module `calendar` says of months and days. */
export const calendarSource = `
import datetime as _datetime
from _preflight import months as _months, weekdays as _weekdays

MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY = range(7)
month_name = ['', *_months()]
month_abbr = [name[:3] for name in month_name]
day_name = list(_weekdays())
day_abbr = [name[:3] for name in day_name]


def isleap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def leapdays(y1, y2):
    y1 -= 1
    y2 -= 1
    return (y2 // 4 - y1 // 4) - (y2 // 100 - y1 // 100) + (y2 // 400 - y1 // 400)


def weekday(year, month, day):
    return _datetime.date(year, month, day).weekday()


def monthrange(year, month):
    days = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)[month - 1] + (month == 2 and isleap(year))
    return _datetime.date(year, month, 1).weekday(), days


def timegm(tuple):
    year, month, day, hour, minute, second = tuple[:6]
    days = _datetime.date(year, month, 1).toordinal() - 719163 + day - 1
    return ((days * 24 + hour) * 60 + minute) * 60 + second
`;
