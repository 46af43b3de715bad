import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

// A short run of `npm run fuzz`, which goes on for as long as it is told to.

it('changed configs throw nothing, come to an end and leave no memory behind', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['test/fuzz/run.mjs', '--cases', '300', '--seed', '11']);
  expect(stdout).toContain('300 cases, seed 11: 0 exceptions');
}, 120_000);
