import { AbstractMessageReader, type DataCallback, type Disposable, type Message, type MessageReader } from 'vscode-jsonrpc';

/** What a worker of a browser has of itself, as far as it is used. */
interface WorkerScope {
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  postMessage(message: unknown): void;
  close(): void;
  addEventListener(type: 'error' | 'unhandledrejection', listener: (event: Uncaught) => void): void;
}

/** What nothing has caught. */
interface Uncaught {
  readonly error?: unknown;
  readonly reason?: unknown;
  preventDefault(): void;
}

/** A worker of a browser as its parent has it, as far as it is used. */
export interface ChildWorker {
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onerror: ((event: { readonly message?: string; preventDefault(): void }) => void) | null;
  postMessage(message: unknown): void;
  terminate(): void;
}

/** The worker that this program runs in. */
export const ownWorker = globalThis as unknown as WorkerScope;

/** @param program the address of a program */
export function startWorker(program: string): ChildWorker {
  const { Worker } = globalThis as unknown as { readonly Worker: new (program: string) => ChildWorker };
  return new Worker(program);
}

/** What a worker is sent: the first message by itself, the others in their order, also those that come before somebody listens. */
export class Inbox extends AbstractMessageReader implements MessageReader {
  private readonly waiting: Message[] = [];
  private take: DataCallback | undefined;

  /** @param first called with the first message */
  constructor(first: (message: unknown) => unknown) {
    super();
    let begun = false;
    ownWorker.onmessage = ({ data }) => {
      if (begun) this.receive(data as Message);
      else first(data);
      begun = true;
    };
  }

  listen(callback: DataCallback): Disposable {
    this.take = callback;
    for (const message of this.waiting.splice(0)) callback(message);
    return { dispose: () => (this.take = undefined) };
  }

  private receive(message: Message): void {
    if (this.take) this.take(message);
    else this.waiting.push(message);
  }
}
