import { table } from './table.js';

// Each row: a program (its result is `r`) or an expression, and what CPython 3.11 prints for it: the repr, or the exception.
table('the methods of str', [
  [
    "'a b'.split(), 'a,b,'.split(','), ' a  b '.split(' '), 'a b c'.split(None,1), 'a b c'.rsplit(None,1), 'a,b,c'.rsplit(',',1), 'abc'.split('b',0), ''.split(), ''.split(',')",
    "(['a', 'b'], ['a', 'b', ''], ['', 'a', '', 'b', ''], ['a', 'b c'], ['a b', 'c'], ['a,b', 'c'], ['abc'], [], [''])",
  ],
  ["'a'.split('')", 'ValueError: empty separator'],
  ["'-'.join('abc'), ''.join([]), ', '.join(['x']), '-'.join({'a':1,'b':2})", "('a-b-c', '', 'x', 'a-b')"],
  ["','.join([1])", 'TypeError: sequence item 0: expected str instance, int found'],
  ["','.join(5)", 'TypeError: can only join an iterable'],
  [
    "'aXbX'.replace('X','-'), 'aaa'.replace('a','b',2), 'abc'.replace('','-'), 'abc'.replace('','-',2), ''.replace('','x')",
    "('a-b-', 'bba', '-a-b-c-', '-a-bc', 'x')",
  ],
  ["'abc'.startswith(('x','a')), 'abc'.endswith('bc'), 'abc'.startswith('b',1)", '(True, True, True)'],
  ["'abc'.startswith(1)", 'TypeError: startswith first arg must be str or a tuple of str, not int'],
  [
    "'hello world'.title(), \"it's\".title(), '\u01c6'.title(), '\u00df'.upper(), '\u0130'.lower(), '\u0391\u03a3'.lower(), 'stra\u00dfe'.casefold()",
    "('Hello World', \"It'S\", '\u01c5', 'SS', 'i\u0307', '\u03b1\u03c2', 'strasse')",
  ],
  [
    "'abc'.find('c'), 'abc'.find('z'), 'abcabc'.rfind('b'), '\ud83d\ude00b'.find('b'), 'aaa'.count('a'), 'aaa'.count('aa'), 'abc'.count('')",
    '(2, -1, 4, 1, 3, 1, 4)',
  ],
  ["'abc'.index('z')", 'ValueError: substring not found'],
  [
    "'x'.zfill(3), '-5'.zfill(4), '+'.zfill(3), 'abc'.center(8,'*'), 'abc'.center(7), 'ab'.center(5), 'a'.ljust(3)+'|', 'a'.rjust(3,'\u65e5')",
    "('00x', '-005', '+00', '**abc***', '  abc  ', '  ab ', 'a  |', '\u65e5\u65e5a')",
  ],
  ["'a\\tb\\n\\tc'.expandtabs(4)", "'a   b\\n    c'"],
  [
    "'abc'.translate({97:'X',98:None,99:100}), 'abc'.translate(str.maketrans('ab','xy','c')), str.maketrans({'a':1})",
    "('Xd', 'xy', {97: 1})",
  ],
  ["'a\\nb\\r\\nc\\x0bd'.splitlines(), 'a\\n'.splitlines(True), ''.splitlines()", "(['a', 'b', 'c', 'd'], ['a\\n'], [])"],
  [
    "'abc'.encode(), '\u00e9'.encode('utf-8'), '\u00e9'.encode('latin-1'), b'\\xc3\\xa9'.decode()",
    "(b'abc', b'\\xc3\\xa9', b'\\xe9', '\u00e9')",
  ],
  ["'\u00e9'.encode('ascii')", "UnicodeEncodeError: 'ascii' codec can't encode character '\\xe9' in position 0: ordinal not in range(128)"],
  [
    "'\u00b2'.isdigit(), '\u00b2'.isdecimal(), '\u00bd'.isnumeric(), '\u4e94'.isnumeric(), '\u4e94'.isdigit(), 'a1'.isalnum(), ' '.isspace(), ''.isspace(), 'A b'.istitle()",
    '(True, False, True, True, False, True, True, False, False)',
  ],
  ["'abc'.removeprefix('ab'), 'abc'.removesuffix('bc'), 'abc'.removesuffix('')", "('c', 'a', 'abc')"],
  [
    "'a.b.c'.partition('.'), 'a.b.c'.rpartition('.'), 'abc'.partition('x'), 'abc'.rpartition('x')",
    "(('a', '.', 'b.c'), ('a.b', '.', 'c'), ('abc', '', ''), ('', '', 'abc'))",
  ],
  ["'Hello'.swapcase(), 'hELLO'.capitalize(), '\u0149a'.title(), '\ufb01x'.capitalize()", "('hELLO', 'Hello', '\u02bcNa', 'Fix')"],
  ["'abc'.upper(1)", 'TypeError: str.upper() takes no arguments (1 given)'],
  ["'abc'.replace('a')", 'TypeError: replace expected at least 2 arguments, got 1'],
  [
    "'\u00df'.title(), '\u1fb3'.title(), '\u10d2'.title(), '\u13a0'.casefold(), '\u0131'.upper(), '\u0149'.upper()",
    "('Ss', '\u1fbc', '\u10d2', '\u13a0', 'I', '\u02bcN')",
  ],
  ["'\\u2028'.splitlines(), 'a\\x1cb'.split(), '\\x85x'.strip()", "([''], ['a', 'b'], 'x')"],
  ["all(x for x in [1,2]), ''.join(c for c in 'abc' if c!='b')", "(True, 'ac')"],
  ["'x'.isidentifier(), '1x'.isidentifier(), '\u00e9_1'.isidentifier()", '(True, False, True)'],
  ["'a'.center(6,'ab')", 'TypeError: The fill character must be exactly one character long'],
  ["'a'.zfill('b')", "TypeError: 'str' object cannot be interpreted as an integer"],
  ["'abc'.maketrans('a','b')", '{97: 98}'],
  ["' a  b '.rsplit(None, 1), ' a b c  '.split(None, 1)", "([' a', 'b'], ['a', 'b c  '])"],
  [
    "'A\u03a3 b\u03a3'.title(), 'a\u03a3'.capitalize(), '\u0391\u03a3'.swapcase(), '\u03a3'.casefold()",
    "('A\u03c2 B\u03c2', 'A\u03c2', '\u03b1\u03c2', '\u03c3')",
  ],
  ["format(1, '.1s')", "ValueError: Unknown format code 's' for object of type 'int'"],
  ["'1'.splitlines('x')", "TypeError: 'str' object cannot be interpreted as an integer"],
  ["1000 in b'ab'", 'ValueError: byte must be in range(0, 256)'],
  ["'abc'.find(1, 'x')", 'TypeError: slice indices must be integers or None or have an __index__ method'],
  ["''.removeprefix(None)", 'TypeError: removeprefix() argument must be str, not None'],
]);
