/** Some of the module `statistics`, in Python: where it would calculate in fractions, only what floats give exactly, too. */
export const statisticsSource = `
import math as _math


class StatisticsError(ValueError):
    pass


def _data(data, what):
    data = list(data)
    if not data:
        raise StatisticsError(f'{what} requires at least one data point')
    return data


def mean(data):
    data = _data(data, 'mean')
    if all(isinstance(one, int) for one in data):
        total = sum(data)
        return total // len(data) if total % len(data) == 0 else total / len(data)
    top, bottom = 0, 1
    for one in data:
        a, b = (one, 1) if isinstance(one, int) else one.as_integer_ratio()
        top, bottom = (top + a * (bottom // b), bottom) if b <= bottom else (top * (b // bottom) + a, b)
    return top / (bottom * len(data))


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
