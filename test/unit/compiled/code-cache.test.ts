import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CodeCache } from '../../../server/src/node/compiled/code-cache.js';

let root: string;
let folder: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'preflight-compiled-'));
  folder = join(root, 'cache', 'compiled');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const code = (text: string, workMs = 7): { data: Buffer; workMs: number } => ({ data: Buffer.from(text), workMs });

describe('the cache of compiled code', () => {
  it('gives back what was kept last under a name', () => {
    const cache = CodeCache.open(folder)!;
    expect(cache.read('a.js')).toBeUndefined();
    cache.write(new Map([['a.js', code('first')]]));
    cache.write(new Map([['a.js', code('second', 300)]]));
    expect(CodeCache.open(folder)!.read('a.js')).toEqual(code('second', 300));
    expect(readdirSync(folder)).toEqual(['a.js']);
  });

  it('makes no folder before there is something to keep, and makes it for the user alone', () => {
    const cache = CodeCache.open(folder)!;
    cache.read('a.js');
    expect(existsSync(folder)).toBe(false);
    cache.write(new Map([['a.js', code('text')]]));
    if (process.platform !== 'win32') expect(statSync(folder).mode & 0o077).toBe(0);
  });

  it('is none where the user wants none, or names a folder that is none by itself', () => {
    expect(CodeCache.open('off')).toBeUndefined();
    expect(CodeCache.open('some/folder')).toBeUndefined();
    expect(CodeCache.open('')).toBeUndefined();
  });

  it.skipIf(process.platform === 'win32')('is none where others could write into it, or where a link or a file stands there', () => {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o777);
    expect(CodeCache.open(folder)).toBeUndefined();
    chmodSync(folder, 0o755);
    expect(CodeCache.open(folder)).toBeDefined();
    symlinkSync(folder, join(root, 'link'));
    expect(CodeCache.open(join(root, 'link'))).toBeUndefined();
    writeFileSync(join(root, 'file'), '');
    expect(CodeCache.open(join(root, 'file'))).toBeUndefined();
  });

  it('lets go what nobody has kept anew for a month', () => {
    const cache = CodeCache.open(folder)!;
    cache.write(
      new Map([
        ['old.js', code('a')],
        ['new.js', code('b')],
      ]),
    );
    const then = Date.now() / 1000 - 31 * 24 * 3600;
    utimesSync(join(folder, 'old.js'), then, then);
    cache.write(new Map([['a.js', code('c')]]));
    expect(readdirSync(folder).sort()).toEqual(['a.js', 'new.js']);
  });

  it('does without where nothing can be written, or what is there is too short', () => {
    writeFileSync(join(root, 'file'), '');
    const cache = CodeCache.open(join(root, 'file', 'below'));
    cache?.write(new Map([['a.js', code('text')]]));
    expect(cache?.read('a.js')).toBeUndefined();
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, 'short.js'), 'abc');
    expect(CodeCache.open(folder)!.read('short.js')).toBeUndefined();
  });
});
