import { describe, expect, it } from 'vitest';
import { folderOf, noise, runCli } from './run-cli.js';

// Texts that a config may not hold, each of which must end soon with a message that a person can act on.

const readBase = 'from mmengine.config import read_base\nwith read_base():\n';
const yamlBomb =
  'a: &a [x, x, x, x, x, x, x, x, x, x]\n' +
  'bcdefghijk'
    .split('')
    .map((c, i) => `${c}: &${c} [${Array.from({ length: 10 }, () => '*' + 'abcdefghij'[i]).join(', ')}]`)
    .join('\n') +
  '\ndatasets: [{infer_cfg: *k}]\n';

const cases: readonly [what: string, file: string, files: Record<string, string>, rule: string][] = [
  ['5 MB of brackets', 'main.py', { 'main.py': 'a_datasets = ' + '['.repeat(5_000_000) }, 'limit'],
  ['deep brackets', 'main.py', { 'main.py': 'a_datasets = ' + '['.repeat(20_000) + ']'.repeat(20_000) }, '(limit|syntax-error)'],
  ['an endless loop', 'main.py', { 'main.py': 'a_datasets = [{}]\nwhile True: pass\n' }, 'limit'],
  ['a gigantic text', 'main.py', { 'main.py': "a_datasets = [{}]\nx = 'a' * 10**12\n" }, 'limit'],
  ['endless recursion', 'main.py', { 'main.py': 'a_datasets = [{}]\ndef f(): return f()\nf()\n' }, '(limit|raises)'],
  ['a file that imports itself', 'main.py', { 'main.py': `${readBase}    from .main import x\na_datasets = []\n` }, 'import-cycle'],
  [
    'two that import each other',
    'main.py',
    {
      'main.py': `${readBase}    from .other import x\na_datasets = []\n`,
      'other.py': `${readBase}    from .main import a_datasets\nx = 1\n`,
    },
    '(import-cycle|base-broken)',
  ],
  ['a missing base', 'main.py', { 'main.py': `${readBase}    from .gone import x\na_datasets = []\n` }, 'base-not-found'],
  [
    'a base that is a folder',
    'main.py',
    { 'main.py': `${readBase}    from .base import x\na_datasets = []\n`, 'base.py/inner.txt': '' },
    'base-not-found',
  ],
  ['broken syntax', 'main.py', { 'main.py': 'a_datasets = [dict(abbr=)]\n' }, 'syntax-error'],
  ['a bracket that is never closed', 'main.py', { 'main.py': 'a_datasets = [dict(abbr=\n' }, 'syntax-error'],
  ['a YAML bomb', 'main.yaml', { 'main.yaml': yamlBomb }, 'limit'],
  ['broken YAML', 'main.yaml', { 'main.yaml': 'datasets: [{infer_cfg: {}}\nx: "\n' }, 'syntax-error'],
  ['broken JSON', 'main.json', { 'main.json': '{"datasets": [{"infer_cfg": }]}' }, 'syntax-error'],
];

describe('check of what no config should be', () => {
  it.each(cases)('%s', async (_what, file, files, rule) => {
    const { code, stdout, stderr } = await runCli(['check', file], { cwd: folderOf({ ...files, 'pyproject.toml': '' }) });
    expect({ code, stderr }, stdout).toEqual({ code: 1, stderr: '' });
    expect(stdout).toMatch(new RegExp(`^${file.replace('.', '\\.')}:\\d+:\\d+ (error|warning) ${rule} \\S.*[.?]$`, 'm'));
    expect(stdout).not.toMatch(noise);
    expect(stdout.length).toBeLessThan(10_000);
  });

  it('a base outside the workspace, which may be there for the framework', async () => {
    const { code, stdout } = await runCli(['check', 'main.py'], {
      cwd: folderOf({ 'main.py': `${readBase}    from .......etc.hosts import x\na_datasets = []\n`, 'pyproject.toml': '' }),
    });
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^main\.py:3:10 information depends-on-environment \S.* is outside the workspace folders, .* What it defines is not known\.$/m,
    );
  });

  it('an empty file', async () => {
    const { code, stdout } = await runCli(['check', 'main.py'], { cwd: folderOf({ 'main.py': '' }) });
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'no findings in 1 config\n' });
  });
});
