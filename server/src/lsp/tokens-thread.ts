import type { MessagePort } from 'node:worker_threads';
import { dirname } from '../engine/core/paths.js';
import { createNodeWorkspace } from '../node/node-workspace.js';
import { readyMessage } from '../worker/start.js';
import { beacon } from '../worker/own-beacon.js';
import { KeptTokenizers, type TokenizerFile, type TokensQuestion, type TokensReply } from './kept-tokenizers.js';

/** Answers what is asked for tokens, in a thread that does nothing else. */
export function serveTokens(port: MessagePort): void {
  const tokenizers = new KeptTokenizers();
  port.on('message', ({ id, request }: TokensQuestion) => {
    const answer = beacon.during({ what: 'tokens' }, () => tokenizers.answer(request, () => tokenizerAt(request.file)));
    port.postMessage({ id, answer } satisfies TokensReply);
  });
  port.postMessage(readyMessage);
}

/** Only the file itself is read, wherever it lies: the config names its folder, or the user has picked it. */
function tokenizerAt(file: string): TokenizerFile {
  const workspace = createNodeWorkspace({ folders: [dirname(file)] });
  return { size: workspace.stat(file)?.size, read: () => workspace.readAll(file) };
}
