"""Random numbers of a seed, numpy in small, and times."""
import datetime as dt
import math
import random
import re
import statistics
from datetime import date, datetime, timedelta, timezone
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import numpy as np


def doc_to_text_random_module(doc):
    random.seed(doc['size'])
    xs = list(range(10))
    random.shuffle(xs)
    return f"{random.random()} {random.randint(1, 6)} {random.choice('abc')} {random.sample(range(100), 4)} {random.choices('ab', weights=[1, 9], k=5)} {xs} {random.uniform(1, 2)} {random.randrange(0, 100, 7)} {random.getrandbits(20)}"


def doc_to_text_random_gauss(doc):
    rng = random.Random(7)
    return f"{rng.gauss(0, 1)} {rng.gauss(10, 2)} {rng.normalvariate(0, 1)} {rng.expovariate(2)} {rng.triangular(0, 1)} {rng.betavariate(1, 2)}"


def doc_to_text_random_by_text(doc):
    rng = random.Random(doc['id'])
    picked = rng.sample(doc['choices'], k=len(doc['choices']))
    return f"{picked} {rng.choice(doc['tags'])} {rng.sample(sorted('hello'), 2)} {rng.choices(range(5), k=3)} {rng.choices('abc', cum_weights=[1, 3, 10], k=4)}"


def doc_to_text_random_state(doc):
    rng = random.Random(3)
    state = rng.getstate()
    first = [rng.random() for _ in range(2)]
    rng.setstate(state)
    return f"{first == [rng.random() for _ in range(2)]} {rng.random()} {rng.sample(range(10), counts=None, k=2)} {rng.sample(['a', 'b'], counts=[2, 1], k=2)} {rng.randbytes(3)}"


def process_docs_shuffled(dataset):
    def shuffle(doc):
        rng = random.Random(42 + doc['size'])
        options = list(enumerate(doc['choices']))
        rng.shuffle(options)
        order = [i for i, _ in options]
        return {'options': [text for _, text in options], 'gold': order.index('ABCDE'.index(doc['answer']) % 4)}

    return dataset.map(shuffle)


def doc_to_text_numpy_small(doc):
    a = np.array([3, 1, 2])
    return f"{a.mean()} {np.mean([1, 2])} {a.sum()} {a.max()} {np.argmax(a)} {a.argsort().tolist()} {np.unique([2, 1, 2]).tolist()} {a.tolist()} {a.shape} {(a * 2).tolist()} {(a > 1).tolist()} {a[a > 1].tolist()} {np.arange(3).tolist()} {np.linspace(0, 1, 3).tolist()} {np.zeros(2).tolist()} {np.round(2.567, 2)} {np.array([[1, 2], [3, 4]]).T.tolist()} {np.sqrt(16)} {float(np.std([1, 2, 3]))} {np.isnan(float('nan'))}"


def doc_to_text_numpy_random(doc):
    rng = np.random.default_rng(doc['size'])
    legacy = np.random.RandomState(5)
    np.random.seed(1)
    return f"{rng.integers(0, 10)} {rng.permutation(5).tolist()} {rng.choice(5)} {rng.random()} {legacy.permutation(4).tolist()} {legacy.randint(0, 9)} {np.random.permutation(3).tolist()} {np.random.randint(5)} {np.random.choice([1, 2, 3])} {np.random.rand()}"


def doc_to_text_numpy_choice_of_texts(doc):
    np.random.seed(2)
    return str(np.random.choice(doc['choices'])) + str(list(np.random.permutation(doc['choices'])))


def doc_to_text_dates(doc):
    d = datetime.strptime(doc['day'], '%Y-%m-%d')
    later = d + timedelta(days=40, hours=5, minutes=30)
    return '|'.join([d.strftime('%d/%m/%y %A %B %j'), f'{d:%b %d, %Y}', later.isoformat(), str(later - d), str((later - d).total_seconds()), d.date().isoformat(), str(d.weekday()), str(d.isoweekday()), str(d.isocalendar()[1]), str(date(2024, 2, 29).replace(year=2028)), str(d.replace(day=1)), str(date.fromisoformat(doc['day']) - date(2024, 1, 1)), repr(d), repr(timedelta(days=-1, seconds=5)), str(timedelta(seconds=3661)), str(d < later), later.strftime('%H:%M:%S %p %I'), str(datetime(2024, 5, 6, 7, 8, 9, 123456)), datetime(2024, 5, 6, tzinfo=timezone.utc).isoformat(), str(datetime.fromisoformat('2024-05-06T07:08:09+02:00').utcoffset()), str(d.timetuple().tm_yday), str(d.timestamp() > 0), str(datetime(2024, 1, 31).toordinal())])


def doc_to_text_date_formats(doc):
    out = []
    for text in ['2024-01-02', '02/01/2024', 'Jan 2, 2024', '2 January 2024', 'nonsense', '2024-13-01']:
        for form in ['%Y-%m-%d', '%d/%m/%Y', '%b %d, %Y', '%d %B %Y']:
            try:
                out.append(datetime.strptime(text, form).strftime('%Y%m%d'))
                break
            except ValueError as error:
                if form == '%d %B %Y':
                    out.append(str(error))
    return ' | '.join(out)


def doc_to_text_math(doc):
    return ' '.join(map(str, [math.floor(-2.5), math.ceil(2.1), math.trunc(-2.7), math.gcd(12, 18), math.lcm(4, 6), math.factorial(10), math.comb(5, 2), math.perm(5, 2), math.sqrt(2), math.isqrt(17), math.log(8, 2), math.log10(1000), math.log2(8), math.exp(1), math.pi, math.inf, math.isclose(0.1 + 0.2, 0.3), math.hypot(3, 4), math.prod([1, 2, 3]), math.fsum([0.1] * 10), math.copysign(1, -0.0), math.fmod(-7, 3), math.modf(2.5), math.degrees(math.pi), math.sin(1), math.atan2(1, 1), math.isnan(math.nan), math.dist([0, 0], [3, 4]), round(math.e, 3), math.tau]))


def doc_to_text_statistics(doc):
    xs = [1, 2, 2, 3, doc['size']]
    return f"{statistics.mean(xs)} {statistics.median(xs)} {statistics.mode(xs)} {statistics.stdev(xs)} {statistics.pstdev(xs)} {statistics.fmean(xs)} {statistics.variance(xs)} {statistics.median_low(xs)}"


def doc_to_text_decimals(doc):
    d = Decimal('1.10')
    return f"{d + Decimal('2.2')} {d * 3} {Decimal('2.675').quantize(Decimal('0.01'), ROUND_HALF_UP)} {Decimal(1) / Decimal(3)} {Decimal('1E+3')} {float(d)} {d:.1f} {Fraction(1, 3) + Fraction(1, 6)} {Fraction('0.25')} {Fraction(0.5)} {d == Decimal('1.1')} {str(Decimal('0.000'))} {d.normalize()}"


def doc_to_text_patterns(doc):
    p, m = doc['passage'], doc['markup']
    return '|'.join(map(str, [
        re.sub(r'\[.*?\]', '', m), re.sub(r'(?P<tag><[^>]+>)', lambda x: x['tag'].upper(), m), re.findall(r'\b[A-Z]\w*', p), re.findall(r'(\w)(\d)?', 'a1b'), re.split(r'([.!?])\s*', p), re.split(r'\s+', p.strip(), maxsplit=2), [x.span() for x in re.finditer('the', p, re.I)], re.search(r'(?P<num>\d+)\s*(?P<unit>[a-z]+)', p + ' 7 kg').groupdict(), re.match(r'\s*(\w+)', p).group(1), re.fullmatch(r'[A-Z][a-z]+', 'Hello') is not None, re.sub(r'(\w+) (\w+)', r'\2 \1', 'a b c d'), re.sub(r'\s{2,}', ' ', p), re.subn('e', 'E', p, count=2), re.escape('a.b*c[d]'), re.findall(r'(?<=\d)\s\w', p), re.findall(r'(?<!the )lake', p), re.findall(r'^\w+', 'a\nb\nc', re.M), re.findall('a.b', 'a\nb', re.S), re.compile(r'''
            (\d+)  # number
            \s*
            ([a-z]) ''', re.X).findall('12 a 3b'), re.sub(r'(?i)THE', 'X', p), re.search(r'(a)|(b)', 'b').groups(), re.search(r'(a)|(b)', 'b').lastindex, re.search('x', 'abc'), re.findall(r'[^\W\d_]+', 'é1_à'), re.sub('', '-', 'ab'), re.split('', 'ab'), re.findall(r'\d{2,3}?', '12345'), re.sub(r'(?P<a>x)', r'<\g<a>\g<0>>', 'x'), re.search(r'\bfoo\b', 'a foo b').start(), re.match('(a)(b)?', 'a').groups('-'), re.search(r'(\d)(?=%)', '5 6%')[1], re.sub(r'[\u4e00-\u9fff]', '#', '空a'), re.findall(r'"([^"\\]*(?:\\.[^"\\]*)*)"', r'"a\"b" "c"'), re.sub(r'\\n', '\n', r'a\nb'), bool(re.compile('a', re.I | re.M).flags & re.I), re.search(r'(?P<y>\d{4})-(?P<m>\d\d)', doc['day']).expand(r'\g<m>/\g<y>'), re.sub(r'^\s+|\s+$', '', '  a '), re.findall(r'(?:ab)+', 'ababab'), re.findall(r'(?s:.)', '\n'), re.sub('(a)(?(1)b|c)', 'X', 'ab'),
    ]))


def doc_to_text_pattern_errors(doc):
    out = []
    for pattern in ['(', '[a', '*a', 'a**', '(?P<a', '(?P<1>x)', 'a{2,1}', '\\', '(?<=a+)b', '(a)\\2', '[z-a]']:
        try:
            re.compile(pattern)
            out.append('ok')
        except re.error as error:
            out.append(str(error))
    return '\n'.join(out)


def doc_to_text_answers(doc):
    replies = ['The answer is (B).', 'Answer: C', '答案：D', 'I think it is a', '**Final Answer:** \\boxed{42}', '#### 1,234', 'so x = 3.5 and y = -2', '']
    out = []
    for reply in replies:
        for pattern in [r'answer is \(?([A-D])\)?', r'(?i)answer\s*[:：]\s*([A-D])', r'答案[:：]\s*([A-D])', r'\\boxed\{([^}]*)\}', r'####\s*(-?[\d,]+)', r'(-?\d+(?:\.\d+)?)(?!.*\d)']:
            if found := re.search(pattern, reply):
                out.append(found.group(1).replace(',', ''))
                break
        else:
            out.append('none')
    return ' '.join(out)
