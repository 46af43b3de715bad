import { table } from './table.js';

// Each row: a program (its result is `r`) or an expression, and what CPython 3.11 prints for it: the repr, or the exception.
table('the modules of the standard library', [
  [
    'import hashlib\nr=hashlib.md5(b"a").hexdigest(), hashlib.sha1(b"a").hexdigest()[:8], hashlib.new("sha512", b"a").digest()[:2]',
    "('0cc175b9c0f1b6a831c399e269772661', '86f7e437', b'\\x1f@')",
  ],
  ['import hashlib\nh=hashlib.sha256()\nh.update(b"a")\nh.update(b"b")\nr=h.hexdigest()==hashlib.sha256(b"ab").hexdigest()', 'True'],
  ['import hashlib\nr=hashlib.md5("a")', 'TypeError: Strings must be encoded before hashing'],
  ['import ast\nr=ast.literal_eval(" [1, (2.5, None), {\'a\': {True}}]")', "[1, (2.5, None), {'a': {True}}]"],
  ['import ast\nr=ast.literal_eval("f()")', 'ValueError: malformed node or string'],
  ['import ast\nr=ast.literal_eval("{**{}}")', 'ValueError: malformed node or string: None'],
  ['r=dict.fromkeys([..., 1, ...], 0), ... == ..., ... in [...], len({..., ...}), ... != 1', '({Ellipsis: 0, 1: 0}, True, True, 1, True)'],
  ['import math\nr=math.exp(1000)', 'OverflowError: math range error'],
  ['import math\nr=math.degrees(1e308), math.radians(180)==math.pi', '(inf, True)'],
  ['import math\nr=math.log(0)', 'ValueError: math domain error'],
  ['import math\nr=math.sqrt(-1)', 'ValueError: math domain error'],
  ["import math\nr=math.exp('a')", 'TypeError: must be real number, not str'],
  ['import math\nr=math.factorial(-1)', 'ValueError: factorial() not defined for negative values'],
  [
    "import json\nr=json.dumps({'a':[1,2.5,None,True,'\u00e9\"\\n'],'b':{}}), json.dumps([1,2],indent=2), json.dumps({'b':1,'a':2},sort_keys=True), json.dumps('\u00e9',ensure_ascii=False), json.dumps([1,{'a':2}],separators=(',',':')), json.dumps({1:2,None:3,True:4,1.5:6}), json.dumps([]), json.dumps({},indent=1), json.dumps('\ud83d\ude00'), json.dumps((1,)), json.dumps([[],{}],indent=4), json.dumps(float('nan')), json.dumps({'a':[1,{'b':2}]},indent='\\t')",
    '(\'{"a": [1, 2.5, null, true, "\\\\u00e9\\\\"\\\\n"], "b": {}}\', \'[\\n  1,\\n  2\\n]\', \'{"a": 2, "b": 1}\', \'"\u00e9"\', \'[1,{"a":2}]\', \'{"1": 4, "null": 3, "1.5": 6}\', \'[]\', \'{}\', \'"\\\\ud83d\\\\ude00"\', \'[1]\', \'[\\n    [],\\n    {}\\n]\', \'NaN\', \'{\\n\\t"a": [\\n\\t\\t1,\\n\\t\\t{\\n\\t\\t\\t"b": 2\\n\\t\\t}\\n\\t]\\n}\')',
  ],
  [
    "import json\nr=json.loads('{\"a\":[1,2.5,null,true,\"\\\\u00e9\\\\n\"],\"b\":{}}'), json.loads('1'), json.loads(' [1 , 2 ] '), json.loads('\"\\\\ud83d\\\\ude00\"'), json.loads('1e5'), json.loads('123456789012345678901234567890'), json.loads('NaN'), json.loads('-0'), json.loads('-0.0'), json.loads(b'[1]')",
    "({'a': [1, 2.5, None, True, '\u00e9\\n'], 'b': {}}, 1, [1, 2], '\ud83d\ude00', 100000.0, 123456789012345678901234567890, nan, 0, -0.0, [1])",
  ],
  ["import json\nr=json.loads('{a}')", 'JSONDecodeError: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)'],
  ["import json\nr=json.loads('')", 'JSONDecodeError: Expecting value: line 1 column 1 (char 0)'],
  ["import json\nr=json.loads('[1,]')", 'JSONDecodeError: Expecting value: line 1 column 4 (char 3)'],
  ["import json\nr=json.loads('[1 2]')", "JSONDecodeError: Expecting ',' delimiter: line 1 column 4 (char 3)"],
  [
    'import json\nr=json.loads(\'{"a":1,}\')',
    'JSONDecodeError: Expecting property name enclosed in double quotes: line 1 column 8 (char 7)',
  ],
  ['import json\nr=json.loads(\'{"a" 1}\')', "JSONDecodeError: Expecting ':' delimiter: line 1 column 6 (char 5)"],
  ["import json\nr=json.loads('\"abc')", 'JSONDecodeError: Unterminated string starting at: line 1 column 1 (char 0)'],
  ["import json\nr=json.loads('1 2')", 'JSONDecodeError: Extra data: line 1 column 3 (char 2)'],
  ['import json\nr=json.loads(\'"\\\\x"\')', 'JSONDecodeError: Invalid \\escape: line 1 column 2 (char 1)'],
  ['import json\nr=json.dumps({1})', 'TypeError: Object of type set is not JSON serializable'],
  ['import json\nr=json.dumps({(1,):2})', 'TypeError: keys must be str, int, float, bool or None, not tuple'],
  [
    "import re\nr=re.sub(r'\\d+','N','a1b22'), re.findall(r'(\\w)(\\d)','a1b2'), re.findall(r'\\w+','h\u00e9 \u65e5\u672c'), re.split(r',\\s*','a, b,c'), re.match(r'a(b)?','ac').groups(), re.search(r'(?P<x>\\d+)','ab12').group('x'), re.sub(r'(a)(b)',r'\\2\\1','abab'), re.escape('a.b*c[\u65e5]'), re.sub('x*','-','abxd'), re.findall('a|b|','ab') if False else 1, re.split('(,)','a,b'), re.sub('a','b','aaa',count=2), re.sub('A','b','aAa',flags=re.I), re.compile('a+').findall('aab a'), re.fullmatch('a+','aaab'), re.match('b','ab'), re.search('^b','a\\nb',re.M).start(), re.findall('a.c','a\\nc abc',re.S), re.sub(r'\\bfoo\\b','bar','foo food'), re.sub('[aeiou]',lambda m:m.group().upper(),'hello'), re.subn('a','b','aa'), re.search('b$','ab\\n').span(), re.findall(r'[\\w.-]+@','x.y-z@ q@'), re.sub(r'^\\s+|\\s+$','','  a ')",
    "('aNbN', [('a', '1'), ('b', '2')], ['h\u00e9', '\u65e5\u672c'], ['a', 'b', 'c'], (None,), '12', 'baba', 'a\\\\.b\\\\*c\\\\[\u65e5\\\\]', '-a-b--d-', 1, ['a', ',', 'b'], 'bba', 'bbb', ['aa', 'a'], None, None, 2, ['a\\nc', 'abc'], 'bar food', 'hEllO', ('bb', 2), (1, 2), ['x.y-z@', 'q@'], 'a')",
  ],
  ["import re\nr=re.match('(','a')", 'error: missing ), unterminated subpattern at position 0'],
  ["import re\nr=re.sub('a','\\\\q','a')", 'error: bad escape \\q at position 0'],
  [
    "import re\nr=re.sub(r'(?i)HELLO','x','Hello'), re.findall(r'(?:ab)+','ababxab'), re.findall(r'a{2,3}','aaaaa'), re.findall(r'a{,2}','aaa'), re.findall(r'[^\\d\\s]+','a1 b2'), re.search(r'(?<=a)b','ab').group(), re.search(r'(?!a)b','ab').group(0), re.sub(r'\\.','!','a.b'), re.split(r'\\W+','a, b.c'), re.findall(r'(\\d+),','1,22,'), re.sub(r'\\\\n','N','a\\\\nb'), re.findall('[a-c]+','abcd'), re.findall('[]a]+',']ab'), re.findall('x?','ax'), re.sub('$','E','a\\n'), re.sub('','-','ab')",
    "('x', ['abab', 'ab'], ['aaa', 'aa'], ['aa', 'a', ''], ['a', 'b'], 'b', 'b', 'a!b', ['a', 'b', 'c'], ['1', '22'], 'aNb', ['abc'], [']a'], ['', 'x', ''], 'aE\\nE', '-a-b-')",
  ],
  ['import copy\na=[1,[2]]\nb=copy.copy(a)\nc=copy.deepcopy(a)\na[1].append(3)\nr=(a,b,c)', '([1, [2, 3]], [1, [2, 3]], [1, [2]])'],
  [
    "import itertools\nr=list(itertools.chain([1],[2,3])), list(itertools.chain.from_iterable([[1],[2]])), list(itertools.product('ab',[1,2])), list(itertools.product([0,1],repeat=2)), list(itertools.combinations('abc',2)), list(itertools.permutations([1,2,3],2)), list(itertools.repeat('a',2)), list(itertools.islice(itertools.count(5),3)), list(itertools.zip_longest([1],[2,3],fillvalue=0)), list(itertools.accumulate([1,2,3])), [(k,list(g)) for k,g in itertools.groupby('aab')], list(itertools.starmap(pow,[(2,3)])), list(itertools.takewhile(lambda x:x<2,[1,2,1])), list(itertools.dropwhile(lambda x:x<2,[1,2,1])), list(itertools.pairwise('abc')), list(itertools.compress('abc',[1,0,1])), list(itertools.combinations_with_replacement('ab',2)), list(itertools.product()), list(itertools.combinations('ab',3)), list(itertools.islice('abcdef',1,5,2)), list(itertools.accumulate([1,2],initial=5)), list(itertools.accumulate([3,1],max)), list(itertools.filterfalse(None,[0,1])), list(itertools.islice(itertools.cycle('ab'),5)), list(itertools.permutations('ab')), list(itertools.combinations([], 0))",
    "([1, 2, 3], [1, 2], [('a', 1), ('a', 2), ('b', 1), ('b', 2)], [(0, 0), (0, 1), (1, 0), (1, 1)], [('a', 'b'), ('a', 'c'), ('b', 'c')], [(1, 2), (1, 3), (2, 1), (2, 3), (3, 1), (3, 2)], ['a', 'a'], [5, 6, 7], [(1, 2), (0, 3)], [1, 3, 6], [('a', ['a', 'a']), ('b', ['b'])], [8], [1], [2, 1], [('a', 'b'), ('b', 'c')], ['a', 'c'], [('a', 'a'), ('a', 'b'), ('b', 'b')], [()], [], ['b', 'd'], [5, 6, 8], [3, 3], [0], ['a', 'b', 'a', 'b', 'a'], [('a', 'b'), ('b', 'a')], [()])",
  ],
  [
    "from functools import partial, reduce, lru_cache\n@lru_cache(maxsize=None)\ndef f(n):\n    return 1 if n<2 else n*f(n-1)\nr=(partial(int,base=2)('101'), reduce(lambda a,b:a*b,[1,2,3],10), f(5), partial(max,5)(3))",
    '(5, 60, 120, 5)',
  ],
  [
    'import string\nr=(string.ascii_lowercase, string.ascii_uppercase, string.digits, string.punctuation, string.ascii_letters, string.whitespace, string.hexdigits, string.printable)',
    "('abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789', '!\"#$%&\\'()*+,-./:;<=>?@[\\\\]^_`{|}~', 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ', ' \\t\\n\\r\\x0b\\x0c', '0123456789abcdefABCDEF', '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ!\"#$%&\\'()*+,-./:;<=>?@[\\\\]^_`{|}~ \\t\\n\\r\\x0b\\x0c')",
  ],
  [
    "from textwrap import dedent, indent\nr=(dedent('  a\\n    b\\n\\n  c'), indent('a\\n\\nb\\n','> '), dedent('\\n  x\\n \\n'), dedent(' a\\n\\tb'))",
    "('a\\n  b\\n\\nc', '> a\\n\\n> b\\n', '\\nx\\n\\n', ' a\\n\\tb')",
  ],
  [
    "import os\nos.environ['PPX_Q']='1'\nr=(os.environ['PPX_Q'], os.environ.get('PPX_NOPE'), os.environ.get('PPX_NOPE','d'), os.getenv('PPX_NOPE',3), 'PPX_Q' in os.environ, 'PPX_NOPE' in os.environ)",
    "('1', None, 'd', 3, True, False)",
  ],
  ["import os\nos.environ['PPX_NOPE2']='1'\ndel os.environ['PPX_NOPE2']\nr=os.environ['PPX_NOPE2']", "KeyError: 'PPX_NOPE2'"],
  [
    'from os.path import exists, isfile, isdir, lexists\nr=[f.__module__ for f in (exists, isfile, isdir, lexists)]',
    "['genericpath', 'genericpath', 'genericpath', 'posixpath']",
  ],
  ["import os.path as osp\nfrom os.path import join\nr=(osp.join('a','b'), join('x','y'))", "('a/b', 'x/y')"],
  [
    "from pathlib import Path\np=Path('/a/b')/'c.txt'\nr=(str(p), p.name, p.stem, p.suffix, str(p.parent), p.parts, Path('a//b/./c').as_posix(), p, str(Path('x').joinpath('y','z')), p.with_suffix('.md'), Path('.'), str(Path('')), Path('a').is_absolute(), 'q'/Path('z'), p==Path('/a/b/c.txt'), f'{p}')",
    "('/a/b/c.txt', 'c.txt', 'c', '.txt', '/a/b', ('/', 'a', 'b', 'c.txt'), 'a/b/c', PosixPath('/a/b/c.txt'), 'x/y/z', PosixPath('/a/b/c.md'), PosixPath('.'), '.', False, PosixPath('q/z'), True, '/a/b/c.txt')",
  ],
  ['from math import *\nr=1', '1'],
  ['import typing\nfrom typing import List, Dict\nx: List[int] = [1]\nr=(x, typing.TYPE_CHECKING)', '([1], False)'],
  [
    "import re\nr = [m.span() for m in re.finditer('^', 'ab\ud83d\ude00')], [m.span() for m in re.finditer('$', 'a\ud83d\ude00b')]",
    '([(0, 0)], [(3, 3)])',
  ],
  ["import re\nr = re.split(r'^', 'a\\nb', flags=re.M), re.findall(r'\\Aa|b\\Z', 'ab')", "(['', 'a\\n', 'b'], ['a', 'b'])"],
]);
