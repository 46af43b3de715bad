import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { findConfigs } from '../../../server/src/cli/support/find-configs.js';
import { beacon } from '../../../server/src/worker/own-beacon.js';

const root = mkdtempSync(join(tmpdir(), 'preflight-search-'));

afterEach(() => rmSync(root, { recursive: true }));

it('is seen to go on in a tree of folders without a file', () => {
  for (let i = 0; i < 30; i++) mkdirSync(join(root, `f${String(i)}`, 'x'), { recursive: true });
  writeFileSync(join(root, 'a.yaml'), 'task: a\n');
  const before = beacon.look().turn;
  expect(findConfigs([root], () => true)).toMatchObject({ files: [expect.stringMatching(/\/a\.yaml$/)], looked: 1 });
  expect(beacon.look().turn - before).toBeGreaterThanOrEqual(60);
});
