import type { Message } from 'vscode-jsonrpc';
import type { WebStart } from '../protocol/web-start.js';
import { Inbox } from './worker-scope.js';

// The worker that speaks with the client in a browser; a bundle of its own. It never works on a document: an engine in a worker of its own does.

const inbox = new Inbox((message) => void start(message as WebStart));

/** The relay is loaded when its language is known. */
async function start(given: WebStart): Promise<void> {
  globalThis.promptPreflightTexts = given.texts;
  globalThis.promptPreflightHome = given.home;
  const { relayIn } = await import('./relay-in-worker.js');
  const relay = relayIn(given);
  inbox.listen((message: Message) => relay.receive(message));
}
