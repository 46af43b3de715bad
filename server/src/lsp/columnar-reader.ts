// The process in which files of columns are read; a bundle of its own.
import type { ColumnarFile, RandomAccess } from '../rows/columnar.js';
import type { ColumnarFormat } from '../rows/open-columnar.js';
import type { FromReader, ToReader } from './columnar-messages.js';

/** What waits for bytes, by the id of its question. */
const waiting = new Map<number, { readonly resolve: (bytes: Uint8Array) => void; readonly reject: (error: Error) => void }>();
let asked = 0;
let file: ColumnarFile | undefined;

// Nobody waits for an answer any more.
process.on('disconnect', () => process.exit());

process.on('message', (message: ToReader) => {
  if (message.kind === 'bytes') waiting.get(message.id)?.resolve(message.bytes);
  else if (message.kind === 'no-bytes') waiting.get(message.id)?.reject(new Error(message.message));
  else answer(message).then(send, (error: unknown) => send({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }));
});

async function answer(message: Extract<ToReader, { kind: 'open' | 'read' }>): Promise<FromReader> {
  if (message.kind === 'read') return { kind: 'rows', rows: await file!.read(message.start, message.end) };
  file = await open(message.format, { size: message.size, slice });
  const { columns, count, complete, rowSize } = file;
  return { kind: 'opened', file: { columns, count, complete, rowSize } };
}

async function open(format: ColumnarFormat, access: RandomAccess): Promise<ColumnarFile> {
  if (format === 'parquet') return (await import('../rows/read-parquet.js')).openParquet(access);
  return (await import('../rows/read-arrow.js')).openArrow(access);
}

function slice(start: number, end: number): Promise<Uint8Array> {
  const id = asked++;
  send({ kind: 'slice', id, start, end });
  return new Promise<Uint8Array>((resolve, reject) => waiting.set(id, { resolve, reject })).finally(() => waiting.delete(id));
}

function send(message: FromReader): void {
  process.send!(message);
}
