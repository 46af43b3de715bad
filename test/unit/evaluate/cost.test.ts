import { describe, expect, test } from 'vitest';
import { defaultLimits } from '../../../server/src/engine/core/evaluation.js';
import { evaluate, json } from './support.js';

/** Programs that would take very long or very much memory, and the line (from 0) where the evaluation stops. */
const hostile: readonly (readonly [string, string, number])[] = [
  ['reversed astral texts', "s = 'a😀' * 10**5\nx = [s[::-1] for i in range(10**4)]", 1],
  ['the text of a list that shares its parts', 'd = [1]\nfor i in range(26): d = [d, d]\nx = str(d)', 2],
  ['its equality', 'd, e = [1], [1]\nfor i in range(30): d, e = [d, d], [e, e]\nx = d == e\nd = e = 0', 2],
  ['its hash', 'd = (1,)\nfor i in range(30): d = (d, d)\nx = {d: 1}', 2],
  ['its JSON', 'import json\nd = [1]\nfor i in range(30): d = [d, d]\nx = json.dumps(d)', 3],
  ['isinstance of a tuple that shares its parts', 't = (str,)\nfor i in range(40): t = (t, t)\nx = isinstance(1, t)', 2],
  ['a text that grows in a loop', "s = ''\nfor i in range(10**7):\n    s += 'abc'", 2],
  ['insertion at the start', 'a = []\nfor i in range(10**7):\n    a.insert(0, i)', 2],
  ['deletion at the start', 'a = [0] * 10**6\nwhile a:\n    del a[0]', 2],
  ['pop at the start', 'a = [0] * 10**6\nwhile a:\n    a.pop(0)', 2],
  ['a huge Counter', 'from collections import Counter\nx = Counter(range(10**9))', 1],
  ['a huge set', 'x = set(range(10**8))', 0],
  ['dicts that grow by unpacking', 'd = {}\nfor i in range(10**5):\n    d = {**d, i: i}', 2],
  ['counting in a long text', "s = 'a😀' * 10**6\nfor i in range(10**6):\n    x = s.count('b')", 2],
  ['searching what nearly fits everywhere', "s = 'a' * 4 * 10**6\nt = 'b' + 'a' * 10**5\nfor i in range(10**6):\n    x = t in s", 3],
  ['comparing long texts', "s, t = 'a' * 10**6, 'a' * 10**6\nfor i in range(10**6):\n    x = s == t", 2],
  ['looking at each character of a long text', "s = 'a' * 4 * 10**6\nfor i in range(10**6):\n    x = s.isalpha()", 2],
  ['splitting a long text', "s = 'a ' * 2 * 10**6\nfor i in range(10**6):\n    x = s.split()", 2],
  ['dividing huge ints', 'x, y = 3 ** 30000, 7 ** 15000\nfor i in range(10**6):\n    z = x // y', 2],
  ['adding to a huge int', 'x = 1 << 4000000\nfor i in range(10**6):\n    z = x + 1', 2],
  ['hashing a huge int', 'x = 1 << 4000000\nd = {x: 1}\nfor i in range(10**6):\n    z = x in d', 3],
  ['a power modulo', 'x = pow(3, 1 << 1000000, 10**300)', 0],
  ['factorials', 'import math\nfor i in range(10**6):\n    x = math.factorial(10000)', 2],
  ['the index in a huge range', 'x = range(10**9).index(5)', 0],
  ['long permutations', 'import itertools\nx = list(itertools.permutations(range(3000), 2999))', 1],
  ['zip of very many', 'a = [range(10**6)] * 3000\nx = list(zip(*a))', 1],
  ['lists that are kept', 'x = []\nfor i in range(10**6):\n    x.append([0] * 10**5)', 2],
  ['slices that are kept', 'a, x = [0] * 10**6, []\nfor i in range(10**6):\n    x.append(a[:])', 2],
  ['reversing again and again', 'a = [0] * 10**6\nfor i in range(10**6):\n    a.reverse()', 2],
  ['comparing lists', 'a, b = [0] * 10**5, [0] * 10**5\nfor i in range(10**6):\n    x = a == b', 2],
  ['counting in a list', 'a = [0] * 10**6\nfor i in range(10**6):\n    x = a.count(1)', 2],
  ['unions of sets', 'a = set(range(10**4))\nfor i in range(10**6):\n    x = a | {1}', 2],
  ['copies of dicts', 'a = dict.fromkeys(range(10**4))\nx = []\nfor i in range(10**6):\n    x.append(a.copy())', 3],
  ['updates of a dict', 'a = dict.fromkeys(range(10**4))\nfor i in range(10**6):\n    a.update(a)', 2],
  ['calls with very many keywords', 'def f(**k): pass\nd = {str(i): i for i in range(10**4)}\nfor i in range(10**6):\n    f(**d)', 3],
  ['deep copies', 'import copy\nd = [[i] for i in range(10**4)]\nfor i in range(10**6):\n    x = copy.deepcopy(d)', 3],
  ['tab stops', "x = ('\\t' * 10**5).expandtabs(10**6)", 0],
  ['a translation that grows', "x = ('a' * 4 * 10**6).translate({97: 'b' * 1000})", 0],
  ['encoding', "s = 'é' * 4 * 10**6\nfor i in range(10**6):\n    x = s.encode()", 2],
  ['a chain of classes', 'class A: pass\nfor i in range(10**5):\n    class A(A): pass', 2],
  ['evaluated text', "s = '1+' * 10**6 + '1'\nx = eval(s)", 1],
  ['exceptions', 'while True:\n    try: 1 / 0\n    except ZeroDivisionError: pass', 1],
  ['sums of lists', 'x = [[0] * 1000] * 1000\nfor i in range(10**6):\n    y = sum(x, [])', 2],
  ['reading much JSON', "import json\ns = '[' + '1,' * 10**6 + '1]'\nx = json.loads(s)", 2],
  ['affixes', "t = ('a',) * 10**6\nfor i in range(10**6):\n    x = 'b'.startswith(t)", 2],
  [
    'arguments of a cached function',
    'import functools\n@functools.lru_cache(None)\ndef f(x): return x\nt = tuple(range(10**5))\nfor i in range(10**6):\n    f(t)',
    5,
  ],
  ['many attempts of a regular expression', "import re\ns = ' ' * 10**5 + 'x'\nfor i in range(10**6):\n    x = re.search('\\\\s+$', s)", 3],
  ['the digits of long ints', 'n = 10**4299\nfor i in range(10**5):\n    x = str(n)', 2],
  ['grouped digits of long ints', "n = 10**4299\nfor i in range(10**5):\n    x = f'{n:,}'", 2],
  ['digits of floats behind the point', "for i in range(10**5):\n    x = f'{1e308:.300f}'", 1],
  ['decoding', "b = 'é'.encode() * 10**6\nfor i in range(10**4):\n    x = b.decode()", 2],
  ['bytes as hexadecimal digits', "b = b'a' * 10**5\nfor i in range(10**4):\n    x = b.hex()", 2],
  ['a path that grows', "from pathlib import Path\np = Path('a')\nwhile True:\n    p = p / 'a' / p.name", 3],
  ['very many placeholders for %', "x = ('%s' * 10**5) % (('x',) * 10**5)", 0],
  ['the places of very many matches', "import re\nx = [m.start() for m in re.finditer('a', 'a' * 10**5)]", 1],
  ['objects that are kept', "x = []\nwhile True:\n    x.append({'a': 1, 'b': [1]})", 2],
];

/** None of the programs comes to its end with any number of steps that is bearable: an eighth of what a document may take shows it as well, and sooner. */
const fewSteps = { ...defaultLimits, steps: defaultLimits.steps / 8 };

describe('what takes too much work stops at its line', () => {
  test.each(hostile)(
    '%s',
    (_name, code, line) => {
      const evaluation = evaluate(code, {}, { limits: fewSteps });
      const limits = evaluation.problems.filter(({ kind }) => kind === 'limit');
      // What is left may be too large itself, which is said as well.
      expect(limits.length).toBeGreaterThan(0);
      expect(code.slice(0, limits[0]!.span.start).split('\n').length - 1).toBe(line);
    },
    30_000,
  );
});

describe('what only looks like much is answered', () => {
  test.each([
    ["import re\nx = bool(re.search(r'^(\\d{1,12}[,.]?){1,12}$', '1' * 200 + 'x'))", false],
    ["import re\nx = bool(re.search('(a|a|a)*b', 'a' * 5000 + 'c'))", false],
    ["import re\nx = re.sub(r'\\s+', ' ', 'a  b ' * 2000)[:7]", 'a b a b'],
    ["s = 'a😀' * 10**6\nx = [s[10**6], len(s), s[-1], s.find('😀'), s[10**6 - 1:10**6 + 1]]", ['a', 2000000, '😀', 1, '😀a']],
    ["x = 'b' + 'a' * 10**5 in 'a' * 10**6", false],
    ["x = ('a' * 10**6).rfind('a' * 10**5 + 'b')", -1],
    [`x = ${Array(20_000).fill('0').join(' or ')} or 7`, 7],
    [`x = 1\n${'if x == 0: y = 1\n'}${'elif x == 0: y = 1\n'.repeat(5000)}else: x = 2`, 2],
    ['import copy\nd = [1]\nfor i in range(100): d = [d, d]\nx = len(copy.deepcopy(d))\nd = 0', 2],
    ["x = f'{1.5:.2000f}'[:5]", '1.500'],
    ["x = int('z' * 5, 36) + int('11' * 5000, 4) % 7", 60466175 + 1],
  ] as const)('%s', (code, wanted) => {
    const evaluation = evaluate(code);
    expect(evaluation.problems).toEqual([]);
    expect(json(evaluation, 'x')).toEqual(wanted);
  });

  test.each([
    ["int('z' * 10**6, 36)", 'ValueError'],
    ["import json; x = json.loads('9' * 5000)", 'ValueError'],
    ["x = '%d' % 10**5000 if False else '%d' % (10**5000)", 'ValueError'],
  ])('%s raises as in Python', (code, type) => expect(evaluate(code).error?.type).toBe(type));
});

/** The fewest steps, within a factor of 1.5, with which code runs to its end. */
function stepsOf(code: string): number {
  for (let steps = 5000; steps < 4 * defaultLimits.steps; steps *= 1.5)
    if (evaluate(code, {}, { limits: { ...defaultLimits, steps } }).ok) return steps;
  throw new Error('This takes too many steps.');
}

describe('work grows with the size, and not faster', () => {
  test.each([
    ['indices in an astral text', (n: number) => `s = 'a😀' * ${String(n)}\nfor i in range(${String(n)}): x = s[i]`],
    ['pieces of a text', (n: number) => `x = 'ab ' * ${String(n)}\ny = x.split()\nz = ' '.join(y)\nx = y = z = 0`],
    [
      'a regular expression that could take exponential time',
      (n: number) => `import re\nx = re.search(r'^(\\d{1,3}[,.]?){1,12}$', '1' * ${String(n)} + 'x')`,
    ],
    [
      'the text of a list that shares its parts',
      (n: number) => `d = [1]\nfor i in range(6): d = [d, d]\nx = len(str([d] * ${String(n)}))\nd = 0`,
    ],
  ])(
    '%s',
    (_, code) => {
      // What grows with the square would take sixteen times as much.
      expect(stepsOf(code(4000)) / stepsOf(code(1000))).toBeLessThan(7);
    },
    30_000,
  );
});

test('bases count together, whether they were loaded before or not', () => {
  const busy = 'for i in range(200000): x = i\n';
  const files = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [`${name}.py`, `${name} = 1\n${busy}`]));
  const main = `with read_base():\n${Object.keys(files)
    .map((name) => `    from .${name[0]!} import ${name[0]!}\n`)
    .join('')}`;
  const { problems } = evaluate(main, files);
  expect(problems.map(({ kind }) => kind)).toEqual(['limit']);
  expect(problems[0]!.message).toContain('The bases before this one');
});
