import { lstatSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { cli, folderOf, noise, runCli } from './run-cli.js';

const twice =
  "models = [dict(type='opencompass.models.HuggingFaceCausalLM', abbr='m', meta_template=dict(round=[dict(role='A'), dict(role='A')]))]\n";
const clean = "models = [dict(type='opencompass.models.HuggingFaceCausalLM', path='p', abbr='m')]\n";
const misspelt = `from opencompass.openicl.icl_prompt_template import PromptTemplate
demo_datasets = [dict(abbr='d', infer_cfg=dict(prompt_template=dict(type=PromptTemplate, template=dict(round=[dict(role='A', promt='{q}')]))))]
`;

interface Checked {
  readonly diagnostics: readonly { readonly rule: string; readonly path: string }[];
}

/** A run with `--watch`, until the test ends. */
function watching(folder: string, paths: readonly string[]): { readonly until: (text: RegExp) => Promise<void> } {
  const child = spawn(process.execPath, [cli, 'check', ...paths, '--watch'], { cwd: folder, env: { ...process.env, NO_COLOR: '1' } });
  // Also where the test ends by its time.
  onTestFinished(() => void child.kill());
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  /** Standard output and standard error come in any order. */
  const until = async (text: RegExp): Promise<void> => {
    await vi.waitFor(() => expect(said).toMatch(text), 8000);
    await vi.waitFor(() => expect(said).toContain('Waiting for changes'), 8000);
    said = '';
  };
  return { until };
}

async function rulesOf(folder: string, ...args: readonly string[]): Promise<string[]> {
  const { stdout } = await runCli(['check', '.', '--format', 'json', ...args], { cwd: folder });
  return (JSON.parse(stdout) as Checked).diagnostics.map(({ rule, path }) => `${path} ${rule}`);
}

describe('check', () => {
  it('takes only the rules of --select, and none of --ignore', async () => {
    const folder = folderOf({ 'eval.py': twice });
    const all = await rulesOf(folder);
    expect(all).toContain('eval.py duplicate-role');
    expect(await rulesOf(folder, '--select', 'duplicate-role,unknown-role')).toEqual(['eval.py duplicate-role']);
    expect(await rulesOf(folder, '--select', 'duplicate-*')).toEqual(['eval.py duplicate-role']);
    expect(await rulesOf(folder, '--ignore', 'duplicate-role')).toEqual(all.filter((found) => found !== 'eval.py duplicate-role'));
  });

  it('names a rule that there is none of, and the one that is meant', async () => {
    const { code, stderr } = await runCli(['check', '.', '--select', 'duplicate-rol'], { cwd: folderOf({}) });
    expect(code).toBe(2);
    expect(stderr).toMatch(/--select: there is no rule 'duplicate-rol'\. Did you mean 'duplicate-role'\?/);
  });

  it('is not told to check by no rule', async () => {
    const folder = folderOf({ 'eval.py': twice });
    for (const value of ['', ' , '])
      expect(await runCli(['check', '.', '--select', value], { cwd: folder })).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('--select names no rule.') as string,
      });
    expect((await runCli(['check', '.', '--ignore', ''], { cwd: folder })).code).toBe(1);
  });

  it('passes over what is named and is of no language of configs, where that is asked for, as hooks do', async () => {
    const folder = folderOf({ 'eval.py': twice, 'book.ipynb': '{}', tool: '#!/usr/bin/env python3\n', '.prettierrc': '{}' });
    const others = ['book.ipynb', 'tool', '.prettierrc'];
    expect((await runCli(['check', ...others], { cwd: folder })).code).toBe(2);
    expect(await runCli(['check', '--ignore-unknown', ...others], { cwd: folder })).toMatchObject({
      code: 0,
      stdout: 'no findings in 0 configs\n',
    });
    expect((await runCli(['check', '--ignore-unknown', ...others, 'eval.py'], { cwd: folder })).code).toBe(1);
    expect((await runCli(['check', '--ignore-unknown', 'none.ipynb'], { cwd: folder })).code).toBe(2);
    expect(readFileSync('.pre-commit-hooks.yaml', 'utf8').match(/entry: .* --ignore-unknown$/gm)).toHaveLength(2);
  });

  it('leaves out what --exclude matches, as .gitignore would, also where it is named', async () => {
    const folder = folderOf({ 'a/eval.py': twice, 'b/eval.py': twice, 'b/keep/eval.py': twice, 'c.local.py': twice });
    expect(await rulesOf(folder, '--select', 'duplicate-role', '--exclude', '/b/', '--exclude', '*.local.py')).toEqual([
      'a/eval.py duplicate-role',
    ]);
    const { stdout } = await runCli(['check', 'a/eval.py', 'b/eval.py', '--exclude', 'b', '--format', 'json'], { cwd: folder });
    expect(new Set((JSON.parse(stdout) as Checked).diagnostics.map(({ path }) => path))).toEqual(new Set(['a/eval.py']));
  });

  it('does not tell what the baseline holds, wherever it stands by now, and tells what is new', async () => {
    const folder = folderOf({ 'eval.py': twice });
    const written = await runCli(['check', '.', '--baseline', 'known.json', '--write-baseline'], { cwd: folder });
    expect(written).toMatchObject({ code: 0, stderr: expect.stringMatching(/findings? written to known\.json\.\n$/) as string });
    writeFileSync(join(folder, 'eval.py'), `# moved\n${twice}`);
    const known = await runCli(['check', '.', '--baseline', 'known.json'], { cwd: folder });
    expect(known).toMatchObject({ code: 0, stdout: 'no findings in 1 config\n' });
    writeFileSync(join(folder, 'more.py'), twice);
    expect(await rulesOf(folder, '--baseline', 'known.json', '--select', 'duplicate-role')).toEqual(['more.py duplicate-role']);
  });

  it('knows what it knew on another machine, whose paths messages have', async () => {
    const files = {
      'pyproject.toml': '',
      'eval.py': "from mmengine.config import read_base\n\nwith read_base():\n    from .missing import models\n\nwork_dir = './out'\n",
    };
    const here = folderOf(files);
    await runCli(['check', '.', '--baseline', 'known.json', '--write-baseline'], { cwd: here });
    const known = readFileSync(join(here, 'known.json'), 'utf8');
    expect(known).toContain('base-not-found');
    expect(known).not.toContain(here);
    const there = folderOf({ ...files, 'known.json': known });
    expect(await runCli(['check', '.', '--baseline', 'known.json'], { cwd: there })).toMatchObject({ code: 0 });
    const printsIn = async (cwd: string): Promise<string[]> =>
      [...(await runCli(['check', '.', '--format', 'gitlab'], { cwd })).stdout.matchAll(/"fingerprint": "(\w+)"/g)].map(
        ([, print]) => print!,
      );
    expect(await printsIn(there)).toEqual(await printsIn(here));
  });

  it('says what is wrong with a baseline', async () => {
    const folder = folderOf({ 'eval.py': twice, 'list.json': '[1]', 'torn.json': '{"version": 1, "files": {"eval.py": [{"rule": 3}]}}' });
    for (const [file, text] of [
      ['none.json', /--baseline none\.json: there is no such file\./],
      ['list.json', /--baseline list\.json: it is no baseline\./],
      ['torn.json', /--baseline torn\.json: it is no baseline\./],
    ] as const) {
      const { code, stderr } = await runCli(['check', 'eval.py', '--baseline', file], { cwd: folder });
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(text) as string });
      expect(stderr).not.toMatch(noise);
    }
  });

  it('shows with --diff what --fix then writes', async () => {
    const folder = folderOf({ 'eval.py': misspelt });
    const shown = await runCli(['check', 'eval.py', '--fix', '--diff', '--unsafe-fixes'], { cwd: folder });
    expect(shown.code).toBe(1);
    expect(shown.stdout).toContain(
      "+demo_datasets = [dict(abbr='d', infer_cfg=dict(prompt_template=dict(type=PromptTemplate, template=dict(round=[dict(role='A', prompt='{q}')]))))]",
    );
    expect(readFileSync(join(folder, 'eval.py'), 'utf8')).toBe(misspelt);
    const fixed = await runCli(['check', 'eval.py', '--fix', '--unsafe-fixes', '--select', 'unknown-key'], { cwd: folder });
    expect(fixed).toMatchObject({ code: 0, stderr: '1 finding fixed in 1 config.\n' });
    expect(readFileSync(join(folder, 'eval.py'), 'utf8')).toBe(misspelt.replace('promt', 'prompt'));
  });

  it.each([
    ['lines that end as those of Windows', misspelt.replaceAll('\n', '\r\n')],
    ['no line break at its end', misspelt.trimEnd()],
    ['the mark of an encoding', `\ufeff${misspelt}`],
  ])('shows a difference that git applies, to a file with %s', async (_, text) => {
    const folder = folderOf({ 'my eval.py': text });
    const { stdout } = await runCli(['check', '.', '--diff', '--unsafe-fixes', '--select', 'unknown-key'], { cwd: folder });
    const applied = spawnSync('git', ['apply', '-p0', '-'], { cwd: folder, input: stdout.replace(/\n1 (?:error|warning) in [^]*$/, '\n') });
    expect(applied.stderr.toString()).toBe('');
    expect(readFileSync(join(folder, 'my eval.py'), 'utf8')).toBe(text.replace('promt', 'prompt'));
  });

  it('writes through no link', async () => {
    const outside = folderOf({ 'eval.py': misspelt });
    const folder = folderOf({ 'other.py': '' });
    symlinkSync(join(outside, 'eval.py'), join(folder, 'eval.py'));
    const { stderr } = await runCli(['check', 'eval.py', '--fix', '--unsafe-fixes'], { cwd: folder });
    expect(stderr).toContain('eval.py is left as it is: it is a link.');
    expect(readFileSync(join(outside, 'eval.py'), 'utf8')).toBe(misspelt);
    expect(lstatSync(join(folder, 'eval.py')).isSymbolicLink()).toBe(true);
  });

  it('checks standard input as the file that it stands for', async () => {
    const folder = folderOf({ 'eval.py': 'x = 1\n' });
    const { stdout, code } = await runCli(['check', '--stdin-filename', 'eval.py', '--select', 'duplicate-role'], {
      cwd: folder,
      input: twice,
    });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^eval\.py:1:\d+ error duplicate-role /);
  });

  it('reads standard input as it reads files: without the mark of an encoding, and not where that is left out', async () => {
    const folder = folderOf({});
    const only = ['--stdin-filename', 'gen/eval.py', '--select', 'duplicate-role'];
    expect((await runCli(['check', ...only], { cwd: folder, input: `\ufeff${twice}` })).stdout).toMatch(
      /^gen\/eval\.py:1:\d+ error duplicate-role /,
    );
    expect(await runCli(['check', ...only, '--exclude', 'gen/'], { cwd: folder, input: twice })).toMatchObject({ code: 0 });
  });

  it('keeps the mark of an encoding in a file that it fixes', async () => {
    const folder = folderOf({ 'eval.py': `\ufeff${misspelt}` });
    await runCli(['check', '.', '--fix', '--unsafe-fixes', '--select', 'unknown-key'], { cwd: folder });
    expect(readFileSync(join(folder, 'eval.py'), 'utf8')).toBe(`\ufeff${misspelt.replace('promt', 'prompt')}`);
  });

  it('is not failed by what is wrong in an included file that was not given', async () => {
    const folder = folderOf({
      'preflight.json': '{}',
      'shared/_base_yaml':
        'output_type: generate_until\ndataset_path: org/rivers\ntest_split: test\ngeneration_kwargs:\n  untill: ["\\n"]\ndoc_to_target: a\n',
      'tasks/mine.yaml': 'include: ../shared/_base_yaml\ntask: mine\ndoc_to_text: "{{q}}"\n',
    });
    const mine = await runCli(['check', 'tasks'], { cwd: folder });
    expect(mine.stdout).toMatch(/^tasks\/mine\.yaml:1:10 warning generation-argument /m);
    expect(mine.code).toBe(0);
    expect((await runCli(['check', '.'], { cwd: folder })).code).toBe(1);
  });

  const template = (at: string): string =>
    `output_type: generate_until\ndataset_path: org/rivers\ntest_split: test\ngeneration_kwargs:\n  untill: ["${at}"]\ndoc_to_target: a\n`;
  const including = (name: string): string => `include: _base_yaml\ntask: ${name}\ndoc_to_text: "{{q}}"\n`;
  const tasks = {
    'preflight.json': '{}',
    _base_yaml: template('\\n'),
    'a.yaml': including('a'),
    'b.yaml': including('b'),
    'c.yaml': including('c'),
  };

  it('tells what is wrong in an included file once, at its place, with any number of engines', async () => {
    const folder = folderOf(tasks);
    const only = ['--select', 'generation-argument'];
    const one = await runCli(['check', '.', '--jobs', '1', ...only], { cwd: folder });
    expect(one.stdout).toMatch(/^_base_yaml:5:3 warning generation-argument [^]*\n1 warning in 1 of 4 configs\n$/);
    expect(await runCli(['check', '.', '--jobs', '3', ...only], { cwd: folder })).toEqual(one);
    expect(await rulesOf(folder, ...only)).toEqual(['_base_yaml generation-argument']);
    const written = await runCli(['check', '.', '--baseline', 'known.json', '--write-baseline', ...only], { cwd: folder });
    expect(written.stderr).toBe('1 finding written to known.json.\n');
    const known = await runCli(['check', '.', '--baseline', 'known.json', ...only], { cwd: folder });
    expect(known).toMatchObject({ code: 0, stderr: '1 finding of the baseline not shown.\n' });
  });

  it('leaves an included file that is checked itself to its own check', async () => {
    const folder = folderOf({
      ...tasks,
      'a.yaml': including('a').replace('_base_yaml', 'base.yaml'),
      'base.yaml': `task: base\ndoc_to_text: "{{q}}"\n${template('\\n')}`,
    });
    expect((await rulesOf(folder, '--select', 'generation-argument')).sort()).toEqual([
      '_base_yaml generation-argument',
      'base.yaml generation-argument',
    ]);
  });

  it.each(['sarif', 'github', 'gitlab', 'junit'])('marks as no failure in %s what is wrong outside of the given paths', async (format) => {
    const folder = folderOf(tasks);
    const { code, stdout } = await runCli(['check', 'a.yaml', '--select', 'generation-argument', '--format', format], { cwd: folder });
    expect(code).toBe(0);
    expect(stdout).toContain('untill');
    expect(stdout).not.toMatch(/"level": "(?:warning|error)"(?=,\s+"message": \{\s+"text": ".*untill)|::warning|"minor"|<failure/);
  });

  it('says how long configs and rules take', async () => {
    const { stderr, stdout } = await runCli(['check', '.', '--timing'], {
      cwd: folderOf({ 'eval.py': twice, 'clean.py': clean }),
    });
    expect(stderr).toMatch(/^\d+\.\d ms in all; the configs that took longest:\n +\d+\.\d ms {2}\S+\.py\n/);
    expect(stderr).toMatch(/The rules that took longest:\n +\d+\.\d ms {2}[a-z-]+\n/);
    expect(stdout).toMatch(/in 1 of 2 configs\n$/);
  });

  it('refuses what contradicts itself', async () => {
    const folder = folderOf({ 'eval.py': twice });
    for (const args of [['--unsafe-fixes'], ['--write-baseline'], ['--watch', '--fix'], ['--stdin-filename', 'a.py'], ['--format', 'xml']])
      expect((await runCli(['check', 'eval.py', ...args], { cwd: folder })).code, args.join(' ')).toBe(2);
  });

  it('goes on with --watch, and checks again what changes', async () => {
    const folder = folderOf({ 'eval.py': clean });
    const { until } = watching(folder, ['eval.py']);
    await until(/no findings in 1 config/);
    writeFileSync(join(folder, 'eval.py'), twice);
    await until(/eval\.py:1:\d+ error duplicate-role/);
    // As many editors save.
    writeFileSync(join(folder, 'eval.py~'), clean);
    renameSync(join(folder, 'eval.py~'), join(folder, 'eval.py'));
    await until(/no findings in 1 config/);
    rmSync(join(folder, 'eval.py'));
    await until(/does not exist/);
    writeFileSync(join(folder, 'eval.py'), clean);
    await until(/no findings in 1 config/);
  });
});

describe('check --watch', () => {
  const template = (key: string): string =>
    `dataset_path: org/rivers\noutput_type: generate_until\ntest_split: test\ndoc_to_text: "{{q}}"\ndoc_to_target: a\ngeneration_kwargs:\n  ${key}: ["\\n"]\n`;

  it('hears of what is included without an ending, of what lies elsewhere, and of a project file that comes', async () => {
    const folder = folderOf({
      'pyproject.toml': '',
      'tasks/_base_yaml': template('until'),
      'tasks/near.yaml': 'include: _base_yaml\ntask: near\n',
      'shared/_base_yaml': template('until'),
      'tasks/far.yaml': 'include: ../shared/_base_yaml\ntask: far\n',
    });
    const { until } = watching(folder, ['tasks']);
    await until(/no findings in 2 configs/);
    writeFileSync(join(folder, 'tasks', '_base_yaml'), template('untill'));
    await until(/tasks\/_base_yaml:7:3 warning generation-argument/);
    writeFileSync(join(folder, 'shared', '_base_yaml'), template('untill'));
    await until(/tasks\/far\.yaml:1:10 warning generation-argument/);
    writeFileSync(join(folder, 'preflight.json'), '{"rules": {"generation-argument": "off"}}');
    await until(/no findings in 2 configs/);
  });

  it('is not told to write what it hears of', async () => {
    const { code, stderr } = await runCli(['check', '.', '--watch', '--baseline', 'known.json', '--write-baseline'], { cwd: folderOf({}) });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('--watch') as string });
  });
});

describe('check with a project file', () => {
  const off = '{"rules": {"duplicate-role": "off"}, "exclude": ["gen/"]}';

  it('takes its severities and excludes, under the options', async () => {
    const folder = folderOf({
      'preflight.json': off,
      'eval.py': twice,
      'gen/eval.py': twice,
      'more/preflight.json': '{}',
      'more/eval.py': twice,
    });
    const only = (found: readonly string[]): string[] => found.filter((line) => line.endsWith(' duplicate-role'));
    expect(only(await rulesOf(folder))).toEqual(['more/eval.py duplicate-role']);
    expect(await rulesOf(folder, '--select', 'duplicate-role')).toEqual(['eval.py duplicate-role', 'more/eval.py duplicate-role']);
    const named = await runCli(['check', 'gen/eval.py', '--format', 'json'], { cwd: folder });
    expect(named.code).toBe(0);
    const piped = await runCli(['check', '--stdin-filename', 'gen/eval.py'], { cwd: folder, input: twice });
    expect(piped).toMatchObject({ code: 0, stdout: 'no findings in 1 config\n' });
  });

  it('says on standard error what cannot be used of one above, which decides no exit code', async () => {
    const folder = folderOf({ 'preflight.json': '{"rules": {"duplicate-rol": "off"}}', 'a/eval.py': clean });
    const { code, stderr } = await runCli(['check', 'a'], { cwd: folder });
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: 'preflight.json:1:12: There is no rule duplicate-rol: its severity is ignored. Did you mean duplicate-role?\n',
    });
    const whole = await runCli(['check', '.'], { cwd: folder });
    expect(whole).toMatchObject({
      code: 1,
      stderr: '',
      stdout: expect.stringMatching(/^preflight\.json:1:12 warning project-file /) as string,
    });
    await runCli(['check', '.', '--fix'], { cwd: folder });
    expect(readFileSync(join(folder, 'preflight.json'), 'utf8')).toBe('{"rules": {"duplicate-role": "off"}}');
  });

  it('does not check by one that is no JSON', async () => {
    const folder = folderOf({ 'preflight.json': '{"rules": ', 'a/eval.py': twice });
    const { code, stderr } = await runCli(['check', 'a'], { cwd: folder });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/preflight\.json:1:11: preflight\.json cannot be read: /) as string,
    });
    expect(stderr).not.toMatch(noise);
  });
});
