import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { BatchSession } from '../../../server/src/cli/batch/session.js';
import { Request } from '../../../server/src/engine/requests/request.js';
import { beacon } from '../../../server/src/worker/own-beacon.js';

let folder: string | undefined;

afterEach(() => {
  vi.restoreAllMocks();
  if (folder !== undefined) rmSync(folder, { recursive: true });
  folder = undefined;
});

it('is seen to go on while the files of many tasks are read for one request', () => {
  folder = mkdtempSync(join(tmpdir(), 'preflight-batch-'));
  mkdirSync(join(folder, 'many'));
  for (let i = 0; i < 30; i++) writeFileSync(join(folder, 'many', `t${String(i)}.yaml`), `task: lake${String(i)}\ndoc_to_text: a\n`);
  writeFileSync(join(folder, 'run.yaml'), 'model: hf\ntasks: ["lake*"]\ninclude_path: ./many\nnum_fewshot: 1\n');
  const goesOn = vi.spyOn(beacon, 'goesOn');
  const request = JSON.stringify({ op: 'check', root: folder, path: 'run.yaml' });
  const { project, file } = new BatchSession().open(Request.parse(request));
  expect(project.check(file)).toEqual([]);
  expect(goesOn.mock.calls.length).toBeGreaterThanOrEqual(30);
});
