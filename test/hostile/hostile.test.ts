import { execFile } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { kinds, shortRun } from './corpus.js';
import { controlIn, internalIn, leakIn } from './verdict.js';

// A short run of `npm run hostile`, half of it through the server and half through `batch`, side by side. The whole run takes each input every way.

/**
 * Runs the part of the corpus. @returns what it prints. The lines of inputs that took more than they may begin with ✖, and below each stands what: how long
 * something took is not asserted here, where other tests run beside it.
 */
function run(by: string, shard: string): Promise<string> {
  return new Promise((done) =>
    execFile(
      process.execPath,
      ['test/hostile/run.mjs', '--part', 'ci', '--by', by, '--shard', shard],
      { maxBuffer: 2 ** 26 },
      (_error, stdout) => done(stdout),
    ),
  );
}

it.concurrent.each([
  ['server', '1/2'],
  ['batch', '2/2'],
])(
  'nothing that means harm takes much or breaks anything, by %s',
  async (by, shard) => {
    const printed = await run(by, shard);
    const wrong = printed.match(/^✖.*(?:\n {4}.*)*/gm) ?? [];
    expect(wrong.filter((lines) => /^ {4}(?!slow:|hover late:)/m.test(lines))).toEqual([]);
    expect(printed).toMatch(/^\d{2,} inputs; /m);
  },
  600_000,
);

it('has a name for each input', () => {
  const names = kinds.flatMap(({ inputs }) => inputs.map(({ name }) => name));
  expect(new Set(names).size).toBe(names.length);
  expect([...shortRun].filter((name) => !names.includes(name))).toEqual([]);
  for (const name of names) expect(name).toMatch(/^[\w-]+$/);
});

describe('a verdict', () => {
  it('finds what a terminal would obey', () => {
    expect(['a\u001b[31m', 'a\u202eb', 'a\rb', 'a\u0085b'].map(controlIn)).toEqual(['U+001B', 'U+202E', 'U+000D', 'U+0085']);
    expect(controlIn('two\nlines\tand “quotes” 😀 é')).toBeUndefined();
  });

  it('finds what Markdown would show, and lets pass what stands in code', () => {
    expect(
      ['![a](https://hostile.invalid/x)', '[a](command:x)', '<img src=x>', 'see <https://hostile.invalid>'].map(
        (text) => leakIn(text) !== undefined,
      ),
    ).toEqual([true, true, true, true]);
    expect(leakIn('`![a](https://hostile.invalid/x)` and `` ` <img> ``')).toBeUndefined();
    expect(leakIn('\\!\\[a\\]\\(https\\:\\/\\/hostile\\.invalid\\) [page](https://example.org)')).toBeUndefined();
  });

  it('tells errors of our own', () => {
    expect(internalIn('hover failed inside Prompt Preflight: x')).toBeDefined();
    expect(internalIn('Error: x\n    at run (/a/cli.js:1:2)')).toBeDefined();
    expect(internalIn('main.py:1:1 error raises RecursionError: maximum recursion depth exceeded')).toBeUndefined();
  });
});
