import { describe, expect, it } from 'vitest';
import { evaluateDocument } from '../../../server/src/evaluate.js';
import type { Evaluation } from '../../../server/src/evaluation.js';
import { MemoryWorkspace } from '../../../server/src/workspace.js';

/** Evaluates `main` among other files. */
function evaluate(main: string, files: Readonly<Record<string, string>>, file = '/ws/main.yaml'): Evaluation {
  return evaluateDocument(file, main, file.endsWith('.json') ? 'json' : 'yaml', new MemoryWorkspace({ ...files, [file]: main }));
}

describe('_base_ in YAML and JSON', () => {
  it('merges the bases under the config', () => {
    const { ok, value, dependencies, baseImports } = evaluate('_base_: [base.yaml, sub/more.json]\nx:\n  b: 3\n', {
      '/ws/base.yaml': 'x:\n  a: 1\n  b: 2\n',
      '/ws/sub/more.json': '{"y": 1}',
    });
    expect(ok).toBe(true);
    expect([...value.entries.keys()]).toEqual(['sx', 'sy']);
    const x = value.get('x');
    expect(x?.kind === 'dict' && [x.get('a'), x.get('b')]).toMatchObject([{ value: 1n, span: { file: '/ws/base.yaml' } }, { value: 3n }]);
    expect([...dependencies]).toEqual(['/ws/base.yaml', '/ws/sub/more.json']);
    expect(baseImports.map((base) => base.file)).toEqual(['/ws/base.yaml', '/ws/sub/more.json']);
  });

  it('follows bases of bases, and Python ones', () => {
    const { ok, value } = evaluate('{"_base_": "a.yaml", "z": 1}', { '/ws/a.yaml': '_base_: b.py\ny: 1\n', '/ws/b.py': "x = 'from Python'\n" }, '/ws/main.json');
    expect(ok).toBe(true);
    expect(value.get('x')).toMatchObject({ text: 'from Python' });
  });

  it.each([
    ['a missing base', { '/ws/other.yaml': '' }, 'base-not-found'],
    ['a base that leads back', { '/ws/base.yaml': '_base_: main.yaml\n' }, 'base-broken'],
    ['a base with a syntax error', { '/ws/base.yaml': 'a: [1\n' }, 'base-broken'],
  ])('reports %s at its path', (_name, files, kind) => {
    const evaluation = evaluate('_base_: base.yaml\n', files);
    expect(evaluation).toMatchObject({ ok: false, problems: [{ kind, span: { start: 8, end: 17 } }] });
  });

  it('reports itself as base, a name of two bases, and a dict over something else', () => {
    expect(evaluate('_base_: main.yaml\n', {}).problems).toMatchObject([{ kind: 'import-cycle' }]);
    expect(evaluate('_base_: [a.yaml, b.yaml]\n', { '/ws/a.yaml': 'x: 1\n', '/ws/b.yaml': 'x: 2\n' }).error).toMatchObject({ type: 'KeyError' });
    expect(evaluate('_base_: a.yaml\nx: {y: 1}\n', { '/ws/a.yaml': 'x: 1\n' }).error).toMatchObject({ type: 'TypeError' });
  });
});
