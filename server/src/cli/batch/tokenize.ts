import { resolve } from 'node:path';
import { RecentMap } from '../../engine/core/recent-map.js';
import { BadRequest, type Request } from '../../engine/requests/request.js';
import { findTokenizer } from '../../engine/tokens/find-tokenizer.js';
import { readTokenizer } from '../../engine/tokens/read-tokenizer.js';
import { TokensRefused } from '../../engine/tokens/refusal.js';
import type { Tokenizer } from '../../engine/tokens/tokenizer.js';
import { createNodeWorkspace } from '../../node/node-workspace.js';
import { fileOfPath } from '../../node/uris.js';
import { beacon } from '../../worker/own-beacon.js';
import { stampOf, type BatchSession, type CommonOperation } from './session.js';

/** Of each session the tokenizer that was used last: a large one takes 100 MB. */
const kept = new WeakMap<BatchSession, RecentMap<string, Tokenizer>>();

/** Op `tokenize`: the ids and pieces that Python's `tokenizers` gives for a text. */
export const tokenizeOperation: CommonOperation = (session, request) => {
  const text = request.text('text');
  const add = request.value('add_special_tokens');
  if (add !== undefined && add.kind !== 'bool') throw new BadRequest('"add_special_tokens" must be true or false.');
  try {
    const tokens = tokenizerOf(session, request).encode(text, add?.value ?? true);
    return `"ids": ${JSON.stringify(tokens.map(({ id }) => id))}, "tokens": ${JSON.stringify(tokens.map(({ piece }) => piece))}`;
  } catch (error) {
    if (error instanceof TokensRefused) return `"error": ${JSON.stringify(error.message)}`;
    throw error;
  }
};

function tokenizerOf(session: BatchSession, request: Request): Tokenizer {
  const root = fileOfPath(resolve(request.has('root') ? request.text('root') : '.'));
  const workspace = createNodeWorkspace({ folders: [root] });
  const found = findTokenizer(workspace, request.text('tokenizer'), `${root}/request`);
  if ('problem' in found) throw new TokensRefused(found.problem);
  const key = `${found.found}\n${stampOf(found.found)}`;
  let tokenizers = kept.get(session);
  if (!tokenizers) kept.set(session, (tokenizers = new RecentMap(1)));
  const there = tokenizers.get(key);
  if (there) return there;
  tokenizers.clear();
  const read = workspace.readAll(found.found);
  if (read.kind === 'none') throw new TokensRefused(read.reason);
  const tokenizer = readTokenizer(read.bytes, () => beacon.goesOn());
  tokenizers.set(key, tokenizer);
  return tokenizer;
}
