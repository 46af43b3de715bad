import { python, type HostileInput, type Kind } from '../input.js';
import { body } from './functions.js';

/** Modules of the standard library, each asked for what grows: as a config has them, and as a function of a task has them. */
const code: Readonly<Record<string, string>> = {
  'int-digits': 'n = 10**4299\nx = [str(n) for i in range(10**6)]',
  'int-digits-formatted': "n = 10**4299\nx = [f'{n:,}' for i in range(10**6)]",
  'int-hex-long': 'n = 1 << 4000000\nx = [hex(n) for i in range(10**5)]',
  'int-parsed': "s = '7' * 4300\nx = [int(s) for i in range(10**6)]",
  'int-divided': 'n = 3**100000\nm = 7**40000\nx = [divmod(n, m) for i in range(10**6)]',
  'int-to-float': 'n = 3**100000\nx = [n / (n + 1) for i in range(10**5)]',
  'float-shown': 'x = [str(i / 7) for i in range(10**7)]',
  'float-format': "x = [f'{1e308:.300f}' for i in range(10**6)]",
  'gcd-long': 'import math\na = 3**60000\nb = 7**40000\nx = [math.gcd(a, b + i) for i in range(10**5)]',
  'factorial-many': 'import math\nx = [math.factorial(3000) for i in range(10**5)]',
  'isqrt-long': 'import math\nx = [math.isqrt(7**200000) for i in range(10**4)]',
  'pow-modular': 'x = pow(3**20000, 5**20000, 7**20000)',
  'heap-ordered': 'import heapq\nh = []\nfor i in range(10**6): heapq.heappush(h, (-i, str(i)))\nx = heapq.nsmallest(10**6, h)',
  'heap-merge': 'import heapq\nx = list(heapq.merge(*[iter(range(10**6)) for i in range(1000)]))',
  'bisect-insort': 'import bisect\na = []\nfor i in range(10**6): bisect.insort(a, -i)',
  'compared-by-key': 'import functools\nx = sorted(range(10**6), key=functools.cmp_to_key(lambda a, b: b - a))',
  'sort-key-grows': 'k = []\ndef key(v):\n  k.append(v)\n  return list(k)\nx = sorted(range(10**5), key=key)',
  'template-many': "import string\nx = string.Template('$a' * 10**6).substitute(a='b' * 1000)",
  'template-grows': "import string\ns = '$a$a'\nfor i in range(60): s = string.Template(s).safe_substitute(a=s)",
  'formatter-deep': "import string\nx = list(string.Formatter().parse('{a' * 10**5 + '}' * 10**5))",
  'unescape-many': "import html\nx = html.unescape('&amp;' * 800000)",
  'unescape-numbers': "import html\nx = html.unescape('&#' + '9' * 10**6 + ';' + '&' * 10**6)",
  'unescape-endless': "import html\nx = '&amp;' * 100000\nwhile True: x = html.escape(html.unescape(x))",
  'url-quoted': "from urllib.parse import quote, unquote\nx = '%' * 10**6\nwhile True: x = quote(unquote(x))",
  'url-pairs': "from urllib.parse import parse_qs\nx = parse_qs('&'.join('a=' + str(i) for i in range(10**6)))",
  'base64-grows': "import base64\nx = b'a'\nwhile True: x = base64.b64encode(x)",
  'base64-decoded': "import base64\nx = base64.b64decode('QUFB' * 10**6)\nfor i in range(10**4): base64.b64decode('QUFB' * 10**6)",
  'zlib-bomb': "import zlib, base64\nx = zlib.decompress(base64.b64decode('eJztwTEBAAAAwqD1T20ND6AAAAAAAAAAAAAAAAAAAAAA' + 'A' * 1000))",
  'gzip-open': "import gzip\nx = gzip.open('/dev/zero').read()",
  'unicode-normal': "import unicodedata\nx = unicodedata.normalize('NFKD', '\\ufdfa' * 10**6)",
  'unicode-marks': "import unicodedata\nx = unicodedata.normalize('NFC', 'a' + '\\u0301\\u0323' * 10**6)",
  'unicode-names': 'import unicodedata\nx = [unicodedata.category(chr(i % 65536)) for i in range(10**7)]',
  'unicode-loop':
    "import unicodedata\ns = '\\u1e9b\\u0323' * 10**5\nwhile True: s = unicodedata.normalize('NFD', unicodedata.normalize('NFC', s))",
  'case-grows': "x = 'ß\\u0390ﬃ' * 10**6\nwhile True: x = x.upper().casefold().title().swapcase()",
  'difflib-long': "import difflib\nx = difflib.SequenceMatcher(None, 'ab' * 10**6, 'ba' * 10**6).ratio()",
  'product-of-texts': "import itertools\nx = [''.join(p) for p in itertools.product('abcdefghij', repeat=12)]",
  'accumulate-lists': 'import itertools\nx = list(itertools.accumulate([[i] for i in range(10**5)]))',
  'pairwise-deep': 'import itertools\na = range(10)\nfor i in range(10**4): a = itertools.pairwise(a)\nx = list(a)',
  'starmap-endless': 'import itertools\nx = list(itertools.starmap(pow, itertools.repeat((3, 10000))))',
  'takewhile-endless': 'import itertools\nx = sum(itertools.takewhile(lambda v: True, itertools.count()))',
  'compress-endless': "import itertools\nx = ''.join(itertools.compress(itertools.cycle('ab'), itertools.repeat(0)))",
  'counter-subtracts': "from collections import Counter\nc = Counter('ab' * 10**5)\nwhile True: c = (c + c) - c | c & c",
  'counter-updates': 'from collections import Counter\nc = Counter()\nfor i in range(10**6): c.update(range(i))',
  'deque-bounded': 'from collections import deque\nd = deque(maxlen=10**5)\nfor i in range(10**6): d.extendleft(range(1000))',
  'chainmap-wide':
    'from collections import ChainMap\nm = ChainMap(*[{i: i} for i in range(10**5)])\nx = [m[10**5 - 1] for i in range(10**5)]',
  'json-ladder': "import json\nx = 'a'\nfor i in range(40): x = json.dumps([x, x])",
  'json-indented': 'import json\nx = json.dumps([[[[0] * 100] * 100] * 100] * 100, indent=1000)',
  'json-escaped': "import json\nx = '\\x00'\nwhile True: x = json.dumps(x)",
  'json-numbers': "import json\nx = json.loads('[' + '9' * 4000000 + ']')",
  'json-floats': "import json\nx = json.loads('[' + '1e400,' * 10**6 + '0]')",
  'json-repeated': "import json\nx = [json.loads('{\"a\": [' + '1,' * 10**5 + '1]}') for i in range(10**4)]",
  'csv-field': "import csv, io\nx = list(csv.reader(io.StringIO('\"' + 'a,' * 10**6)))",
  'yaml-loaded': "import yaml\nx = yaml.safe_load('a: &a [1]\\nb: ' + '[*a, ' * 10**4 + ']' * 10**4)",
  'literal-wide': "import ast\nx = ast.literal_eval('[' + '1,' * 10**6 + ']')",
  'literal-doubled': "import ast\ns = '[1]'\nwhile True: s = repr([ast.literal_eval(s), ast.literal_eval(s)])",
  'hash-loop': "import hashlib\nh = ''\nwhile True: h = hashlib.sha256((h * 1000).encode()).hexdigest()",
  'hash-huge': "import hashlib\nx = hashlib.md5(b'a' * 5000000)\nfor i in range(10**4): x.update(b'a' * 5000000)",
  'textwrap-shorten': "import textwrap\nx = [textwrap.shorten('a b c ' * 1000, width=20) for i in range(10**5)]",
  'dedent-long': "import textwrap\nx = textwrap.dedent('  a\\n' * 10**6)\nwhile True: x = textwrap.indent(x, '  ')",
  'path-long': "import os\nx = os.path.normpath('a/../' * 10**6)\nwhile True: x = os.path.join(x, x)",
  'path-parents': "from pathlib import Path\np = Path('a')\nwhile True: p = p / 'a' / p.name",
  'fnmatch-stars': "import fnmatch\nx = fnmatch.fnmatch('a' * 5000, '*a' * 2000 + 'b')",
  'glob-deep': "import glob\nx = glob.glob('**/' * 2000 + '*', recursive=True)",
  'copy-wide': 'import copy\na = [[0] * 1000 for i in range(1000)]\nfor i in range(10**4): a = copy.deepcopy(a)',
  'dataclass-fields':
    "from dataclasses import make_dataclass, fields\nA = make_dataclass('A', ['f' + str(i) for i in range(10**5)])\nx = fields(A)",
  'dataclass-compared':
    'from dataclasses import dataclass\n@dataclass(order=True)\nclass A:\n  a: object\na = A(1)\nb = A(1)\nfor i in range(1000): a, b = A(a), A(b)\nx = a < b or a == b',
  'enum-flags':
    'from enum import Flag, auto\nclass F(Flag):\n' +
    Array.from({ length: 3_000 }, (_, i) => `  a${String(i)} = auto()`).join('\n') +
    '\nx = ~F.a1',
  'random-choices': 'import random\nrandom.seed(1)\nx = random.choices(range(10**9), k=10**8)',
  'random-gauss': 'import random\nrandom.seed(1)\nx = [random.gauss(0, 1) for i in range(10**7)]',
  'numpy-shape': 'import numpy as np\nx = np.zeros((10**6, 10**6, 10**6))\ny = np.arange(10**12).tolist()',
  'numpy-sample': 'import numpy as np\nr = np.random.RandomState(1)\nx = r.choice(10**9, 10**8, replace=False)\ny = r.permutation(10**9)',
  'pandas-frame': "import pandas as pd\nx = pd.DataFrame({str(i): range(10**6) for i in range(10**4)}).to_dict('records')",
  'decimal-shown': "from decimal import Decimal\nd = Decimal('7' * 5000)\nx = [str(d) for i in range(10**6)]",
  'statistics-long': 'import statistics\nx = [statistics.stdev(range(10**5)) for i in range(10**4)]',
  'date-range':
    'import datetime\nd = datetime.datetime(1, 1, 1)\nx = [(d + datetime.timedelta(hours=i)).isoformat() for i in range(10**6)]',
  'date-zone':
    'import datetime\nz = datetime.timezone(datetime.timedelta(hours=1))\nd = datetime.datetime(2024, 1, 1, tzinfo=z)\nwhile True: d = d.astimezone(z)',
  'calendar-years': 'import calendar\nx = [calendar.monthrange(y, m) for y in range(1, 10**6) for m in range(1, 13)]',
};

/** These need no module, but what a class may define. */
const classes: Readonly<Record<string, string>> = {
  'hash-and-eq': 'class A:\n  def __hash__(self): return 0\n  def __eq__(self, o): return hash(o) == len([A() in {self}])\nx = {A(), A()}',
  'eq-nested': 'class A:\n  def __eq__(self, o): return [self] == [o]\nx = A() == A()',
  'lt-flips':
    'import random\nclass A:\n  n = 0\n  def __lt__(self, o):\n    A.n += 1\n    return A.n % 2 == 0\nx = sorted([A() for i in range(10**5)])',
  'setattr-recursive': 'class A:\n  def __setattr__(self, n, v): setattr(self, n + "a", v)\na = A()\na.b = 1',
  'getattr-families': 'class A:\n  def __getattr__(self, n): return A()\na = A()\nwhile True: a = a.b.c.d',
  'slots-many': "class A:\n  __slots__ = ['a' + str(i) for i in range(10**6)]\nx = A()",
  'mro-diamonds':
    'class A0: pass\n' +
    Array.from(
      { length: 150 },
      (_, i) =>
        `class B${String(i)}(A${String(i)}): pass\nclass C${String(i)}(A${String(i)}): pass\nclass A${String(i + 1)}(B${String(i)}, C${String(i)}): pass`,
    ).join('\n') +
    '\nx = A150.__mro__',
  'mro-wide':
    "bases = tuple(type('B' + str(i), (), {}) for i in range(5000))\nclass A(*bases): pass\nx = [A().missing for i in range(10**5)]",
  'super-deep':
    'class A:\n  def f(self): return 1\nfor i in range(1000):\n  class A(A):\n    def f(self): return super().f() + super().f()\nx = A().f()',
  'decorators-in-loop': 'def d(f): return lambda *a: (f(*a), f(*a))\ng = lambda: 1\nfor i in range(60): g = d(g)\nx = g()',
  'exception-chain':
    'def f(n):\n  try:\n    raise ValueError("x" * 10**6)\n  except ValueError as e:\n    raise KeyError(str(e) * 2) from e\nwhile True:\n  try: f(1)\n  except KeyError as e: x = str(e)',
  'exception-deep':
    'e = None\nfor i in range(10**5):\n  try:\n    try: raise ValueError(e)\n    except ValueError as f: raise KeyError(f) from f\n  except KeyError as g: e = g\nx = str(e)\nraise e',
  'exception-group': 'x = []\nfor i in range(10**6):\n  try: [][0]\n  except (IndexError, *[KeyError] * 1000): x.append(i)',
  'finally-loop': 'while True:\n  try: break\n  finally: continue',
  'match-mapping':
    "d = {str(i): i for i in range(10**4)}\nwhile True:\n  match d:\n    case {'a': 1, **rest}: pass\n    case {'1': 1, **rest}: d['x' + str(len(rest))] = rest",
  'walrus-grows': 's = "a"\nwhile (s := s + s): pass',
  'lambda-ladder': 'f = lambda x: x\nfor i in range(10**5): f = (lambda g: lambda x: g(x) + 1)(f)\nx = f(0)',
  'star-dicts': 'd = {str(i): i for i in range(10**5)}\ndef f(**k): return f(**k)\nx = f(**d)',
  'star-arguments': 'def f(*a): return f(*a, *a)\nx = f(1)',
  'generator-delegates': 'def g(n):\n  if n: yield from g(n - 1)\n  yield n\nx = [list(g(150)) for i in range(10**5)]',
  'generator-closes': 'def g():\n  while True:\n    try: yield 1\n    except GeneratorExit: continue\na = g()\nnext(a)\na.close()',
  'coroutines-deep': 'async def f(n): return await f(n + 1)\nx = f(0).send(None)',
  'format-own': 'class A:\n  def __format__(self, s): return f"{self:{s}x}" if len(s) < 10**6 else s\nx = f"{A():a}"',
  'format-many-arguments': "x = ('{0}' * 10**6).format('x' * 1000)",
  'format-attributes': "class A: pass\na = A()\na.a = a\nx = ('{0' + '.a' * 10**6 + '}').format(a)",
  'percent-many': "x = ('%s' * 10**6) % (('x' * 1000,) * 10**6)",
  'percent-mapping': "x = ('%(a)s' * 10**6) % {'a': 'x' * 1000}",
  'fstring-nested-widths': 'w = 4900000\nx = [f\'{f"{i:{w}}":{w}}\' for i in range(1000)]',
  'bytes-shown': "x = [repr(b'\\x00' * 10**6) for i in range(1000)]",
  'bytes-decoded': "b = 'é'.encode() * 10**6\nx = [b.decode() for i in range(10**4)]",
  'slices-assigned': 'a = list(range(10**5))\nwhile True: a[::2] = a[::2]',
  'slices-front': 'a = list(range(10**6))\nwhile a: a[:1] = []',
  'range-huge-sliced': 'x = [range(10**30)[i:].index(10**29) for i in range(10**6)]',
  'sets-of-sets': 's = frozenset()\nfor i in range(10**4): s = frozenset([s, i])\nx = {s: 1}',
  'set-comparisons': 'a = [set(range(10**5)) for i in range(2)]\nx = [a[0] <= a[1] for i in range(10**5)]',
  'dict-items-and': 'd = dict.fromkeys(range(10**5))\nx = [d.keys() & d.keys() for i in range(10**5)]',
  'globals-copied': 'for i in range(10**4): globals()[str(i)] = dict(globals())\nx = str(globals())',
  'nonlocal-tower': 'def f(n):\n  x = [n]\n  def g():\n    nonlocal x\n    x = x + x\n    return g()\n  return g()\nf(1)',
  'assert-message': "assert False, 'x' * 10**9",
  'delete-many': "for i in range(10**5): globals()['a' + str(i)] = i\nfor i in range(10**5): del globals()['a' + str(i)]",
};

const inputs: HostileInput[] = [
  ...Object.entries({ ...code, ...classes }).map(([name, text]) => python(`library-${name}`, text)),
  ...Object.entries({ ...code, ...classes }).map(([name, text]) => body(`in-function-${name}`, text)),
];

export const pythonLibrary: Kind = { kind: 'python-library', inputs };
