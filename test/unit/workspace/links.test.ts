import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findConfig } from '../../../server/src/engine/command-line/find-config.js';
import { taskFilesBelow } from '../../../server/src/engine/frameworks/lm-eval/load/find-tasks.js';
import { createNodeWorkspace } from '../../../server/src/node/node-workspace.js';
import { createProject } from '../../../server/src/engine/project/project.js';
import { workspaceConfigs } from '../../../server/src/engine/editor/preview/workspace-configs.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';

let root: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'preflight-links-')));
  write('ws/tasks/a.yaml', 'task: a\n');
  write('ws/real/deep/b.yaml', 'task: b\n');
  write('ws/models/river.py', 'models = []\n');
  symlinkSync('..', join(root, 'ws/tasks/up'));
  symlinkSync(join(root, 'ws'), join(root, 'ws/again'));
  symlinkSync(join(root, 'ws/real/deep'), join(root, 'ws/tasks/deep'));
  symlinkSync(join(root, 'ws/real/deep/b.yaml'), join(root, 'ws/tasks/b.yaml'));
  symlinkSync(join(root, 'ws/real'), join(root, 'ws/other'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

const workspace = (): ReturnType<typeof createNodeWorkspace> => createNodeWorkspace({ folders: [join(root, 'ws')], environment: {} });

// As `Path(…).glob('**/*.yaml')` of CPython 3.11.
it('tasks are looked for behind links to files, and not behind links to folders', () => {
  const below = (folder: string): string[] => taskFilesBelow(join(root, folder), workspace()).map((file) => file.slice(root.length));
  expect(below('ws/tasks')).toEqual(['/ws/tasks/a.yaml', '/ws/tasks/b.yaml']);
  expect(below('ws/other')).toEqual(['/ws/other/deep/b.yaml']);
});

it('models are found once, where they are', () => {
  const project = createProject(workspace(), defaultSettings);
  expect(workspaceConfigs(project).models.map((file) => file.slice(root.length))).toEqual(['/ws/models/river.py']);
});

it('configs by name are found once, and a folder is none', () => {
  write('ws/models/lake.py/inside.txt', '');
  symlinkSync('..', join(root, 'ws/models/up'));
  symlinkSync('..', join(root, 'ws/models/above'));
  const find = (name: string): unknown => findConfig(workspace(), [join(root, 'ws/models')], name);
  expect(find('river')).toEqual({ file: join(root, 'ws/models/river.py'), others: [] });
  expect(find('lake')).toMatchObject({ nearest: expect.anything() as unknown });
});
