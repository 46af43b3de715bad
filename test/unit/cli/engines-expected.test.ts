import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enginesExpected } from '../../../server/src/cli/check/engines-expected.js';

const root = mkdtempSync(join(tmpdir(), 'preflight-expected-'));
const [large, small, crowded] = ['large', 'small', 'crowded'].map((name) => join(root, name)) as [string, string, string];
beforeAll(() => {
  for (const [folder, files] of [
    [large, 250],
    [small, 3],
  ] as const) {
    mkdirSync(folder);
    for (let i = 0; i < files; i++) writeFileSync(join(folder, `${String(i)}.yaml`), '');
  }
  mkdirSync(crowded);
  for (let i = 0; i < 6000; i++) writeFileSync(join(crowded, `${String(i)}.png`), '');
});
afterAll(() => rmSync(root, { recursive: true }));

describe('the engines to expect', () => {
  it('are as many as files tell', () => {
    expect(enginesExpected([large])).toBe(Math.min(2, availableParallelism()));
    expect(enginesExpected([large, '--jobs', '3'])).toBe(3);
    expect(enginesExpected(['--jobs', '300', small])).toBe(3);
    expect(enginesExpected([small])).toBe(1);
    mkdirSync(join(root, 'outer', '.venv'), { recursive: true });
    renameSync(large, join(root, 'outer', 'large'));
    expect(enginesExpected([join(root, 'outer'), '--jobs', '3'])).toBe(3);
    renameSync(join(root, 'outer', 'large'), join(root, 'outer', '.venv', 'large'));
    expect(enginesExpected([join(root, 'outer'), '--jobs', '3'])).toBe(1);
    renameSync(join(root, 'outer', '.venv', 'large'), large);
  });

  it.each([
    ['one is asked for', () => [large, '--jobs', '1']],
    ['a fix is', () => [large, '--fix', '--jobs', '3']],
    ['a folder is the value of an option', () => [join(small, '1.yaml'), '--package-root', large, '--jobs', '3']],
    ['there is too much else', () => [large, crowded, '--jobs', '3']],
    ['there is none', () => [join(root, 'gone'), '--jobs', '3']],
    ['the words are wrong', () => [large, '--jobs', '3', '--nonsense']],
    ['standard input is checked', () => ['--stdin-filename', join(large, '1.yaml'), '--jobs', '3']],
  ])('are one where %s', (_, args) => {
    expect(enginesExpected(args())).toBe(1);
  });
});
