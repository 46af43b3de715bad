"""Itertools, collections, functools and friends."""
import base64
import bisect
import copy
import functools
import hashlib
import heapq
import itertools
import json
import math
import operator
import statistics
import urllib.parse
from ast import literal_eval
from collections import ChainMap, Counter, OrderedDict, defaultdict, deque, namedtuple
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import lru_cache, partial, reduce
from itertools import accumulate, chain, combinations, count, cycle, groupby, islice, permutations, product, repeat, starmap, takewhile, zip_longest
from pathlib import Path, PurePosixPath
from typing import NamedTuple, Optional, TypedDict

Pair = namedtuple('Pair', ['left', 'right'], defaults=['none'])


class Shot(NamedTuple):
    question: str
    answer: str = '?'

    def line(self):
        return f'{self.question} -> {self.answer}'


class Row(TypedDict, total=False):
    question: str


@lru_cache(maxsize=None)
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def doc_to_text_counter(doc):
    words = Counter(doc['passage'].lower().split())
    return str(words.most_common(3)) + str(words['the']) + str(words['nothing']) + str(sum(words.values())) + str((words + Counter(a=2)).get('a')) + str(Counter('abca') - Counter('a'))


def doc_to_text_groups(doc):
    by = defaultdict(list)
    for word in doc['passage'].split():
        by[len(word)].append(word)
    runs = [(key, len(list(group))) for key, group in groupby(sorted(doc['passage'].split(), key=len), key=len)]
    return json.dumps(by) + str(runs) + str(by)


def doc_to_text_deque(doc):
    last = deque(maxlen=2)
    for word in doc['passage'].split():
        last.append(word)
    last.rotate(1)
    last.appendleft('first')
    return ' '.join(last) + str(last) + str(last.popleft())


def doc_to_text_tuples(doc):
    pair = Pair(doc['question'])
    shot = Shot(doc['question'])._replace(answer=doc['answer'])
    return f'{pair} {pair.right} {shot.line()} {shot} {pair._asdict()} {Shot._fields} {pair[0] == pair.left}'


def doc_to_text_typed(doc):
    row: Row = {'question': doc['question']}
    return str(row) + str(Row(question='x'))


def doc_to_text_chain_map(doc):
    merged = ChainMap({'level': 'mine'}, doc)
    ordered = OrderedDict([('b', 1), ('a', 2)])
    ordered.move_to_end('b')
    return merged['level'] + merged['question'] + str(list(ordered)) + str(ordered)


def doc_to_text_iters(doc):
    letters = list(islice(cycle('AB'), 5))
    return ' '.join([str(list(accumulate([1, 2, 3]))), str(list(combinations('abc', 2))), str(list(permutations([1, 2]))), str(list(product('ab', repeat=2))), str(letters), str(list(zip_longest('ab', 'c', fillvalue='-'))),
                     str(list(takewhile(lambda x: x < 3, count()))), str(list(starmap(pow, [(2, 3)]))), str(list(chain.from_iterable([[1], [2]]))), str(list(repeat('x', 2))), str(list(itertools.pairwise([1, 2, 3]))),
                     str(list(itertools.compress('abc', [1, 0, 1]))), str(list(itertools.dropwhile(str.isupper, 'ABc'))), str(list(itertools.filterfalse(None, [0, 1]))), str([list(one) for one in itertools.tee([1, 2])])])


def doc_to_text_partial(doc):
    ask = partial(str.format, '{} {}')
    return ask(doc['question'], doc['answer']) + str(reduce(operator.add, [1, 2, 3], 10)) + str(fib(20)) + str(reduce(lambda a, b: a * b, range(1, 6)))


def doc_to_text_getters(doc):
    get = operator.itemgetter('question', 'answer')
    rows = sorted([{'n': 2, 'm': 'b'}, {'n': 1, 'm': 'c'}, {'n': 1, 'm': 'a'}], key=operator.itemgetter('n', 'm'))
    return str(get(doc)) + str(rows) + operator.attrgetter('left')(Pair(1)).__str__() + operator.methodcaller('upper')('x')


def doc_to_text_cmp(doc):
    def compare(a, b):
        return len(a) - len(b) or (a > b) - (a < b)
    return ' '.join(sorted(doc['passage'].split(), key=functools.cmp_to_key(compare), reverse=True))


def doc_to_text_heap(doc):
    heap = [3, 1, 2]
    heapq.heapify(heap)
    heapq.heappush(heap, 0)
    first = heapq.heappop(heap)
    return f"{first} {heap} {heapq.nlargest(2, doc['tags'])} {heapq.nsmallest(1, [5, 4])} {bisect.bisect([1, 3, 5], 3)} {bisect.bisect_left([1, 3, 5], 3)}"


def doc_to_text_statistics(doc):
    numbers = [doc['size'], 2, 4.5]
    return f"{statistics.mean(numbers)} {statistics.median(numbers)} {statistics.mode([1, 1, 2])}"


def doc_to_text_deviation(doc):
    return f"{statistics.pstdev([1, 2, 3]):.4f} {statistics.stdev([1, 2, 3])}"


def doc_to_text_decimal(doc):
    return f"{Decimal('1.10') + Decimal('2.2')} {Decimal(str(doc['score'])).quantize(Decimal('0.01'), rounding=ROUND_HALF_UP)} {Fraction(doc['size'], 6)} {Fraction('0.25') + 1} {Decimal(5) / 3:.3f}"


def doc_to_text_math(doc):
    return f"{math.ceil(doc['score'])} {math.floor(-doc['score'])} {math.sqrt(doc['size'] + 2):.4f} {math.log(8, 2)} {math.gcd(12, 18)} {math.comb(5, 2)} {math.pi:.3f} {math.isclose(0.1 + 0.2, 0.3)} {math.prod([2, 3])} {math.inf} {math.factorial(5)}"


def doc_to_text_hash(doc):
    data = doc['question'].encode()
    return hashlib.md5(data).hexdigest()[:8] + hashlib.sha256(data).hexdigest()[:8] + base64.b64encode(data).decode() + str(int(hashlib.sha1(data).hexdigest(), 16) % 7) + base64.b64decode('aGk=').decode()


def doc_to_text_url(doc):
    return urllib.parse.quote(doc['question']) + urllib.parse.urlparse('https://a.example/b/c?d=1#e').path + urllib.parse.unquote('a%20b') + urllib.parse.urlencode({'a': 'b c', 'd': 1})


def doc_to_text_path(doc):
    path = Path('data') / 'images' / f"{doc['id']}.tar.gz"
    return f"{path.name} {path.stem} {path.suffix} {path.parent} {PurePosixPath('/a/b').parts} {path.with_suffix('.png')} {path.as_posix()} {path.suffixes}"


def doc_to_text_json(doc):
    return json.dumps({k: doc[k] for k in ('question', 'tags', 'score')}, ensure_ascii=False, indent=2, sort_keys=True) + json.dumps(doc['question']) + json.dumps([1, 2], separators=(',', ':')) + str(json.loads('{"a": [1, 2.0, null]}'))


def doc_to_text_literal(doc):
    return str(literal_eval("{'a': [1, (2,)], 'b': None}")['a']) + str(copy.deepcopy(doc['tags']))


def doc_to_choice_shuffled(doc):
    return [doc['choices'][i] for i in sorted(range(len(doc['choices'])), key=lambda i: hashlib.md5(doc['choices'][i].encode()).hexdigest())]


def doc_to_target_optional(doc) -> Optional[str]:
    return next((choice for choice in doc['choices'] if choice.startswith(doc['answer'])), None)
