/** Some of the module `statistics` as CPython 3.11 has it, in Python: run by our own interpreter. */
export const statisticsSource = `
import math as _math
from _preflight import unknown as _unknown


class StatisticsError(ValueError):
    pass


def _data(data, what):
    data = list(data)
    if not data:
        raise StatisticsError(f'{what} requires at least one data point')
    return data


def mean(data):
    data = _data(data, 'mean')
    if not all(type(one) in (int, float) for one in data):
        return _unknown('Statistics of what is neither an int nor a float are not followed.')
    special = [one for one in data if one != one or one in (_inf, -_inf)]
    if special:
        return sum(special)
    if all(isinstance(one, int) for one in data):
        total = sum(data)
        return total // len(data) if total % len(data) == 0 else total / len(data)
    top, bottom = 0, 1
    for one in data:
        a, b = (one, 1) if isinstance(one, int) else one.as_integer_ratio()
        top, bottom = (top + a * (bottom // b), bottom) if b <= bottom else (top * (b // bottom) + a, b)
    return top / (bottom * len(data))


_inf = float('inf')


def _spread(data, what, less):
    data = list(data)
    if len(data) <= less:
        raise StatisticsError(f'{what} requires at least {"one data point" if less == 0 else "two data points"}')
    if not all(type(one) in (int, float) and one == one and one not in (_inf, -_inf) for one in data):
        return None, None, None
    count, top, squares, bottom = len(data), 0, 0, 1
    ratios = [one.as_integer_ratio() for one in data]
    for _, below in ratios:
        bottom = max(bottom, below)
    for above, below in ratios:
        scaled = above * (bottom // below)
        top += scaled
        squares += scaled * scaled
    above, below = count * squares - top * top, count * (count - less) * bottom * bottom
    shared = _math.gcd(above, below)
    return above // shared, below // shared, all(type(one) is int for one in data)


def _variance(data, what, less):
    above, below, whole = _spread(data, what, less)
    if above is None:
        return _unknown('Statistics of what is neither an int nor a float are not followed.')
    return above if whole and below == 1 else above / below


def variance(data, xbar=None):
    return _variance(data, 'variance', 1) if xbar is None else _unknown('A variance around a given mean is not followed.')


def pvariance(data, mu=None):
    return _variance(data, 'pvariance', 0) if mu is None else _unknown('A variance around a given mean is not followed.')


def _rounded_root(above, below):
    root = _math.isqrt(above // below)
    return root | (root * root * below != above)


def _deviation(data, what, less):
    above, below, _ = _spread(data, what, less)
    if above is None:
        return _unknown('Statistics of what is neither an int nor a float are not followed.')
    if above == 0:
        return 0.0
    bits = (above.bit_length() - below.bit_length() - 109) // 2
    root = _rounded_root(above, below << 2 * bits) << bits if bits >= 0 else _rounded_root(above << -2 * bits, below)
    exact = root / (1 if bits >= 0 else 1 << -bits)
    try:
        plain = _math.sqrt(above / below)
    except OverflowError:
        return _unknown('Whether so large a deviation is known depends on the release of Python.')
    if exact != plain:
        return _unknown('The last digit of this deviation depends on the release of Python.')
    return exact


def stdev(data, xbar=None):
    return _deviation(data, 'stdev', 1) if xbar is None else _unknown('A variance around a given mean is not followed.')


def pstdev(data, mu=None):
    return _deviation(data, 'pstdev', 0) if mu is None else _unknown('A variance around a given mean is not followed.')


def fmean(data, weights=None):
    data = _data(data, 'fmean')
    return _math.fsum(data) / len(data)


def median(data):
    data = sorted(data)
    n = len(data)
    if n == 0:
        raise StatisticsError('no median for empty data')
    return data[n // 2] if n % 2 == 1 else (data[n // 2 - 1] + data[n // 2]) / 2


def median_low(data):
    data = sorted(data)
    if not data:
        raise StatisticsError('no median for empty data')
    return data[(len(data) - 1) // 2]


def median_high(data):
    data = sorted(data)
    if not data:
        raise StatisticsError('no median for empty data')
    return data[len(data) // 2]


def multimode(data):
    counts = {}
    for one in data:
        counts[one] = counts.get(one, 0) + 1
    most = max(counts.values(), default=0)
    return [one for one, count in counts.items() if count == most]


def mode(data):
    found = multimode(data)
    if not found:
        raise StatisticsError('no mode for empty data')
    return found[0]
`;
