import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Cell, ColumnarFile, RandomAccess } from '../rows/columnar.js';
import type { ColumnarFormat } from '../rows/open-columnar.js';
import type { FromReader, ToReader } from './columnar-messages.js';

/** How long one reading may take, in milliseconds. */
const patience = 20_000;
/** How long a thread that has nothing to do is kept, in milliseconds. */
const idle = 10_000;
/** Heap of a thread, in MB. */
const heap = 1024;

/**
 * Opens a Parquet or Arrow file in a thread of its own: the program goes on meanwhile, and lives on where a damaged file makes the reader take
 * all time or memory. The thread ends when it has nothing to do, and is started anew for another row.
 * @throws Error that says why the file cannot be read
 */
export async function openColumnarInThread(format: ColumnarFormat, file: RandomAccess): Promise<ColumnarFile> {
  const reader = new ThreadedFile(format, file);
  return Object.assign(reader, await reader.open());
}

class ThreadedFile implements ColumnarFile {
  readonly columns: readonly string[] = [];
  readonly count = 0;
  readonly complete = true;
  readonly rowSize = 0;
  private thread: Thread | undefined;

  constructor(
    private readonly format: ColumnarFormat,
    private readonly file: RandomAccess,
  ) {}

  async open(): Promise<Omit<ColumnarFile, 'read'>> {
    this.thread = new Thread(this.file, () => (this.thread = undefined));
    const opened = await this.thread.ask({ kind: 'open', format: this.format, size: this.file.size });
    if (opened.kind !== 'opened') throw new Error('The file cannot be read.');
    return opened.file;
  }

  async read(start: number, end: number): Promise<readonly (readonly Cell[])[]> {
    if (!this.thread) await this.open();
    const read = await this.thread!.ask({ kind: 'read', start, end });
    return read.kind === 'rows' ? read.rows : [];
  }
}

/** A thread with one file. It does one thing at a time. */
class Thread {
  private readonly worker = new Worker(join(__dirname, 'columnar-worker.js'), { resourceLimits: { maxOldGenerationSizeMb: heap } });
  private settle: { readonly resolve: (answer: FromReader) => void; readonly reject: (error: Error) => void } | undefined;
  private timer: NodeJS.Timeout | undefined;

  /** @param ended called when the thread can be asked no more */
  constructor(
    private readonly file: RandomAccess,
    private readonly ended: () => void,
  ) {
    this.worker.on('message', (message: FromReader) => this.receive(message));
    this.worker.on('error', (error: NodeJS.ErrnoException) => {
      const outOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      this.fail(outOfMemory ? 'The file is damaged, or too large: to read it takes too much memory.' : error.message);
    });
  }

  /** @throws Error with what went wrong in the thread */
  ask(message: Extract<ToReader, { kind: 'open' | 'read' }>): Promise<FromReader> {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.fail('The file is damaged, or too large: to read it takes too long.'), patience);
    this.worker.ref();
    this.post(message);
    return new Promise((resolve, reject) => (this.settle = { resolve, reject }));
  }

  private receive(message: FromReader): void {
    if (message.kind === 'slice') {
      this.give(message.id, message.start, message.end);
      return;
    }
    if (message.kind === 'failed') this.settle?.reject(new Error(message.message));
    else this.settle?.resolve(message);
    this.rest();
  }

  private give(id: number, start: number, end: number): void {
    this.file.slice(start, end).then(
      (bytes) => this.post({ kind: 'bytes', id, bytes }),
      (error: unknown) => this.post({ kind: 'no-bytes', id, message: error instanceof Error ? error.message : String(error) }),
    );
  }

  private post(message: ToReader): void {
    this.worker.postMessage(message);
  }

  /** Nothing to do: neither the thread nor its timer keep the program from ending. */
  private rest(): void {
    clearTimeout(this.timer);
    this.settle = undefined;
    this.worker.unref();
    this.timer = setTimeout(() => this.end(), idle);
    this.timer.unref();
  }

  private fail(message: string): void {
    this.settle?.reject(new Error(message));
    this.end();
  }

  private end(): void {
    clearTimeout(this.timer);
    this.settle = undefined;
    this.ended();
    void this.worker.terminate();
  }
}
