import { expect, test } from 'vitest';
import { snippet } from './python-snippets.js';

// What CPython 3.11 gives for each.
test.each([
  ["return '%5%' % ()", 'TypeError: not enough arguments for format string'],
  ["return '%(a)5%' % {'a':1}", "ValueError: unsupported format character '%' (0x25) at index 5"],
  ["return '%q' % (1,)", "ValueError: unsupported format character 'q' (0x71) at index 1"],
  ["return '%d%%' % 3", "'3%'"],
  ["return float('𝟙𝟚'), int('𝟡'), float('١.٥')", '(12.0, 9, 1.5)'],
  [
    'return (1.7976931348623157e308).hex(), (0.1).hex(), (5e-324).hex(), (2.0).hex(), (1e-310).hex()',
    "('0x1.fffffffffffffp+1023', '0x1.999999999999ap-4', '0x0.0000000000001p-1022', '0x1.0000000000000p+1', '0x0.012688b70e62bp-1022')",
  ],
  [
    'return {1, 2} & {True, 3}, {True,2} & {1}, {1}.intersection([True,5]), {1:1}.keys() & {True, 2}, {True, 3} & {1:1}.keys()',
    '({True}, {1}, {True}, {1}, {1})',
  ],
  ["return (lambda x: f'{x:=#10x}|{x:=+9}|{x:=8,}')(300)", "'0x     12c|+     300|     300'"],
  ["return re.sub('a', r'\\1', 'b')", 'error: invalid group reference 1 at position 1'],
  ["return re.sub('a', r'\\g<q>', 'b')", "IndexError: unknown group name 'q'"],
  ["return re.sub('(a)', r'\\g<1>\\1\\n', 'cab')", "'caa\\nb'"],
  ["return re.compile('[')", 'error: unterminated character set at position 0'],
  ["return namedtuple('N', 'a _b')", "ValueError: Field names cannot start with an underscore: '_b'"],
  ["return namedtuple('N', 'a class')", "ValueError: Type names and field names cannot be a keyword: 'class'"],
  ["return namedtuple('N', ['a', 'a'])", "ValueError: Encountered duplicate field name: 'a'"],
  ["return namedtuple('N', 'a 1b')", "ValueError: Type names and field names must be valid identifiers: '1b'"],
  ["return namedtuple('N N', 'a')", "ValueError: Type names and field names must be valid identifiers: 'N N'"],
  ["return namedtuple('N', 'a _b a class', rename=True)(1, 2, 3, 4)", 'N(a=1, _1=2, _2=3, _3=4)'],
  [
    "return namedtuple('N', 'a b', defaults=[5])(1, 2, 3)",
    'TypeError: N.__new__() takes from 2 to 3 positional arguments but 4 were given',
  ],
  ["return namedtuple('N', 'a b c')(1)", "TypeError: N.__new__() missing 2 required positional arguments: 'b' and 'c'"],
  ["return namedtuple('N', 'a b c d')(1)", "TypeError: N.__new__() missing 3 required positional arguments: 'b', 'c', and 'd'"],
  ["return namedtuple('N', '')(1)", 'TypeError: N.__new__() takes 1 positional argument but 2 were given'],
  ["return (0, 0) < namedtuple('N', 'a b')(0, [1])", "TypeError: '>' not supported between instances of 'list' and 'int'"],
  ["return sorted([namedtuple('N', 'a b')(0, [1]), (0, 0)])", "TypeError: '>' not supported between instances of 'list' and 'int'"],
  ["return namedtuple('N', 'a b')(0, [1]) < (0, 0)", "TypeError: '<' not supported between instances of 'list' and 'int'"],
  [
    "a = {'a': [1]}.items()\nreturn a == {'a': [1]}.items(), a == {'a': [2]}.items(), a == {'b': 1}.items(), a == {1, 2}",
    '(True, False, False, False)',
  ],
  [
    "return {'a': 1}.items() == {('a', 1)}, {'a'} == {'a': 1}.keys(), {'a': 1}.keys() == {'a': 2}.keys(), {('a', 1): 2}.keys() == {'a': 1}.items()",
    '(True, True, True, True)',
  ],
  ["return {'a': [1]}.items() == {1}", "TypeError: unhashable type: 'list'"],
  ["return {'a': [1]}.items() == {'a': 0}.keys()", "TypeError: unhashable type: 'list'"],
  [
    "d = {'b': 1, 'a': 0}\nreturn 'abc'.__contains__('b'), d.__contains__('z'), list(filter({1}.__contains__, [0, 1])), sorted(d, key=d.__getitem__), (1, 2).__getitem__(slice(1))",
    "(True, False, [1], ['a', 'b'], (1,))",
  ],
  ["return [1].__getitem__('a')", 'TypeError: list indices must be integers or slices, not str'],
  ["return {}.__getitem__('a')", "KeyError: 'a'"],
  ["return 'a'.__contains__(1)", "TypeError: 'in <string>' requires string as left operand, not int"],
  ['return {1}.__getitem__(0)', "AttributeError: 'set' object has no attribute '__getitem__'"],
  ["return {'a': 1}[True]", 'KeyError: True'],
  ["return {'a': 1}[None]", 'KeyError: None'],
  ["return {'a': 1}[(1, 'x')]", "KeyError: (1, 'x')"],
  ["return {'a': 1}[\"it's\"]", 'KeyError: "it\'s"'],
])('texts, numbers and names: %s', (body, expected) => {
  expect(snippet(body)).toBe(expected);
});

test.each([
  [
    "return [(m.lastindex, m.lastgroup, m.endpos, m.regs) for m in re.finditer(r'(?P<a>x)|(?P<b>(y)z)|w', 'xyzwé')]",
    "[(1, 'a', 5, ((0, 1), (0, 1), (-1, -1), (-1, -1))), (2, 'b', 5, ((1, 3), (-1, -1), (1, 3), (1, 2))), (None, None, 5, ((3, 4), (-1, -1), (-1, -1), (-1, -1)))]",
  ],
  ["return re.match(r'(\\()?[A-E](?(1)\\))', '(A)')", "<re.Match object; span=(0, 3), match='(A)'>"],
  [
    "return re.match(r'(\\()?[A-E](?(1)\\))', '(A'), re.match(r'(\\()?[A-E](?(1)\\))', 'A)')",
    "(None, <re.Match object; span=(0, 1), match='A'>)",
  ],
  ['return re.findall(r\'(?P<q>")?\\w+(?(q)"|!)\', \'"a" b! "c d\')', "['\"', '']"],
  [
    "return re.findall(r'(?a)\\w+|\\s', 'é ab\\u00a0c_1٣'), re.findall(r'\\w+', 'éab', re.A), re.findall(r'\\b.', 'éa b', re.A), re.findall(r'[\\W]', 'éa b', re.A), re.findall(r'\\d|\\D', '٣3', re.A)",
    "([' ', 'ab', 'c_1'], ['ab'], ['a', ' ', 'b'], ['é', ' '], ['٣', '3'])",
  ],
  ["return re.search('a(b)?', 'xab').re.pattern", "'a(b)?'"],
  ["return re.compile('a', re.I).flags, re.compile('a').flags, re.compile('(?a)a').flags", '(34, 32, 256)'],
  [
    "return re.compile('a') == re.compile('a'), re.compile('a') == re.compile('a', re.I), {re.compile('a'): 1}",
    "(True, False, {re.compile('a'): 1})",
  ],
  ["return re.compile('a***')", 'error: multiple repeat at position 2'],
  ["return re.compile('(?P<a>')", 'error: missing ), unterminated subpattern at position 0'],
  ["return re.compile('a{3,1}')", 'error: min repeat greater than max repeat at position 2'],
  ["return re.compile('(?<=a+)b')", 'error: look-behind requires fixed-width pattern'],
  ["return re.compile('[z-a]')", 'error: bad character range z-a at position 1'],
  ["return re.compile('\\\\')", 'error: bad escape (end of pattern) at position 0'],
  ["return re.compile(')')", 'error: unbalanced parenthesis at position 0'],
  ["return re.compile('(?P<1>a)')", "error: bad character in group name '1' at position 4"],
  ["return re.compile(r'\\p')", 'error: bad escape \\p at position 0'],
  ["return sorted([float('nan'), 1, 3, 2, 0.5])", '[nan, 0.5, 1, 2, 3]'],
  ["return sorted([1, 'a', None, 2])", "TypeError: '<' not supported between instances of 'str' and 'int'"],
  ["return sorted(['a', 1]), 0", "TypeError: '<' not supported between instances of 'int' and 'str'"],
  ['return sorted([3, 1, 2, None])', "TypeError: '<' not supported between instances of 'NoneType' and 'int'"],
  ["return max([1, 'a'])", "TypeError: '>' not supported between instances of 'str' and 'int'"],
  ["return sorted([5,4,3,float('nan'),2,1], reverse=True)", '[5, 4, 3, nan, 2, 1]'],
  ["return sorted([(1, 'a'), (1, None)])", "TypeError: '<' not supported between instances of 'NoneType' and 'str'"],
])('patterns and orders: %s', (body, expected) => {
  expect(snippet(body)).toBe(expected);
});

test.each([
  [
    "try:\n    re.compile('(')\nexcept re.error as e:\n    return str(e), e.msg, e.pos, type(e).__name__, repr(e)",
    "('missing ), unterminated subpattern at position 0', 'missing ), unterminated subpattern', 0, 'error', \"error('missing ), unterminated subpattern at position 0')\")",
  ],
  ["try:\n    re.compile('a**')\nexcept (ValueError, re.error) as e:\n    return str(e)", "'multiple repeat at position 2'"],
  ["try:\n    raise re.error('x')\nexcept Exception as e:\n    return repr(e)", '"error(\'x\')"'],
  [
    'class X(Exception): pass\ndef f():\n    class Y: pass\n    return Y\nreturn X.__qualname__, f().__qualname__',
    "('asked.<locals>.X', 'asked.<locals>.f.<locals>.Y')",
  ],
  ['try:\n    {1: 2}[3]\nexcept KeyError as e:\n    return e.args, str(e), repr(e)', "((3,), '3', 'KeyError(3)')"],
  [
    'try:\n    {1: 2}[{}]\nexcept Exception as e:\n    return e.args, str(e), repr(e)',
    "((\"unhashable type: 'dict'\",), \"unhashable type: 'dict'\", 'TypeError(\"unhashable type: \\'dict\\'\")')",
  ],
  [
    'try:\n    set().remove((1, 2))\nexcept KeyError as e:\n    return e.args, str(e), repr(e)',
    "(((1, 2),), '(1, 2)', 'KeyError((1, 2))')",
  ],
])('what is raised can be caught, and holds what it is about: %s', (body, expected) => {
  expect(snippet(body)).toBe(expected);
});

test.each([
  ["class C(Enum):\n    A = 1\n    B = auto()\nreturn C.A, str(C.B), f'{C.A}', repr(C)", "(<C.A: 1>, 'C.B', 'C.A', \"<enum 'C'>\")"],
  [
    "class C(Enum):\n    A = 1\nreturn C.__members__, C.__members__ == {'A': C.A}, list(C.__members__), type(C.__members__).__name__",
    "(mappingproxy({'A': <C.A: 1>}), True, ['A'], 'mappingproxy')",
  ],
  [
    "class C(IntEnum):\n    A = '12'\n    B = 12\n    D = 2.9\nreturn C.A.value, C.B is C.A, C.D, C.D.value, C(12)",
    '(12, True, <C.D: 2>, 2, <C.A: 12>)',
  ],
  ["class C(IntEnum):\n    A = 'x'", "ValueError: invalid literal for int() with base 10: 'x'"],
  ["class C(str, Enum):\n    A = 1\n    B = 'b'\nreturn C.A.value, C.B, C('1')", "('1', <C.B: 'b'>, <C.A: '1'>)"],
  ['from enum import StrEnum\nclass C(StrEnum):\n    A = 1', 'TypeError: 1 is not a string'],
  ['x = {1}\nx *= (1,)', "TypeError: unsupported operand type(s) for *=: 'set' and 'tuple'"],
  ["x = {'a': 1}\nx *= (1,)", "TypeError: unsupported operand type(s) for *=: 'dict' and 'tuple'"],
  ['x = frozenset({1})\nx *= (1,)', "TypeError: unsupported operand type(s) for *=: 'frozenset' and 'tuple'"],
  ["x = {'a': 1}.keys()\nx *= (1,)", "TypeError: unsupported operand type(s) for *=: 'dict_keys' and 'tuple'"],
  ['x = range(3)\nx *= (1,)', "TypeError: unsupported operand type(s) for *=: 'range' and 'tuple'"],
  [
    "return dict.__repr__({'a': 1}), list.__str__([1]), str.__repr__('a'), str.__str__('a'), type.__repr__(int), float.__repr__(1.5)",
    `("{'a': 1}", '[1]', "'a'", 'a', "<class 'int'>", '1.5')`,
  ],
  ['return object.__repr__(1)', 'unknown: the special attribute __repr__ is not modelled'],
  ["return collections.deque('ab').index('c')", "ValueError: 'c' is not in deque"],
  ["return collections.deque('ab').remove('c')", 'ValueError: deque.remove(x): x not in deque'],
  ["return collections.deque('ab')[2]", 'IndexError: deque index out of range'],
  ["d = collections.deque('ab')\nd[-3] = 1", 'IndexError: deque index out of range'],
  ["d = collections.deque('ab')\ndel d[-2]\nd[0] += 'c'\nreturn d, d.index('bc')", "(deque(['bc']), 0)"],
  ['v = {}.values()\nreturn {v: 1}[v], v in {}, {}.values() == {}.values()', '(1, False, False)'],
  ['return {{}.items(): 1}', "TypeError: unhashable type: 'dict_items'"],
  ['return range(3).index(9)', 'ValueError: 9 is not in range'],
  ['return list(itertools.islice([1], -1))', 'ValueError: Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize.'],
  [
    "return list(itertools.islice([1], 0, 'a'))",
    'ValueError: Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize.',
  ],
  ['return list(itertools.islice([1], -1, None))', 'ValueError: Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.'],
  ['return list(itertools.islice([1], 0, 1, 0))', 'ValueError: Step for islice() must be a positive integer or None.'],
  [
    'return list(itertools.islice([1, 2, 3, 4], 1, None, 2)), list(itertools.islice([1, 2], None)), list(itertools.islice([1, 2, 3], 2))',
    '([2, 4], [1, 2], [1, 2])',
  ],
  ["return dict(a=1, **{'a': 2})", "TypeError: dict() got multiple values for keyword argument 'a'"],
  ["return dict(a=1, **{1: 2, 'a': 3})", "TypeError: dict() got multiple values for keyword argument 'a'"],
  ['return dict(a=1, **{1: 2})', 'TypeError: keywords must be strings'],
  ["return '{:c}'.format(2**63)", 'OverflowError: Python int too large to convert to C long'],
  ["return '{:c}'.format(-2**63)", 'OverflowError: %c arg not in range(0x110000)'],
  ['x = 2\nx *= [1]\nreturn x', '[1, 1]'],
  [
    "return 'ab٣٤c٥'.encode('ascii')",
    "UnicodeEncodeError: 'ascii' codec can't encode characters in position 2-3: ordinal not in range(128)",
  ],
  [
    "return 'aé'.encode('ascii')",
    "UnicodeEncodeError: 'ascii' codec can't encode character '\\xe9' in position 1: ordinal not in range(128)",
  ],
  ['class C(Enum):\n    A = 1\nreturn C(4)', 'ValueError: 4 is not a valid asked.<locals>.C'],
  ['class C(IntEnum):\n    A = 1\n    B = 2\nreturn C.A, repr(C.B), C.A + 1', "(<C.A: 1>, '<C.B: 2>', 2)"],
  [
    "try:\n    raise OSError(2, 'No such thing')\nexcept FileNotFoundError as e:\n    return str(e), type(e).__name__, e.args",
    "('[Errno 2] No such thing', 'FileNotFoundError', (2, 'No such thing'))",
  ],
  ["return str(OSError('x', 'y')), str(OSError('x')), str(ConnectionResetError(1, 2))", "('[Errno x] y', 'x', '[Errno 1] 2')"],
  ['return date.fromordinal(2**70)', 'OverflowError: Python int too large to convert to C long'],
  ['return date.fromordinal(-2**31-1)', 'OverflowError: signed integer is less than minimum'],
])('enums, errors of the system and dates: %s', (body, expected) => {
  expect(snippet(body)).toBe(expected);
});

test.each([
  [
    "return 'aé日😀'.encode('ascii', 'backslashreplace'), 'aé😀'.encode('latin-1', 'xmlcharrefreplace'), 'é'.encode('ascii', 'ignore'), 'é😀'.encode('utf-16'), 'é😀'.encode('utf-16-le'), 'é'.encode('utf-16-be')",
    "(b'a\\\\xe9\\\\u65e5\\\\U0001f600', b'a\\xe9&#128512;', b'', b'\\xff\\xfe\\xe9\\x00=\\xd8\\x00\\xde', b'\\xe9\\x00=\\xd8\\x00\\xde', b'\\x00\\xe9')",
  ],
  [
    "return b'a\\xff\\xc3\\xa9\\xe2\\x82z\\xf0\\x9f\\x98'.decode('utf-8', 'ignore'), b'a\\xff\\xc3\\xa9\\xe2\\x82z\\xf0\\x9f\\x98\\xed\\xa0\\x80\\xf4\\x90\\x80\\x80\\xc0\\xaf'.decode('utf-8', 'replace'), b'a\\xe9'.decode('ascii', errors='replace'), b'\\xef\\xbf\\xbdx'.decode('utf-8', errors='ignore')",
    "('aéz', 'a�é�z����������', 'a�', '�x')",
  ],
  ["return '日本'.encode().decode('utf-8')", "'日本'"],
  [
    "return statistics.mean([1, float('inf')]), statistics.mean([float('inf'), float('-inf')]), statistics.mean([float('nan'), 1]), statistics.mean([1, 2, 4]), statistics.mean([0.1, 0.2, 0.3])",
    '(inf, nan, nan, 2.3333333333333335, 0.2)',
  ],
  [
    'return statistics.variance([1, 2, 3, 4]), statistics.pvariance([1, 2, 3, 4]), statistics.variance([1, 1, 4]), statistics.pvariance([0.1, 0.2, 0.35]), statistics.variance([3, 3.5])',
    '(1.6666666666666667, 1.25, 3, 0.010555555555555552, 0.125)',
  ],
  [
    'return statistics.stdev([1, 2, 3, 4]), statistics.pstdev([1.5, 2.5, 2.75]), statistics.stdev([5, 5]), statistics.pstdev([7]), statistics.stdev([1, 2])',
    '(1.2909944487358056, 0.5400617248673217, 0.0, 0.0, 0.7071067811865476)',
  ],
  ['return statistics.stdev([1])', 'StatisticsError: stdev requires at least two data points'],
  ['return statistics.pvariance([])', 'StatisticsError: pvariance requires at least one data point'],
])('bytes and statistics: %s', (body, expected) => {
  expect(snippet(body)).toBe(expected);
});

test.each([
  [
    "class E(ValueError):\n    def __init__(self, m, code=3):\n        super().__init__(m)\n        self.code = code\n    def __str__(self):\n        return f'[{self.code}] {super().__str__()}'\nreturn str(E('x')), f\"{E('y', 4)}\"",
    "('[3] x', '[4] y')",
  ],
  [
    "try:\n    try:\n        {}['a']\n    except KeyError as e:\n        raise ValueError('no a') from e\nexcept ValueError as e:\n    return repr(e.__cause__), type(e.__cause__).__name__, e.__cause__.args",
    "(\"KeyError('a')\", 'KeyError', ('a',))",
  ],
  ["try:\n    raise RuntimeError('x') from None\nexcept RuntimeError as e:\n    return e.__cause__", 'None'],
  [
    "class E(Exception): pass\ntry:\n    raise E('a') from ValueError\nexcept E as e:\n    return repr(e.__cause__), e.args",
    "('ValueError()', ('a',))",
  ],
  ["try:\n    raise ValueError('x')\nexcept ValueError as e:\n    return e.__cause__", 'None'],
  ["class M(KeyError): pass\ntry:\n    raise M('k')\nexcept KeyError as e:\n    return str(e), repr(e)", '("\'k\'", "M(\'k\')")'],
  [
    "try:\n    raise ValueError('x') from 3\nexcept TypeError as e:\n    return str(e)",
    "'exception causes must derive from BaseException'",
  ],
  [
    "class E(Exception):\n    def __repr__(self): return 'R'\nreturn str(E('a')), repr(E('a')), f'{E(\"b\")}', f'{E(\"b\")!r}'",
    "('a', 'R', 'b', 'R')",
  ],
  [
    "class A(Exception): pass\nclass B(A, ValueError): pass\ntry:\n    raise B('x')\nexcept ValueError as e:\n    return repr(e)",
    '"B(\'x\')"',
  ],
  ["class A(LookupError): pass\nclass B(A, KeyError): pass\nreturn str(B('x')), issubclass(B, KeyError)", '("\'x\'", True)'],
  ["class A(KeyError, Exception): pass\nreturn str(A('x')), isinstance(A(), LookupError)", '("\'x\'", True)'],
])('what exceptions say of themselves: %s', (body, expected) => {
  expect(snippet(body)).toBe(expected);
});

test('a class that derives from two exceptions of which neither is the other is unknown', () => {
  expect(snippet('class A(ValueError, KeyError): pass\nreturn str(A(1))')).toBe('unknown: What A inherits is not followed.');
});
