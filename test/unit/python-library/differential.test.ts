import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { shown } from './table.js';

/**
 * Random expressions, evaluated by us and by the machine's own Python 3.11. Needs `python3`, or the interpreter that PREFLIGHT_PYTHON names;
 * without it the test is skipped and says so. PREFLIGHT_SEED chooses other expressions.
 */
const python = process.env['PREFLIGHT_PYTHON'] ?? 'python3';
const seed = Number(process.env['PREFLIGHT_SEED'] ?? 1);
const version = spawnSync(python, ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])'], { encoding: 'utf8' }).stdout?.trim();
const usable = version === '3.11';

/** A small generator of pseudo-random numbers (Park and Miller), so that a seed always gives the same expressions. */
class Random {
  constructor(private state: number) {}

  below(n: number): number {
    this.state = (this.state * 48271) % 2147483647;
    return this.state % n;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }
}

const texts = ["''", "'a b  c'", "' Ab,c '", "'x\\ny\\r\\nz'", "'é日😀'", "'{}-{}'", "'12'", "'-3.5'", "'it\\'s'", "'a,b,,c'", "'Σς ß'"];
const numbers = ['0', '1', '-2', '7', '255', '2**70', '0.0', '-0.0', '1.5', '2.675', '1e16', '1e-5', '-123456.789', 'True', "float('inf')"];
const others = ['None', '[]', '[3, 1, 2]', "['b', 'a']", '(1, 2)', "{'a': 1, 'b': [2]}", '{1}', 'range(4)', "b'ab'"];
const binary = ['+', '-', '*', '/', '//', '%', '&', '|', '^', '==', '!=', '<', '<=', '>', '>=', 'in', 'not in'];
const methods = [
  'strip()',
  'split()',
  "split(',')",
  'rsplit(None, 1)',
  'splitlines()',
  'title()',
  'upper()',
  'swapcase()',
  'capitalize()',
  "replace('a', 'xy')",
  "find('c')",
  "count('')",
  "partition(',')",
  "join(['p', 'q'])",
  'zfill(8)',
  "center(9, '*')",
  'expandtabs(3)',
  'isdigit()',
  'isalnum()',
  'istitle()',
  "startswith(('x', ' '))",
  'encode()',
  'format(1, 2)',
  "index('z')",
];
const calls = [
  'len',
  'str',
  'repr',
  'int',
  'float',
  'bool',
  'list',
  'tuple',
  'sorted',
  'sum',
  'min',
  'max',
  'abs',
  'any',
  'all',
  'round',
  'ascii',
];
const specs = ['', '>8', '^9', '05', '+', ',', '.2f', '.3', 'e', 'g', '%', 'x', '#b', 'd', 's', '012,.1f', '_', '.0f', '=+9', '*<6'];
const directives = ['%s', '%r', '%d', '%5.1f|', '%-6s|', '%05d', '%x', '%e', '%g', '%+.3g', '%c', '%.2s'];

function atom(random: Random): string {
  return random.pick(random.pick([texts, numbers, others]));
}

function expression(random: Random, depth: number): string {
  if (depth === 0) return atom(random);
  const inner = (): string => expression(random, depth - 1);
  switch (random.below(7)) {
    case 0:
      return `(${inner()} ${random.pick(binary)} ${inner()})`;
    case 1:
      return `${random.pick(texts)}.${random.pick(methods)}`;
    case 2:
      return `${random.pick(calls)}(${inner()})`;
    case 3:
      return `format(${random.pick(random.pick([numbers, texts]))}, '${random.pick(specs)}')`;
    case 4:
      return `'${random.pick(directives)}' % (${inner()},)`;
    case 5:
      return `${random.pick(others)}[${random.pick(['0', '-1', '1:', '::-1', "'a'", '9', ':2'])}]`;
    default:
      return `[${inner()}, ${inner()}]`;
  }
}

const program = `
import json, sys
for line in sys.stdin:
    try:
        shown = repr(eval(json.loads(line)))
    except Exception as error:
        shown = type(error).__name__ + ': ' + str(error)
    print(json.dumps(shown))
`;

describe.skipIf(!usable)('the same answers as CPython 3.11', () => {
  it('on random expressions', () => {
    const random = new Random(seed);
    const expressions = Array.from({ length: 1500 }, () => expression(random, 1 + random.below(2)));
    const input = expressions.map((e) => JSON.stringify(e)).join('\n');
    const answers = spawnSync(python, ['-W', 'ignore', '-c', program], { encoding: 'utf8', input }).stdout.trim().split('\n');
    const differences: string[] = [];
    expressions.forEach((text, i) => {
      const expected = JSON.parse(answers[i]!) as string;
      const actual = shown(`r = ${text}`);
      if (!actual.startsWith('unknown: ') && actual !== expected) differences.push(`${text}\n  CPython: ${expected}\n  here:    ${actual}`);
    });
    expect(differences).toEqual([]);
  });
});

if (!usable)
  console.log(`Skipped: the comparison with CPython needs Python 3.11 as python3 or in PREFLIGHT_PYTHON (found ${version ?? 'none'}).`);
