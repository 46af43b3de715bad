import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// The goldens of small cases were written for this project and lie in test/fixtures. Larger ones hold texts of the framework's own configs:
// they are used where PREFLIGHT_GOLDENS and PREFLIGHT_SOURCES name them.
const goldens = process.env['PREFLIGHT_GOLDENS'];
const sources = process.env['PREFLIGHT_SOURCES'];

interface Row {
  readonly suite: string;
  readonly cases: number;
  readonly equal: number;
  readonly unknown: number;
  readonly different: number;
  readonly skipped?: string;
  readonly failed?: string;
}

const folder = mkdtempSync(join(tmpdir(), 'preflight-conformance-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the conformance runner; its exit code is no matter here, its figures are. */
async function run(name: string, args: readonly string[]): Promise<{ rows: Row[]; output: string }> {
  const json = join(folder, `${name}.json`);
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, ['test/conformance/run.mjs', ...args, '--json', json], { maxBuffer: 64 << 20 }, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
  try {
    return { rows: JSON.parse(readFileSync(json, 'utf8')) as Row[], output };
  } catch {
    throw new Error(`the conformance runner did not finish:\n${output}`);
  }
}

function expectExact(row: Row | undefined, output: string, cases: number): void {
  expect(row, output).toMatchObject({ cases, equal: cases, unknown: 0, different: 0 });
}

describe('against what the real frameworks answered', () => {
  let small: Awaited<ReturnType<typeof run>>;
  beforeAll(async () => {
    small = await run(
      'small',
      ['semantics', 'quirks core', 'quirks', 'fuzz core', 'fuzz', 'lm-eval-tasks', 'user functions'].flatMap((suite) => ['--suite', suite]),
    );
  }, 120_000);

  const row = (suite: string): Row | undefined => small.rows.find((found) => found.suite === suite);

  it('evaluates every micro config to the same value or error', () => expectExact(row('semantics'), small.output, 82));
  it('renders every quirk without raw messages and list metas the same', () => expectExact(row('quirks core'), small.output, 45));
  it('renders every fuzz case without raw messages and list metas the same', () => expectExact(row('fuzz core'), small.output, 1268));
  it('renders every random task of lm-evaluation-harness the same', () => expectExact(row('lm-eval-tasks'), small.output, 600));
  it('makes of rows what Python makes of them, with functions as users write them', () =>
    expect(row('user functions'), small.output).toMatchObject({ different: 0, equal: 616 }));
  it('renders no other quirk or fuzz case differently', () => {
    expect(row('quirks'), small.output).toMatchObject({ cases: 52, different: 0 });
    expect(row('fuzz'), small.output).toMatchObject({ cases: 1600, different: 0 });
  });
});

if (goldens === undefined || sources === undefined)
  console.log(
    'Skipped: the shipped configs. PREFLIGHT_GOLDENS names the folder of recorded answers, PREFLIGHT_SOURCES a checkout of OpenCompass.',
  );

describe.skipIf(goldens === undefined || sources === undefined)(
  'against the shipped configs (PREFLIGHT_GOLDENS, PREFLIGHT_SOURCES)',
  () => {
    let large: Awaited<ReturnType<typeof run>>;
    beforeAll(async () => {
      large = await run('large', ['--goldens', goldens!, '--sources', sources!]);
    }, 600_000);

    it('evaluates the shipped configs to the same values', () => {
      const configs = large.rows.find(({ suite }) => suite === 'configs');
      expect(configs, large.output).toMatchObject({ different: 0 });
      expect(configs!.equal).toBeGreaterThanOrEqual(1300);
    });
  },
);
