import { python, type HostileInput, type Kind } from '../input.js';

const bomb = "r'^(\\d{1,12}[,.]?){1,12}$', '1' * 40 + 'x'";

/** A pattern that a backtracking engine needs ages for, and what it is tried on. */
const patterns: Readonly<Record<string, string>> = {
  counted: bomb,
  'nested-plus': "r'^(a+)+$', 'a' * 40 + 'b'",
  'nested-star': "r'^(a*)*$', 'a' * 40 + 'b'",
  alternatives: "r'^(a|a)*$', 'a' * 40 + 'b'",
  'overlapping-alternatives': "r'^(a|ab|aab)*c$', 'aab' * 30",
  'many-stars': "r'a*a*a*a*a*a*a*a*a*a*a*a*b', 'a' * 200",
  'two-stars': "r'.*.*=.*', 'x' * 30000",
  'three-stars': "r'.*.*.*=', 'x' * 3000",
  'blanks-at-end': "r'\\s+$', ' ' * 200000 + 'x'",
  'optional-many': "r'^' + 'a?' * 40 + 'a' * 40 + '$', 'a' * 40",
  'back-reference': "r'^(a+)\\1+$', 'a' * 20011",
  'back-references': "r'(.*)(.*)(.*)\\1\\2\\3x', 'ab' * 200",
  'look-ahead': "r'^(?=(a+)+$)b', 'a' * 40 + 'c'",
  'look-behind': "r'(?<=a)(a|aa)+$', 'a' * 60 + 'b'",
  lazy: "r'^(a+?)+?$', 'a' * 40 + 'b'",
  'word-parts': "r'^(\\w+\\s?)*$', 'word ' * 20 + '!'",
  'e-mail': "r'^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@)$', 'a' * 40",
  'big-count': "r'(?:a{1000}){1000}', 'a' * 10000",
  'big-count-range': "r'(a{0,65535}){0,65535}b', 'a' * 1000",
  classes: "r'[\\w\\s]*[\\w\\s]*[\\w\\s]*[\\w\\s]*[\\w\\s]*!', 'a ' * 300",
  'any-case': "r'(?i)^(A+|a+)+$', 'aA' * 30 + 'b'",
  'multi-line': "r'(?ms)^(.*\\n)*x$', 'a\\n' * 40",
  conditional: "r'^(a)?(?(1)(a+)+|b)$', 'a' * 40 + 'c'",
  'huge-alternatives': "'|'.join('a' * i + 'b' for i in range(2000)), 'a' * 20000",
  'huge-class': "'[' + ''.join(chr(i) for i in range(200, 50000)) + ']*!', 'ä' * 100000",
  'deep-groups': "'(' * 5000 + 'a' + ')' * 5000, 'a'",
  'deep-groups-stars': "'(' * 500 + 'a' + ')*' * 500, 'a' * 50 + 'b'",
  'long-text': "r'(x+x+)+y', 'x' * 10**6",
  emoji: "r'^(😀+)+$', '😀' * 40 + 'x'",
};

/** Every function that takes a pattern. */
const functions: Readonly<Record<string, string>> = {
  match: `re.match(${bomb})`,
  fullmatch: `re.fullmatch(${bomb})`,
  search: `re.search(${bomb})`,
  findall: `re.findall(${bomb})`,
  finditer: `list(re.finditer(${bomb}))`,
  split: `re.split(${bomb})`,
  sub: `re.sub(${bomb.replace("', '1'", "', 'y', '1'")})`,
  subn: `re.subn(${bomb.replace("', '1'", "', 'y', '1'")})`,
  compiled: "re.compile(r'^(\\d{1,12}[,.]?){1,12}$').match('1' * 40 + 'x')",
  flagged: "re.search(r'^(\\d{1,12}[,.]?){1,12}$', '1' * 40 + 'x', re.I | re.M | re.S)",
};

const others: Readonly<Record<string, string>> = {
  'sub-grows': "s = 'a'\nfor i in range(60): s = re.sub('a', 'aa', s)",
  'sub-function': "x = re.sub('a', lambda m: m.group() * 10**5, 'a' * 10**5)",
  'sub-template-grows': "x = re.sub(r'(a+)', r'\\1\\1\\1\\1' * 1000, 'a' * 10**5)",
  'sub-empty': "x = re.sub('', 'x' * 1000, 'a' * 10**6)",
  'findall-many': "s = 'a' * 10**6\nx = [re.findall('a', s) for i in range(1000)]",
  'search-many': "s = 'a' * 10**6\nx = [re.search('b', s) for i in range(10**5)]",
  'compile-many': "x = [re.compile('a' * (i % 500) + str(i)) for i in range(10**5)]",
  'split-many': "s = 'a,' * 10**6\nx = [re.split(',', s) for i in range(100)]",
  'pattern-long': "x = re.compile('a' * 4 * 10**6)",
  'pattern-broken-long': "x = re.compile('(' * 10**6)",
  'escape-many': "s = '.' * 10**6\nx = [re.escape(s) for i in range(1000)]",
  'match-in-loop': "for i in range(10**6): re.match(r'^(a+)+$', 'a' * 24 + 'b')",
};

function made(name: string, code: string): HostileInput {
  return python(`regex-${name}`, `import re\n${code}`);
}

export const pythonRegex: Kind = {
  kind: 'python-regex',
  inputs: [
    ...Object.entries(patterns).map(([name, args]) => made(name, `x = re.search(${args})`)),
    ...Object.entries(functions).map(([name, call]) => made(name, `x = ${call}`)),
    ...Object.entries(others).map(([name, code]) => made(name, code)),
  ],
};
