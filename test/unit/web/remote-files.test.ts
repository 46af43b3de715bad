import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { RemoteWorkspace } from '../../../server/src/web/remote-workspace.js';
import { basesIn } from '../../../server/src/web/bases-in.js';
import { whenArrived } from '../../../server/src/lsp/when-arrived.js';
import { createProject } from '../../../server/src/engine/project/project.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { Arrivals } from '../../../server/src/lsp/arrivals.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import type { FileGiven, FilesWanted } from '../../../server/src/protocol/remote-files.js';

const scope = { packageRoots: [], includePaths: [], interpreter: undefined, trusted: true };

/** A workspace over files far away, and what the client was asked for: one list for each request. */
function far(files: Record<string, string | Uint8Array>, folders: readonly string[] = ['/ws']) {
  const there = new MemoryWorkspace(files);
  const asked: string[][] = [];
  let arrivals = 0;
  const given = ({ uri, want }: FilesWanted['files'][number]): FileGiven => {
    const path = decodeURIComponent(new URL(uri).pathname);
    if (want === 'names') {
      const names = there.list(path);
      return names
        ? { kind: 'names', names: names.map((name) => [name, there.stat(`${path}/${name}`)?.kind === 'directory']) }
        : { kind: 'missing' };
    }
    const content = files[path];
    if (content instanceof Uint8Array) return { kind: 'bytes', bytes: content };
    const read = there.read(path);
    return read.kind === 'text' ? { kind: 'bytes', bytes: new TextEncoder().encode(read.text) } : { kind: 'missing' };
  };
  const workspace = new RemoteWorkspace(
    (wanted) => {
      asked.push(wanted.files.map(({ uri, want }) => `${want} ${new URL(uri).pathname}`));
      return Promise.resolve({ files: wanted.files.map(given) });
    },
    () => arrivals++,
    () => Promise.reject(new Error('nothing is read here')),
  );
  workspace.configure({ ...scope, folders });
  return { workspace, there, asked, arrivals: () => arrivals };
}

describe('files that the client fetches', () => {
  it('are there when they have come, each asked for once, folders first', async () => {
    const { workspace, asked, arrivals } = far({ '/ws/a/b.py': 'x = 1', '/ws/c.py': '' });
    expect(workspace.read('/ws/a/b.py')).toMatchObject({ kind: 'none', why: 'failed' });
    expect(workspace.stat('/ws/c.py')).toBeUndefined();
    await workspace.arriving();
    expect(workspace.read('/ws/a/b.py')).toEqual({ kind: 'text', text: 'x = 1' });
    expect(workspace.stat('/ws/c.py')).toMatchObject({ kind: 'file' });
    expect(asked).toEqual([['names /ws', 'bytes /ws/a/b.py']]);
    expect([arrivals(), workspace.arriving()]).toEqual([1, undefined]);
  });

  it('are unpacked when they have come', async () => {
    const { workspace, arrivals } = far({ '/ws/a.jsonl.gz': gzipSync('{"a": 1}\n') });
    expect(workspace.readUnpacked('/ws/a.jsonl.gz')).toMatchObject({ kind: 'none', why: 'failed' });
    await workspace.arriving();
    expect(workspace.readUnpacked('/ws/a.jsonl.gz')).toMatchObject({ kind: 'none', reason: '/ws/a.jsonl.gz is on its way.' });
    await workspace.arriving();
    expect(workspace.readUnpacked('/ws/a.jsonl.gz')).toEqual({ kind: 'text', text: '{"a": 1}\n' });
    expect([arrivals(), workspace.arriving()]).toEqual([2, undefined]);
  });

  it('are fetched for their size, and not to know that they are there', async () => {
    const { workspace, asked } = far({ '/ws/rows.jsonl': '{"a": 1}\n{"a": 2}\n' });
    workspace.stat('/ws/rows.jsonl');
    await workspace.arriving();
    const found = workspace.stat('/ws/rows.jsonl');
    expect([found?.kind, asked]).toEqual(['file', [['names /ws']]]);
    expect(found?.size).toBe(0);
    await workspace.arriving();
    expect(workspace.stat('/ws/rows.jsonl')?.size).toBe(18);
    expect(workspace.readHead('/ws/rows.jsonl', 12)).toEqual({ kind: 'text', text: '{"a": 1}\n' });
    expect(asked).toEqual([['names /ws'], ['bytes /ws/rows.jsonl']]);
  });

  it('that are missing are known from their folder, without being asked for', async () => {
    const { workspace, asked } = far({ '/ws/a.py': '' });
    const absent = ['/ws/none.json', '/ws/no/such/file.json', '/ws/a.py/b.json'];
    for (const file of absent) workspace.read(file);
    await workspace.arriving();
    for (const file of absent) expect(workspace.read(file)).toMatchObject({ why: 'missing' });
    expect(workspace.read('/ws/no/such/code.py')).toMatchObject({ why: 'missing' });
    expect(asked).toEqual([['names /ws']]);
  });

  it('outside of the folders are never asked for', async () => {
    const { workspace, asked } = far({ '/etc/passwd': 'root', '/ws2/a.py': '', '/ws/a.py': '' });
    for (const file of ['/etc/passwd', '/ws2/a.py', '/']) {
      expect(workspace.read(file)).toMatchObject({ why: 'outside' });
      expect([workspace.stat(file), workspace.list(file)]).toEqual([undefined, undefined]);
      expect(await workspace.readBytes(file)).toMatchObject({ why: 'outside' });
    }
    expect([asked, workspace.arriving()]).toEqual([[], undefined]);
  });

  it('bring their bases along', async () => {
    const config = 'from mmengine.config import read_base\nwith read_base():\n    from .sets.one import datasets\n';
    const { workspace, asked } = far({
      '/ws/eval.py': config,
      '/ws/sets/one.py': config.replace('.sets.one', '..deep'),
      '/ws/deep.py': '',
    });
    workspace.read('/ws/eval.py');
    await workspace.arriving();
    expect(asked.flat()).toEqual(['names /ws', 'bytes /ws/eval.py', 'bytes /ws/sets/one.py', 'bytes /ws/deep.py']);
    expect(basesIn('/ws/t/task.yaml', 'include: ../_base.yaml\ndoc_to_text: !function utils.text\n')).toEqual([
      '/ws/_base.yaml',
      '/ws/t/utils.py',
    ]);
    expect(basesIn('/ws/code.py', 'if 1:\n    from .a import b\n')).toEqual([]);
  });

  it('bring along what the release at hand says of the classes that a config imports, and none of the other modules of its package', async () => {
    const config = 'from mmengine.config import read_base\nfrom opencompass.datasets import GSM8KDataset\n';
    const { workspace, asked } = far({
      '/ws/eval.py': `${config}with read_base():\n    from opencompass.configs.one import datasets\n`,
      '/ws/opencompass/configs/one.py': 'datasets = []\n',
      '/ws/opencompass/registry.py': '',
      '/ws/opencompass/openicl/__init__.py': '',
      '/ws/opencompass/datasets/__init__.py': 'from .gsm8k import *\nfrom .math import *\n',
      '/ws/opencompass/datasets/gsm8k.py': 'from opencompass.registry import LOAD_DATASET\nclass GSM8KDataset: pass\n',
      '/ws/opencompass/datasets/math.py': 'class MATHDataset: pass\n',
    });
    workspace.read('/ws/eval.py');
    await workspace.arriving();
    expect(asked.flat().filter((each) => each.startsWith('bytes'))).toEqual([
      'bytes /ws/eval.py',
      'bytes /ws/opencompass/configs/one.py',
      'bytes /ws/opencompass/datasets/__init__.py',
      'bytes /ws/opencompass/datasets/gsm8k.py',
      'bytes /ws/opencompass/registry.py',
    ]);
    const project = createProject(workspace, defaultSettings);
    for (let found; (found = project.classes.find('opencompass.datasets.GSM8KDataset', '/ws/eval.py')), workspace.arriving();) {
      expect(found.kind).toBe('unknown');
      await workspace.arriving();
      project.configure(project.settings);
    }
    expect(project.classes.find('opencompass.datasets.GSM8KDataset', '/ws/eval.py').kind).toBe('class');
    expect(asked.flat()).not.toContain('bytes /ws/opencompass/datasets/math.py');
  });

  it('are asked for again when they have changed', async () => {
    const { workspace, there } = far({ '/ws/a.py': 'old' });
    workspace.read('/ws/a.py');
    await workspace.arriving();
    there.write('/ws/a.py', 'new');
    expect(workspace.read('/ws/a.py')).toEqual({ kind: 'text', text: 'old' });
    workspace.changed('/ws/a.py');
    workspace.read('/ws/a.py');
    await workspace.arriving();
    expect(workspace.read('/ws/a.py')).toEqual({ kind: 'text', text: 'new' });
  });

  it('are packages where they have the marks of one', async () => {
    const { workspace } = far({ '/ws/mine/__init__.py': '', '/ws/sub/eval.py': '', '/ws/other/x.txt': '' });
    workspace.packageRoot('mine', '/ws/sub/eval.py');
    workspace.packageRoot('other', '/ws/sub/eval.py');
    for (; workspace.arriving(); workspace.packageRoot('mine', '/ws/sub/eval.py')) await workspace.arriving();
    expect(workspace.packageRoot('mine', '/ws/sub/eval.py')).toBe('/ws');
    expect(workspace.packageRoot('other', '/ws/sub/eval.py')).toBeUndefined();
  });
});

describe('an answer over files far away', () => {
  it('is made again until nothing is on its way, and only then others are told', async () => {
    const { workspace } = far({ '/ws/a.py': '/ws/b.py', '/ws/b.py': '/ws/c.py', '/ws/c.py': 'end' });
    let told = 0;
    const arrivals = new Arrivals(() => told++);
    const answers: string[] = [];
    const follow = (file: string): string => {
      const read = workspace.read(file);
      return read.kind === 'text' && read.text.startsWith('/') ? follow(read.text) : read.kind === 'text' ? read.text : read.why;
    };
    const answer = whenArrived({ workspace, arrivals }, () => {
      answers.push(follow('/ws/a.py'));
      return answers.at(-1);
    });
    expect(await answer).toBe('end');
    expect(answers).toEqual(['failed', 'failed', 'failed', 'end']);
    expect(told).toBe(0);
    arrivals.arrived();
    expect(told).toBe(1);
  });
});
