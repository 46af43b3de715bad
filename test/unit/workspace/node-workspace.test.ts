import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packageNamed } from '../../../server/src/engine/frameworks/packages.js';
import { createNodeWorkspace } from '../../../server/src/node/node-workspace.js';

let root: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'preflight-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, content: string | Uint8Array = ''): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

/** A package that is OpenCompass by what is in it. */
function framework(path: string): void {
  for (const mark of packageNamed('opencompass')!.marks) write(`${path}/${mark}`, 'x = 1');
}

function open(folder: string, more: Partial<Parameters<typeof createNodeWorkspace>[0]> = {}) {
  return createNodeWorkspace({ folders: [join(root, folder)], environment: {}, ...more });
}

describe('listing', () => {
  it.skipIf(process.platform === 'win32')('knows the order in which the file system keeps the names', () => {
    for (const name of ['m.txt', 'a.txt', 'z.txt', 'b.txt', 'y.txt', 'c.txt']) write(`ws/${name}`);
    const kept = execFileSync('ls', ['-f', join(root, 'ws')], { encoding: 'utf8' });
    const names = kept.split('\n').filter((name) => name.endsWith('.txt'));
    expect(open('ws').storedOrder?.(join(root, 'ws'))).toEqual(names);
    expect(open('ws').list(join(root, 'ws'))).toEqual(names.toSorted());
    expect(open('ws').storedOrder?.(root)).toBeUndefined();
  });
});

describe('reading', () => {
  it('reads a file of a folder', () => {
    const file = write('ws/a.py', 'x = 1\n');
    expect(open('ws').read(file)).toEqual({ kind: 'text', text: 'x = 1\n' });
    expect(open('ws').stat(file)).toEqual({ kind: 'file', size: 6 });
  });

  it('says that a file is missing, a directory, binary or not UTF-8', () => {
    const binary = write('ws/b.py', new Uint8Array([120, 0, 1]));
    const latin = write('ws/l.py', new Uint8Array([0xe9, 0x20]));
    const workspace = open('ws');
    const why = (file: string) => {
      const read = workspace.read(file);
      return read.kind === 'none' ? `${read.why}: ${read.reason}` : 'text';
    };
    expect(why(join(root, 'ws/gone.py'))).toBe(`missing: ${root}/ws/gone.py does not exist.`);
    expect(why(join(root, 'ws'))).toBe(`directory: ${root}/ws is a directory, not a file.`);
    expect(why(binary)).toBe(`binary: ${binary} is a binary file, not text.`);
    expect(why(latin)).toBe(`binary: ${latin} is not UTF-8 text.`);
    expect(why('untitled:Untitled-1')).toContain('is not a file on disk');
  });

  it('drops a byte order mark, as editors do', () => {
    expect(open('ws').read(write('ws/bom.py', '\uFEFFx = 1'))).toEqual({ kind: 'text', text: 'x = 1' });
  });

  it.each(['../secret.py', 'sub/../../secret.py'])('does not leave the folders by %s', (path) => {
    write('secret.py', 'token = 1');
    write('ws/sub/a.py');
    const read = open('ws').read(`${root}/ws/${path}`);
    expect(read).toMatchObject({ kind: 'none', why: 'outside' });
    expect(open('ws').stat(`${root}/ws/${path}`)).toBeUndefined();
    expect(open('ws').list(`${root}/ws/..`)).toBeUndefined();
  });

  it('does not follow a link out of the folders, whatever it is named like', () => {
    const secret = write('ws-secret/a.py', 'token = 1');
    write('ws/a.py');
    symlinkSync(secret, join(root, 'ws/link.py'));
    symlinkSync(join(root, 'ws-secret'), join(root, 'ws/folder'));
    expect(open('ws').read(join(root, 'ws/link.py'))).toMatchObject({ why: 'outside' });
    expect(open('ws').read(join(root, 'ws/folder/a.py'))).toMatchObject({ why: 'outside' });
    expect(open('ws').list(join(root, 'ws/folder'))).toBeUndefined();
  });

  it('follows a link within the folders, and a folder that is itself a link', () => {
    const file = write('real/a.py', 'x = 1');
    symlinkSync(file, join(root, 'real/b.py'));
    symlinkSync(join(root, 'real'), join(root, 'ws'));
    expect(open('ws').read(join(root, 'ws/b.py'))).toEqual({ kind: 'text', text: 'x = 1' });
  });

  it('sees a folder that appears after it was looked for', async () => {
    const workspace = open('later');
    const file = join(root, 'later/a.py');
    expect(workspace.read(file)).toMatchObject({ kind: 'none', why: 'missing' });
    write('later/a.py', 'x = 1\n');
    await new Promise(setImmediate);
    expect(workspace.read(file)).toEqual({ kind: 'text', text: 'x = 1\n' });
  });

  it('lists a directory by name', () => {
    write('ws/b.py');
    write('ws/a/c.py');
    expect(open('ws').list(join(root, 'ws'))).toEqual(['a', 'b.py']);
  });
});

describe('packages', () => {
  const from = (path: string) => join(root, path);

  it('takes the setting first, relative or absolute, the package itself too', () => {
    write('else/opencompass/x.py');
    write('ws/opencompass/__init__.py');
    const given = [join(root, 'else'), '../else', join(root, 'else/opencompass'), join(root, 'else') + '/'];
    for (const packageRoot of given)
      expect(open('ws', { packageRoots: [packageRoot] }).packageRoot('opencompass', from('ws/a.py'))).toBe(join(root, 'else'));
  });

  it('passes over a directory of data in one setting where another names the package', () => {
    write('data/opencompass/datasets/x.jsonl');
    framework('else/opencompass');
    const packageRoots = [join(root, 'data'), join(root, 'else')];
    expect(open('data', { packageRoots }).packageRoot('opencompass', from('data/a.py'))).toBe(join(root, 'else'));
  });

  it('finds a folder above the file, nearest first, and makes the package readable only', () => {
    framework('repo/opencompass');
    write('repo/opencompass/configs/models/m.py', 'models = []');
    const secret = write('repo/secret.py');
    const workspace = open('repo/opencompass/configs/datasets');
    mkdirSync(join(root, 'repo/opencompass/configs/datasets'));
    const model = join(root, 'repo/opencompass/configs/models/m.py');
    expect(workspace.read(model)).toMatchObject({ why: 'outside' });
    expect(workspace.packageRoot('opencompass', from('repo/opencompass/configs/datasets/d.py'))).toBe(join(root, 'repo'));
    expect(workspace.read(model)).toMatchObject({ kind: 'text' });
    expect(workspace.read(secret)).toMatchObject({ why: 'outside' });
  });

  it('finds it in another folder of the workspace', () => {
    write('one/a.py');
    framework('two/opencompass');
    const workspace = createNodeWorkspace({ folders: [join(root, 'one'), join(root, 'two')], environment: {} });
    expect(workspace.packageRoot('opencompass', from('one/a.py'))).toBe(join(root, 'two'));
  });

  it('does not take a directory that only has the name', () => {
    write('ws/opencompass/notes.txt');
    expect(open('ws').packageRoot('opencompass', from('ws/a.py'))).toBeUndefined();
    write('ws/backend/opencompass/__init__.py');
    write('ws/backend/opencompass/tasks/eval.py');
    expect(open('ws').packageRoot('opencompass', from('ws/backend/opencompass/tasks/eval.py'))).toBeUndefined();
    expect(open('ws').packageRoot('..', from('ws/a.py'))).toBeUndefined();
  });

  it('takes a part of a package only where the whole is nowhere to be found', () => {
    write('ws/opencompass/configs/models/m.py');
    expect(open('ws').packageRoot('opencompass', from('ws/a.py'))).toBe(join(root, 'ws'));
    framework('ws/.venv/lib/python3.11/site-packages/opencompass');
    expect(open('ws').packageRoot('opencompass', from('ws/a.py'))).toBe(join(root, 'ws/.venv/lib/python3.11/site-packages'));
  });

  it.each([
    ['the folder’s .venv', 'ws/.venv/lib/python3.11/site-packages', {}],
    ['the folder’s venv on Windows', 'ws/venv/Lib/site-packages', {}],
    ['VIRTUAL_ENV', 'env/lib/python3.10/site-packages', { VIRTUAL_ENV: 'env' }],
    ['CONDA_PREFIX', 'conda/lib/python3.12/site-packages', { CONDA_PREFIX: 'conda' }],
  ])('finds it in %s', (_where, site, variables) => {
    write(`${site}/opencompass/__init__.py`);
    write('ws/a.py');
    const environment = Object.fromEntries(Object.entries(variables).map(([name, path]) => [name, join(root, path)]));
    expect(open('ws', { environment }).packageRoot('opencompass', from('ws/a.py'))).toBe(join(root, site));
  });

  it('finds it with the chosen interpreter, last', () => {
    write('py/lib/python3.11/site-packages/opencompass/__init__.py');
    write('env/lib/python3.11/site-packages/opencompass/__init__.py');
    write('ws/a.py');
    const interpreter = join(root, 'py/bin/python');
    expect(open('ws', { interpreter }).packageRoot('opencompass', from('ws/a.py'))).toBe(join(root, 'py/lib/python3.11/site-packages'));
    const environment = { VIRTUAL_ENV: join(root, 'env') };
    expect(open('ws', { interpreter, environment }).packageRoot('opencompass', from('ws/a.py'))).toBe(
      join(root, 'env/lib/python3.11/site-packages'),
    );
  });

  it('finds what is installed in place', () => {
    framework('src/opencompass');
    const site = 'ws/.venv/lib/python3.11/site-packages';
    write(`${site}/__editable__.opencompass-0.5.3.pth`, join(root, 'src') + '\n');
    expect(open('ws').packageRoot('opencompass', from('ws/a.py'))).toBe(join(root, 'src'));
    rmSync(join(root, `${site}/__editable__.opencompass-0.5.3.pth`));
    write(`${site}/__editable___opencompass_0_5_3_finder.py`, `MAPPING: dict[str, str] = {'opencompass': '${root}/src/opencompass'}`);
    const workspace = open('ws');
    expect(workspace.packageRoot('opencompass', from('ws/a.py'))).toBe(join(root, 'src'));
    expect(workspace.read(join(root, 'src/opencompass/__init__.py'))).toMatchObject({ kind: 'text' });
  });

  it('takes a package that is itself a link where a setting names it, and not where it lies in a folder', () => {
    framework('src/opencompass');
    write('ws/a.py');
    write('chosen/a.py');
    for (const folder of ['ws', 'chosen']) symlinkSync(join(root, 'src/opencompass'), join(root, folder, 'opencompass'));
    expect(open('ws').packageRoot('opencompass', from('ws/a.py'))).toBeUndefined();
    expect(open('ws').read(join(root, 'ws/opencompass/__init__.py'))).toMatchObject({ why: 'outside' });
    const workspace = open('ws', { packageRoots: [join(root, 'chosen')] });
    expect(workspace.packageRoot('opencompass', from('ws/a.py'))).toBe(join(root, 'chosen'));
    expect(workspace.read(join(root, 'chosen/opencompass/__init__.py'))).toEqual({ kind: 'text', text: 'x = 1' });
  });

  it('takes a linked environment of a folder for its own where its interpreter is chosen', () => {
    write('env/lib/python3.11/site-packages/opencompass/__init__.py', 'x = 1');
    write('env/bin/python');
    write('ws/a.py');
    symlinkSync(join(root, 'env'), join(root, 'ws/.venv'));
    expect(open('ws').packageRoot('opencompass', from('ws/a.py'))).toBeUndefined();
    const interpreter = join(root, 'ws/.venv/bin/python');
    expect(open('ws', { interpreter }).packageRoot('opencompass', from('ws/a.py'))).toBe(join(root, 'env/lib/python3.11/site-packages'));
    expect(open('ws', { interpreter, trusted: false }).packageRoot('opencompass', from('ws/a.py'))).toBeUndefined();
  });

  it('sees a new package after it was told to forget', () => {
    write('ws/a.py');
    const workspace = open('ws');
    expect(workspace.packageRoot('opencompass', from('ws/a.py'))).toBeUndefined();
    framework('ws/opencompass');
    // What was seen above one folder is known for the others, too.
    for (const file of ['ws/a.py', 'ws/other/b.py']) expect(workspace.packageRoot('opencompass', from(file))).toBeUndefined();
    workspace.forget();
    for (const file of ['ws/a.py', 'ws/other/b.py']) expect(workspace.packageRoot('opencompass', from(file))).toBe(join(root, 'ws'));
  });
});
