import { describe, expect, test } from 'vitest';
import { evaluateDocument } from '../../../server/src/engine/project/evaluate-document.js';
import { evaluate, json } from './support.js';

/** A value that cannot be known, whatever the library follows. */
const u = 'u = input()\n';

/** Evaluates code that uses `u` and gives its names; what is unknown is `'?'`. */
function names(code: string): Record<string, unknown> {
  const evaluation = evaluate(u + code);
  expect(evaluation.problems).toEqual([]);
  const result: Record<string, unknown> = {};
  for (const { key } of evaluation.value.entries.values())
    if (key.kind === 'str' && key.text !== 'u') result[key.text] = plain(json(evaluation, key.text));
  return result;
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  if ('$unknown' in value) return '?';
  return Object.fromEntries(Object.entries(value).map(([key, v]) => [key, plain(v)]));
}

describe('what cannot be known is contagious and silent', () => {
  test.each<[string, Record<string, unknown>]>([
    ['x = u + "a"\ny = f"{u}"\nz = [u, 1]\nv = u.a[1](2)', { x: '?', y: '?', z: ['?', 1], v: '?' }],
    ['x = {u: 1}\ny = dict(a=u)\nz = {**u}\nv = [*u]\nw = dict(**u)', { x: '?', y: { a: '?' }, z: '?', v: '?', w: '?' }],
    ['x = {}\nx[u] = 1', { x: '?' }],
    ['x = {}\ny = [x]\nx[u] = 1', { x: '?', y: ['?'] }],
    ['x = [1]\nx.extend(u)', { x: '?' }],
    ['x = [1]\nx.append(u)', { x: [1, '?'] }],
    ['x = [1]\nx += u', { x: '?' }],
    ['a, b = u', { a: '?', b: '?' }],
    ['x = [i for i in range(3) if u]\ny = [i for i in u]', { x: '?', y: '?' }],
    ['x = list(i for i in range(3) if u)\ny = sum((i for i in [u]), 0)', { x: '?', y: '?' }],
    ['x = 1\nif u:\n    x = 2\nelse:\n    y = 3\nz = 4', { x: '?', y: '?', z: 4 }],
    ['x = [1]\ny = {"k": x}\nif u:\n    x.append(2)', { x: '?', y: { k: '?' } }],
    ['d = dict(a=dict(b=1))\nfor i in u:\n    d["a"]["b"] = i\nz = 1', { d: '?', i: '?', z: 1 }],
    ['ds = [dict(a=1)]\nif u:\n    for d in ds:\n        d["a"] = 2', { ds: '?', d: '?' }],
    ['x = 0\nwhile u:\n    x += 1', { x: '?' }],
    ['x = 0\nfor i in range(3):\n    if u: break\n    x += 1\nz = 1', { x: '?', i: '?', z: 1 }],
    ['n = [0]\ndef f():\n    n.append(1)\nif u:\n    f()\nz = 1', { n: '?', f: { $ref: 'f', $kind: 'function' }, z: 1 }],
    ['def f(a):\n    if u:\n        return a\n    return 2\nx = f(1)\nz = 1', { f: { $ref: 'f', $kind: 'function' }, x: '?', z: 1 }],
    ['x = 1 if u else 2\ny = u or 3\nz = 0 and u\nw = u < 3 < 4', { x: '?', y: '?', z: 0, w: '?' }],
    ['x = [1]\ny = x.append(2) if u else 3', { x: '?', y: '?' }],
    ['x = 1\ntry:\n    y = u()\nexcept Exception:\n    x = 2', { x: '?', y: '?' }],
    ['assert u\nx = 1', { x: 1 }],
    ['x = [1, 2]\nif u:\n    y = x[0]', { x: [1, 2], y: '?' }],
    ['x = 1\nglobals()[u] = 2\nz = [1]', { x: '?', z: [1] }],
    ['x = [1]\ny = 1\nz = 2\nmatch y:\n    case 1+0j:\n        x.append(2)\n        w = 3\nv = nowhere', { x: '?', z: 2, w: '?', v: '?' }],
    [
      'x = [1]\nz = 2\nmatch u:\n    case 1:\n        x.append(2)\n    case [a, *b]:\n        w = 3',
      { x: '?', z: 2, w: '?', a: '?', b: '?' },
    ],
    ['def f(y):\n    match y:\n        case 1+0j:\n            return 2\nx = f(1)', { x: '?' }],
    [
      'def f(y):\n    match y:\n        case 1:\n            return 2\n        case 3:\n            return 4\nx = f(u)\ny = f(3)',
      { x: '?', y: 4 },
    ],
    ['x = 1\nexec("x = 2")\nz = x\ny = new', { x: '?', z: '?', y: '?' }],
    ['class K:\n    def __eq__(self, o): return True\nx = K() == 1\ny = len(K())', { x: '?', y: '?' }],
    ['from a.b import M\nM.c = 1\nx = M.c\ny = M.d', { x: '?', y: { $ref: 'a.b.M.d' } }],
    ['x = (1, [2])\nif u:\n    x[1].append(3)', { x: [1, '?'] }],
  ])('%s', (code, expected) => {
    const got = names(code);
    for (const [name, value] of Object.entries(expected)) {
      if (typeof value === 'object' && value !== null && '$kind' in value) continue;
      expect([name, got[name]]).toEqual([name, value]);
    }
  });

  test('a tuple that holds something forgotten is made anew', () => {
    const got = names('l = [1]\nx = (1, l)\nif u:\n    l.append(3)');
    expect(got).toMatchObject({ l: '?', x: [1, '?'] });
  });

  test('says why', () => {
    const evaluation = evaluate(u + 'x = [1]\nif u:\n    x = 2');
    const value = evaluation.value.get('x');
    expect(value?.kind === 'unknown' && value.reason.length > 10).toBe(true);
  });
});

describe('what only the machine can tell is no error of the config', () => {
  const lazy = 'from a.b import C\n';

  test('a variable of the environment that is not set here', () => {
    const evaluation = evaluate(`import os\n${lazy}x = os.environ['WHERE'] + '/a'\n`);
    expect(evaluation.problems.map(({ kind }) => kind)).toEqual(['depends-on-environment']);
    expect(json(evaluation, 'x')).toEqual({ $unknown: 'The environment variable WHERE is set outside of the config.' });
    expect(evaluate("import os\nos.environ['A'] = 'a'\ndel os.environ['A']\nx = os.environ['A']\n").error?.type).toBe('KeyError');
  });

  test('a module that is imported where mmengine really runs the import', () => {
    const evaluation = evaluate(`${lazy}try:\n    import torch\n    n = torch.cuda.device_count()\nexcept ImportError:\n    n = 1\n`);
    expect(evaluation.problems).toEqual([]);
    expect(json(evaluation, 'n')).toEqual({ $unknown: expect.any(String) as string });
  });

  test.each(['binary', 'directory'] as const)('the reason why a base is not read ends in one full stop: %s', (why) => {
    const reading = {
      read: () => ({ kind: 'none', why, reason: 'It is odd.' }) as const,
      stat: () => ({ kind: 'file', version: '1' }) as never,
      list: () => undefined,
      readBytes: () => Promise.reject(new Error()),
      packageRoot: () => undefined,
    };
    const { problems } = evaluateDocument(
      '/ws/a.py',
      'from mmengine.config import read_base\nwith read_base():\n    from .b import c\n',
      'python',
      reading,
    );
    expect(problems.map(({ message }) => message)).toEqual([expect.stringMatching(/It is odd\.$/)]);
  });
});
