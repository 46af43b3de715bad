import type { Cell, ColumnarFile, ColumnarFormat, RandomAccess } from '../engine/core/columnar.js';
import type { FromReader, ToReader } from './columnar-messages.js';

/** How long a reader that has nothing to do is kept, in milliseconds. */
const idle = 10_000;

/** A program apart in which one file of columns is read, as a process or a worker. */
export interface ReaderProgram {
  post(message: ToReader): void;
  /** It has something to do, or nothing: whether the program that has started it is to wait for it. */
  busy?(busy: boolean): void;
  end(): void;
}

export interface ReaderEvents {
  readonly message: (message: FromReader) => void;
  /** It can be asked no more. @param why a sentence */
  readonly gone: (why: string) => void;
}

/** How a reader is started. */
export interface ReaderStart {
  readonly start: (events: ReaderEvents) => ReaderProgram;
  /** How long one reading of a file of so many bytes may take, in milliseconds. */
  readonly patience: (size: number) => number;
}

/**
 * Opens a Parquet or Arrow file in a program apart: this one goes on meanwhile, and lives on where a damaged file makes the reader take all time or memory. The reader is ended when it has nothing to
 * do for a while, and is started anew for another row.
 * @throws Error that says why the file cannot be read
 */
export async function openApart(how: ReaderStart, format: ColumnarFormat, file: RandomAccess): Promise<ColumnarFile> {
  const reader = new FileApart(how, format, file);
  return Object.assign(reader, await reader.open());
}

class FileApart implements ColumnarFile {
  readonly columns: readonly string[] = [];
  readonly count = 0;
  readonly complete = true;
  readonly rowSize = 0;
  private reader: Reader | undefined;

  constructor(
    private readonly how: ReaderStart,
    private readonly format: ColumnarFormat,
    private readonly file: RandomAccess,
  ) {}

  async open(): Promise<Omit<ColumnarFile, 'read'>> {
    this.reader = new Reader(this.how, this.file, () => (this.reader = undefined));
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

/** A program with one file. It does one thing at a time. */
class Reader {
  private readonly program: ReaderProgram;
  private settle: { readonly resolve: (answer: FromReader) => void; readonly reject: (error: Error) => void } | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private over = false;

  /** @param ended called when the program can be asked no more */
  constructor(
    private readonly how: ReaderStart,
    private readonly file: RandomAccess,
    private readonly ended: () => void,
  ) {
    this.program = how.start({ message: (message) => this.receive(message), gone: (why) => this.fail(why) });
  }

  /** @throws Error with what went wrong in the program */
  ask(message: Extract<ToReader, { kind: 'open' | 'read' }>): Promise<FromReader> {
    clearTimeout(this.timer);
    const patience = this.how.patience(this.file.size);
    this.timer = setTimeout(() => this.fail('The file is damaged, or too large: reading it takes too long.'), patience);
    this.program.busy?.(true);
    return new Promise((resolve, reject) => {
      this.settle = { resolve, reject };
      this.program.post(message);
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
      (bytes) => this.program.post({ kind: 'bytes', id, bytes }),
      (error: unknown) => this.program.post({ kind: 'no-bytes', id, message: error instanceof Error ? error.message : String(error) }),
    );
  }

  /** Nothing to do: neither the reader nor its timer keep this program from ending. */
  private rest(): void {
    clearTimeout(this.timer);
    this.settle = undefined;
    this.program.busy?.(false);
    this.timer = setTimeout(() => this.end(), idle);
    (this.timer as { unref?: () => void }).unref?.();
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
    this.program.end();
  }
}
