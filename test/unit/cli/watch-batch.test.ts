import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'preflight-batch-'));
const front = join(folder, 'front.cjs');
const engine = join(folder, 'engine.cjs');
beforeAll(async () => {
  const common = { bundle: true, platform: 'node', format: 'cjs', logLevel: 'error' } as const;
  const contents = "import { watchBatch } from './server/src/cli/watch-batch.js';\nvoid watchBatch(['batch'], process.argv[2]);\n";
  await build({ ...common, stdin: { contents, resolveDir: '.' }, outfile: front });
  await build({ ...common, entryPoints: ['test/support/stubborn-batch.ts'], outfile: engine });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The answers that the thread that watches prints, in a process of its own, over engines that do what the requests say. */
function answers(...requests: readonly string[]): Promise<string[]> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [front, engine]);
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
    child.on('close', () => done(output.trimEnd().split('\n')));
    child.stdin.end(requests.map((request) => `${request}\n`).join(''));
  });
}

describe('a run of batch', () => {
  it('gives a request to a new engine where those before it have taken the memory', async () => {
    const found = await answers('"keep 1"', '"keep 2"', '"keep 3"', '"keep 4"', '"last"');
    expect(found.map((line) => line.slice(0, 8))).toEqual(['"keep 1"', '"keep 2"', '"keep 3"', '"keep 4"', '"last" b']);
    expect(Number(/\d+$/.exec(found[4]!)![0])).toBeLessThan(4);
  });

  it('answers a request that is too much by itself, and goes on', async () => {
    const [eaten, next] = await answers('{"id": 7, "do": "eat"}', '"next"');
    expect(JSON.parse(eaten!)).toMatchObject({ id: 7, error: { type: 'LimitError' } });
    expect(next).toBe('"next" by an engine that keeps 0');
  });
});
