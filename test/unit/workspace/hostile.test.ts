import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packageNamed } from '../../../server/src/engine/frameworks/packages.js';
import { createNodeWorkspace, type NodeWorkspaceOptions } from '../../../server/src/node/node-workspace.js';

let root: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'preflight-hostile-')));
  write('ws/a.py');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, content: string | Uint8Array = 'secret = 1'): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

function link(path: string, target: string): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  symlinkSync(target, file);
  return file;
}

/** Packages that are those of frameworks by what is in them. */
function framework(path: string, name: 'opencompass' | 'ais_bench' | 'lm_eval' = 'opencompass'): void {
  for (const mark of packageNamed(name)!.marks) write(`${path}/${mark}`);
}

function open(more: Partial<NodeWorkspaceOptions> = {}): ReturnType<typeof createNodeWorkspace> {
  return createNodeWorkspace({ folders: [join(root, 'ws')], environment: {}, ...more });
}

const outside = { kind: 'none', why: 'outside' };
const anyTrust = [true, false] as const;

describe('packages outside of the folders', () => {
  const from = (): string => join(root, 'ws/a.py');

  it.each(['opencompass', 'ais_bench', 'lm_eval', 'mmengine'])('a folder that only has the name %s is none', (name) => {
    write(`${name}/__init__.py`);
    write(`${name}/configs/a.py`);
    const secret = write(`${name}/secret.txt`);
    const workspace = open();
    expect(workspace.packageRoot(name, from())).toBeUndefined();
    expect(workspace.read(secret)).toMatchObject(outside);
  });

  it('one that is no framework is known to be there, and not read', () => {
    const file = write('mine/__init__.py');
    const workspace = open();
    expect(workspace.packageRoot('mine', from())).toBe(root);
    expect(workspace.read(file)).toMatchObject(outside);
    expect(workspace.list(join(root, 'mine'))).toBeUndefined();
  });

  it('of a framework only what configs read is read', () => {
    framework('opencompass');
    const read = ['configs/datasets/a.py', 'configs/datasets/prompt.txt', 'models/river.py'].map((path) => write(`opencompass/${path}`));
    const not = ['.env', 'secret.txt', 'models/key.json', 'configs/.git/config', 'configs/a.pem', 'configs/id_rsa.pub'].map((path) =>
      write(`opencompass/${path}`),
    );
    const workspace = open();
    expect(workspace.packageRoot('opencompass', from())).toBe(root);
    expect(read.map((file) => workspace.read(file).kind)).toEqual(['text', 'text', 'text']);
    for (const file of not) expect(workspace.read(file)).toMatchObject(outside);
    expect(workspace.list(join(root, 'opencompass/configs/.git'))).toBeUndefined();
  });

  it('templates of tasks have no ending', () => {
    framework('lm_eval', 'lm_eval');
    const template = write('lm_eval/tasks/a/_template_yaml', 'task: a');
    const workspace = open();
    workspace.packageRoot('lm_eval', from());
    expect(workspace.read(template)).toEqual({ kind: 'text', text: 'task: a' });
    expect(workspace.read(write('lm_eval/token'))).toMatchObject(outside);
  });
});

describe('an environment within the folder', () => {
  const site = 'ws/.venv/lib/python3.11/site-packages';
  const from = (): string => join(root, 'ws/a.py');
  const notes = {
    'a .pth': () => write(`${site}/a.pth`, `${root}/else\n`),
    'a finder': () =>
      write(`${site}/__editable___a_finder.py`, `MAPPING = {'opencompass': '${root}/else/opencompass', 'mine': '${root}/else/mine'}`),
  };

  it.each(Object.keys(notes) as (keyof typeof notes)[])('%s leads to a framework only, and only if the folder is trusted', (note) => {
    notes[note]();
    const fake = write('else/opencompass/__init__.py');
    write('else/mine/__init__.py');
    expect(open().packageRoot('opencompass', from())).toBeUndefined();
    expect(open().packageRoot('mine', from())).toBe(join(root, 'else'));
    expect(open().read(fake)).toMatchObject(outside);
    framework('else/opencompass');
    expect(open().packageRoot('opencompass', from())).toBe(join(root, 'else'));
    const restricted = open({ trusted: false });
    expect(restricted.packageRoot('opencompass', from())).toBeUndefined();
    expect(restricted.packageRoot('mine', from())).toBeUndefined();
    expect(restricted.read(fake)).toMatchObject(outside);
  });

  it('sends nobody to a server', () => {
    write(`${site}/a.pth`, `/${root}/else\n`);
    framework('else/opencompass');
    expect(open().packageRoot('opencompass', from())).toBeUndefined();
  });

  it.skipIf(process.platform === 'win32')('is not waited for where a note is a pipe', () => {
    mkdirSync(join(root, site), { recursive: true });
    execFileSync('mkfifo', [join(root, site, 'a.pth')]);
    expect(open().packageRoot('opencompass', from())).toBeUndefined();
  });

  it('that the user is in is followed, if it is not the folder’s', () => {
    framework('else/opencompass');
    write('env/lib/python3.11/site-packages/a.pth', `${root}/else\n`);
    const environment = { VIRTUAL_ENV: join(root, 'env') };
    for (const trusted of anyTrust) expect(open({ environment, trusted }).packageRoot('opencompass', from())).toBe(join(root, 'else'));
    notes['a .pth']();
    const own = { VIRTUAL_ENV: join(root, 'ws/.venv') };
    expect(open({ environment: own, trusted: false }).packageRoot('opencompass', from())).toBeUndefined();
  });

  it('an interpreter counts only where the folder is trusted', () => {
    write('py/lib/python3.11/site-packages/opencompass/__init__.py');
    const interpreter = join(root, 'py/bin/python');
    expect(open({ interpreter }).packageRoot('opencompass', from())).toBe(join(root, 'py/lib/python3.11/site-packages'));
    expect(open({ interpreter, trusted: false }).packageRoot('opencompass', from())).toBeUndefined();
  });
});

describe('a file that the user chose in a dialog', () => {
  it('is read wherever it lies, and nothing beside it', () => {
    const chosen = write('else/rows.jsonl');
    const beside = write('else/other.jsonl');
    const workspace = open({ trusted: false });
    expect(workspace.read(chosen)).toMatchObject(outside);
    expect(workspace.chooseFiles([chosen, chosen, 'rows.jsonl', join(root, 'gone'), join(root, 'else')])).toEqual([chosen]);
    expect(workspace.chooseFiles([chosen])).toEqual([]);
    expect(workspace.read(chosen)).toMatchObject({ kind: 'text' });
    for (const path of [beside, join(root, 'else'), `${chosen}/x`]) expect(workspace.read(path)).not.toMatchObject({ kind: 'text' });
    expect(workspace.list(join(root, 'else'))).toBeUndefined();
    // Other settings take nothing back.
    workspace.configure({ folders: [join(root, 'ws')], environment: {}, trusted: false });
    expect(workspace.read(chosen)).toMatchObject({ kind: 'text' });
    expect(workspace.read(beside)).toMatchObject(outside);
  });
});

describe('links', () => {
  it.each(anyTrust)('add nothing, wherever they stand (trusted: %s)', (trusted) => {
    framework('else/opencompass');
    const secret = write('else/opencompass/configs/a.py');
    const file = link('ws/file.py', secret);
    const above = link('ws/above.py', '../else/opencompass/configs/a.py');
    const folder = link('ws/folder', join(root, 'else'));
    link('ws/opencompass', join(root, 'else/opencompass'));
    link('ws/lib/opencompass', join(root, 'else/opencompass'));
    link('ws/.venv', join(root, 'else/venv'));
    write('else/venv/lib/python3.11/site-packages/opencompass/__init__.py');
    const workspace = open({ trusted });
    expect(workspace.packageRoot('opencompass', join(root, 'ws/a.py'))).toBeUndefined();
    expect(workspace.packageRoot('opencompass', join(root, 'ws/lib/a.py'))).toBeUndefined();
    for (const path of [file, above, join(folder, 'opencompass/configs/a.py'), join(root, 'ws/opencompass/configs/a.py'), secret]) {
      expect(workspace.read(path)).toMatchObject(outside);
      expect(workspace.stat(path)).toBeUndefined();
    }
    expect(workspace.list(folder)).toBeUndefined();
    expect(workspace.isLink!(folder)).toBe(true);
    expect(workspace.isLink!(join(folder, 'opencompass'))).toBe(false);
  });

  it('are not looked behind: what is there and what is not are the same', () => {
    const workspace = open();
    const there = workspace.read(link('ws/there', write('else/a.py')));
    const gone = workspace.read(link('ws/gone', join(root, 'else/gone.py')));
    expect([there, gone]).toMatchObject([outside, outside]);
  });

  it('in a circle end', () => {
    link('ws/one', 'two');
    link('ws/two', 'one');
    expect(open().read(join(root, 'ws/one'))).toMatchObject({ why: 'missing' });
    link('ws/deep', 'deep/deep');
    expect(open().read(join(root, 'ws/deep/a'))).toMatchObject({ why: 'missing' });
  });

  it('to somewhere else in the folders are followed, through others too', () => {
    write('ws/real/a.py', 'x = 1');
    link('ws/two', 'real');
    link('ws/one', 'two/../two');
    link('ws/sub/up', '..');
    const workspace = open();
    expect(workspace.read(join(root, 'ws/one/a.py'))).toEqual({ kind: 'text', text: 'x = 1' });
    expect(workspace.read(join(root, 'ws/sub/up/sub/up/one/a.py'))).toEqual({ kind: 'text', text: 'x = 1' });
  });

  it('of a setting count only as the user sees them', () => {
    const secret = write('else/tasks/a.yaml');
    link('ws/tasks', join(root, 'else/tasks'));
    expect(open({ includePaths: ['tasks'] }).read(join(root, 'ws/tasks/a.yaml')).kind).toBe('text');
    const restricted = open({ includePaths: ['tasks'], trusted: false });
    expect(restricted.read(join(root, 'ws/tasks/a.yaml'))).toMatchObject(outside);
    expect(restricted.read(secret)).toMatchObject(outside);
  });

  it('out of the caches of Hugging Face are refused', () => {
    const secret = write('else/token');
    write('hf/token');
    write('hf/hub/models--a/blobs/1', '{}');
    const fine = link('hf/hub/models--a/snapshots/r/config.json', '../../blobs/1');
    const bad = [link('hf/hub/models--a/snapshots/r/a.json', secret), link('hf/hub/models--a/snapshots/r/b.json', '../../../../token')];
    const workspace = open({ environment: { HF_HOME: join(root, 'hf') } });
    expect(workspace.read(fine)).toEqual({ kind: 'text', text: '{}' });
    for (const file of bad) expect(workspace.read(file)).toMatchObject(outside);
  });
});

describe('what is no file', () => {
  it.skipIf(process.platform === 'win32')('is said to be none, and is not waited for', async () => {
    const pipe = join(root, 'ws/rows.jsonl');
    execFileSync('mkfifo', [pipe]);
    const refused = { kind: 'none', why: 'failed', reason: `${pipe} is not a regular file.` };
    expect(open().read(pipe)).toEqual(refused);
    expect(await open().readBytes(pipe)).toEqual(refused);
  });

  it.runIf(process.platform === 'linux')('is not read where the kernel tells of itself, even if the root is open', () => {
    const workspace = open({ folders: ['/'] });
    for (const path of ['/proc/self/environ', '/proc/self/root/proc/version', '/dev/zero', '/sys/kernel/notes'])
      expect(workspace.read(path)).toMatchObject({ kind: 'none' });
    expect(workspace.read(join(root, 'ws/a.py')).kind).toBe('text');
  });
});
