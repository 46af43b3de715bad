import { describe, expect, it } from 'vitest';
import { hostileNames } from '../support/hostile-names.js';
import { folderOf, runCli } from './run-cli.js';

const unseen = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}]/u;
const shown = (text: string): string => text.replace(/[\n\t]/g, '');
const esc = '\u001b]0;owned\u0007\u009b31m\u202e\r\u2028';

/** A config that brings a text wherever the command line may show it, once as an escape sequence and once as it is. */
function config(name: string): string {
  const n = JSON.stringify(name);
  return `# ${name.replace(/[\r\n]/g, '')}
models = [dict(type='HuggingFaceCausalLM', abbr=${n}, path='x', **{${n}: 1}, meta_template=dict(round=[dict(role='HUMAN', begin=${n}), dict(role='BOT', generate=True), dict(role=${n}, **{${n}: 1})]))]
datasets = [dict(abbr=${n}, type='D', path='x', reader_cfg=dict(input_columns=['q'], output_column='a', **{${n}: 1}), infer_cfg=dict(
    prompt_template=dict(type='PromptTemplate', template=dict(round=[dict(role='HUMAN', prompt=${n} + '{q}'), dict(role='NO' + ${n}, prompt='')])),
    retriever=dict(type='ZeroRetriever'), inferencer=dict(type='GenInferencer'), **{${n}: 1}))]
`;
}

describe('nothing in a terminal comes of a config', () => {
  const folder = folderOf(Object.fromEntries(hostileNames.map((name, i) => [`${String(i)}.py`, config(name)])));

  it('that is checked', async () => {
    const { stdout, stderr, code } = await runCli(['check', folder]);
    expect(code).toBe(1);
    expect(shown(stdout + stderr)).not.toMatch(unseen);
    expect(stdout).toContain('␛[31m');
    expect(stdout).toContain('U+202E');
    // GitHub takes a line that begins so for a command.
    expect(stdout).not.toMatch(/^\s*::/m);
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThan(2500);
  });

  it('as JSON, which means the same', async () => {
    const { stdout } = await runCli(['check', folder, '--format', 'json']);
    expect(shown(stdout)).not.toMatch(unseen);
    expect(JSON.stringify(JSON.parse(stdout))).toContain('\u202e');
  });

  it.each(['\u202e![a](https://evil.example)\u202c', '\u001b[31m\u001b]8;;https://evil.example\u0007click\u001b]8;;\u0007', esc])(
    'that is previewed and evaluated: %j',
    async (name) => {
      const file = `${folderOf({ 'eval.py': config(name) })}/eval.py`;
      for (const args of [
        ['preview', file, '--stage', 'all'],
        ['preview', file, '--dataset', `x${name}`],
        ['evaluate', file],
        ['preview', file, '--format', 'json'],
      ]) {
        const { stdout, stderr } = await runCli(args);
        expect(shown(stdout + stderr)).not.toMatch(unseen);
        expect(stdout + stderr).not.toBe('');
        if (args[0] === 'evaluate') expect(JSON.stringify(JSON.parse(stdout))).toContain(JSON.stringify(name).slice(1, -1));
      }
    },
  );

  it('by the name of its file', async () => {
    const inside = folderOf({ [`a${esc}b.py`]: config('x'), 'text.py': 'x = 1\n' });
    for (const args of [
      ['check', inside],
      ['check', `${inside}/a${esc}b.py`],
      ['check', `${inside}/no${esc}.py`],
      ['check', `${inside}/text.py`, `--${esc}`],
      [esc],
      ['hash', `${inside}/a${esc}b.py`],
      ['matrix', `${inside}/a${esc}b.py`],
      ['preview', `${inside}/a${esc}b.py`, '--mode', esc],
    ]) {
      const { stdout, stderr } = await runCli(args);
      expect(shown(stdout + stderr)).not.toMatch(unseen);
      expect(stdout + stderr).toContain('U+202E');
    }
  });

  it('that a batch is asked for', async () => {
    const request = { id: esc, op: 'evaluate', files: { 'main.py': `x = ${JSON.stringify(esc)}\n` }, main: 'main.py' };
    const { stdout } = await runCli(['batch'], { input: JSON.stringify(request) + '\n' });
    expect(shown(stdout)).not.toMatch(unseen);
    expect(JSON.parse(stdout)).toMatchObject({ id: esc, value: { x: esc } });
  });
});

it('a variable of the environment that no framework documents is not told', async () => {
  const file = `${folderOf({ 'eval.py': "import os\nx = os.environ.get('MY_KEY')\ny = os.environ.get('DATASET_SOURCE')\nz = os.environ.get('PREFLIGHT_NOT_SET', 'own')\n" })}/eval.py`;
  const { stdout } = await runCli(['evaluate', file], { env: { MY_KEY: 'hunter2', DATASET_SOURCE: 'ModelScope' } });
  expect(stdout).not.toContain('hunter2');
  expect(JSON.parse(stdout)).toMatchObject({
    value: { x: { $unknown: expect.stringContaining('MY_KEY is set here') as unknown }, y: 'ModelScope', z: 'own' },
  });
});
