import { IPCMessageReader, StreamMessageReader, type MessageReader } from 'vscode-jsonrpc/node';
import { languageFor } from '../worker/start.js';
import { EngineThread } from '../worker/engine-thread.js';
import { Relay } from './relay.js';

/** How often it is looked whether the client is still there, in milliseconds. */
const lookForClient = 3000;

/**
 * Starts the language server on this process's standard streams or IPC channel. The process ends with the client: by its `exit`, when the stream ends, or
 * when the process is gone that the client named as its own, whatever an engine is doing.
 */
export function startRelay(transport: 'stdio' | 'ipc'): void {
  const { reader, send } = transport === 'ipc' ? overIpc() : overStreams();
  let relay: Relay | undefined;
  let ending = false;
  const exit = (code: number): void => process.exit(code);
  const end = (): void => {
    if (ending) return;
    ending = true;
    if (relay) relay.exit();
    else exit(1);
  };
  // A client that is gone takes nothing any more.
  const toClient = (json: string): void => {
    if (!ending) send(json, end);
  };
  const started = (message?: unknown): Relay => {
    if (relay) return relay;
    if (message !== undefined) followClient(message, end);
    const language = languageFor(paramsOf(message).locale);
    return (relay = new Relay(
      { send: toClient, exit },
      (events, sweeps) => new EngineThread({ kind: 'server', language, sweeps }, events),
    ));
  };
  reader.onClose(end);
  reader.onError((error) => started().unreadable(error));
  if (transport === 'ipc') process.on('disconnect', end);
  reader.listen((message) => started(message).receive(message));
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
