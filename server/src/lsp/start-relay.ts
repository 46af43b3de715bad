import { IPCMessageReader, StreamMessageReader, type MessageReader } from 'vscode-jsonrpc/node';
import { Relay } from './relay.js';

/** How often it is looked whether the client is still there, in milliseconds. */
const lookForClient = 3000;

/**
 * Starts the language server on this process's standard streams or IPC channel. The process ends with the client: by its `exit`, when the stream ends, or
 * when the process is gone that the client named as its own, whatever an engine is doing.
 */
export function startRelay(transport: 'stdio' | 'ipc'): void {
  const { reader, send } = transport === 'ipc' ? overIpc() : overStreams();
  let ending = false;
  const relay = new Relay({
    send: (json) => {
      // A client that is gone takes nothing any more.
      if (!ending) send(json, end);
    },
    exit: (code) => process.exit(code),
  });
  const end = (): void => {
    if (ending) return;
    ending = true;
    relay.exit();
  };
  reader.onClose(end);
  reader.onError((error) => relay.unreadable(error));
  if (transport === 'ipc') process.on('disconnect', end);
  let followed = false;
  reader.listen((message) => {
    relay.receive(message);
    if (followed) return;
    followed = true;
    followClient(message, end);
  });
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

/** @param message the first one, which is `initialize` */
function followClient(message: unknown, gone: () => void): void {
  const processId = (message as { params?: { processId?: unknown } | null }).params?.processId;
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
