import { afterEach, describe, expect, it } from 'vitest';
import { PromptTokens } from '../../client/src/preview/prompt-tokens.js';
import { promptKey, type TokensShown } from '../../server/src/protocol/page.js';
import type { Preview, PreviewSelection } from '../../server/src/protocol/preview.js';
import { datasetConfig, evalConfig, modelConfig, workspaceFiles } from '../support/configs.js';
import { smallTokenizer, type TokenizerParts } from '../support/small-tokenizer.js';
import { Client, until } from './client.js';

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
    const before = performance.now();
    await shown();
    expect(performance.now() - before).toBeLessThan(1500);
    expect(await asked).toMatchObject({ kind: 'refused', reason: expect.stringContaining('processor time') as string });
    expect(await client.tokens({ file, texts: [{ text: 'ab', special: true, parts: [] }] })).toMatchObject({ kind: 'tokens' });
  });
});
