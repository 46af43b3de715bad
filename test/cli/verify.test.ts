import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifyReport } from '../../server/src/cli/support/verify-report.js';
import { folderOf, runCli, type Outcome } from './run-cli.js';

const lakes = `task: lakes
dataset_path: made/lakes
test_split: test
training_split: train
fewshot_split: train
num_fewshot: 1
output_type: multiple_choice
description: "{{place}}. "
doc_to_text: "{{name}} lies in"
doc_to_target: 0
doc_to_choice: [Europe, Asia]
`;

/** Interpreters that answer what they are told to, whatever they are asked. */
const interpreter = (body: string): string =>
  `#!${process.execPath}\nprocess.stdin.once('data', (text) => { const request = JSON.parse(text); ${body} });\n`;

const folder = folderOf({
  'lakes.yaml': lakes,
  'rows.jsonl': '{"name": "Como", "place": "Italy"}\n{"name": "Baikal", "place": "Russia"}\n',
  equal: interpreter(
    `const context = 'Italy. Baikal lies in Europe\\n\\nComo lies in'; console.log(JSON.stringify({version: '0.0', requests: [' Europe', ' Asia'].map((continuation) => ({type: 'loglikelihood', context, continuation}))})); process.exit()`,
  ),
  different: interpreter(
    `console.log(JSON.stringify({version: '0.0', requests: ['Europe', ' Asia'].map((continuation) => ({type: 'loglikelihood', context: 'Italy. Baikal lies in Europe\\n\\nComo lies in', continuation}))})); process.exit()`,
  ),
  raises: interpreter(`console.log(JSON.stringify({version: '0.0', error: 'TypeError: no'})); process.exit()`),
  offline: interpreter(
    `console.error([process.env.HF_HUB_OFFLINE, process.env.HF_DATASETS_OFFLINE, process.env.TRANSFORMERS_OFFLINE].join()); process.exit(1)`,
  ),
  hangs: interpreter('setInterval(() => {}, 1000)'),
});
for (const name of ['equal', 'different', 'raises', 'offline', 'hangs']) chmodSync(join(folder, name), 0o755);

function verify(python: string, ...args: string[]): Promise<Outcome> {
  return runCli(['verify', 'lakes.yaml', '--row', 'rows.jsonl:1', '--python', python, ...args], { cwd: folder });
}

describe.skipIf(process.platform === 'win32')('verify', () => {
  const at = (name: string): string => join(folder, name);

  it('says that what the framework asks is what the preview shows', async () => {
    expect(await verify(at('equal'))).toEqual({
      code: 0,
      stdout: 'equal · 2 requests of the installed 0.0, as the preview shows it for 0.4.13\n',
      stderr: '',
    });
  });

  it('shows the first difference, as JSON for scripts too', async () => {
    const { code, stdout } = await verify(at('different'));
    expect([code, stdout]).toEqual([
      1,
      'different at request 1, continuation, character 1 · 2 requests of the installed 0.0, and the preview for 0.4.13\n  preview    " Europe"\n  framework  "Europe"\n',
    ]);
    const { stdout: raised } = await verify(at('raises'), '--format', 'json');
    expect(JSON.parse(raised)).toMatchObject({ equal: false, difference: { where: 'what is raised', framework: 'TypeError: no' } });
  });

  it('keeps the libraries from the network, and says what the interpreter complains of', async () => {
    expect(await verify(at('offline'))).toMatchObject({ code: 2, stderr: 'prompt-preflight: The framework did not answer. 1,1,1\n' });
    expect(await verify(at('nothing'))).toMatchObject({ code: 2, stdout: '' });
  });

  it('ends a process that takes too long', async () => {
    const start = performance.now();
    expect((await verify(at('hangs'), '--timeout', '1')).stderr).toContain('It took longer than 1 s and was ended.');
    expect(performance.now() - start).toBeLessThan(15_000);
  });

  it('does not know how to ask OpenCompass', async () => {
    const { code, stderr } = await runCli(['verify', 'x.py', '--python', at('equal')], {
      cwd: folderOf({
        'x.py':
          "d_datasets = [dict(abbr='d', type='D', infer_cfg=dict(prompt_template=dict(type='PromptTemplate', template='{q}'), retriever=dict(type='ZeroRetriever'), inferencer=dict(type='GenInferencer')), reader_cfg=dict(input_columns=['q'], output_column='a'))]\n",
      }),
    });
    expect([code, stderr]).toEqual([2, 'prompt-preflight: A prompt of OpenCompass cannot be verified yet.\n']);
  });
});

describe('an answer of the framework', () => {
  it('is compared by values where it is no text', () => {
    const asked = (settings: object): string =>
      JSON.stringify({ version: '1', requests: [{ type: 'generate_until', context: 'x', continuation: settings }] });
    expect(verifyReport(asked({ a: 1, b: [2] }), asked({ b: [2], a: 1 })).equal).toBe(true);
    expect(verifyReport(asked({ a: 1 }), asked({ a: 2 })).difference).toEqual({
      where: 'request 1, continuation',
      preview: '{"a":1}',
      framework: '{"a":2}',
    });
    expect(verifyReport(asked({}), '{"requests": []}').difference?.where).toBe('the number of requests');
  });
});

const installed = process.env['PREFLIGHT_HARNESS_PYTHON'];
if (installed === undefined)
  process.stdout.write('verify: PREFLIGHT_HARNESS_PYTHON names no interpreter with lm_eval, so none is asked.\n');

describe.skipIf(installed === undefined)('the installed harness', () => {
  it.each([
    [[]],
    [['--apply-chat-template']],
    [['--apply-chat-template', '--fewshot-as-multiturn', 'false', '--system-instruction', 'Be brief.']],
  ])('makes the same, with %j', async (args) => {
    expect(await verify(installed!, ...args)).toMatchObject({ code: 0, stdout: expect.stringContaining('equal') as string });
  });
});
