import type { ColumnarFile, ColumnarFormat, RandomAccess } from '../engine/core/columnar.js';
import type { FromReader, ToReader } from './columnar-messages.js';

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
    if (message.kind === 'read') return { kind: 'rows', rows: await file!.read(message.start, message.end) };
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

/** The libraries' own words, but not the machine's on a stack or an array that a damaged file has made too large. */
function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return 'The file is damaged.';
  return error instanceof Error ? error.message : String(error);
}

async function open(format: ColumnarFormat, access: RandomAccess): Promise<ColumnarFile> {
  if (format === 'parquet') return (await import('../engine/rows/read-parquet.js')).openParquet(access);
  return (await import('../engine/rows/read-arrow.js')).openArrow(access);
}
