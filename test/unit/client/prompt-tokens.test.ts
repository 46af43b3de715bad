import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PromptTokens } from '../../../client/src/preview/prompt-tokens.js';
import type { TokensAnswer } from '../../../server/src/protocol/tokens.js';
import { invented } from './invented-preview.js';

const counted = { text: 'a prompt', file: '/model/tokenizer.json' };
const preview = invented({
  output: { kind: 'text', text: counted.text },
  stages: [],
  tokens: { file: counted.file, special: false, notes: [] },
});
const answer: TokensAnswer = { kind: 'tokens', counts: [{ all: 2, parts: [] }], tokens: [] };

let asked: string[];
let told: string[];
let tokens: PromptTokens;
beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  told = [];
  const source = {
    tokens: ({ texts }: { readonly texts: readonly { readonly text: string }[] }) => {
      asked.push(texts[0]!.text);
      return Promise.resolve(answer);
    },
    render: () => Promise.reject(new Error('nothing is dropped here')),
  };
  tokens = new PromptTokens(
    () => Promise.resolve(source),
    ({ of }) => told.push(of),
  );
});
afterEach(() => {
  vi.useRealTimers();
});

it('are asked once for a prompt that comes again, with its problems, before the question went out', async () => {
  tokens.follow(preview, 'one');
  await vi.advanceTimersByTimeAsync(100);
  tokens.follow(preview, 'one');
  await vi.advanceTimersByTimeAsync(1000);
  tokens.follow(preview, 'one');
  await vi.advanceTimersByTimeAsync(1000);
  expect([asked, told]).toEqual([[counted.text], ['one']]);
});

it('are asked for the last of several prompts, and for none where nothing is to be counted', async () => {
  for (const key of ['one', 'two', 'three']) tokens.follow(preview, key);
  await vi.advanceTimersByTimeAsync(1000);
  tokens.follow(preview, 'four');
  tokens.follow(invented({ output: { kind: 'text', text: counted.text } }), 'five');
  await vi.advanceTimersByTimeAsync(1000);
  expect(told).toEqual(['three']);
});
