import { chmodSync, readFileSync } from 'node:fs';
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

  it('speaks the language of the editor that runs it, and English otherwise', async () => {
    const refusal = async (language: string): Promise<string> =>
      (await runCli(['verify', 'lakes.yaml', '--python', at('nobody')], { cwd: folder, env: { PREFLIGHT_LANGUAGE: language } })).stderr;
    expect(await refusal('zh-cn')).toMatch(/^prompt-preflight: 框架没有应答。/);
    expect(await refusal('xx')).toMatch(/^prompt-preflight: The framework did not answer\. /);
  });
});

const pairs = `models = [dict(type='HuggingFaceCausalLM', abbr='m', path='x', meta_template=dict(round=[dict(role='HUMAN', begin='<', end='>'), dict(role='BOT', generate=True)]))]
datasets = [
    dict(abbr='lakes', type='JsonlDataset', path='rows.jsonl', reader_cfg=dict(input_columns=['name'], output_column='place'),
         infer_cfg=dict(
             ice_template=dict(type='PromptTemplate', template='</E>{name}: {place}', ice_token='</E>'),
             prompt_template=dict(type='PromptTemplate', template='</E>{name}?', ice_token='</E>'),
             retriever=dict(type='FixKRetriever', fix_id_list=[1]),
             inferencer=dict(type='GenInferencer'))),
    dict(abbr='scored', type='JsonlDataset', path='rows.jsonl', reader_cfg=dict(input_columns=['name'], output_column='place'),
         infer_cfg=dict(
             prompt_template=dict(type='PromptTemplate', template={'yes': '{name} wet', 'no': '{name} dry'}),
             retriever=dict(type='ZeroRetriever'),
             inferencer=dict(type='PPLInferencer'))),
    dict(abbr='turns', type='JsonlDataset', path='rows.jsonl', reader_cfg=dict(input_columns=['name'], output_column='place'),
         infer_cfg=dict(
             prompt_template=dict(type='PromptTemplate', template='{name}'),
             retriever=dict(type='ZeroRetriever'),
             inferencer=dict(type='ChatInferencer'))),
]
`;
/** Answers what it was asked for, and whether that was as it should be. */
const told = folderOf({
  'eval.py': pairs,
  'rows.jsonl': '{"name": "Como", "place": "Italy"}\n{"name": "Baikal", "place": "Russia"}\n',
  asked: interpreter(`require('node:fs').writeFileSync(__dirname + '/asked.json', text); process.exit(1)`),
  equal: interpreter(
    `const requests = request.labels ? ['wet', 'dry'].map((end, i) => ({type: 'ppl', context: 'Como ' + end, continuation: request.labels[i]})) : [{type: 'gen', context: 'Baikal: Russia\\nComo?', continuation: null}]; console.log(JSON.stringify({version: '0.5.3', rows: request.rows ? 'given' : 'own', requests})); process.exit()`,
  ),
});
for (const name of ['asked', 'equal']) chmodSync(join(told, name), 0o755);

describe.skipIf(process.platform === 'win32')('verify of a pair', () => {
  const ask = (python: string, ...args: string[]): Promise<Outcome> =>
    runCli(['verify', 'eval.py', '--python', join(told, python), '--row', 'rows.jsonl:1', ...args], { cwd: told });

  it('asks for the entries of the config, with the rows and examples that are shown', async () => {
    await ask('asked', '--dataset', 'lakes');
    expect(JSON.parse(readFileSync(join(told, 'asked.json'), 'utf8'))).toMatchObject({
      framework: 'opencompass',
      path: join(told, 'eval.py'),
      dataset: { list: 'datasets', index: 0 },
      model: { path: join(told, 'eval.py'), list: 'models', index: 0 },
      rows: { train: [{}, { name: 'Baikal', place: 'Russia' }], test: [{ name: 'Como', place: 'Italy' }] },
      index: 0,
      ids: [1],
      mode: 'gen',
      labels: null,
    });
    expect(await ask('equal', '--dataset', 'lakes')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^equal · 1 request of the installed 0\.5\.3, which is given the rows, as /) as string,
    });
  });

  it('asks for each label', async () => {
    expect(await ask('equal', '--dataset', 'scored')).toMatchObject({ code: 0, stdout: expect.stringContaining('2 requests') as string });
  });

  it('says what it cannot ask for', async () => {
    expect(await ask('equal', '--dataset', 'turns')).toMatchObject({
      code: 2,
      stderr: 'prompt-preflight: Prompts of ChatInferencer cannot be verified.\n',
    });
    expect((await ask('equal', '--dataset', 'lakes', '--shots', '0')).stderr).toContain('fewer examples');
    expect((await ask('equal', '--dataset', 'lakes', '--mode', 'ppl')).stderr).toContain('another mode');
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

/** Frameworks that were installed for a test: the interpreter, and what has to be imported from a checkout. */
const frameworks = ['OPENCOMPASS', 'AISBENCH'].map((name) => ({
  name,
  python: process.env[`PREFLIGHT_${name}_PYTHON`],
  sources: process.env[`PREFLIGHT_${name}_SOURCES`],
}));

describe.each(frameworks)('the installed $name', ({ name, python, sources }) => {
  const package_ = name === 'OPENCOMPASS' ? 'opencompass' : 'ais_bench.benchmark';
  const config = `from ${package_}.openicl.icl_prompt_template import PromptTemplate
from ${package_}.openicl.icl_retriever import FixKRetriever, ZeroRetriever
from ${package_}.openicl.icl_inferencer import GenInferencer, PPLInferencer
from ${package_}.datasets import GSM8KDataset
from ${package_}.models import ${name === 'OPENCOMPASS' ? 'HuggingFaceCausalLM as Local, HuggingFacewithChatTemplate as Chat, OpenAI as Service' : 'HuggingFaceCausalLM as Local, HuggingFacewithChatTemplate as Chat, VLLMCustomAPIChat as Service'}

reader = dict(input_columns=['question'], output_column='answer')
ice = dict(type=PromptTemplate, template=dict(begin='</E>', round=[dict(role='HUMAN', prompt='{question}'), dict(role='BOT', prompt='{answer}')]), ice_token='</E>')
datasets = [
    dict(abbr='gen', type=GSM8KDataset, path='gsm', reader_cfg=reader, infer_cfg=dict(ice_template=ice, retriever=dict(type=FixKRetriever, fix_id_list=[0, 1]), inferencer=dict(type=GenInferencer))),
    dict(abbr='ppl', type=GSM8KDataset, path='gsm', reader_cfg=reader, infer_cfg=dict(prompt_template=dict(type=PromptTemplate, template=dict(A='{question} A', B='{question} B')), retriever=dict(type=ZeroRetriever), inferencer=dict(type=PPLInferencer))),
]
meta = dict(begin='<s>', round=[dict(role='HUMAN', begin='[H]', end='[/H]', api_role='HUMAN'), dict(role='BOT', begin='[B]', end='[/B]', api_role='BOT', generate=True)])
models = [
    dict(abbr='local', type=Local, path='x', max_out_len=8, batch_size=1, meta_template=meta),
    dict(abbr='chat', type=Chat, path='x', max_out_len=8, batch_size=1),
    dict(abbr='service', type=Service, path='x', max_out_len=8, batch_size=1, meta_template=meta),
]
`;
  const rows = (count: number): string =>
    Array.from({ length: count }, (_, i) => JSON.stringify({ question: `Q${String(i)} {x} 钢?`, answer: String(i) })).join('\n') + '\n';
  const installedIn = folderOf({ 'eval.py': config, 'gsm/train.jsonl': rows(3), 'gsm/test.jsonl': rows(4), '.git/HEAD': '' });
  const ask = (...args: string[]): Promise<Outcome> =>
    runCli(['verify', 'eval.py', '--python', python!, ...(sources === undefined ? [] : ['--package-root', sources]), ...args], {
      cwd: installedIn,
      env: { AIS_BENCH_DATASETS_CACHE: installedIn },
    });

  it.skipIf(python === undefined).each([
    ['gen', 'local', ['--row', '3']],
    ['gen', 'chat', ['--row', '3']],
    ['gen', 'service', ['--row', 'gsm/test.jsonl:2']],
    ['ppl', 'local', ['--row', '1']],
  ])(
    'gives the model the same: %s, %s, %j',
    async (dataset, model, args) => {
      expect(await ask('--dataset', dataset, '--model', model, ...args)).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('equal') as string,
      });
    },
    60_000,
  );
});
