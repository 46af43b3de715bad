import type { FileId, Span } from '../core/span.js';
import {
  BoolValue,
  BytesValue,
  DictValue,
  FloatValue,
  IntValue,
  ListValue,
  NoneValue,
  str,
  UnknownValue,
  type Value,
} from '../core/value.js';
import type { Workspace } from '../core/workspace.js';
import type { Cell, ColumnarFile, RandomAccess } from '../core/columnar.js';
import type { RowProblem, RowReader } from './row-table.js';

/** A file of the workspace for readers that read here and there. */
export function randomAccess(workspace: Workspace, file: FileId, size: number): RandomAccess {
  return {
    size,
    slice: async (start, end) => {
      const read = await workspace.readBytes(file, { start, end });
      if (read.kind === 'none') throw new Error(read.reason);
      return read.bytes;
    },
  };
}

/** Most bytes that are held as rows. */
const mostHeld = 64 * 1024 * 1024;

/** Rows of a file of columns, as our values. A file has no lines, so each value's place is the file. */
export class ColumnarRows implements RowReader {
  readonly problems: RowProblem[] = [];
  readonly columns: readonly string[];
  private readonly span: Span;

  constructor(
    file: FileId,
    private readonly source: ColumnarFile,
  ) {
    this.span = { file, start: 0, end: 0 };
    this.columns = source.columns;
  }

  get count(): number {
    return this.source.count;
  }

  get complete(): boolean {
    return this.source.complete;
  }

  async read(start: number, end: number): Promise<readonly DictValue[]> {
    const most = Math.max(1, Math.floor(mostHeld / Math.max(1, this.source.rowSize)));
    try {
      const last = Math.min(end, this.source.count, start + most);
      const rows = await this.source.read(start, last);
      if (rows.length < last - start) this.fail(new Error('The file is damaged: it has fewer rows than it says.'));
      return rows.map((cells) => this.row(cells));
    } catch (error) {
      this.fail(error);
      return [];
    }
  }

  measure(): Promise<void> {
    return Promise.resolve();
  }

  private row(cells: readonly Cell[]): DictValue {
    const row = new DictValue(this.span);
    this.columns.forEach((name, i) => row.set(name, cellValue(cells[i] ?? null, this.span)));
    return row;
  }

  private fail(error: unknown): void {
    const message = messageOf(error);
    if (!this.problems.some((problem) => problem.message === message)) this.problems.push({ line: 0, span: this.span, message });
  }
}

/** A sentence about an exception of a reader; those of libraries are quoted. */
export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return /^[A-Z].*\.$/s.test(message) ? message : `The file is damaged, or of a kind that is not read: ${message.replace(/\.$/, '')}.`;
}

/** The value of a cell. @param span the place of all that the cell holds */
export function cellValue(cell: Cell, span: Span): Value {
  if (cell === null) return new NoneValue(span);
  switch (typeof cell) {
    case 'boolean':
      return new BoolValue(cell, span);
    case 'bigint':
      return new IntValue(cell, span);
    case 'number':
      return new FloatValue(cell, span);
    case 'string':
      return str(cell, span);
  }
  if (cell instanceof Uint8Array) return new BytesValue(Array.from(cell, (byte) => String.fromCharCode(byte)).join(''), span);
  if ('unknown' in cell) return new UnknownValue(cell.unknown, span);
  if (!('fields' in cell))
    return new ListValue(
      cell.map((item) => cellValue(item, span)),
      span,
    );
  const dict = new DictValue(span);
  for (const [name, value] of cell.fields) dict.set(name, cellValue(value, span));
  return dict;
}
