import { describe, expect, it } from 'vitest';
import { folderOf, noise, runCli } from './run-cli.js';

const demo = 'examples/opencompass/eval_demo.py';
const broken = 'examples/opencompass/eval_broken.py';

const lone = `from opencompass.openicl.icl_prompt_template import PromptTemplate
demo_datasets = [dict(abbr='demo', infer_cfg=dict(prompt_template=dict(type=PromptTemplate, template='{q}'), retriver=dict()))]
`;

interface CheckJson {
  readonly summary: {
    readonly files: number;
    readonly error: number;
    readonly warning: number;
    readonly information: number;
    readonly hint: number;
  };
  readonly diagnostics: readonly {
    readonly rule: string;
    readonly severity: string;
    readonly path: string;
    readonly range: { readonly start: { line: number; character: number }; readonly end: { line: number; character: number } };
    readonly message: string;
  }[];
}

describe('check', () => {
  it('is content with the clean examples', async () => {
    expect(
      await runCli(['check', demo, 'examples/opencompass/eval_demo.yaml', 'examples/opencompass/models', 'examples/opencompass/datasets']),
    ).toEqual({
      code: 0,
      stdout: 'no findings in 7 configs\n',
      stderr: '',
    });
  });

  it('ends where a config imports itself, and where two import each other', async () => {
    const importing = (name: string): string =>
      `from mmengine.config import read_base\nwith read_base():\n    from .${name} import x\nx_datasets = []\n`;
    const files = { 'own.py': importing('own'), 'one.py': importing('other'), 'other.py': importing('one') };
    const { code, stdout, stderr } = await runCli(['check', '.'], { cwd: folderOf(files) });
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout.match(/import-cycle/g)).toHaveLength(3);
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('3 errors in 3 of 3 configs');
  });

  it('ends where a task includes itself', async () => {
    const folder = folderOf({
      'pond.yaml': 'task: pond\ninclude: pond.yaml\ndataset_path: example/pond\ndoc_to_text: a\ndoc_to_target: b\n',
    });
    expect((await runCli(['check', 'pond.yaml'], { cwd: folder })).code).toBe(1);
  });

  it('prints place, severity, rule and message of each finding, and the line with its part marked', async () => {
    const { code, stdout, stderr } = await runCli(['check', broken]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    const heads = stdout.split('\n').filter((line) => line.startsWith(broken));
    expect(heads.length).toBeGreaterThan(8);
    for (const head of heads)
      expect(head).toMatch(/^examples\/opencompass\/eval_broken\.py:\d+:\d+ (error|warning|information|hint) [a-z-]+ \S.*[.?]$/);
    expect(stdout).toMatch(/\n +\d+ \| .+\n +\| +\^+\n/);
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^\d+ errors.* in 1 of 1 config$/);
    expect(stdout).not.toContain('\u001b');
  });

  it('colours a terminal, and a pipe only when it is told to', async () => {
    const { stdout } = await runCli(['check', broken], { env: { FORCE_COLOR: '1' } });
    expect(stdout).toContain('\u001b[31merror\u001b[39m');
    const both = await runCli(['check', broken], { env: { FORCE_COLOR: '1', NO_COLOR: '1' } });
    expect(both.stdout).not.toContain('\u001b');
  });

  it('gives programs one JSON document', async () => {
    const { code, stdout } = await runCli(['check', broken, demo, '--format', 'json']);
    const { summary, diagnostics } = JSON.parse(stdout) as CheckJson;
    expect(code).toBe(1);
    expect(summary.files).toBe(2);
    expect(summary.error + summary.warning + summary.information + summary.hint).toBe(diagnostics.length);
    expect(diagnostics.every(({ path }) => path === broken)).toBe(true);
    for (const { range } of diagnostics)
      expect(range.end.line > range.start.line || range.end.character >= range.start.character).toBe(true);
  });

  it("searches folders, and leaves out what is not the user's", async () => {
    const folder = folderOf({
      'a/dataset.py': lone,
      'a/other.py': 'print("no config")\n',
      'a/.hidden/dataset.py': lone,
      'node_modules/dataset.py': lone,
      'venv/dataset.py': lone,
      'my-env/pyvenv.cfg': '',
      'my-env/dataset.py': lone,
      'outputs/20240517_162245/configs/20240517_162245_4711.py': lone,
      'outputs/20240517_162245/configs/20240517_170000.py': lone,
      'b/config.yaml': 'datasets: [{abbr: x, infer_cfg: {}}]\n',
    });
    const { stdout } = await runCli(['check', folder, '--format', 'json']);
    const { summary, diagnostics } = JSON.parse(stdout) as CheckJson;
    expect(summary.files).toBe(2);
    const copies = await runCli(['check', `${folder}/outputs/20240517_162245`, '--format', 'json']);
    expect((JSON.parse(copies.stdout) as CheckJson).summary.files).toBe(2);
    expect(diagnostics.some(({ path }) => path.endsWith('a/dataset.py'))).toBe(true);
  });

  it('finds the bases of a config in the folders above it', async () => {
    const folder = folderOf({
      'pyproject.toml': '',
      'base/data.py': lone,
      'eval/run.py':
        'from mmengine.config import read_base\nwith read_base():\n    from ..base.data import demo_datasets\n    from ..base.gone import x_datasets\n',
    });
    const { code, stdout } = await runCli(['check', `${folder}/eval/run.py`, '--format', 'json']);
    expect(code).toBe(1);
    const found = (JSON.parse(stdout) as CheckJson).diagnostics.filter(({ severity }) => severity === 'error');
    expect(found.map(({ rule, range }) => [rule, range.start.line])).toEqual([['base-not-found', 3]]);
  });

  it('says where there is nothing to check', async () => {
    const folder = folderOf({ 'a.py': 'print(1)\n' });
    const all = await runCli(['check', folder]);
    expect(all).toEqual({ code: 0, stdout: 'no findings in 0 configs\n', stderr: 'No config found among 1 file.\n' });
    const named = await runCli(['check', 'a.py'], { cwd: folder });
    expect(named).toEqual({
      code: 0,
      stdout: 'no findings in 1 config\n',
      stderr: 'a.py is not a config of a known framework: there is nothing to check.\n',
    });
  });

  it.each([
    ['gone.py', 'gone.py does not exist.'],
    ['notes.txt', 'notes.txt is not a config: only .py, .yaml, .yml, .json and .jsonc files can be.'],
    ['binary.py', 'binary file'],
  ])('cannot check %s, and says why', async (name, message) => {
    const folder = folderOf({ 'notes.txt': '', 'binary.py': Buffer.from([0, 1, 2, 255]) });
    const { code, stdout, stderr } = await runCli(['check', name], { cwd: folder });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(noise);
  });
});
