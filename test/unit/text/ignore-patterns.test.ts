import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { IgnorePatterns } from '../../../server/src/engine/core/ignore-patterns.js';
import { processorMs } from '../../support/processor-time.js';

const paths = [
  'a.py',
  'b/a.py',
  'b/c/a.py',
  'b/c/d.local.py',
  'gen/x/y.py',
  'x.py',
  'b/gen.py',
  'b/gen/z.py',
  'sp ace.py',
  'b/a1.py',
  'c/b/c/a.py',
];

const lists = [
  ['gen/'],
  ['/b/'],
  ['*.local.py'],
  ['b/c'],
  ['**/c'],
  ['b/**'],
  ['b/**/a.py'],
  ['a?.py', '!b/a1.py'],
  ['*.py', '!a.py'],
  ['b/', '!b/a.py'],
  ['[a-b].py'],
  ['[!a].py'],
  ['# a.py', '', '\\#', 'sp\\ ace.py  '],
  ['/*', '!/b'],
  ['**'],
  ['b/*/a.py'],
  ['c/**/c/'],
  ['[a'],
];

it('leaves out what git ignores', () => {
  const folder = mkdtempSync(join(tmpdir(), 'preflight-ignore-'));
  try {
    execFileSync('git', ['init', '-q', folder]);
    for (const list of lists) {
      writeFileSync(join(folder, '.gitignore'), `${list.join('\n')}\n`);
      const patterns = new IgnorePatterns(list);
      expect({ list, out: paths.filter((path) => patterns.ignores(path, false)) }).toEqual({ list, out: ignoredByGit(folder) });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Git says 1 where it ignores none. */
function ignoredByGit(folder: string): string[] {
  const run = ['-C', folder, '-c', 'core.quotePath=false', 'check-ignore', '--no-index', '--stdin'];
  try {
    const told = execFileSync('git', run, { input: `${paths.join('\n')}\n`, encoding: 'utf8' });
    return told.split('\n').filter((line) => line !== '');
  } catch {
    return [];
  }
}

it('leaves out folders alone where the pattern says so, and takes all cases of letters', () => {
  const patterns = new IgnorePatterns(['Gen/', 'old_*']);
  expect([patterns.ignores('gen', true), patterns.ignores('gen', false), patterns.ignores('b/OLD_x.py', false)]).toEqual([
    true,
    false,
    true,
  ]);
  expect(new IgnorePatterns(['**']).ignores('', true)).toBe(false);
});

it('takes bounded time for any pattern', () => {
  const patterns = new IgnorePatterns([`${'*a'.repeat(200)}b`, `${'**/a/'.repeat(100)}b`]);
  const path = `${'a/'.repeat(200)}${'a'.repeat(250)}`;
  expect(processorMs(() => expect(patterns.ignores(path, false)).toBe(false))).toBeLessThan(1_000);
});

it('is read in one pass, though brackets are opened again and again', () => {
  const open = '[a'.repeat(300_000);
  expect(processorMs(() => expect(new IgnorePatterns([open]).ignores(open, false)).toBe(true))).toBeLessThan(3_000);
});
