import { describe, expect, it } from 'vitest';
import { tasksRootsOf } from '../../../server/src/engine/frameworks/lm-eval/load/find-tasks.js';
import { taskIndexOf } from '../../../server/src/engine/frameworks/lm-eval/load/task-indexes.js';
import { harnessRelease } from '../../../server/src/engine/frameworks/lm-eval/releases/find-harness.js';
import { membersOf, type Member } from '../../../server/src/engine/frameworks/lm-eval/load/members.js';
import { TaskIndex } from '../../../server/src/engine/frameworks/lm-eval/load/task-index.js';
import { createProject } from '../../../server/src/engine/project/project.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { DictValue } from '../../../server/src/engine/core/value.js';
import { toGolden } from '../../../server/src/engine/python/runtime/value-json.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

function indexOf(files: Readonly<Record<string, string>>, roots: readonly string[] = ['/ws']): TaskIndex {
  const inside = Object.entries(files).map(([name, text]) => [name.startsWith('/') ? name : `/ws/${name}`, text]);
  return new TaskIndex(roots, new MemoryWorkspace(Object.fromEntries(inside) as Record<string, string>, roots));
}

const names = (index: TaskIndex): unknown =>
  [...index.entries.values()].map(({ name, kind, file, tagged }) => (file === undefined ? [name, kind, [...tagged]] : [name, kind, file]));

describe('TaskIndex', () => {
  it('is read in steps, and looks again at what changed meanwhile', () => {
    const workspace = new MemoryWorkspace({ '/ws/a.yaml': 'task: a\n', '/ws/b.yaml': 'task: b\n' }, ['/ws']);
    const index = new TaskIndex(['/ws'], workspace);
    expect(index.advance(1)).toBe(false);
    workspace.write('/ws/a.yaml', 'task: changed\n');
    expect(index.update('/ws/a.yaml')).toBe(false);
    expect(index.advance(10)).toBe(true);
    expect([...index.entries.keys()]).toEqual(['changed', 'b']);
  });

  it('reads at once what steps have left', () => {
    const index = indexOf({ 'a.yaml': 'task: a\n', 'b.yaml': 'task: b\n' });
    index.advance(1);
    expect([...index.entries.keys()]).toEqual(['a', 'b']);
  });

  it('finds tasks, groups and tags in .yaml files, in the order of their paths', () => {
    const index = indexOf({
      'b/b.yaml': 'include: ../_base\ntask: b\ntag: [one, two]\n',
      'a.yaml': 'task: a\ntag: one\n',
      'g.yaml': 'group: g\ntask: [a, one]\ntag: not_registered\n',
      'p.yaml': 'task: p\ngroup: h\nclass: !function task.P\n',
      'z.yml': 'task: z\n',
      _base: 'task: base\ndataset_path: json\n',
      '__pycache__/x.yaml': 'task: x\n',
    });
    expect(names(index)).toEqual([
      ['a', 'TASK', '/ws/a.yaml'],
      ['one', 'TAG', ['a', 'b']],
      ['b', 'TASK', '/ws/b/b.yaml'],
      ['two', 'TAG', ['b']],
      ['g', 'GROUP', '/ws/g.yaml'],
      ['p', 'PY_TASK', '/ws/p.yaml'],
    ]);
    expect(index.skipped).toEqual([]);
    expect(index.summary('/ws/z.yml')).toBeUndefined();
  });

  it('says why files are left out without a word', () => {
    const index = indexOf({
      'a.yaml': 'dataset_path: json\n',
      'b.yaml': 'task: [\n',
      'c.yaml': 'include: nowhere\ntask: c\n',
      'd.yaml': 'group: [d]\ntask: []\n',
      'e.yaml': 'class: !function task.E\n',
      'f.yaml': 'task: f\ntag: 3\n',
      'g.yaml': 'task:\n  - a\n',
    });
    expect(index.entries.size).toBe(0);
    expect(index.skipped.map(({ file, error }) => [file, error.type])).toEqual([
      ['/ws/a.yaml', 'ValueError'],
      ['/ws/b.yaml', 'ParserError'],
      ['/ws/c.yaml', 'FileNotFoundError'],
      ['/ws/d.yaml', 'TypeError'],
      ['/ws/e.yaml', 'KeyError'],
      ['/ws/f.yaml', 'TypeError'],
      ['/ws/g.yaml', 'TypeError'],
    ]);
    expect(index.skipped[0]?.error.text).toBe("Unknown config shape: keys=['dataset_path']");
  });

  it('takes the first file of a name in a folder, and the later folder', () => {
    const index = indexOf({ '/x/a.yaml': 'task: a\n', '/x/b.yaml': 'task: a\n', '/y/c.yaml': 'task: a\n' }, ['/x', '/y']);
    expect(index.entry('a')?.file).toBe('/y/c.yaml');
    expect(index.overshadowed).toEqual([
      { name: 'a', file: '/x/b.yaml', by: '/x/a.yaml' },
      { name: 'a', file: '/x/a.yaml', by: '/y/c.yaml' },
    ]);
  });

  it('has one namespace: a tag gives way to a task, and keeps a group out that comes later', () => {
    const index = indexOf({ 'a.yaml': 'task: a\n', 'b.yaml': 'task: b\ntag: [a, c]\n', 'c.yaml': 'group: c\ntask: [a]\n' });
    expect(index.entry('a')).toMatchObject({ kind: 'TASK', tagged: new Set(['b']) });
    expect(index.entry('c')).toMatchObject({ kind: 'TAG' });
    expect(index.overshadowed).toEqual([{ name: 'c', file: '/ws/c.yaml', by: undefined }]);
  });

  it.each([
    ['task: [a, {b: c}]\ntag: t\n', "unhashable type: 'list'"],
    ['task: a\ntest_split: test\ntag: {b: c}\n', "unhashable type: 'dict'"],
    ['task: a\ntest_split: test\ntag: [[b]]\n', "unhashable type: 'list'"],
    ['task: a\ntest_split: test\ntag: 3\n', "'int' object is not iterable"],
  ])('skips %j as the harness does', (text, error) => {
    const index = new TaskIndex(['/ws'], new MemoryWorkspace({ '/ws/a.yaml': text }));
    expect(index.skipped.map((file) => file.error.text)).toEqual([error]);
  });

  it('follows changes, and says whether a name is another thing now', () => {
    const workspace = new MemoryWorkspace({ '/ws/a.yaml': 'include: _base\ndoc_to_text: x\n', '/ws/_base': 'task: a\n' });
    const index = new TaskIndex(['/ws'], workspace);
    expect(index.entry('a')).toBeDefined();
    workspace.write('/ws/a.yaml', 'include: _base\ndoc_to_text: y\n');
    expect(index.update('/ws/a.yaml')).toBe(false);
    workspace.write('/ws/_base', 'task: b\n');
    expect(index.update('/ws/_base')).toBe(true);
    expect([index.entry('a'), index.entry('b')?.file]).toEqual([undefined, '/ws/a.yaml']);
    workspace.write('/ws/new/c.yaml', 'task: c\n');
    expect(index.update('/ws/new')).toBe(true);
    expect(index.entry('c')).toBeDefined();
    workspace.remove('/ws/new/c.yaml');
    expect(index.update('/ws/new')).toBe(true);
    expect(index.entry('c')).toBeUndefined();
    expect(index.update('/ws/notes.txt')).toBe(false);
  });
});

describe('a file that many include', () => {
  it('is all that is read again while its other keys change', () => {
    const reads: string[] = [];
    const workspace = new MemoryWorkspace({ '/ws/a.yaml': 'include: _base\n', '/ws/_base': 'task: a\ndoc_to_text: x\n' });
    const read = workspace.read.bind(workspace);
    workspace.read = (file) => (reads.push(file), read(file));
    const index = new TaskIndex(['/ws'], workspace);
    expect(index.entry('a')).toBeDefined();
    index.update('/ws/_base');
    reads.length = 0;
    workspace.write('/ws/_base', 'task: a\ndoc_to_text: y\n');
    expect(index.update('/ws/_base')).toBe(false);
    expect(reads).toEqual(['/ws/_base']);
    workspace.write('/ws/_base', 'task: [\n');
    expect(index.update('/ws/_base')).toBe(true);
    expect(index.skipped.map(({ file }) => file)).toEqual(['/ws/a.yaml']);
    workspace.remove('/ws/_base');
    expect(index.update('/ws/_base')).toBe(true);
    expect(index.skipped[0]?.error.type).toBe('FileNotFoundError');
  });
});

describe('taskIndexOf', () => {
  it('is of the package and of the folder of the file, and kept until a name changes', () => {
    const files = { '/ws/lm_eval/tasks/a/a.yaml': 'task: a\n', '/ws/mine/deep/b.yaml': 'task: b\n', '/ws/c.yaml': 'task: c\n' };
    const workspace = new MemoryWorkspace(files, ['/ws']);
    expect(tasksRootsOf('/ws/mine/deep/b.yaml', workspace)).toEqual(['/ws/lm_eval/tasks', '/ws/mine']);
    expect(tasksRootsOf('/ws/lm_eval/tasks/a/a.yaml', workspace)).toEqual(['/ws/lm_eval/tasks']);
    const project = createProject(workspace, defaultSettings);
    const index = taskIndexOf('/ws/mine/deep/b.yaml', project);
    expect(names(index)).toEqual([
      ['a', 'TASK', '/ws/lm_eval/tasks/a/a.yaml'],
      ['b', 'TASK', '/ws/mine/deep/b.yaml'],
    ]);
    project.update('/ws/mine/deep/b.yaml', 'task: b\nnum_fewshot: 1\n', 1, 'yaml');
    expect(taskIndexOf('/ws/mine/deep/b.yaml', project)).toBe(index);
    project.update('/ws/mine/deep/b.yaml', 'task: bb\n', 2, 'yaml');
    expect(taskIndexOf('/ws/mine/deep/b.yaml', project).entry('bb')).toBeDefined();
  });

  it('meets a file once, in however many folders it lies', () => {
    const workspace = new MemoryWorkspace({ '/ws/mine/deep/b.yaml': 'task: b\n' }, ['/ws']);
    const index = taskIndexOf('/ws/mine/deep/b.yaml', createProject(workspace, { ...defaultSettings, includePaths: ['mine/deep'] }));
    expect(index.roots).toEqual(['/ws/mine', '/ws/mine/deep']);
    expect(index.entry('b')?.file).toBe('/ws/mine/deep/b.yaml');
    expect(index.overshadowed).toEqual([]);
  });

  it('looks into the folders of the setting, too', () => {
    const workspace = new MemoryWorkspace({ '/ws/mine/b.yaml': 'task: b\n', '/ws/more/c.yaml': 'task: c\n' }, ['/ws']);
    expect(taskIndexOf('/ws/mine/b.yaml', createProject(workspace, defaultSettings)).entry('c')).toBeUndefined();
    expect(
      taskIndexOf('/ws/mine/b.yaml', createProject(workspace, { ...defaultSettings, includePaths: ['more'] })).entry('c'),
    ).toBeDefined();
  });
});

describe('membersOf', () => {
  const files = {
    'a.yaml': 'task: a\ntag: t\nnum_fewshot: 1\nmetadata: 2\n',
    'b.yaml': 'task: b\ntag: t\n',
    'inner.yaml': 'group: inner\ntask: [a]\ndescription: from inner\n',
    'self.yaml': 'group: self\ntask: [self]\n',
  };

  function members(text: string, release?: string, others: Readonly<Record<string, string>> = {}): Member[] {
    const index = indexOf({ ...files, ...others, 'zz_group.yaml': text });
    const group = index.evaluate('/ws/zz_group.yaml')?.value;
    return group instanceof DictValue ? membersOf(group, index, harnessRelease(release)) : [];
  }

  const shown = ({ kind, name, config, members: inner, error, unknownName }: Member): unknown =>
    error
      ? error.message
      : kind === 'group'
        ? { [name]: inner.map(shown) }
        : [name, JSON.parse(toGolden(config).json), ...(unknownName ? ['?'] : [])];

  it('takes tasks, tags and groups by name, and overrides their keys', () => {
    expect(members('group: g\nnum_fewshot: 5\ntask: [a, t, inner]\nmetadata: {x: 1}\n').map(shown)).toEqual([
      ['a', { task: 'a', num_fewshot: 5, metadata: { _metadata: 2 } }],
      ['b', { task: 'b', num_fewshot: 5 }],
      { inner: [['a', { task: 'a', num_fewshot: 5, metadata: { _metadata: 2 }, description: 'from inner' }]] },
    ]);
  });

  it('lets the item win over the group, and the outer group over the inner one', () => {
    expect(
      members(
        'group: g\nnum_fewshot: 5\ndescription: outer\ntask:\n  - {task: a, num_fewshot: 7}\n  - {group: inner, num_fewshot: 8}\n',
      ).map(shown),
    ).toEqual([
      ['a', { task: 'a', num_fewshot: 7, metadata: { _metadata: 2 }, description: 'outer' }],
      { inner: [['a', { task: 'a', num_fewshot: 8, metadata: { _metadata: 2 }, description: 'outer' }]] },
    ]);
  });

  it('names what is defined in place after its group, unknown names included', () => {
    expect(
      members('group: g\ntask:\n  - {task: new, dataset_path: json}\n  - nothing\n  - {group: sub, task: [a], num_fewshot: 3}\n').map(
        shown,
      ),
    ).toEqual([
      ['g::new', { task: 'g::new', dataset_path: 'json' }],
      ['g::nothing', { task: 'g::nothing' }, '?'],
      { 'g::sub': [['a', { task: 'a', num_fewshot: 3, metadata: { _metadata: 2 } }]] },
    ]);
  });

  it('gives the members of a group that is named with task that as their name, which a list cannot be', () => {
    expect(members('group: g\ntask:\n  - {group: inner, task: [b]}\n').map(shown)).toEqual([
      { inner: ["TypeError: unhashable type: 'list'"] },
    ]);
  });

  it('keeps the last of one name, in the place of the first', () => {
    expect(members('group: g\ntask:\n  - a\n  - b\n  - {task: a, num_fewshot: 9}\n').map(shown)).toEqual([
      ['a', { task: 'a', num_fewshot: 9, metadata: { _metadata: 2 } }],
      ['b', { task: 'b' }],
    ]);
  });

  describe('before 0.4.12', () => {
    const text = `group: g
num_fewshot: 5
description: outer
task:
  - {task: a, num_fewshot: 7, repeats: 2}
  - {task: inner, num_fewshot: 8, target_delimiter: x}
  - {task: new, dataset_path: json}
  - {group: sub, task: [b], fewshot_split: test}
  - {group: inner}
`;
    const metadata = { _metadata: 2 };

    it('lets the group win over its items, and gives a group in its list nothing', () => {
      expect(members(text, '0.4.10').map(shown)).toEqual([
        ['a', { task: 'a', num_fewshot: 5, metadata, repeats: 2, description: 'outer' }],
        { inner: [['a', { task: 'a', num_fewshot: 5, metadata, description: 'outer', target_delimiter: 'x' }]] },
        ['new', { task: 'new', dataset_path: 'json', num_fewshot: 5, description: 'outer' }],
        { sub: [['b', { task: 'b', fewshot_split: 'test' }]] },
        "TypeError: 'NoneType' object is not iterable",
      ]);
    });

    it('takes in 0.4.3 what an item includes, beside the group that is called, below what the task says', () => {
      const included = {
        base_yaml: 'include: deeper_yaml\ntarget_delimiter: x\n',
        deeper_yaml: 'description: deep\nfewshot_delimiter: y\n',
        other_yaml: 'description: other\nnum_fewshot: 4\n',
        'sub/low.yaml': 'group: low\ntask:\n  - {task: new, include: other_yaml}\n',
      };
      const group = `group: g
task:
  - {task: new, include: base_yaml}
  - {task: newer, include: [other_yaml, base_yaml], target_delimiter: mine}
  - {task: a, include: other_yaml}
  - {task: lost, include: nowhere_yaml}
  - low
`;
      const low = ['new', { task: 'new', description: 'other', num_fewshot: 4 }];
      expect(members(group, '0.4.3', included).map(shown)).toEqual([
        ['new', { task: 'new', description: 'deep', fewshot_delimiter: 'y', target_delimiter: 'x' }],
        ['newer', { task: 'newer', description: 'other', fewshot_delimiter: 'y', target_delimiter: 'mine', num_fewshot: 4 }],
        ['a', { task: 'a', num_fewshot: 1, metadata, description: 'other' }],
        ['lost', { task: 'lost' }],
        { low: [low] },
      ]);
      expect(members('group: g\ntask: [{task: new, include: other_yaml}]\n', '0.4.5', included).map(shown)).toEqual([
        ['new', { task: 'new', include: 'other_yaml' }],
      ]);
    });

    it('takes in 0.4.3 only what the group says that is called', () => {
      expect(members('group: g\ntask: [inner]\n', '0.4.3').map(shown)).toEqual([
        { inner: [['a', { task: 'a', num_fewshot: 1, metadata }]] },
      ]);
      expect(members(text, '0.4.3').map(shown).slice(3, 4)).toEqual([
        { sub: [['b', { task: 'b', num_fewshot: 5, description: 'outer', fewshot_split: 'test' }]] },
      ]);
    });
  });

  it('has none where task is no list', () => expect(members('group: g\ntask: a\n')).toEqual([]));

  it('tells what building a member raises', () => {
    expect(
      members('group: g\ntask:\n  - 3\n  - {num_fewshot: 1}\n  - {task: new, metadata: 1}\n  - self\n  - {group: t}\n').map(shown),
    ).toEqual([
      "TypeError: Unsupported sub-entry 3 in group 'g'",
      "ValueError: Dict entry in group 'g' must have 'task' or 'group' key, got: ['num_fewshot']",
      'TypeError: unsupported operand type(s) for |: metadata is not a dict',
      { self: ['RecursionError: maximum recursion depth exceeded'] },
      "AttributeError: 'list' object has no attribute 'name'",
    ]);
  });
});

describe('groups within groups without end', () => {
  const count = (members: readonly Member[]): number => members.reduce((sum, { members: inner }) => sum + 1 + count(inner), 0);
  const errors = (members: readonly Member[]): string[] =>
    members.flatMap(({ error, members: inner }) => [...(error ? [error.type] : []), ...errors(inner)]);
  const groups = (levels: number, task: (i: number) => string): Record<string, string> =>
    Object.fromEntries(Array.from({ length: levels }, (_, i) => [`g${String(i)}.yaml`, `group: g${String(i)}\ntask: [${task(i)}]\n`]));

  it('that double on each level are followed up to a number of items, and say so once', () => {
    const files = { ...groups(40, (i) => `g${String(i + 1)}, h${String(i + 1)}`) };
    for (let i = 0; i < 40; i++) files[`h${String(i)}.yaml`] = `group: h${String(i)}\ntask: [g${String(i + 1)}, h${String(i + 1)}]\n`;
    const index = indexOf(files);
    const members = membersOf(index.evaluate('/ws/g0.yaml')!.value, index);
    expect(count(members)).toBeLessThanOrEqual(20_000);
    expect(errors(members)).toEqual(['MemoryError']);
  });

  it('that hold each other in a long row raise as Python does', () => {
    const index = indexOf(groups(2_000, (i) => `g${String(i + 1)}`));
    const members = membersOf(index.evaluate('/ws/g0.yaml')!.value, index);
    expect([count(members), errors(members)]).toEqual([250, ['RecursionError']]);
  });
});

it('follows every change that is made before somebody asks again', () => {
  const task = (name: string, tag: string): string =>
    `task: ${name}\ntag: ${tag}\ndataset_path: d\noutput_type: generate_until\ndoc_to_text: x\ndoc_to_target: y\n`;
  const group = (tag: string): string => `group: all\ntask:\n  - ${tag}\n`;
  const files = { '/ws/a.yaml': task('a', 'old'), '/ws/b.yaml': task('b', 'old'), '/ws/group.yaml': group('old') };
  const project = createProject(new MemoryWorkspace(files, ['/ws']), defaultSettings);
  const members = (): string[] => {
    const { framework, config } = project.load('/ws/group.yaml')!;
    return framework.targets(config, project).map(({ dataset }) => dataset.abbr);
  };
  expect(members()).toEqual(['a', 'b']);
  project.update('/ws/a.yaml', task('a', 'new'), 1, 'yaml');
  project.update('/ws/b.yaml', task('b', 'new'), 1, 'yaml');
  project.update('/ws/group.yaml', group('new'), 1, 'yaml');
  expect(members()).toEqual(['a', 'b']);
});
