import { describe, expect, it } from 'vitest';
import { evaluateDocument } from '../../../server/src/engine/project/evaluate-document.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

/** Kinds of the problems of a program. */
function problems(program: string): string[] {
  const evaluation = evaluateDocument('/ws/config.py', program, 'python', new MemoryWorkspace({}));
  return evaluation.problems.map((p) => p.kind);
}

describe('what would be too much', () => {
  it.each([
    "x = 'a' * 10**12",
    'x = [0] * 10**12',
    'x = (0,) * 10**9 * 10**9',
    'x = 10**10**10',
    'x = 1 << 10**15',
    "x = 'a'.zfill(10**12)",
    "x = 'a'.ljust(10**12)",
    "x = 'a'.center(10**12, '*')",
    "x = '{:>1000000000000}'.format(1)",
    "x = '%1000000000000d' % 1",
    "x = format(1.5, '.1000000000f')",
    'x = list(range(10**12))',
    'x = sum(range(10**12))',
    'import itertools\nx = list(itertools.count())',
    "import itertools\nx = list(itertools.product('ab', repeat=60))",
    'import math\nx = math.factorial(10**9)',
    "x = ('a' * 10**4).replace('a', 'b' * 10**6)",
    "x = (',' * 10**4).join(['a'] * 10**5)",
    "x = '\\t'.expandtabs(10**12)",
    'x = bytes(10**12)',
    'x = 7\nfor i in range(100):\n    x = x * x',
  ])('stops with a limit: %s', (program) => {
    expect(problems(program)).toEqual(['limit']);
  });

  it.each([
    "import re\nx = re.match('(a+)+$', 'a' * 1000 + 'b')",
    "import re\nx = re.sub('(a|aa)+$', 'x', 'a' * 40 + 'b')",
    "import re\nx = re.findall('(.*)(.*)(.*)(.*)x', 'a' * 1500)",
  ])('gives no answer for a regular expression that could take for ever: %s', (program) => {
    expect(problems(program)).toEqual([]);
  });

  it('asks large sets and dicts for what they do not hold', () => {
    expect(
      problems('seen = set(range(50000))\nd = dict.fromkeys(range(50000))\nx = [i for i in range(50000, 90000) if i in seen or i in d]'),
    ).toEqual([]);
  });

  it('joins a string in a long loop, and still knows its pieces', () => {
    const evaluation = evaluateDocument(
      '/ws/config.py',
      "x = ''\nfor i in range(20000):\n    x += 'ab'\n",
      'python',
      new MemoryWorkspace({}),
    );
    const x = evaluation.value.get('x');
    expect(x?.kind === 'str' && x.traced.pieces.length).toBe(20_000);
  });
});
