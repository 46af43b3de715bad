// Part of the process that reads files of columns, loaded when the first Parquet file is read.
import {
  parquetMetadataAsync,
  parquetRead,
  parquetSchema,
  type AsyncBuffer,
  type FileMetaData,
  type ParquetParsers,
  type RowGroup,
  type SchemaTree,
} from 'hyparquet';
import { isListLike, isMapLike } from 'hyparquet/src/schema.js';
import { compressors } from 'hyparquet-compressors';
import type { Cell, ColumnarFile, RandomAccess } from '../core/columnar.js';
import { decodedColumns, undecoded } from './decoded-columns.js';

/** Largest metadata, in bytes: the schema and the places of all pages. */
const largestFooter = 64 * 1024 * 1024;

/** Most bytes of a row group that are read for some of its rows. */
const largestGroup = 256 * 1024 * 1024;

/** Most bytes that one page may unpack to: what a file says of itself need not be true. */
const largestPage = 512 * 1024 * 1024;

const codecs = new Set(['UNCOMPRESSED', ...Object.keys(compressors)]);

const bounded = Object.fromEntries(
  Object.entries(compressors).map(([codec, unpack]) => [
    codec,
    (packed: Uint8Array, length: number): Uint8Array => {
      if (length > largestPage) throw new Error(`A page of the Parquet file is too large to be unpacked: ${megabytes(length)}.`);
      return unpack(packed, length);
    },
  ]),
);

/** What a cell holds that hyparquet would turn into something that is not Python's: the bytes, or a number that the schema makes a hole. */
const parsers: Partial<ParquetParsers> = {
  timestampFromMilliseconds: Number,
  timestampFromMicroseconds: Number,
  timestampFromNanoseconds: Number,
  dateFromDays: Number,
  jsonFromBytes: (bytes) => bytes,
  uuidFromBytes: (bytes) => bytes,
  geometryFromBytes: (bytes) => bytes,
  geographyFromBytes: (bytes) => bytes,
};

/**
 * Opens a Parquet file: reads its metadata, and later only the row groups (where it has page indexes, the pages) of the rows that are asked for.
 * @throws Error with a sentence for the user where it is damaged, encrypted or too large
 */
export async function openParquet(file: RandomAccess): Promise<ColumnarFile> {
  await checkFooter(file);
  const buffer: AsyncBuffer = {
    byteLength: file.size,
    slice: async (start, end = file.size) => whole(await file.slice(start < 0 ? file.size + start : start, end)),
  };
  const metadata = await parquetMetadataAsync(buffer, { parsers, geoparquet: false });
  return new ParquetRows(buffer, metadata);
}

async function checkFooter(file: RandomAccess): Promise<void> {
  const damaged = 'The Parquet file is damaged or incomplete: its end is missing.';
  if (file.size < 12) throw new Error(damaged);
  const end = await file.slice(file.size - 8, file.size);
  const mark = String.fromCharCode(...end.subarray(4));
  if (mark === 'PARE') throw new Error('The Parquet file is encrypted.');
  const length = new DataView(end.buffer, end.byteOffset).getUint32(0, true);
  if (mark !== 'PAR1' || length > file.size - 12) throw new Error(damaged);
  if (length > largestFooter) throw new Error(`The metadata of the Parquet file is too large: ${megabytes(length)}.`);
}

class ParquetRows implements ColumnarFile {
  readonly columns: readonly string[];
  readonly count: number;
  readonly complete = true;
  readonly rowSize: number;
  private readonly nodes: readonly SchemaTree[];
  /** Why a column cannot be read. */
  private readonly holes = new Map<string, string>();

  constructor(
    private readonly file: AsyncBuffer,
    private readonly metadata: FileMetaData,
  ) {
    this.nodes = parquetSchema(metadata).children;
    this.columns = this.nodes.map(({ element }) => element.name);
    this.count = Number(metadata.num_rows);
    this.rowSize = Number(metadata.row_groups[0]?.total_byte_size ?? 0) / Math.max(1, Number(metadata.row_groups[0]?.num_rows ?? 1));
    const decoded = decodedColumns(metadata.key_value_metadata?.find(({ key }) => key === 'huggingface')?.value);
    for (const node of this.nodes) {
      const hole = decoded.has(node.element.name) ? undecoded : whyNot(node, metadata);
      if (hole !== undefined) this.holes.set(node.element.name, hole);
    }
  }

  async read(start: number, end: number): Promise<readonly (readonly Cell[])[]> {
    const rowEnd = Math.min(end, this.count);
    if (start >= rowEnd) return [];
    const readable = this.columns.filter((name) => !this.holes.has(name));
    if (readable.length === 0) return Array.from({ length: rowEnd - start }, () => this.row(new Map()));
    this.checkSize(start, rowEnd, new Set(readable));
    const options = {
      file: this.file,
      metadata: this.metadata,
      compressors: bounded,
      parsers,
      utf8: false,
      geoparquet: false,
      useOffsetIndex: true,
    };
    const rows = await new Promise<Record<string, unknown>[]>((resolve, reject) => {
      parquetRead({ ...options, columns: readable, rowStart: start, rowEnd, rowFormat: 'object', onComplete: resolve }).catch(reject);
    });
    return rows.map((row) => this.row(new Map(Object.entries(row))));
  }

  private row(cells: ReadonlyMap<string, unknown>): readonly Cell[] {
    return this.nodes.map((node) => {
      const hole = this.holes.get(node.element.name);
      return hole === undefined ? cellOf(cells.get(node.element.name), node) : { unknown: hole };
    });
  }

  private checkSize(start: number, end: number, readable: ReadonlySet<string>): void {
    let at = 0;
    for (const group of this.metadata.row_groups) {
      const rows = Number(group.num_rows);
      const size = at < end && at + rows > start ? bytesOf(group, readable) : 0;
      if (size > largestGroup) throw new Error(`The row group of this row is too large to be read: ${megabytes(size)}.`);
      at += rows;
    }
  }
}

/** What has to be read of a row group: pages that an index finds do not count. */
function bytesOf(group: RowGroup, readable: ReadonlySet<string>): number {
  const needed = group.columns.filter(
    ({ meta_data: meta, offset_index_offset: index }) => meta && index === undefined && readable.has(meta.path_in_schema[0]!),
  );
  return needed.reduce((sum, { meta_data: meta }) => sum + Number(meta!.total_compressed_size), 0);
}

/** Why a column cannot be read at all; undefined where it can. */
function whyNot(node: SchemaTree, { row_groups: groups }: FileMetaData): string | undefined {
  const odd = leavesOf(node).find(
    ({ element }) => element.converted_type === 'BSON' || element.converted_type === 'INTERVAL' || element.logical_type?.type === 'VARIANT',
  );
  if (odd || node.element.logical_type?.type === 'VARIANT') return 'A column of this type is not read.';
  for (const { columns } of groups) {
    for (const { meta_data: meta, crypto_metadata: crypto } of columns) {
      if (crypto && !meta) return 'The column may be encrypted.';
      if (meta?.path_in_schema[0] !== node.element.name) continue;
      if (crypto) return 'The column is encrypted.';
      if (!codecs.has(meta.codec)) return `The column is compressed with ${meta.codec}, which is not read.`;
    }
  }
  return undefined;
}

function leavesOf(node: SchemaTree): SchemaTree[] {
  return node.children.length === 0 ? [node] : node.children.flatMap(leavesOf);
}

function cellOf(value: unknown, node: SchemaTree, repeated = false): Cell {
  if (value === null || value === undefined) return null;
  if (node.element.repetition_type === 'REPEATED' && !repeated) return listOf(value).map((item) => cellOf(item, node, true));
  if (node.children.length === 0) return leafOf(value, node);
  if (isMapLike(node)) return { unknown: 'Columns that are maps are not read.' };
  if (isListLike(node)) {
    const inner = node.children[0]!;
    const item = inner.children.length === 1 ? inner.children[0]! : inner;
    return listOf(value).map((part) => cellOf(part, item, true));
  }
  const fields = value as Record<string, unknown>;
  return { fields: node.children.map((child) => [child.element.name, cellOf(fields[child.element.name], child)] as const) };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : ArrayBuffer.isView(value) ? Array.from(value as unknown as ArrayLike<unknown>) : [];
}

function leafOf(value: unknown, { element }: SchemaTree): Cell {
  const { type, converted_type: converted, logical_type: logical } = element;
  const hole = holeOf(type, converted, logical?.type);
  if (hole !== undefined) return { unknown: hole };
  if (typeof value === 'bigint' || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') return type === 'INT32' || type === 'INT64' ? BigInt(value) : value;
  if (!(value instanceof Uint8Array)) return { unknown: 'The value of this column is of a type that is not read.' };
  const isText = converted === 'JSON' || converted === 'ENUM' || logical?.type === 'JSON' || logical?.type === 'ENUM';
  return isText ? new TextDecoder().decode(value) : value.slice();
}

/** Why a value of this type is not known: it has another form in Python. */
function holeOf(type: string | undefined, converted: string | undefined, logical: string | undefined): string | undefined {
  if (type === 'INT96' || converted?.startsWith('TIME') || logical === 'TIMESTAMP' || logical === 'TIME') return 'Timestamps are not read.';
  if (converted === 'DATE' || logical === 'DATE') return 'Dates are not read.';
  return converted === 'DECIMAL' || logical === 'DECIMAL' ? 'Decimal numbers are not read.' : undefined;
}

/** Bytes as a buffer of their own. */
function whole(bytes: Uint8Array): ArrayBuffer {
  const { buffer, byteOffset, byteLength } = bytes;
  if (byteOffset === 0 && byteLength === buffer.byteLength && buffer instanceof ArrayBuffer) return buffer;
  return new Uint8Array(bytes).buffer;
}

function megabytes(bytes: number): string {
  return `${String(Math.ceil(bytes / 1024 / 1024))} MB`;
}
