import type { Message, RequestMessage, ResponseMessage } from 'vscode-jsonrpc';
import type { BytesResult } from '../engine/core/workspace.js';
import { KeptTokenizers, type TokensQuestion, type TokensReply } from '../lsp/kept-tokenizers.js';
import { uriOfFile } from '../node/uris.js';
import { readFilesRequest, type FileGiven, type FilesGiven, type FilesWanted, type FileWanted } from '../protocol/remote-files.js';
import type { TokensAnswer, TokensRequest } from '../protocol/tokens.js';
import { beacon } from '../worker/own-beacon.js';
import { readyMessage } from '../worker/start.js';
import { givenContent } from './remote-files.js';
import { ownWorker, type Inbox } from './worker-scope.js';

/** Answers what is asked for tokens, in a worker of a browser that does nothing else. The files come from the client. */
export function serveTokensInWorker(inbox: Inbox): void {
  const tokenizers = new KeptTokenizers();
  const client = new FileAsker();
  // One after the other: what the first has fetched is there for the next.
  let last = Promise.resolve();
  inbox.listen((message: Message | TokensQuestion) => {
    if (!('request' in message)) client.answered(message as ResponseMessage);
    else last = last.then(() => reply(message));
  });
  const reply = async ({ id, request }: TokensQuestion): Promise<void> =>
    ownWorker.postMessage({ id, answer: await answerTo(request, tokenizers, client) } satisfies TokensReply);
  ownWorker.postMessage(readyMessage);
}

async function answerTo(request: TokensRequest, tokenizers: KeptTokenizers, client: FileAsker): Promise<TokensAnswer> {
  const { file } = request;
  const told = await client.ask(file, 'size');
  const size = told.kind === 'size' ? told.size : undefined;
  const bytes = tokenizers.has(request, size) ? undefined : bytesOf(file, size === undefined ? told : await client.ask(file, 'bytes'));
  return beacon.during({ what: 'tokens' }, () => tokenizers.answer(request, () => ({ size, read: () => bytes! })));
}

function bytesOf(file: string, given: FileGiven): BytesResult {
  const content = givenContent(file, given);
  return 'bytes' in content ? { kind: 'bytes', bytes: content.bytes } : content;
}

/** Asks the client for files, through the relay. */
class FileAsker {
  private readonly waiting = new Map<number, (given: FileGiven) => void>();
  private asked = 0;

  ask(file: string, want: FileWanted['want']): Promise<FileGiven> {
    const id = ++this.asked;
    const params: FilesWanted = { files: [{ uri: uriOfFile(file), want }] };
    ownWorker.postMessage({ jsonrpc: '2.0', id, method: readFilesRequest, params } satisfies RequestMessage);
    return new Promise((resolve) => this.waiting.set(id, resolve));
  }

  answered({ id, result, error }: ResponseMessage): void {
    const take = this.waiting.get(Number(id));
    this.waiting.delete(Number(id));
    take?.((result as unknown as FilesGiven | undefined)?.files[0] ?? { kind: 'failed', reason: error?.message ?? '' });
  }
}
