import { describe, expect, it } from 'vitest';
import { evaluateDocument } from '../../../server/src/engine/project/evaluate-document.js';
import type { Evaluation } from '../../../server/src/engine/core/evaluation.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

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
    expect([...value.entries.keys()]).toEqual(['x', 'y']);
    const x = value.get('x');
    expect(x?.kind === 'dict' && [x.get('a'), x.get('b')]).toMatchObject([{ value: 1n, span: { file: '/ws/base.yaml' } }, { value: 3n }]);
    expect([...dependencies]).toEqual(['/ws/base.yaml', '/ws/sub/more.json']);
    expect(baseImports.map((base) => base.file)).toEqual(['/ws/base.yaml', '/ws/sub/more.json']);
  });

  it('follows bases of bases, and Python ones', () => {
    const { ok, value } = evaluate(
      '{"_base_": "a.yaml", "z": 1}',
      { '/ws/a.yaml': '_base_: b.py\ny: 1\n', '/ws/b.py': "x = 'from Python'\n" },
      '/ws/main.json',
    );
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
    expect(evaluate('_base_: [a.yaml, b.yaml]\n', { '/ws/a.yaml': 'x: 1\n', '/ws/b.yaml': 'x: 2\n' }).error).toMatchObject({
      type: 'KeyError',
    });
    expect(evaluate('_base_: a.yaml\nx: {y: 1}\n', { '/ws/a.yaml': 'x: 1\n' }).error).toMatchObject({ type: 'TypeError' });
  });

  it('refuses a Python base that is imported lazily', () => {
    const evaluation = evaluate('_base_: a.py\n', {
      '/ws/a.py': 'from mmengine.config import read_base\nwith read_base():\n    from .b import x\n',
      '/ws/b.py': 'x = 1\n',
    });
    expect(evaluation).toMatchObject({ ok: false, error: { type: 'RuntimeError' }, problems: [{ kind: 'base-broken' }] });
  });

  it('is followed in a YAML base of a Python config', () => {
    const text = "_base_ = 'a.yaml'\nx = 1\n";
    const files = { '/ws/main.py': text, '/ws/a.yaml': '_base_: b.json\n_deprecation_: {}\ny: {{ _base_.z }}\n', '/ws/b.json': '{"z": 3}' };
    const { ok, value, dependencies } = evaluateDocument('/ws/main.py', text, 'python', new MemoryWorkspace(files));
    expect(ok).toBe(true);
    expect([...value.entries.keys()]).toEqual(['z', 'y', 'x']);
    expect(value.get('y')).toMatchObject({ value: 3n, span: { file: '/ws/b.json' } });
    expect(dependencies).toContain('/ws/b.json');
    const back = evaluateDocument('/ws/main.py', text, 'python', new MemoryWorkspace({ ...files, '/ws/a.yaml': '_base_: main.py\n' }));
    expect(back).toMatchObject({ ok: false, error: { type: 'RecursionError' } });
  });
});

describe('variables in YAML and JSON', () => {
  it('are filled in before the text is read', () => {
    const text = "a: './{{ fileBasenameNoExtension }}/x'\nb: {{ fileExtname }}\nc: [1, '{{fileDirname}}']\nd: '{{ question }}'\n";
    const { ok, value } = evaluate(text, {});
    expect(ok).toBe(true);
    expect(['a', 'b', 'd'].map((key) => value.get(key))).toMatchObject([
      { text: './main/x' },
      { text: '.yaml' },
      { text: '{{ question }}' },
    ]);
    const a = value.entry('a');
    expect(text.slice(a!.value.span.start, a!.value.span.end)).toBe("'./{{ fileBasenameNoExtension }}/x'");
    const pieces =
      a?.value.kind === 'str'
        ? a.value.traced.pieces.map(({ length, origin }) => [
            length,
            origin.kind === 'source' && text.slice(origin.span.start, origin.span.end),
          ])
        : [];
    expect(pieces).toEqual([
      [2, './'],
      [4, '{{ fileBasenameNoExtension }}'],
      [2, '/x'],
    ]);
    const c = value.get('c');
    expect(c?.kind === 'list' && c.items[1]).toMatchObject({ text: '/ws' });
  });

  it('take values of the bases', () => {
    const { ok, value } = evaluate(
      '{"_base_": "a.yaml", "x": {{ _base_.m.n }}, "y": [{{_base_.k}}]}',
      { '/ws/a.yaml': 'm: {n: {o: 1}}\nk: text\n' },
      '/ws/main.json',
    );
    expect(ok).toBe(true);
    const [x, y] = [value.get('x'), value.get('y')];
    expect(x?.kind === 'dict' && x.get('o')).toMatchObject({ value: 1n, span: { file: '/ws/a.yaml' } });
    expect(y?.kind === 'list' && y.items[0]).toMatchObject({ text: 'text' });
  });

  it.each([
    ['x: {{ _base_.nope }}\n', 'KeyError', 3, 20],
    ["y: 1\nx: '{{$PREFLIGHT_NOT_SET:}}'\n", 'KeyError', 9, 32],
    ["x: '{{ fileBasename }}'\ny: [\n", 'ParserError', 27, 28],
  ])('tell where %j goes wrong', (text, type, start, end) => {
    expect(evaluate(text, {})).toMatchObject({ ok: false, error: { type }, problems: [{ span: { file: '/ws/main.yaml', start, end } }] });
  });

  it('say what they rest on', () => {
    expect(evaluate("x: '{{$PREFLIGHT_NOT_SET:here}}'\n", {})).toMatchObject({
      ok: true,
      problems: [{ kind: 'depends-on-environment', span: { start: 4, end: 31 } }],
    });
  });
});
