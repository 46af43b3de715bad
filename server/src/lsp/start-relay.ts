import { IPCMessageReader, StreamMessageReader, type MessageReader } from 'vscode-jsonrpc/node';
import { EngineThread } from '../worker/engine-thread.js';
import { chooseLanguage } from '../node/texts.js';
import type { Client, Relay } from './relay.js';

/** An orderly exit would wait for the threads. */
function kill(): void {
  process.kill(process.pid, 'SIGKILL');
}

function broken(what: string): void {
  process.stderr.write(`prompt-preflight: ${what}\n`);
}

/** How often it is looked whether the client is still there, in milliseconds. */
const lookForClient = 3000;

/**
 * Starts the language server on this process's standard streams or IPC channel. The process ends with the client: by its `exit`, when the stream ends, or
 * when the process is gone that the client named as its own, whatever an engine is doing.
 */
export function startRelay(transport: 'stdio' | 'ipc'): void {
  const { reader, send } = transport === 'ipc' ? overIpc() : overStreams();
  let relay: Promise<Relay> | undefined;
  let ending = false;
  const exit = (code: number): void => process.exit(code);
  const end = (): void => {
    if (ending) return;
    ending = true;
    if (relay) void relay.then((started) => started.exit());
    else exit(1);
  };
  // A client that is gone takes nothing any more.
  const toClient = (json: string): void => {
    if (!ending) send(json, end);
  };
  // What a promise is given to do is done in the order of the messages.
  const started = (message?: unknown): Promise<Relay> => {
    if (message !== undefined && !relay) followClient(message, end);
    return (relay ??= relayFor({ send: toClient, exit, kill, broken }, message));
  };
  reader.onClose(end);
  reader.onError((error) => void started().then((relay) => relay.unreadable(error)));
  if (transport === 'ipc') process.on('disconnect', end);
  reader.listen((message) => void started(message).then((relay) => relay.receive(message)));
}

/**
 * The relay is loaded when its language is known: it has texts to say, too.
 * @param message the first one, which is `initialize`
 */
async function relayFor(client: Client, message: unknown): Promise<Relay> {
  const { locale } = paramsOf(message);
  const language = typeof locale === 'string' ? locale : undefined;
  chooseLanguage(language);
  const { Relay } = await import('./relay.js');
  return new Relay(client, (kind, events) => new EngineThread({ kind, language }, events));
}

/** @param message the first one, which is `initialize` */
function paramsOf(message: unknown): { readonly processId?: unknown; readonly locale?: unknown } {
  const { params } = (message ?? {}) as { params?: { processId?: unknown; locale?: unknown } | null };
  return params ?? {};
}

interface Transport {
  readonly reader: MessageReader;
  /** @param gone called where the client is there no more */
  readonly send: (json: string, gone: () => void) => void;
}

/** Header and content go out together: a client that is woken for the header alone would wait twice. */
function overStreams(): Transport {
  const send: Transport['send'] = (json, gone) => {
    process.stdout.write(`Content-Length: ${String(Buffer.byteLength(json))}\r\n\r\n${json}`, (error) => {
      if (error) gone();
    });
  };
  return { reader: new StreamMessageReader(process.stdin), send };
}

function overIpc(): Transport {
  const send: Transport['send'] = (json, gone) => {
    process.send!(JSON.parse(json), undefined, undefined, (error: Error | null) => {
      if (error) gone();
    });
  };
  return { reader: new IPCMessageReader(process), send };
}

function followClient(message: unknown, gone: () => void): void {
  const { processId } = paramsOf(message);
  if (typeof processId !== 'number') return;
  setInterval(() => {
    if (!isThere(processId)) gone();
  }, lookForClient).unref();
}

function isThere(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    // A process of another user's is there, too.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
