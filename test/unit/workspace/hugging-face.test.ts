import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { huggingFaceCaches } from '../../../server/src/node/hugging-face.js';
import { createNodeWorkspace } from '../../../server/src/node/node-workspace.js';

describe('where the caches are', () => {
  it.each([
    [{ HOME: '/home/ann' }, '/home/ann/.cache/huggingface/hub', '/home/ann/.cache/huggingface/datasets'],
    [{ HOME: '/home/ann', XDG_CACHE_HOME: '/caches' }, '/caches/huggingface/hub', '/caches/huggingface/datasets'],
    [{ HOME: '/home/ann', HF_HOME: '~/hf/' }, '/home/ann/hf/hub', '/home/ann/hf/datasets'],
    [{ HOME: '/home/ann', HF_HOME: '/hf', HUGGINGFACE_HUB_CACHE: '/old' }, '/old', '/hf/datasets'],
    [{ HOME: '/home/ann', HUGGINGFACE_HUB_CACHE: '/old', HF_HUB_CACHE: '/new', HF_DATASETS_CACHE: '/data' }, '/new', '/data'],
    [{ HF_HOME: '/hf' }, '/hf/hub', '/hf/datasets'],
  ])('of %j', (environment, hub, datasets) => {
    expect(huggingFaceCaches(environment)).toEqual({ hub, datasets, home: 'HOME' in environment ? environment.HOME : undefined });
  });

  it('is unknown without a home', () => {
    expect(huggingFaceCaches({})).toBeUndefined();
    expect(huggingFaceCaches({ HOME: '' })).toBeUndefined();
  });
});

describe('a workspace', () => {
  let root: string;
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'preflight-')));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('reads the caches with their links, and nothing beside them', () => {
    const write = (path: string): string => {
      const file = join(root, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, '{}');
      return file;
    };
    write('ws/a.py');
    const token = write('hf/token');
    const blob = write('hf/hub/models--a--b/blobs/1');
    const link = join(root, 'hf/hub/models--a--b/snapshots/rev/tokenizer_config.json');
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(blob, link);
    const workspace = createNodeWorkspace({ folders: [join(root, 'ws')], environment: { HF_HOME: join(root, 'hf') } });
    expect(workspace.huggingFace).toEqual({ hub: join(root, 'hf/hub'), datasets: join(root, 'hf/datasets') });
    expect(workspace.read(link)).toEqual({ kind: 'text', text: '{}' });
    expect(workspace.read(token)).toMatchObject({ kind: 'none', why: 'outside' });
  });
});
