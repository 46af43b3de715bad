import { describe, expect, test } from 'vitest';
import { defaultLimits } from '../../../server/src/engine/core/evaluation.js';
import { evaluate } from './support.js';

describe('what never ends or grows without bound is given up, and said', () => {
  test.each([
    ['an endless loop', 'while True: pass'],
    ['an endless loop that does something', 'x = []\nwhile True:\n    x.append(1)\n    x.clear()'],
    ['a huge string', "x = 'a' * 10**12"],
    ['a huge list', 'x = [0] * 10**9'],
    ['a string that doubles', "x = 'a'\nfor i in range(100): x = x + x"],
    ['a list that doubles', 'x = [1]\nfor i in range(100): x = x + x'],
    ['a list that is extended by itself', 'x = [1]\nfor i in range(100): x += x'],
    ['a huge power', 'x = 10 ** 10 ** 8'],
    ['a huge shift', 'x = 1 << 10 ** 12'],
    ['a huge range', 'x = list(range(10 ** 12))'],
    ['a huge sum', 'x = sum(range(10 ** 12))'],
    ['endless recursion', 'def f(n): return f(n + 1)\nf(0)'],
    ['endless recursion through a builtin', 'def f(n): return sorted([1, 2], key=lambda k: f(k))\nf(0)'],
    ['endless mutual recursion in arguments', 'def f(n): return [g(n)]\ndef g(n): return {"a": (f(n),)}\nf(0)'],
    ['an endless generator', 'def g():\n    while True: yield 1\nx = list(g())'],
    ['a list that eats itself', 'x = [1]\nfor i in x: x.append(i)'],
    ['padding', "x = 'a'.ljust(10 ** 12)"],
    ['a format width', "x = f'{1:999999999999}'"],
    ['joins that grow', "x = 'ab'\nfor i in range(60): x = x.join([x, x, x])"],
    ['replacements that grow', "x = 'ab'\nfor i in range(60): x = x.replace('a', x)"],
    ['a comprehension that grows', 'x = [1, 1]\nfor i in range(60): x = [j for k in x for j in x]'],
    ['deep parentheses', 'x = ' + '('.repeat(5000) + '1' + ')'.repeat(5000)],
    ['deep lists', 'x = ' + '['.repeat(5000) + ']'.repeat(5000)],
    ['a value that contains itself', 'x = [1]\nx.append(x)'],
    ['a dict that holds itself', 'x = dict(a=[])\nx["a"].append(x)'],
    ['a small value that is huge when written out', 'x = [1]\nfor i in range(60): x = [x, x]'],
    ['the same in a dict', 'x = {}\nfor i in range(60): x = dict(a=x, b=x)'],
    ['a deep value', 'x = []\nfor i in range(100000): x = [x]\ny = str(x)'],
  ])('%s', (_, code) => {
    // With an eighth of the steps that a document may take: what never ends does not end sooner.
    const evaluation = evaluate(code, {}, { limits: { ...defaultLimits, steps: defaultLimits.steps / 8 } });
    expect(evaluation.ok).toBe(false);
    expect(evaluation.problems.length).toBeGreaterThan(0);
  });

  test('a limit is a problem at its place, not an exception of Python', () => {
    const evaluation = evaluate('x = 1\nwhile True: pass\n');
    expect(evaluation.problems.map((p) => p.kind)).toEqual(['limit']);
    expect(evaluation.error).toBeUndefined();
    expect(evaluation.value.get('x')).toBeDefined();
  });

  test('long chains and long files are no matter of depth', () => {
    const chain = 'x = ' + Array.from({ length: 300 }, () => '"a"').join(' + ');
    const sum = evaluate(chain);
    expect(sum.problems).toEqual([]);
    const text = Array.from({ length: 20000 }, (_, i) => `x${String(i)} = dict(a=${String(i)})`).join('\n');
    expect(evaluate(text).ok).toBe(true);
  });

  test('a document that is too long is not read', () => {
    const evaluation = evaluate('x = 1\n'.repeat(1000), {}, { limits: { ...defaultLimits, document: 100 } });
    expect(evaluation.problems.map((p) => p.kind)).toEqual(['limit']);
  });

  test('a base that never ends is reported at its import', () => {
    const evaluation = evaluate('with read_base():\n    from .b import x\ny = 1\n', { 'b.py': 'while True: pass\n' });
    expect(evaluation.ok).toBe(false);
    expect(evaluation.problems.map((p) => p.kind)).toEqual(['base-broken']);
  });

  test('a value that holds itself cannot be imported from a base', () => {
    const evaluation = evaluate('with read_base():\n    from .b import x\n', { 'b.py': 'x = []\nx.append(x)\n' });
    expect(evaluation.error?.type).toBe('RecursionError');
  });
});

describe('a text that is more than is parsed', () => {
  const chain = `x = ${'1 + '.repeat(1000)}1\n`;

  test('is reported as a limit, not as an error of the config', () => {
    const { ok, problems, error } = evaluate(`${chain}y = x\n`);
    expect(problems.map(({ kind }) => kind)).toEqual(['limit']);
    expect(ok).toBe(false);
    expect(error).toBeUndefined();
  });
});
