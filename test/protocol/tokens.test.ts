import { afterEach, describe, expect, it } from 'vitest';
import type { InlayHint } from 'vscode-languageserver/node';
import { PromptTokens } from '../../client/src/preview/prompt-tokens.js';
import { promptKey, type TokensShown } from '../../server/src/protocol/page.js';
import type { Preview, PreviewSelection } from '../../server/src/protocol/preview.js';
import { datasetConfig, evalConfig, modelConfig, workspaceFiles } from '../support/configs.js';
import { smallTokenizer, type TokenizerParts } from '../support/small-tokenizer.js';
import { Client, modern, until } from './client.js';

let client: Client;
afterEach(async () => {
  expect(client.logged.filter((line) => line.includes('failed:') || line.startsWith('stderr'))).toEqual([]);
  await client.stop();
});

const shots = datasetConfig
  .replaceAll('ZeroRetriever', 'FixKRetriever')
  .replace(
    'prompt_template=dict(\n        type=PromptTemplate,',
    "ice_template=dict(type=PromptTemplate, template=dict(round=[dict(role='HUMAN', prompt='hello {question}')]), ice_token='</E>'),\n    prompt_template=dict(\n        type=PromptTemplate, ice_token='</E>',",
  )
  .replace("begin=[dict(role='SYSTEM', fallback_role='HUMAN', prompt='Be brief.')]", "begin=['</E>']")
  .replace('retriever=dict(type=FixKRetriever)', 'retriever=dict(type=FixKRetriever, fix_id_list=[0, 1, 2, 3, 4])');

/** A workspace whose model has a tokenizer beside it. */
async function start(room: number | undefined, dataset = datasetConfig, tokenizer: TokenizerParts = {}): Promise<void> {
  const model = modelConfig.replace(
    "path='river'",
    `path='river', tokenizer_path='river'${room === undefined ? '' : `, max_seq_len=${String(room)}`}`,
  );
  client = await Client.start({
    files: {
      ...workspaceFiles,
      'datasets/demo.py': dataset,
      'models/river.py': model,
      'river/tokenizer.json': JSON.stringify(smallTokenizer(tokenizer)),
    },
  });
  await client.openText('eval.py', evalConfig);
}

async function shown(selection: PreviewSelection = {}): Promise<Preview> {
  const answer = await client.preview('eval.py', { selection });
  if (answer.kind !== 'preview') throw new Error(`expected a preview, got ${JSON.stringify(answer)}`);
  return answer.preview;
}

/** What the panel tells the page in the end. */
async function told(preview: Preview, messages: number): Promise<TokensShown> {
  const all: TokensShown[] = [];
  const tokens = new PromptTokens(
    () =>
      Promise.resolve({ tokens: (request) => client.tokens(request), render: ({ selection }) => client.preview('eval.py', { selection }) }),
    (each) => all.push(each),
  );
  tokens.follow(preview, promptKey(preview));
  await until('the tokens', () => all.length >= messages);
  tokens.dispose();
  return all.at(-1)!;
}

describe('tokens of a prompt', () => {
  it('are counted as the class of the model gives the text to the tokenizer', async () => {
    await start(1000);
    const preview = await shown();
    expect(preview.tokens).toMatchObject({
      special: true,
      budget: { most: 968, reckoned: 'max_seq_len 1000 − max_out_len 32' },
      answer: 32,
      dropsAbove: 1000,
      cut: { most: 968, keeps: 'beginning' },
    });
    const { answer, stages } = await told(preview, 1);
    if (answer.kind !== 'tokens') throw new Error(answer.reason);
    expect(answer.tokens[0]).toEqual({ id: 0, text: '<s>', kind: 'added' });
    expect(
      answer.tokens
        .slice(1)
        .map(({ text, kind }) => (kind === 'bytes' ? '' : text))
        .join(''),
    ).toContain('Be brief.');
    expect(answer.counts[0]!.parts.reduce((sum, count) => sum + count, 0)).toBe(answer.counts[0]!.all);
    expect(Object.keys(stages)).toContain('prompt-list');
  });

  it('say how many examples the run keeps: the last goes until the prompt fits', async () => {
    await start(undefined, shots);
    const whole = await shown();
    expect(whole.selection.shots).toBe(5);
    const { answer } = await told(await shown({ shots: 3 }), 1);
    const three = answer.kind === 'tokens' ? answer.counts[0]!.all : NaN;
    await client.stop();
    await start(three + 1, shots);
    expect(await told(await shown(), 2)).toMatchObject({ shotsKept: 3, kept: three });
  });

  it('are refused with the reason, and the next ones are had', async () => {
    await start(100, datasetConfig, { normalizer: { type: 'Nmt' } });
    const { answer } = await told(await shown(), 1);
    expect(answer).toMatchObject({ kind: 'refused', reason: expect.stringContaining('Nmt') as string });
    expect(await client.tokens({ file: `${client.root}/nowhere/tokenizer.json`, texts: [] })).toMatchObject({ kind: 'refused' });
  });

  it('end where a regular expression of the tokenizer does not, and the prompts go on meanwhile', async () => {
    // Linear for each place, and of the fourth power over all of them.
    const Regex = 'a+a+a+a+b';
    await start(100, datasetConfig, { pre_tokenizer: { type: 'Split', pattern: { Regex }, behavior: 'Isolated', invert: false } });
    const file = (await shown()).tokens!.file!;
    const asked = client.tokens({ file, texts: [{ text: 'a'.repeat(20_000), special: true, parts: [] }] });
    let isAnswered = false;
    void asked.then(() => (isAnswered = true));
    await shown();
    expect(isAnswered).toBe(false);
    expect(await asked).toMatchObject({ kind: 'refused', reason: expect.stringContaining('processor time') as string });
    expect(await client.tokens({ file, texts: [{ text: 'ab', special: true, parts: [] }] })).toMatchObject({ kind: 'tokens' });
  });
});

describe('tokens of examples', () => {
  const rows = (split: string, count: number): string =>
    Array.from({ length: count }, (_, i) => JSON.stringify({ q: `${split}${String(i)}`, a: String(i) })).join('\n');
  const task = `task: own
dataset_path: json
dataset_kwargs: {data_files: {train: train.jsonl, test: test.jsonl}}
training_split: train
test_split: test
output_type: generate_until
fewshot_config: {sampler: first_n}
doc_to_text: "{{q}}"
doc_to_target: "{{a}}"
num_fewshot: 2
`;
  let refreshes = 0;
  const hintsOf = async (name: string): Promise<string[]> => {
    const range = { start: { line: 0, character: 0 }, end: { line: 1000, character: 0 } };
    const found = await client.connection.sendRequest<InlayHint[]>('textDocument/inlayHint', {
      textDocument: { uri: client.uri(name) },
      range,
    });
    return found.map(({ label, position }) => `${String(position.line)} ${String(label)}`);
  };
  const startWith = async (files: Readonly<Record<string, string>>, settings: object = {}): Promise<void> => {
    const capabilities = { ...modern, workspace: { ...modern.workspace, inlayHint: { refreshSupport: true } } };
    client = await Client.start({ files: { ...workspaceFiles, ...files }, capabilities, settings });
    refreshes = 0;
    client.connection.onRequest('workspace/inlayHint/refresh', () => {
      refreshes++;
      return null;
    });
  };
  /** What is shown once the client is told to ask again. */
  const hintsThen = async (name: string): Promise<string[]> => {
    let told = (refreshes = 0);
    let found = await hintsOf(name);
    expect(found.filter((hint) => hint.includes('tokens'))).toEqual([]);
    while (!found.some((hint) => hint.includes('tokens'))) {
      await until('a refresh of the hints', () => refreshes > told);
      told = refreshes;
      found = await hintsOf(name);
    }
    return found;
  };
  const data = { 'train.jsonl': rows('t', 8), 'test.jsonl': rows('x', 3), 'river/tokenizer.json': JSON.stringify(smallTokenizer()) };

  it('are hints as soon as the tokenizer has counted them, and stay while something else is typed', async () => {
    await startWith({ ...data, 'own.yaml': task }, { modelArgs: 'pretrained=river' });
    await client.openText('own.yaml', task, 'yaml');
    // t0 0 and t1 1, each with the line behind it: a token for each character.
    expect(await hintsThen('own.yaml')).toEqual(['9 12 tokens']);
    await client.replace('own.yaml', 'num_fewshot: 2\n', 'num_fewshot: 2\n# more\n');
    expect(await hintsOf('own.yaml')).toEqual(['9 12 tokens']);
    await client.replace('own.yaml', 'num_fewshot: 2', 'num_fewshot: 3');
    expect(await hintsThen('own.yaml')).toEqual(['9 18 tokens']);
  });

  it('are an estimate where there is no tokenizer, or the examples of a run are not known', async () => {
    const both = `${shots}${modelConfig}`;
    const question = JSON.stringify({ question: 'hello', answer: 'a' });
    await startWith(
      { ...data, 'own.yaml': task, 'both.py': both, 'rows.jsonl': Array(6).fill(question).join('\n') },
      { modelArgs: 'pretrained=nowhere' },
    );
    await client.openText('own.yaml', task, 'yaml');
    expect(await hintsThen('own.yaml')).toEqual(['9 ≈ 3 tokens']);
    client.settings = { rowFile: 'rows.jsonl', inlayHints: { abbr: false, parser: false, maxOutLen: false } };
    await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
    await client.openText('both.py', both);
    const [shown, counted, ...others] = await hintsThen('both.py');
    expect([shown, others]).toEqual([expect.stringMatching(/^\d+ 5 shots$/), []]);
    expect(counted).toMatch(/^\d+ ≈ \d+ tokens$/);
  });

  it('are the least and the most of the datasets of a loop', async () => {
    const loop = `${shots}
demo_datasets = [dict(demo_datasets[0], abbr=f'set-{i}', infer_cfg=dict(demo_infer_cfg, more=i)) for i in range(20)]
`;
    const question = (word: string): string => JSON.stringify({ question: word, answer: 'a' });
    await startWith(
      { 'loop.py': loop, 'rows.jsonl': [question('hello'), ...Array<string>(5).fill(question('hell'))].join('\n') },
      { rowFile: 'rows.jsonl' },
    );
    await client.openText('loop.py', loop);
    const found = await hintsThen('loop.py');
    expect(found).toEqual([expect.stringMatching(/^\d+ 5 shots$/), expect.stringMatching(/^\d+ ≈ \d+ tokens$/)]);
    // Of so many it is found out behind the question that they are the same: then they are there again.
    await client.replace('loop.py', 'range(20)', 'range(21)');
    expect(await hintsThen('loop.py')).toEqual(found);
  });

  it('are none where they are switched off, or where no rows are on this machine', async () => {
    await startWith({ 'own.yaml': task });
    await client.openText('own.yaml', task, 'yaml');
    expect(await hintsOf('own.yaml')).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(await hintsOf('own.yaml')).toEqual([]);
    expect(refreshes).toBe(0);
  });
});
