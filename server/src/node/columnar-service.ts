import type { Cell, ColumnarFile, ColumnarFormat, RandomAccess } from '../engine/core/columnar.js';
import type { FromReader, ToReader } from './columnar-messages.js';

/** Most cells of an answer, those within lists and structs among them: who asks has to hold them all, some 70 bytes each. */
const mostCells = 3_000_000;

/**
 * Reads a file of columns for who asks: in a program apart, whose messages these are.
 * @param send to who asks
 * @returns takes what comes from there
 */
export function columnarService(send: (message: FromReader) => void): (message: ToReader) => void {
  /** What waits for bytes, by the id of its question. */
  const waiting = new Map<number, { readonly resolve: (bytes: Uint8Array) => void; readonly reject: (error: Error) => void }>();
  let asked = 0;
  let file: ColumnarFile | undefined;

  const slice = (start: number, end: number): Promise<Uint8Array> => {
    const id = asked++;
    send({ kind: 'slice', id, start, end });
    return new Promise<Uint8Array>((resolve, reject) => waiting.set(id, { resolve, reject })).finally(() => waiting.delete(id));
  };

  const answer = async (message: Extract<ToReader, { kind: 'open' | 'read' }>): Promise<FromReader> => {
    if (message.kind === 'read') return rowsAnswer(await file!.read(message.start, message.end));
    file = await open(message.format, { size: message.size, slice });
    const { columns, count, complete, rowSize } = file;
    return { kind: 'opened', file: { columns, count, complete, rowSize } };
  };

  return (message) => {
    if (message.kind === 'bytes') waiting.get(message.id)?.resolve(message.bytes);
    else if (message.kind === 'no-bytes') waiting.get(message.id)?.reject(new Error(message.message));
    else answer(message).then(send, (error: unknown) => send({ kind: 'failed', message: reasonOf(error) }));
  };
}

/** Rows as an answer. @throws Error where there are more cells than who asks may hold: a few bytes of a file can stand for any number. */
export function rowsAnswer(rows: readonly (readonly Cell[])[]): FromReader {
  if (countCells(rows, mostCells) > mostCells) throw new Error('The file is damaged, or too large: its rows have too many values.');
  return { kind: 'rows', rows };
}

/** How many cells there are, those within others among them. @param most above that the counting ends */
function countCells(cells: readonly Cell[], most: number): number {
  let count = cells.length;
  for (const cell of cells) {
    if (count > most) break;
    if (typeof cell !== 'object' || cell === null || cell instanceof Uint8Array || 'unknown' in cell) continue;
    const within = 'fields' in cell ? cell.fields.map(([, value]) => value) : cell;
    count += countCells(within, most - count);
  }
  return count;
}

/** The libraries' own words, but not the machine's on a stack or an array that a damaged file has made too large. */
function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return 'The file is damaged.';
  return error instanceof Error ? error.message : String(error);
}

async function open(format: ColumnarFormat, access: RandomAccess): Promise<ColumnarFile> {
  if (format === 'parquet') return (await import('../engine/rows/read-parquet.js')).openParquet(access);
  return (await import('../engine/rows/read-arrow.js')).openArrow(access);
}
