import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { isHere, pathWithProgram } from '../support/on-the-path.js';

const document = readFileSync('docs/editors.md', 'utf8');

interface Report {
  readonly problem?: string;
  readonly hover: string;
  readonly completion: readonly string[];
  readonly definition: string;
  readonly offered: readonly string[];
  readonly fixed: boolean;
  /** The files that have the new name of a list. */
  readonly renamed: readonly string[];
  readonly preview: string;
  readonly [more: string]: unknown;
}

let scratch = '';
afterEach(() => rmSync(scratch, { recursive: true, force: true }));

/** The block of code of a language in the document; its setting is for a rule that finds something here. */
function documented(language: string): string {
  return new RegExp(`\`\`\`${language}\n([^]*?)\n\`\`\``).exec(document)![1]!.replace('double-space', 'duplicate-role');
}

/** A workspace with the examples, a home without any configuration, and our program on the path. */
function prepare(): { readonly workspace: string; readonly report: string; readonly env: NodeJS.ProcessEnv } {
  scratch = mkdtempSync(join(tmpdir(), 'preflight-editors-'));
  const [workspace, bin, home] = ['workspace', 'bin', 'home'].map((name) => join(scratch, name)) as [string, string, string];
  cpSync('examples/opencompass', workspace, { recursive: true });
  mkdirSync(home);
  const report = join(scratch, 'report.json');
  return { workspace, report, env: { PATH: pathWithProgram(bin), HOME: home, LANG: 'C.UTF-8', TERM: 'dumb', REPORT: report } };
}

function run(program: string, args: readonly string[]): Report {
  const { workspace, report, env } = prepared!;
  const { stderr, stdout, error } = spawnSync(program, args, { cwd: workspace, env, encoding: 'utf8', timeout: 60_000 });
  if (!existsSync(report)) throw new Error(`${program} wrote no report: ${error?.message ?? ''}\n${stdout}\n${stderr}`);
  return JSON.parse(readFileSync(report, 'utf8')) as Report;
}

let prepared: ReturnType<typeof prepare> | undefined;

function expectWhole(report: Report): void {
  expect(report.problem).toBeUndefined();
  expect(report.hover).toMatch(/column/i);
  expect(report.completion).toEqual(expect.arrayContaining(['HUMAN', 'BOT']));
  expect(report.definition).toBe('word_problems_gen.py');
  expect(report.offered.some((title) => title.includes('generate=True'))).toBe(true);
  expect(report.fixed).toBe(true);
  expect([...report.renamed].sort()).toEqual(['eval_broken.py', 'eval_demo.py', 'word_problems_gen.py']);
  expect(report.preview).toMatch(/- dataset: `word_problems`[^]*- model: `river-7b-chat`[^]*<s><\|system\|>/);
}

describe('editors, as docs/editors.md sets them up', () => {
  it.skipIf(!isHere('nvim', ['--version']))(
    'Neovim has diagnostics, hovers, completion, definitions, fixes, a rename and the preview',
    () => {
      prepared = prepare();
      writeFileSync(join(scratch, 'init.lua'), documented('lua').replace(/\nreturn preflight$/, ''));
      const report = run('nvim', ['--headless', '-u', join(scratch, 'init.lua'), '-c', `luafile ${resolve('test/editors/neovim.lua')}`]);
      expectWhole(report);
      expect(report['codes']).toEqual(expect.arrayContaining(['no-generate-role', 'trailing-comma-tuple', 'missing-part']));
      expect(report['codes']).not.toContain('duplicate-role');
      // The split does not take the cursor.
      expect(report['focus']).toBe('eval_demo.py');
    },
  );

  it.skipIf(!isHere('emacs', ['--batch', '--eval', "(progn (package-initialize) (require 'eglot))"]))(
    'Emacs has diagnostics, hovers, completion, definitions, fixes, a rename and the preview',
    () => {
      prepared = prepare();
      writeFileSync(join(scratch, 'init.el'), documented('elisp'));
      const load = (file: string): string[] => ['--load', file];
      const args = [
        '--batch',
        '--eval',
        '(package-initialize)',
        ...load(join(scratch, 'init.el')),
        ...load(resolve('test/editors/emacs.el')),
      ];
      const report = run('emacs', args);
      expectWhole(report);
      expect((report['messages'] as string[]).length).toBeGreaterThan(10);
      expect((report['messages'] as string[]).join()).not.toContain('appears twice');
    },
  );
});
