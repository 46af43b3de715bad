import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { findConfigs } from '../../../server/src/cli/support/find-configs.js';
import { beacon } from '../../../server/src/worker/own-beacon.js';

const root = mkdtempSync(join(tmpdir(), 'preflight-search-'));

afterEach(() => rmSync(root, { recursive: true, force: true }));

it('is seen to go on in a tree of folders without a file', () => {
  for (let i = 0; i < 30; i++) mkdirSync(join(root, `f${String(i)}`, 'x'), { recursive: true });
  writeFileSync(join(root, 'a.yaml'), 'task: a\n');
  const before = beacon.look().turn;
  expect(findConfigs([root], () => true)).toMatchObject({ files: [expect.stringMatching(/\/a\.yaml$/)], looked: 1 });
  expect(beacon.look().turn - before).toBeGreaterThanOrEqual(60);
});

it('does not follow a link that a hook names to all that there is', () => {
  mkdirSync(join(root, 'repository', 'configs'), { recursive: true });
  mkdirSync(join(root, 'shared'), { recursive: true });
  writeFileSync(join(root, 'a.yaml'), 'task: a\n');
  writeFileSync(join(root, 'shared', 'b.yaml'), 'task: b\n');
  const link = (name: string, to: string): string => {
    symlinkSync(to, join(root, 'repository', name));
    return join(root, 'repository', name);
  };
  const found = (path: string): number => findConfigs([path], () => true).files.length;
  expect(found(link('all', root))).toBe(0);
  expect(found(link('everything', '/'))).toBe(0);
  expect(found(link('main.py', join(root, 'shared')))).toBe(0);
  expect(found(link('own', join(root, 'shared')))).toBe(1);
});
