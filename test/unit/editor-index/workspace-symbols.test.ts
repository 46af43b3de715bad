import { expect, it, vi } from 'vitest';
import { readIndex, workspaceIndex } from '../../../server/src/engine/editor/index/workspace-index.js';
import { workspaceSymbols } from '../../../server/src/engine/editor/index/workspace-symbols.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { createProject, type Project } from '../../../server/src/engine/project/project.js';

const files = {
  '/ws/datasets/river.py':
    "river_reader_cfg = dict(input_columns=['q'], output_column='a')\nriver_datasets = [dict(abbr='river', type=X, reader_cfg=river_reader_cfg), {'abbr': 'river-hard'}]\n",
  '/ws/models/hill.py': "models = [dict(abbr='hill-7b', type=X), dict(abbr=f'hill-{1}b')]\n",
  '/ws/tasks/lake.yaml':
    'task: lake_qa # a comment\ntag:\n  - waters\n  - "still waters"\ndataset_path: lake\ndoc_to_text: "{{q}}"\noutput_type: generate_until\n',
  '/ws/tasks/pond.yaml': '"task": "pond_qa"\ntag: [waters, ponds]\ndataset_path: lake\ndoc_to_text: "{{q}}"\noutput_type: generate_until\n',
  '/ws/tasks/group.yaml': 'group: all_waters\ntask:\n  - lake_qa\n  - pond_qa\naggregate_metric_list:\n  - metric: acc\n',
  '/ws/code.py': "models = ['a']\ndef f():\n    pass\n",
  '/ws/node_modules/x.py': "models = [dict(abbr='not-here', type=X)]\n",
};

function projectOf(of: Readonly<Record<string, string>> = files): { project: Project; workspace: MemoryWorkspace } {
  const workspace = new MemoryWorkspace(of, ['/ws']);
  return { project: createProject(workspace, defaultSettings), workspace };
}

function found(project: Project, query: string): string[] {
  return workspaceSymbols(readIndex(project), query).map(({ name, kind, span }) => {
    const read = project.workspace.read(span.file);
    expect(read.kind === 'text' && read.text.slice(span.start, span.end)).toBe(name);
    return `${kind} ${name}`;
  });
}

it('finds every name of the workspace where it is written, each tag once', () => {
  expect(found(projectOf().project, '').sort()).toEqual([
    'dataset river',
    'dataset river-hard',
    'group all_waters',
    'list models',
    'list river_datasets',
    'model hill-7b',
    'tag ponds',
    'tag still waters',
    'tag waters',
    'task lake_qa',
    'task pond_qa',
    'template river_reader_cfg',
  ]);
});

it('has the nearest name first', () => {
  const { project } = projectOf();
  expect(found(project, 'WATERS')).toEqual(['tag waters', 'group all_waters', 'tag still waters']);
  expect(found(project, 'rvh')).toEqual(['dataset river-hard']);
  expect(found(project, 'no such name')).toEqual([]);
});

it('follows files and folders that change, appear and vanish, and what is typed', () => {
  const { project, workspace } = projectOf();
  expect(found(project, 'hill')).toEqual(['model hill-7b']);
  project.update('/ws/models/hill.py', "models = [dict(abbr='mountain', type=X)]\n", 1, 'python');
  expect(found(project, 'hill')).toEqual([]);
  expect(found(project, 'mountain')).toEqual(['model mountain']);
  workspace.write('/ws/new/deep/sea.yaml', 'task: sea_qa\ndataset_path: x\ndoc_to_text: y\noutput_type: loglikelihood\n');
  project.fileChanged('/ws/new');
  expect(found(project, 'sea_qa')).toEqual(['task sea_qa']);
  for (const name of ['lake', 'pond', 'group']) workspace.remove(`/ws/tasks/${name}.yaml`);
  project.fileChanged('/ws/tasks');
  expect(found(project, 'waters')).toEqual([]);
});

it('goes on where very many files have changed at once, and reads only these again', () => {
  const { project, workspace } = projectOf();
  const index = readIndex(project);
  workspace.write('/ws/models/hill.py', "models = [dict(abbr='mountain', type=X)]\n");
  workspace.remove('/ws/tasks/lake.yaml');
  const read = vi.spyOn(workspace, 'read');
  project.manyChanged(['/ws/models/hill.py', '/ws/tasks/lake.yaml', '/elsewhere/x.py']);
  expect(readIndex(project)).toBe(index);
  expect([...new Set(read.mock.calls.flat())].sort()).toEqual(['/ws/models/hill.py', '/ws/tasks/lake.yaml']);
  expect([found(project, 'mountain'), found(project, 'hill'), found(project, 'lake')]).toEqual([['model mountain'], [], []]);
  // Other settings mean other files.
  project.configure(defaultSettings);
  expect(readIndex(project)).not.toBe(index);
});

it('reads a file or a folder a step, and is the same index afterwards', () => {
  const { project } = projectOf();
  const index = workspaceIndex(project);
  expect(index.step()).toBe(false);
  expect(index.all.size).toBe(0);
  expect(readIndex(project)).toBe(index);
  expect(index.complete).toBe(true);
  project.fileChanged('/elsewhere/x.py');
  expect(index.complete).toBe(true);
});
