import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { createProject, type Project } from '../../../server/src/engine/project/project.js';
import { createNodeWorkspace, type NodeWorkspace, type NodeWorkspaceOptions } from '../../../server/src/node/node-workspace.js';

let root: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'preflight-project-file-')));
  write('ws/a.py', 'x = 1');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, content: string): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

function open(more: Partial<NodeWorkspaceOptions> = {}): { readonly workspace: NodeWorkspace; readonly project: Project } {
  const workspace = createNodeWorkspace({ folders: [join(root, 'ws')], environment: {}, ...more });
  return { workspace, project: createProject(workspace, defaultSettings) };
}

const outside = { kind: 'none', why: 'outside' };

describe('what a project file names outside of the folders', () => {
  const names = '{"packageRoots": ["../else"], "dataRoots": ["../data"], "rows": {"d": "../rows.jsonl"}}';

  it.each([
    ['a trusted folder', {}, true],
    ['Restricted Mode', { trusted: false }, false],
    ['the command line', { followsProjects: false }, false],
    ['the command line with --trust', { followsProjects: true }, true],
  ])('in %s', (_name, options, followed) => {
    write('ws/preflight.json', names);
    const files = [write('data/a.jsonl', '{}'), write('rows.jsonl', '{}'), write('else/opencompass/configs/a.py', 'x = 1')];
    const secret = write('else/secret.py', 'x = 1');
    const { workspace, project } = open(options);
    const from = join(root, 'ws/a.py');
    const problems = project.check(join(root, 'ws/preflight.json')).map(({ message }) => message);
    expect(project.workspace.packageRoot('opencompass', from)).toBe(followed ? join(root, 'else') : undefined);
    for (const file of files) expect(workspace.read(file)).toMatchObject(followed ? { kind: 'text' } : outside);
    expect(workspace.read(secret)).toMatchObject(outside);
    expect(problems.filter((message) => message.includes('lies outside'))).toHaveLength(followed ? 0 : 2);
  });

  it('is not read any more when it is not named any more', () => {
    const file = write('ws/preflight.json', names);
    const data = write('data/a.jsonl', '{}');
    const { workspace, project } = open();
    project.preflight(join(root, 'ws/a.py'));
    expect(workspace.read(data)).toMatchObject({ kind: 'text' });
    write('ws/preflight.json', '{"dataRoots": []}');
    project.fileChanged(file);
    expect(workspace.read(data)).toMatchObject(outside);
  });

  it('a link in the folder that leads out is followed where these are trusted, and nowhere else', () => {
    const secret = write('data/a.jsonl', '{}');
    symlinkSync(dirname(secret), join(root, 'ws/data'));
    write('ws/preflight.json', '{"dataRoots": ["data"]}');
    for (const trusted of [true, false]) {
      const { workspace, project } = open({ trusted });
      project.preflight(join(root, 'ws/a.py'));
      expect(workspace.read(join(root, 'ws/data/a.jsonl'))).toMatchObject(trusted ? { kind: 'text' } : outside);
    }
  });
});
