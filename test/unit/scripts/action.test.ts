import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly run?: string;
}
interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

const action = parse(readFileSync('action.yml', 'utf8')) as Action;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'preflight-action-'));
  mkdirSync(join(root, 'temporary'));
  mkdirSync(join(root, 'checkout/scripts'), { recursive: true });
  mkdirSync(join(root, 'checkout/dist'));
  writeFileSync(join(root, 'checkout/scripts/run.mjs'), '');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A command line that tells its arguments, and exits as the environment says. */
const told = `
const { argv, env } = process;
const command = argv[2];
require('node:fs').appendFileSync(env.TOLD, JSON.stringify(argv.slice(2)) + '\\n');
process.stdout.write(command === 'snapshot' ? '# Changed prompts\\n' : argv.includes('sarif') ? '{}\\n' : '::error file=a.py::wrong\\n');
process.exit(Number(env[command === 'snapshot' ? 'SNAPSHOT_CODE' : 'CHECK_CODE'] ?? 0));
`;

interface Run {
  readonly code: number;
  readonly outputs: Readonly<Record<string, string>>;
  readonly commands: readonly (readonly string[])[];
  readonly stdout: string;
  readonly summary: string;
  readonly comments: string;
}

/** Runs the shell steps of the action as a runner would, with the given inputs. */
function run(inputs: Record<string, string>, env: Record<string, string> = {}): Run {
  writeFileSync(join(root, 'checkout/dist/cli.js'), told);
  mkdirSync(join(root, 'bin'), { recursive: true });
  writeFileSync(join(root, 'bin/gh'), `#!/bin/sh\necho "$@" >> "${root}/comments"\ncat "$5" >> "${root}/comments"\n`);
  chmodSync(join(root, 'bin/gh'), 0o755);
  for (const name of ['summary', 'told', 'comments']) writeFileSync(join(root, name), '');
  const values: Record<string, string> = {
    'github.action_path': join(root, 'checkout'),
    'github.token': 'token',
    'github.repository': 'team/repository',
    'github.event.pull_request.number': env['NUMBER_OF_REQUEST'] ?? '',
    'runner.temp': join(root, 'temporary'),
  };
  for (const [name, input] of Object.entries(action.inputs)) values[`inputs.${name}`] = inputs[name] ?? input.default;
  let code = 0;
  let stdout = '';
  for (const step of action.runs.steps) {
    if (step.run === undefined || (step.if !== undefined && !isTrue(step.if, values)) || code !== 0) continue;
    const output = join(root, 'output');
    writeFileSync(output, '');
    const own = Object.fromEntries(Object.entries(step.env ?? {}).map(([name, text]) => [name, filled(text, values)]));
    const shared = { PATH: `${join(root, 'bin')}${delimiter}${process.env['PATH']!}`, TOLD: join(root, 'told') };
    const files = { GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: join(root, 'summary') };
    // As GitHub calls it: docs.github.com, "Workflow syntax", `shell: bash`.
    const shell = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run];
    const done = spawnSync('bash', shell, { cwd: root, encoding: 'utf8', env: { ...shared, ...files, ...env, ...own } });
    stdout += done.stdout;
    code = done.status ?? 2;
    for (const [, name, value] of readFileSync(output, 'utf8').matchAll(/^([\w-]+)=(.*)$/gm))
      values[`steps.${step.id!}.outputs.${name!}`] = value!;
  }
  const read = (name: string): string => readFileSync(join(root, name), 'utf8');
  const lines = read('told').split('\n').filter((line) => line !== ''); // oxfmt-ignore
  const commands = lines.map((line) => JSON.parse(line) as string[]);
  const outputs = Object.fromEntries(Object.entries(action.outputs).map(([name, { value }]) => [name, filled(value, values)]));
  return { code, outputs, commands, stdout, summary: read('summary'), comments: read('comments') };
}

function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\$\{\{ (.*?) \}\}/g, (_whole, expression: string) =>
    expression.split(' || ').map((name) => values[name] ?? '').find((value) => value !== '') ?? ''); // oxfmt-ignore
}

/** Of the expressions of GitHub those that the action has: `a == 'b' && c != '' && d`. */
function isTrue(condition: string, values: Readonly<Record<string, string>>): boolean {
  const inner = /^\$\{\{ (.*) \}\}$/.exec(condition)![1]!;
  return inner.split(' && ').every((part) => {
    const [, name, operator, text] = /^(\S+)(?: (==|!=) '(.*)')?$/.exec(part)!;
    const value = values[name!] ?? '';
    return operator === undefined ? value !== '' : (value === text) === (operator === '==');
  });
}

describe('the GitHub action', () => {
  it('checks the whole checkout with annotations, and fails as the check does', () => {
    const { code, outputs, commands, stdout, comments } = run({}, { CHECK_CODE: '1' });
    expect(commands).toEqual([['check', '.', '--format', 'github']]);
    expect({ code, outputs, comments }).toEqual({ code: 1, outputs: { 'exit-code': '1', 'sarif-file': '' }, comments: '' });
    expect(stdout).toContain('::error file=a.py::wrong\n');
  });

  it('passes paths and options on word by word, and nothing of them is run', () => {
    const { code, commands } = run({ paths: 'configs\ntasks/*', args: '--select unknown-role $(touch x) ; "a b"' });
    expect(code).toBe(0);
    expect(commands).toEqual([
      ['check', 'configs', 'tasks/*', '--format', 'github', '--select', 'unknown-role', '$(touch', 'x)', ';', '"a', 'b"'],
    ]);
  });

  it('writes the findings for code scanning also where there are some, and not where it could not run', () => {
    const { code, outputs, commands } = run({ sarif: 'true' }, { CHECK_CODE: '1' });
    expect(commands[1]).toEqual(['check', '.', '--format', 'sarif']);
    expect(readFileSync(outputs['sarif-file']!, 'utf8')).toBe('{}\n');
    expect(code).toBe(1);
    expect(run({ sarif: 'true' }, { CHECK_CODE: '2' })).toMatchObject({ code: 1, outputs: { 'exit-code': '' } });
  });

  it('holds snapshots against the configs, and comments only where that is asked for', () => {
    const quiet = run({ snapshots: 'prompts', 'snapshot-paths': 'configs' }, { SNAPSHOT_CODE: '1', NUMBER_OF_REQUEST: '7' });
    expect(quiet.commands[1]).toEqual(['snapshot', 'configs', '-o', 'prompts', '--check', '--format', 'markdown']);
    expect(quiet).toMatchObject({ code: 1, summary: '# Changed prompts\n', comments: '' });
    const loud = run({ snapshots: 'prompts', comment: 'true' }, { SNAPSHOT_CODE: '1', NUMBER_OF_REQUEST: '7' });
    expect(loud.commands[1]).toEqual(['snapshot', '.', '-o', 'prompts', '--check', '--format', 'markdown']);
    expect(loud.comments).toMatch(/^pr comment 7 --body-file \S+ --edit-last --create-if-none\n# Changed prompts\n$/);
    expect(run({ snapshots: 'prompts', comment: 'true' }, { SNAPSHOT_CODE: '1' }).comments).toBe('');
    expect(run({ snapshots: 'prompts', comment: 'true' }, { NUMBER_OF_REQUEST: '7' })).toMatchObject({ code: 0, comments: '' });
  });

  it('takes another version where one is named', () => {
    const source = join(root, 'source');
    mkdirSync(join(source, 'scripts'), { recursive: true });
    writeFileSync(join(source, 'scripts/run.mjs'), 'console.log("of the tag")');
    const git = (...args: string[]): void => void spawnSync('git', ['-C', source, '-c', 'user.name=a', '-c', 'user.email=a', ...args]);
    for (const args of [
      ['init', '-q'],
      ['add', '.'],
      ['commit', '-qm', 'x'],
      ['tag', 'v1'],
    ])
      git(...args);
    // The repository is the project's own: git takes the copy in its place.
    const elsewhere = {
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: `url.${source}.insteadOf`,
      GIT_CONFIG_VALUE_0: 'https://github.com/prompt-preflight/prompt-preflight',
    };
    expect(run({ version: 'v1' }, elsewhere).stdout).toContain('of the tag\n');
    expect(run({ version: '--upload-pack=touch x' }, elsewhere).stdout).not.toContain('of the tag');
  });

  it('has no expression in a script, where an input would become a program', () => {
    expect(action.runs.using).toBe('composite');
    for (const { run: script, shell } of action.runs.steps)
      if (script !== undefined) expect({ shell, script }).toEqual({ shell: 'bash', script: expect.not.stringContaining('${{') as string });
  });
});

describe('the hooks of pre-commit', () => {
  it('start what there is', () => {
    const hooks = parse(readFileSync('.pre-commit-hooks.yaml', 'utf8')) as { id: string; entry: string; language: string }[];
    expect(hooks.map(({ id, entry, language }) => ({ id, entry, language }))).toEqual([
      { id: 'prompt-preflight', entry: 'scripts/run.mjs check --ignore-unknown', language: 'script' },
      { id: 'prompt-preflight-fix', entry: 'scripts/run.mjs check --fix --ignore-unknown', language: 'script' },
    ]);
    expect(statSync('scripts/run.mjs').mode & 0o111).not.toBe(0);
  });
});
