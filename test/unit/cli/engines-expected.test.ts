import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enginesExpected } from '../../../server/src/cli/check/engines-expected.js';

const root = mkdtempSync(join(tmpdir(), 'preflight-expected-'));
const [large, small, deep] = ['large', 'small', 'deep'].map((name) => join(root, name)) as [string, string, string];
beforeAll(() => {
  for (const [folder, files] of [
    [large, 250],
    [small, 3],
  ] as const) {
    mkdirSync(folder);
    for (let i = 0; i < files; i++) writeFileSync(join(folder, `${String(i)}.yaml`), '');
  }
  for (let i = 0; i < 400; i++) mkdirSync(join(deep, String(i)), { recursive: true });
  for (let i = 0; i < 250; i++) writeFileSync(join(deep, '399', `${String(i)}.py`), '');
});
afterAll(() => rmSync(root, { recursive: true }));

describe('the engines to expect', () => {
  it('are as many as files tell', () => {
    expect(enginesExpected([large])).toBe(Math.min(2, availableParallelism()));
    expect(enginesExpected([large, '--jobs', '3'])).toBe(3);
    expect(enginesExpected(['--jobs', '300', small])).toBe(3);
    expect(enginesExpected([small])).toBe(1);
  });

  it.each([
    ['one is asked for', () => [large, '--jobs', '1']],
    ['a fix is', () => [large, '--fix', '--jobs', '3']],
    ['a folder is the value of an option', () => [join(small, '1.yaml'), '--package-root', large, '--jobs', '3']],
    ['there are too many folders to look into', () => [deep, '--jobs', '3']],
    ['there is none', () => [join(root, 'gone'), '--jobs', '3']],
    ['the words are wrong', () => [large, '--jobs', '3', '--nonsense']],
    ['standard input is checked', () => ['--stdin-filename', join(large, '1.yaml'), '--jobs', '3']],
  ])('are one where %s', (_, args) => {
    expect(enginesExpected(args())).toBe(1);
  });
});
