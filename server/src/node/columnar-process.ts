import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { Cell, ColumnarFile, ColumnarFormat, RandomAccess } from '../engine/core/columnar.js';
import type { FromReader, ToReader } from './columnar-messages.js';

/** How long one reading may take, in milliseconds. */
const patience = 20_000;
/** How long a process that has nothing to do is kept, in milliseconds. */
const idle = 10_000;
/** Heap of a process, in MB. */
const heap = 1024;

/**
 * Opens a Parquet or Arrow file in a process of its own: the program goes on meanwhile, and lives on where a damaged file makes the reader take
 * all time or memory. A thread would not do: V8 ends the whole process where one asks for an array that is too large. The process ends with the program, and when it
 * has nothing to do, and is started anew for another row.
 * @throws Error that says why the file cannot be read
 */
export async function openColumnarApart(format: ColumnarFormat, file: RandomAccess): Promise<ColumnarFile> {
  const reader = new FileApart(format, file);
  return Object.assign(reader, await reader.open());
}

class FileApart implements ColumnarFile {
  readonly columns: readonly string[] = [];
  readonly count = 0;
  readonly complete = true;
  readonly rowSize = 0;
  private reader: Reader | undefined;

  constructor(
    private readonly format: ColumnarFormat,
    private readonly file: RandomAccess,
  ) {}

  async open(): Promise<Omit<ColumnarFile, 'read'>> {
    this.reader = new Reader(this.file, () => (this.reader = undefined));
    const opened = await this.reader.ask({ kind: 'open', format: this.format, size: this.file.size });
    if (opened.kind !== 'opened') throw new Error('The file cannot be read.');
    return opened.file;
  }

  async read(start: number, end: number): Promise<readonly (readonly Cell[])[]> {
    if (!this.reader) await this.open();
    const read = await this.reader!.ask({ kind: 'read', start, end });
    return read.kind === 'rows' ? read.rows : [];
  }
}

/** A process with one file. It does one thing at a time. */
class Reader {
  private readonly child = fork(join(__dirname, 'columnar-reader.js'), {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${heap}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  private settle: { readonly resolve: (answer: FromReader) => void; readonly reject: (error: Error) => void } | undefined;
  private timer: NodeJS.Timeout | undefined;
  private over = false;

  /** @param ended called when the process can be asked no more */
  constructor(
    private readonly file: RandomAccess,
    private readonly ended: () => void,
  ) {
    this.child.on('message', (message: FromReader) => this.receive(message));
    this.child.on('error', (error) => this.fail(`The reader of columnar files cannot be started: ${error.message}.`));
    this.child.on('exit', () => this.fail('The file is damaged, or too large: reading it takes too much memory.'));
  }

  /** @throws Error with what went wrong in the process */
  ask(message: Extract<ToReader, { kind: 'open' | 'read' }>): Promise<FromReader> {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.fail('The file is damaged, or too large: reading it takes too long.'), patience);
    this.child.ref();
    this.child.channel?.ref();
    return new Promise((resolve, reject) => {
      this.settle = { resolve, reject };
      this.post(message);
    });
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
    // A process that is gone is told of by its exit.
    if (this.child.connected) this.child.send(message);
  }

  /** Nothing to do: neither the process nor its timer keep the program from ending. */
  private rest(): void {
    clearTimeout(this.timer);
    this.settle = undefined;
    this.child.unref();
    this.child.channel?.unref();
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
    if (this.over) return;
    this.over = true;
    this.ended();
    this.child.kill('SIGKILL');
  }
}
