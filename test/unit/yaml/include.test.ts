import { describe, expect, it } from 'vitest';
import { evaluateDocument } from '../../../server/src/engine/project/evaluate-document.js';
import { defaultLimits, type Evaluation } from '../../../server/src/engine/core/evaluation.js';
import { effectiveKeys } from '../../../server/src/engine/frameworks/lm-eval/load/effective.js';
import { createProject } from '../../../server/src/engine/project/project.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { toGolden } from '../../../server/src/engine/python/runtime/value-json.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { evaluateTaskFile } from '../../../server/src/engine/frameworks/lm-eval/load/include.js';
import { IncludeCache } from '../../../server/src/engine/frameworks/lm-eval/load/include-cache.js';

const main = '/ws/tasks/demo/demo.yaml';

/** Loads a task among other files, whose names are relative to its folder. */
function load(text: string, files: Readonly<Record<string, string>> = {}): Evaluation {
  const others = Object.entries(files).map(([name, content]) => [name.startsWith('/') ? name : `/ws/tasks/demo/${name}`, content]);
  return evaluateTaskFile(
    main,
    text,
    new MemoryWorkspace({ ...(Object.fromEntries(others) as Record<string, string>), [main]: text }),
    defaultLimits,
  );
}

const json = (evaluation: Evaluation): unknown => JSON.parse(toGolden(evaluation.value).json);
const kinds = (evaluation: Evaluation): string[] => evaluation.problems.map(({ kind }) => kind);

describe('include', () => {
  it('puts the keys of the document over those of the file that it includes, each as a whole', () => {
    const evaluation = load('include: _base\ntask: demo\nmetadata: {b: 2}\nnum_fewshot: null\n', {
      _base: 'dataset_path: json\nmetadata: {a: 1}\nnum_fewshot: 3\n',
    });
    expect(evaluation.ok).toBe(true);
    expect(toGolden(evaluation.value).json).toBe('{"dataset_path": "json", "metadata": {"b": 2}, "num_fewshot": null, "task": "demo"}');
    expect(evaluation.value.entry('dataset_path')?.keySpan).toEqual({ file: '/ws/tasks/demo/_base', start: 0, end: 12 });
    expect(evaluation.baseImports).toMatchObject([{ module: '_base', moduleSpan: { start: 9, end: 14 }, file: '/ws/tasks/demo/_base' }]);
    expect([...evaluation.dependencies]).toEqual(['/ws/tasks/demo/_base']);
  });

  it('follows lists and includes of includes, relative to the file that names them; later ones win', () => {
    const files = {
      '../a.yaml': 'x: 1\n',
      '/ws/tasks/a.yaml': 'include: more/b\nx: a\ny: a\n',
      '/ws/tasks/more/b': 'y: b\nz: b\nw: b\n',
      '/ws/c': 'x: c\nz: c\n',
    };
    const evaluation = load('include:\n  - ../a.yaml\n  - /ws/c\ntask: demo\n', files);
    expect(toGolden(evaluation.value).json).toBe('{"y": "a", "z": "c", "w": "b", "x": "c", "task": "demo"}');
    expect([...evaluation.dependencies]).toEqual(['/ws/tasks/a.yaml', '/ws/tasks/more/b', '/ws/c']);
  });

  it('inherits task, tag and group, but not task_list', () => {
    expect(json(load('include: _base\n', { _base: 'task: a\ntag: b\ngroup: c\ntask_list: [d]\n' }))).toEqual({
      task: 'a',
      tag: 'b',
      group: 'c',
    });
    expect(json(load('task_list: [d]\n'))).toEqual({ task_list: ['d'] });
  });

  it('includes nothing from within values', () => {
    expect(json(load('group: g\ntask:\n  - task: a\n    include: nowhere\n'))).toEqual({
      group: 'g',
      task: [{ task: 'a', include: 'nowhere' }],
    });
  });

  it.each([
    ['include: nowhere\n', 'base-not-found', "FileNotFoundError: [Errno 2] No such file or directory: '/ws/tasks/demo/nowhere'"],
    ['include: ../demo\n', 'base-not-found', "IsADirectoryError: [Errno 21] Is a directory: '/ws/tasks/demo'"],
    ['include:\n', 'raises', 'TypeError: expected str, bytes or os.PathLike object, not NoneType'],
    ['include: {a: b}\n', 'raises', 'TypeError: expected str, bytes or os.PathLike object, not dict'],
    ['include: demo.yaml\n', 'import-cycle', 'ValueError: Include cycle at /ws/tasks/demo/demo.yaml'],
    ['include: [left, right]\n', 'include-diamond', 'ValueError: Include cycle at /ws/tasks/demo/shared'],
    ['include: [shared, shared]\n', 'include-diamond', 'ValueError: Include cycle at /ws/tasks/demo/shared'],
    ['include: broken.yaml\n', 'base-broken', 'ParserError'],
    ['include: list\n', 'base-broken', 'ValueError: Expected YAML dict from /ws/tasks/demo/list, got list'],
    ['include: empty\n', 'base-broken', 'ValueError: Expected YAML dict from /ws/tasks/demo/empty, got NoneType'],
  ])('tells what the harness raises on %j', (text, kind, error) => {
    const files = {
      left: 'include: shared\n',
      right: 'include: shared\n',
      shared: 'x: 1\n',
      'broken.yaml': 'a: [1\n',
      list: '- a\n',
      empty: '# nothing\n',
    };
    const evaluation = load(text, files);
    expect(evaluation.ok).toBe(false);
    expect(evaluation.error?.message).toContain(error);
    expect(evaluation.problems.at(-1)).toMatchObject({ kind, span: { file: main } });
  });

  it('leads from the include to where an included file goes wrong', () => {
    const [problem] = load('include: a\n', { a: 'x: 1\ninclude: nowhere\n' }).problems;
    expect(problem).toMatchObject({
      kind: 'base-broken',
      span: { file: main, start: 9, end: 10 },
      related: [{ span: { file: '/ws/tasks/demo/a', start: 14, end: 21 } }],
    });
  });

  it('leaves to an included file what is odd in it and loads', () => {
    const evaluation = load('include: a\ntask: t\n', { a: 'x: 1\nx: 2\n' });
    expect(evaluation).toMatchObject({ ok: true, problems: [] });
  });

  it('keeps evaluations apart that share an included file', () => {
    const workspace = new MemoryWorkspace({ '/ws/base': 'metadata: {a: 1}\nx: 1\n' });
    const cache = new IncludeCache();
    const [first, second] = ['a', 'b'].map((name) =>
      evaluateTaskFile(`/ws/${name}.yaml`, `include: base\ntask: ${name}\n`, workspace, defaultLimits, undefined, cache),
    );
    first!.value.set('x', first!.value.get('task')!);
    expect(json(second!)).toEqual({ metadata: { a: 1 }, x: 1, task: 'b' });
    expect(second!.value.get('metadata')).toBe(first!.value.get('metadata'));
    workspace.write('/ws/base', 'x: 2\n');
    expect(json(evaluateTaskFile('/ws/c.yaml', 'include: base\n', workspace, defaultLimits, undefined, cache))).toEqual({ x: 2 });
  });
});

describe('what the loader of tasks makes of YAML', () => {
  it('keeps !function with the file in which it is written', () => {
    const evaluation = load('include: ../base\na: !function utils.f\nb: "!function utils.g"\n', {
      '/ws/tasks/base': 'c: !function utils.h\n',
    });
    expect(evaluation.value.get('a')).toMatchObject({ kind: 'ref', refKind: 'function', path: 'utils.f', from: main });
    expect(evaluation.value.get('b')).toMatchObject({ kind: 'str', text: '!function utils.g' });
    expect(evaluation.value.get('c')).toMatchObject({ kind: 'ref', path: 'utils.h', from: '/ws/tasks/base' });
  });

  it.each([
    ['a: !!python/tuple [1]', 'ConstructorError'],
    ['a: !!python/name:os.system', 'ConstructorError'],
    ['a: !function [x]', 'ConstructorError'],
    ['a: !other x', 'ConstructorError'],
    ['a: 2001-13-01', 'ValueError'],
    ['a: 0x_', 'ValueError'],
    ['a: &x 1\nb: &x 2', 'ComposerError'],
    ['a: *x', 'ComposerError'],
  ])('raises on %s as a safe loader does', (text, type) => expect(load(`${text}\n`).error?.type).toBe(type));

  it('reads values of YAML 1.1', () => {
    const text = 'a: [yes, 010, 1:30, 02:00, 1e5, 2001-01-02, ! 12]\nb: !!set {x, y}\nc: !!pairs [x: 1, x: 2]\nd: !!binary aGk=\n';
    expect(json(load(text))).toEqual({
      a: [true, 8, 90, '02:00', '1e5', { $repr: 'datetime.date: datetime.date(2001, 1, 2)' }, 12],
      b: { $set: ['x', 'y'] },
      c: [
        ['x', 1],
        ['x', 2],
      ],
      d: { $repr: "builtins.bytes: b'hi'" },
    });
  });

  it('loads keys that stand twice, and notes them', () => {
    const evaluation = load('a: 1\nb: {c: 1, c: 2}\na: 3\n');
    expect(json(evaluation)).toEqual({ a: 3, b: { c: 2 } });
    expect(evaluation).toMatchObject({
      ok: true,
      problems: [
        { kind: 'duplicate-key', span: { start: 9, end: 10 } },
        { kind: 'duplicate-key', span: { start: 0, end: 1 }, related: [{ span: { start: 21, end: 22 } }] },
      ],
    });
    expect(kinds(load('a: &x {c: 1}\nb: {<<: *x, c: 2}\n'))).toEqual([]);
  });

  it('loads quoted texts that stand too far to the left, and notes them', () => {
    const text = 'a:\n  - b: "one\ntwo\n\n  \\"three\\" \\\n four"\n    c: \'it\'\'s\n\nfine\'\nd: 1\n';
    const evaluation = load(text);
    expect(json(evaluation)).toEqual({ a: [{ b: 'one two\n"three" four', c: "it's\nfine" }], d: 1 });
    expect(evaluation.ok).toBe(true);
    expect(kinds(evaluation)).toEqual(['lenient-quotes', 'lenient-quotes']);
    expect(text.slice(evaluation.problems[1]!.span.start, evaluation.problems[1]!.span.end)).toBe("'it''s\n\nfine'");
    expect(load('a:\n  b: "one\ntwo\n').ok).toBe(false);
  });

  it('loads brackets whose lines stand too far to the left, and notes them', () => {
    const text = 'a:\n  b: [\n"x",  # the "first"\ny\nz, {c: \'two\n lines\'}\n]\n  d: {e: 1,\nf: 2}\ng: 3\n';
    const evaluation = load(text);
    expect(json(evaluation)).toEqual({ a: { b: ['x', 'y z', { c: 'two lines' }], d: { e: 1, f: 2 } }, g: 3 });
    expect(kinds(evaluation)).toEqual(['lenient-quotes', 'lenient-quotes']);
    expect(kinds(load('a: [\n  x\n]\n'))).toEqual([]);
  });

  it.each([
    ['a: "one\nb: "two"\n', 7],
    ['a: [one\nb: [two]\n', 7],
  ])('tells of %j where it begins to go wrong', (text, end) => {
    const evaluation = load(text);
    expect(kinds(evaluation)).toEqual(['syntax-error']);
    expect(evaluation.problems[0]!.span.start).toBeLessThanOrEqual(end + 1);
  });
});

describe('effectiveConfig', () => {
  it('lists every key with its file, and what it replaces', () => {
    const keys = effectiveKeys(load('include: [a, b]\ntask: demo\nx: 3\n', { a: 'x: 1\ny: 1\n', b: 'x: 2\n' }));
    expect(keys.map(({ key, file, replaced }) => [key, file, replaced.map(({ keySpan }) => keySpan.file)])).toEqual([
      ['x', main, ['/ws/tasks/demo/b', '/ws/tasks/demo/a']],
      ['y', '/ws/tasks/demo/a', []],
      ['task', main, []],
    ]);
  });
});

describe('tasks in a project', () => {
  it('are loaded as such, and anew when an included file changes in the editor', () => {
    const project = createProject(
      new MemoryWorkspace({ '/ws/t.yaml': 'include: _base\ntask: t\n', '/ws/_base': 'num_fewshot: 1\n' }),
      defaultSettings,
    );
    project.update('/ws/t.yaml', 'include: _base\ntask: t\n', 1, 'yaml');
    expect(json(project.evaluate('/ws/t.yaml')!)).toEqual({ num_fewshot: 1, task: 't' });
    expect(project.dependents('/ws/_base')).toEqual(['/ws/t.yaml']);
    expect(project.update('/ws/_base', 'num_fewshot: 2\n', 1, 'yaml')).toEqual(['/ws/t.yaml']);
    expect(json(project.evaluate('/ws/t.yaml')!)).toEqual({ num_fewshot: 2, task: 't' });
    expect(project.document('/ws/_base')).toMatchObject({ language: 'yaml' });
  });

  it('are told from other YAML', () => {
    const workspace = new MemoryWorkspace({});
    expect(evaluateDocument('/ws/a.yaml', 'task: a\ndoc_to_text: x\n', 'yaml', workspace).taskFile).toBeDefined();
    expect(evaluateDocument('/ws/a.yaml', 'models:\n  - abbr: m\n', 'yaml', workspace).taskFile).toBeUndefined();
  });

  it('tells a syntax error at its place where the included file has no ending, and no check of its own', () => {
    const broken = 'doc_to_text: "{{a}}\ndoc_to_target: "{{b}}"\n';
    const bare = load('include: _base\ntask: demo\n', { _base: broken });
    expect(bare.ok).toBe(false);
    expect(bare.problems).toMatchObject([{ kind: 'syntax-error', span: { file: '/ws/tasks/demo/_base', start: 13 } }]);
    expect(kinds(load('include: _base.yaml\ntask: demo\n', { '_base.yaml': broken }))).toEqual(['base-broken']);
    const workspace = new MemoryWorkspace({ [main]: 'include: _base\ntask: demo\n', '/ws/tasks/demo/_base': broken }, ['/ws']);
    const found = createProject(workspace, defaultSettings).check(main);
    expect(found).toMatchObject([{ rule: 'syntax-error', severity: 'error', span: { start: 9 }, cause: { start: 13 } }]);
  });
});
