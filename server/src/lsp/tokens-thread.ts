import type { MessagePort } from 'node:worker_threads';
import { dirname } from '../engine/core/paths.js';
import { RecentMap } from '../engine/core/recent-map.js';
import { say } from '../engine/core/say.js';
import { shownText } from '../engine/core/shown.js';
import { readTokenizer } from '../engine/tokens/read-tokenizer.js';
import { TokensRefused } from '../engine/tokens/refusal.js';
import type { Tokenizer } from '../engine/tokens/tokenizer.js';
import { tokensOfText } from '../engine/tokens/tokens-of-texts.js';
import { createNodeWorkspace } from '../node/node-workspace.js';
import type { TokensAnswer, TokensRequest } from '../protocol/tokens.js';
import { readyMessage } from '../worker/start.js';
import { beacon } from '../worker/own-beacon.js';

/** To the thread of tokens, and back. */
export interface TokensQuestion {
  readonly id: number;
  readonly request: TokensRequest;
}
export interface TokensReply {
  readonly id: number;
  readonly answer: TokensAnswer;
}

/** Bytes of the files whose tokenizers are kept: two usual ones, or one of Gemma's size. */
const keptBytes = 36_000_000;

/** Answers what is asked for tokens, in a thread that does nothing else. */
export function serveTokens(port: MessagePort): void {
  const kept = new RecentMap<string, { readonly tokenizer: Tokenizer; readonly bytes: number }>(keptBytes, (_, { bytes }) => bytes);
  port.on('message', ({ id, request }: TokensQuestion) => {
    const answer = beacon.during({ what: 'tokens' }, () => answerTokens(kept, request));
    port.postMessage({ id, answer } satisfies TokensReply);
  });
  port.postMessage(readyMessage);
}

type Kept = RecentMap<string, { readonly tokenizer: Tokenizer; readonly bytes: number }>;

function answerTokens(kept: Kept, { file, texts, shown }: TokensRequest): TokensAnswer {
  try {
    const tokenizer = tokenizerAt(kept, file);
    const all = texts.map((text, i) => tokensOfText(tokenizer, text, i === shown));
    const one = all[shown ?? -1];
    return {
      kind: 'tokens',
      counts: all.map(({ count }) => count),
      tokens: one?.shown ?? [],
      ...(one?.problem !== undefined && { problem: one.problem }),
      ...(one?.doubleBos !== undefined && { doubleBos: one.doubleBos }),
    };
  } catch (error) {
    if (error instanceof TokensRefused) return { kind: 'refused', reason: shownText(error.message) };
    return { kind: 'refused', reason: say`The tokens cannot be had: ${shownText(error instanceof Error ? error.message : String(error))}` };
  }
}

/** Only the file itself is read, wherever it lies: the config names its folder, or the user has picked it. */
function tokenizerAt(kept: Kept, file: string): Tokenizer {
  if (!file.endsWith('.json')) throw new TokensRefused(say`A tokenizer is read from a file tokenizer.json only.`);
  const workspace = createNodeWorkspace({ folders: [dirname(file)] });
  const stat = workspace.stat(file);
  const key = `${file}\n${String(stat?.size)}`;
  const there = kept.get(key);
  if (there) return there.tokenizer;
  const read = workspace.readAll(file);
  if (read.kind === 'none') throw new TokensRefused(read.reason);
  const tokenizer = readTokenizer(read.bytes, () => beacon.goesOn());
  kept.set(key, { tokenizer, bytes: read.bytes.length });
  return tokenizer;
}
