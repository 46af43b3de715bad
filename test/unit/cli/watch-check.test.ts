import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'preflight-check-'));
const front = join(folder, 'front.cjs');
const engine = join(folder, 'engine.cjs');
beforeAll(async () => {
  const common = { bundle: true, platform: 'node', format: 'cjs', logLevel: 'error' } as const;
  const contents =
    "import { watchCheck } from './server/src/cli/watch-check.js';\nconst [program, ...argv] = process.argv.slice(2);\nwatchCheck(argv, program);\n";
  await build({ ...common, stdin: { contents, resolveDir: '.' }, outfile: front });
  await build({ ...common, entryPoints: ['test/support/stubborn-check.ts'], outfile: engine });
  mkdirSync(join(folder, 'empty'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the thread that watches, in a process of its own, over engines that do what the names of the files say. */
function check(
  jobs: number | 'default',
  files: readonly string[],
  format = 'text',
  searched = join(folder, 'empty'),
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return new Promise((done) => {
    const options = [`--format=${format}`, ...(jobs === 'default' ? [] : [`--jobs=${String(jobs)}`])];
    const child = spawn(process.execPath, [front, engine, 'check', searched, ...options, ...files], {
      env: { ...process.env, NO_COLOR: '1' },
    });
    const output = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream].setEncoding('utf8').on('data', (chunk: string) => (output[stream] += chunk));
    child.on('close', (code) => done({ code, ...output }));
  });
}

const few = ['a', 'clean1', 'b', 'clean2', 'clean3', 'c', 'clean4'];

describe('a run of check', () => {
  it('prints what the engines say in the order of the files', async () => {
    const outcome = await check(1, few);
    expect(outcome).toEqual({
      code: 0,
      stdout: 'a knows \nb knows \nc knows \n3 hints in 3 of 7 configs\n',
      stderr: 'Searched.\nNote of a.\nNote of b.\nNote of c.\n',
    });
    expect(await check(3, few)).toEqual(outcome);
    expect(await check('default', few)).toEqual(outcome);
  });

  it('prints one JSON document', async () => {
    const { stdout } = await check(1, few, 'json');
    expect(JSON.parse(stdout)).toEqual({
      summary: { files: 7, error: 0, warning: 0, information: 0, hint: 3 },
      diagnostics: ['a', 'b', 'c'].map((file) => ({ file, knows: [] })),
    });
    expect((await check(4, few, 'json')).stdout).toBe(stdout);
  });

  it('has a clean end where there is nothing', async () => {
    expect(await check(4, [])).toEqual({ code: 0, stdout: 'no findings in 0 configs\n', stderr: 'Searched.\n' });
    expect((await check(4, [], 'json')).stdout).toBe(
      `${JSON.stringify({ summary: { files: 0, error: 0, warning: 0, information: 0, hint: 0 }, diagnostics: [] }, null, 2)}\n`,
    );
  });

  it('refuses what is too much, and says the same of all others with any number of engines', async () => {
    const files = ['a', 'slow1', 'b', 'loop1', 'slow2', 'c', 'clean1', 'd', 'eat1', 'e', 'clean2', 'slow3', 'f'];
    const one = await check(1, files);
    expect(one.stdout.split('\n')).toEqual([
      ...['a', 'slow1', 'b'].map((file) => `${file} knows `),
      ...['loop1', 'slow2', 'c', 'd'].map((file) => `${file} knows loop1`),
      ...['eat1', 'e', 'slow3', 'f'].map((file) => `${file} knows loop1 eat1`),
      '2 errors, 9 hints in 11 of 13 configs',
      '2 configs took too much work to be checked: loop1, eat1',
      '',
    ]);
    expect(one.code).toBe(1);
    expect(await check(3, files)).toEqual(one);
  }, 120_000);

  it('refuses no file for the memory that those before it have taken', async () => {
    const { stdout, code } = await check(1, ['a', 'hoard1', 'b', 'hoard2', 'clean1', 'hoard3', 'c', 'hoard4', 'hoard5', 'd']);
    expect(stdout).toBe(
      `${['a', 'hoard1', 'b', 'hoard2', 'hoard3', 'c', 'hoard4', 'hoard5', 'd'].map((file) => `${file} knows \n`).join('')}9 hints in 9 of 10 configs\n`,
    );
    expect(code).toBe(0);
  }, 60_000);

  it('goes on where already the search was too much', async () => {
    const outcome = await check(2, ['a', 'unreadable', 'b']);
    expect(outcome.stdout).toBe(
      'a knows unreadable\nunreadable knows unreadable\nb knows unreadable\n1 error, 2 hints in 3 of 3 configs\n1 config took too much work to be checked: unreadable\n',
    );
    expect(outcome.stderr.match(/Searched/g)).toHaveLength(1);
  }, 60_000);

  it.each([1, 3])('fails where an engine dies of a fault of our own (%i engines)', async (jobs) => {
    const { code, stdout, stderr } = await check(jobs, ['a', 'clean1', 'die', 'b', 'c', 'd']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: 'a knows \n' });
    expect(stderr).toContain('prompt-preflight: an error in Prompt Preflight itself: the engine ended.\n');
  });

  it.each([1, 3])('says with its exit code that a file could not be checked (%i engines)', async (jobs) => {
    const { code, stdout } = await check(jobs, ['a', 'failed', 'b']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: 'a knows \nfailed knows \nb knows \n3 hints in 3 of 3 configs\n' });
  });
});

describe('a run of check over many files', () => {
  /** As many files as an engine takes at once, the last of which another one may wait for. */
  const some = [...Array.from({ length: 63 }, (_, i) => `clean${String(i)}`), 'mark'];
  /** A new folder in which many files are to be expected. */
  function large(): string {
    const made = mkdtempSync(join(folder, 'large-'));
    for (let i = 0; i < 250; i++) writeFileSync(join(made, `${String(i)}.py`), '');
    return made;
  }

  it('has what the search has found checked while it goes on', async () => {
    const { code, stdout, stderr } = await check(2, [...some, 'pause1', 'z'], 'text', large());
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'mark knows \npause1 knows \nz knows \n3 hints in 3 of 66 configs\n' });
    expect(stderr).toBe('Searched.\nNote of mark.\nNote of pause1.\nNote of z.\n');
  });

  it('has one engine where that is asked for', async () => {
    const { stdout, stderr } = await check(1, [...some, 'pause1'], 'text', large());
    expect(stdout).toBe('mark knows \npause1 knows \n2 hints in 2 of 65 configs\n');
    expect(stderr).toContain('Waited in vain.');
  });

  it.each([
    ['the search was too much', [...some, 'pause1', 'unreadable', 'b']],
    ['a file was too much meanwhile', ['loop1', ...some.slice(1), 'pause1', 'b']],
  ])(
    'says the same as one engine where %s',
    async (_, files) => {
      const [one, two] = await Promise.all([check(1, files, 'text', large()), check(2, files, 'text', large())]);
      expect(one.stdout).toMatch(/1 config took too much/);
      expect({ code: two.code, stdout: two.stdout }).toEqual({ code: one.code, stdout: one.stdout });
    },
    60_000,
  );
});
