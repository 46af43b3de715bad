// Part of the process that reads files of columns, loaded when the first Arrow file is read.
import type { Data } from 'apache-arrow/data';
import { CompressionType } from 'apache-arrow/fb/compression-type';
import { compressionRegistry } from 'apache-arrow/ipc/compression/registry';
import { Message } from 'apache-arrow/ipc/metadata/message';
import { RecordBatchReader } from 'apache-arrow/ipc/reader';
import type { RecordBatch } from 'apache-arrow/recordbatch';
import type { Schema } from 'apache-arrow/schema';
import { DataType } from 'apache-arrow/type';
import { instance as getter } from 'apache-arrow/visitor/get';
import { decompressZstd } from 'hyparquet-compressors';
import type { Cell, ColumnarFile, RandomAccess } from '../core/columnar.js';
import { decodedColumns, undecoded } from './decoded-columns.js';
import { decodeLz4Frame } from './lz4-frame.js';

/** What is read of a message at first: most have no longer metadata. */
const headSize = 8 * 1024;

/** Most bytes of one batch of rows. */
const largestBatch = 256 * 1024 * 1024;

/** Most messages of a file that are looked at; a file of 2 GB has some thousands. */
const mostMessages = 50_000;

/** Most cells of the rows that are asked for at once, those within lists and structs among them. */
const mostCells = 20_000_000;

/** A message of the IPC stream: `start` to `end` with its body. */
interface Block {
  readonly start: number;
  readonly end: number;
  readonly rows: number;
  /** Index of the first row. */
  readonly first: number;
}

// A copy, since numbers must stand at addresses that their size divides.
compressionRegistry.set(CompressionType.ZSTD, { decode: (bytes) => decompressZstd(bytes).slice() });
compressionRegistry.set(CompressionType.LZ4_FRAME, { decode: decodeLz4Frame });

/**
 * Opens an Arrow IPC file or stream: goes from message to message, and reads the batches of the rows that are asked for. The body of the file
 * format is the stream format, so its footer is not needed.
 * @throws Error with a sentence for the user where it is damaged or too large
 */
export async function openArrow(file: RandomAccess): Promise<ColumnarFile> {
  const mark = String.fromCharCode(...(await file.slice(0, 6)));
  const rows = new ArrowRows(file);
  await rows.walk(mark === 'ARROW1' ? 8 : 0);
  return rows;
}

class ArrowRows implements ColumnarFile {
  columns: readonly string[] = [];
  count = 0;
  complete = false;
  /** By the first batch, which may be packed. */
  get rowSize(): number {
    const [block] = this.batches;
    return block && block.rows > 0 ? ((block.end - block.start) * 4) / block.rows : 0;
  }

  private schemaBlock: Block | undefined;
  private readonly dictionaries: Block[] = [];
  private readonly batches: Block[] = [];
  private undecoded: ReadonlySet<string> = new Set();
  private decoded: { readonly block: Block; readonly batch: RecordBatch } | undefined;

  constructor(private readonly file: RandomAccess) {}

  async walk(from: number): Promise<void> {
    let at = from;
    for (let seen = 0; seen < mostMessages; seen++) {
      const next = await this.message(at);
      if (next === undefined) {
        this.complete = true;
        break;
      }
      at = next;
    }
    if (!this.schemaBlock) throw new Error('The Arrow file is damaged: it has no schema.');
  }

  async read(start: number, end: number): Promise<readonly (readonly Cell[])[]> {
    const rows: (readonly Cell[])[] = [];
    const cells = new Cells();
    for (const block of this.batches) {
      const from = Math.max(start, block.first);
      const to = Math.min(end, block.first + block.rows);
      if (from >= to) continue;
      const batch = await this.batch(block);
      for (let row = from; row < to; row++) rows.push(this.cells(batch, row - block.first, cells));
    }
    return rows;
  }

  /** Takes note of the message at `at`; where the next one stands, or undefined behind the last. */
  private async message(at: number): Promise<number | undefined> {
    if (at >= this.file.size) return undefined;
    const head = await this.file.slice(at, at + headSize);
    const lead = new DataView(head.buffer, head.byteOffset, head.byteLength);
    if (head.length < 4) throw cutOff();
    // Before Arrow 0.15 the length stood there without the mark.
    const marked = lead.getUint32(0, true) === 0xffffffff;
    if (marked && head.length < 8) throw cutOff();
    const length = lead.getInt32(marked ? 4 : 0, true);
    if (length === 0) return undefined;
    const body = at + (marked ? 8 : 4) + length;
    if (length < 0 || body > this.file.size) throw cutOff();
    const metadata =
      body - at <= head.length ? head.subarray(marked ? 8 : 4, body - at) : await this.file.slice(at + (marked ? 8 : 4), body);
    const message = Message.decode(metadata);
    const end = body + message.bodyLength;
    if (!(message.bodyLength >= 0) || end > this.file.size) throw cutOff();
    this.note(message, at, end);
    return end;
  }

  private note(message: Message, start: number, end: number): void {
    if (message.isSchema()) {
      const schema = message.header() as Schema;
      this.schemaBlock = { start, end, rows: 0, first: 0 };
      this.columns = schema.fields.map(({ name }) => name);
      this.undecoded = decodedColumns(schema.metadata.get('huggingface'));
    } else if (message.isDictionaryBatch()) this.dictionaries.push({ start, end, rows: 0, first: 0 });
    else if (message.isRecordBatch()) {
      const rows = Number((message.header() as { readonly length: number }).length);
      if (!(rows >= 0 && rows <= 2 ** 31)) throw new Error('The Arrow file is damaged: a batch of it has no length.');
      this.batches.push({ start, end, rows, first: this.count });
      this.count += rows;
    }
  }

  /** The rows of a block, read as a stream of only the schema, the dictionaries before it and itself. */
  private async batch(block: Block): Promise<RecordBatch> {
    if (this.decoded?.block === block) return this.decoded.batch;
    const blocks = [this.schemaBlock!, ...this.dictionaries.filter(({ start }) => start < block.start), block];
    const size = blocks.reduce((sum, { start, end }) => sum + end - start, 0);
    if (size > largestBatch) throw new Error(`The batch of this row is too large to be read: ${String(Math.ceil(size / 1024 / 1024))} MB.`);
    const stream = new Uint8Array(size);
    let at = 0;
    for (const { start, end } of blocks) {
      stream.set(await this.file.slice(start, end), at);
      at += end - start;
    }
    const [batch] = RecordBatchReader.from(stream);
    if (!batch) throw new Error('The Arrow file is damaged: a batch of it has no rows.');
    this.decoded = { block, batch };
    return batch;
  }

  private cells(batch: RecordBatch, row: number, cells: Cells): readonly Cell[] {
    return batch.data.children.map((data, i) => (this.undecoded.has(this.columns[i]!) ? { unknown: undecoded } : cells.at(data, row)));
  }
}

function cutOff(): Error {
  return new Error('The Arrow file is damaged or incomplete.');
}

/** The cells of a reading, of which there are not too many: places of lists in a damaged file may be any number. */
class Cells {
  private left = mostCells;

  at(data: Data, index: number): Cell {
    if (--this.left < 0) throw tooMany();
    const { type } = data;
    if (DataType.isNull(type) || !data.getValid(index)) return null;
    if (DataType.isDictionary(type)) return this.ofDictionary(data, index);
    if (DataType.isStruct(type)) return { fields: type.children.map(({ name }, i) => [name, this.at(data.children[i]!, index)] as const) };
    if (DataType.isList(type) || DataType.isLargeList(type))
      return this.items(data.children[0]!, Number(data.valueOffsets[index]), Number(data.valueOffsets[index + 1]));
    if (DataType.isFixedSizeList(type)) return this.items(data.children[0]!, index * data.stride, (index + 1) * data.stride);
    const hole = holeOf(type);
    if (hole !== undefined) return { unknown: hole };
    const value: unknown = getter.visit(data, index);
    if (DataType.isInt(type)) return BigInt(value as number | bigint);
    return value instanceof Uint8Array ? value.slice() : (value as boolean | number | string);
  }

  private items(data: Data, start: number, end: number): readonly Cell[] {
    if (end - start > this.left) throw tooMany();
    return Array.from({ length: end - start }, (_item, i) => this.at(data, start + i));
  }

  private ofDictionary(data: Data, index: number): Cell {
    let key = Number((data.values as ArrayLike<number | bigint>)[index]);
    for (const chunk of data.dictionary?.data ?? []) {
      if (key < chunk.length) return this.at(chunk, key);
      key -= chunk.length;
    }
    throw new Error('The Arrow file is damaged: a dictionary of it lacks a value.');
  }
}

function tooMany(): Error {
  return new Error('The Arrow file is damaged, or too large: its rows have too many values.');
}

/** Why a value of this type is not known: it has another form in Python, or none. */
function holeOf(type: DataType): string | undefined {
  if (DataType.isTimestamp(type) || DataType.isTime(type) || DataType.isInterval(type) || DataType.isDuration(type))
    return 'Timestamps are not read.';
  if (DataType.isDate(type)) return 'Dates are not read.';
  if (DataType.isDecimal(type)) return 'Decimal numbers are not read.';
  if (DataType.isMap(type)) return 'Columns that are maps are not read.';
  return DataType.isUnion(type) ? 'Columns of several types are not read.' : undefined;
}
