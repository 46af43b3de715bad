import type { ColumnarFile, ColumnarFormat, RandomAccess } from '../core/columnar.js';
import { isGzip, largestUnpacked, leastUnpacked } from '../core/gzip.js';
import { say } from '../core/say.js';
import type { FileId } from '../core/span.js';
import { endWithout } from '../core/text-ends.js';
import { MemoryWorkspace, type BytesResult, type Workspace } from '../core/workspace.js';
import { Csv } from './csv.js';
import { ColumnarRows, messageOf, randomAccess } from './columnar-rows.js';
import { readJsonDocument } from './json-document.js';
import { firstMark, JsonLines } from './json-lines.js';
import { endOfItem, JsonList } from './json-list.js';
import { unreadable, type RowReader } from './row-table.js';
import { TextRows, type RecordFormat } from './text-rows.js';
import { TextError, TextWindow } from './text-window.js';
import { TypedCells, type NumberReading } from './typed-cells.js';

/** Endings of the names of files that rows are read from. */
export const rowFileEndings = ['.jsonl', '.ndjson', '.json', '.csv', '.tsv', '.parquet', '.arrow', '.feather'];

/** Largest JSON document that is read as a whole, in UTF-16 units. */
const largestDocument = 16 * 1024 * 1024;

/** How rows of JSON are written: an object on each line, or a list of them, which is all of the file but perhaps for what stands before it. */
export type JsonForm = 'lines' | 'list' | 'list-behind-blanks';

/** How rows get the types that the library `datasets` gives them: columns of CSV by pandas, and those of JSON as this says. */
export interface TypedReading {
  /** By which rows that are read in several ways are told apart. */
  readonly name: string;
  readonly json: (file: FileId, rows: RowReader, form: JsonForm) => RowReader;
  readonly numbers: NumberReading;
}

/** How cells are read: those of CSV and TSV all as strings, as Python's `csv` reads them, and JSON as it stands; or typed. */
export type CellReading = 'strings' | TypedReading;

/** How much of packed files may still be held, in UTF-16 units: of one, and of all parts of a split together. */
export interface UnpackRoom {
  left: number;
}

/** Room for the packed files of one split. */
export function unpackRoom(): UnpackRoom {
  return { left: largestUnpacked };
}

/**
 * Opens a file of rows by what it holds, and where that leaves a choice by the ending of its name: Parquet and Arrow by their first bytes; a
 * text that starts with `[` is a JSON list, one that starts with `{` is JSON Lines or one JSON document, any other is CSV or TSV if it is named so.
 * Never rejected: a file that cannot be read has no rows, and a problem.
 * @param room of the files that are opened together
 */
export async function openRows(
  workspace: Workspace,
  file: FileId,
  cells: CellReading = 'strings',
  room: UnpackRoom = unpackRoom(),
): Promise<RowReader> {
  try {
    return await open(workspace, file, cells, room);
  } catch (error) {
    return unreadable(file, error instanceof TextError ? error.message : messageOf(error));
  }
}

async function open(workspace: Workspace, file: FileId, cells: CellReading, room: UnpackRoom): Promise<RowReader> {
  const head = await workspace.readBytes(file, { start: 0, end: 8 });
  if (head.kind === 'none') return unreadable(file, head.reason);
  const { bytes } = head;
  if (bytes.length === 0) return unreadable(file, say`The file is empty.`);
  const access = () => randomAccess(workspace, file, workspace.stat(file)?.size ?? 0);
  const mark = String.fromCharCode(...bytes);
  if (mark.startsWith('PAR1') || mark.startsWith('PARE')) return new ColumnarRows(file, await openColumnar(workspace, 'parquet', access()));
  if (mark.startsWith('ARROW1') || isArrowStream(bytes)) return new ColumnarRows(file, await openColumnar(workspace, 'arrow', access()));
  const packed = packedAs(mark);
  if (packed !== undefined) return unreadable(file, say`The file is ${packed}; unpack it first.`);
  return isGzip(bytes) ? openPacked(workspace, file, cells, room) : openText(workspace, file, cells);
}

/** The text is held as a whole: nothing can be read here and there of what is packed. */
async function openPacked(workspace: Workspace, file: FileId, cells: CellReading, room: UnpackRoom): Promise<RowReader> {
  if (!workspace.unpack) return unreadable(file, say`The file is packed with gzip; unpack it first.`);
  // What does not fit beside those before it leaves room for none behind it, which are not even read.
  if (room.left === 0) return unreadable(file, tooManyUnpacked());
  const packed = await workspace.readBytes(file);
  if (packed.kind === 'none') return unreadable(file, packed.reason);
  // Of a file alone its own unpacking says that it is too large.
  if (!isAlone(room) && leastUnpacked(packed.bytes) > room.left) return tooMuchFor(room, file);
  const unpacked = await workspace.unpack(file, packed.bytes);
  if (unpacked.kind === 'none') return unreadable(file, unpacked.reason);
  if (unpacked.text.length > room.left) return tooMuchFor(room, file);
  room.left -= unpacked.text.length;
  return openText(new UnpackedFile(workspace, file, unpacked.text), file, cells);
}

function tooMuchFor(room: UnpackRoom, file: FileId): RowReader {
  room.left = 0;
  return unreadable(file, tooManyUnpacked());
}

function isAlone({ left }: UnpackRoom): boolean {
  return left === largestUnpacked;
}

function tooManyUnpacked(): string {
  return say`Together with the files before it, it is larger than ${String(largestUnpacked / 1024 / 1024)} MB once they are unpacked, which is as much as is held; unpack them first.`;
}

/** The text of a packed file. */
class UnpackedFile extends MemoryWorkspace {
  constructor(
    private readonly disk: Workspace,
    private readonly packed: FileId,
    text: string,
  ) {
    super({ [packed]: new TextEncoder().encode(text) });
  }

  /** A look at the file itself goes before each reading: whoever waits for something else has a turn then, as with a file that is not packed. */
  override async readBytes(file: FileId, range?: { readonly start: number; readonly end: number }): Promise<BytesResult> {
    await this.disk.readBytes(this.packed, { start: 0, end: 1 });
    return super.readBytes(file, range);
  }
}

function openColumnar({ openColumnar: opener }: Workspace, format: ColumnarFormat, file: RandomAccess): Promise<ColumnarFile> {
  return opener ? opener(format, file) : Promise.reject(new Error('Parquet and Arrow files cannot be read here.'));
}

/** An IPC stream starts with the mark of a message, and the length of its metadata. */
function isArrowStream(bytes: Uint8Array): boolean {
  return bytes.length === 8 && bytes.subarray(0, 4).every((byte) => byte === 0xff) && bytes[7] === 0;
}

function packedAs(mark: string): string | undefined {
  if (mark.startsWith('PK\x03\x04')) return say`a zip archive`;
  if (mark.startsWith('\x28\xb5\x2f\xfd')) return say`packed with zstd`;
  return mark.startsWith('FEA1') ? say`in version 1 of Feather, which is not read; save it as version 2` : undefined;
}

async function openText(workspace: Workspace, file: FileId, cells: CellReading): Promise<RowReader> {
  const window = new TextWindow(workspace, file);
  await window.more();
  while (!window.ended && firstMark(window.text) < 0) await window.more();
  const start = firstMark(window.text);
  if (start < 0) return unreadable(file, say`The file holds only white space.`);
  const rows = (format: RecordFormat) => new TextRows(file, window, format);
  const name = file.toLowerCase().replace(/\.gz$/, '');
  const separated = name.endsWith('.csv') ? ',' : name.endsWith('.tsv') ? '\t' : undefined;
  const typed = (reader: RowReader, form: JsonForm) => (cells === 'strings' ? reader : cells.json(file, reader, form));
  const before = window.text.slice(0, start).replace('\ufeff', '');
  if (window.text[start] === '[' && separated === undefined)
    return typed(rows(new JsonList(file)), before === '' ? 'list' : 'list-behind-blanks');
  if (window.text[start] === '{' && (await isJsonLines(window, start, name))) return typed(rows(new JsonLines(file)), 'lines');
  if (separated !== undefined)
    return cells === 'strings'
      ? rows(new Csv(file, separated))
      : new TypedCells(file, rows(new Csv(file, separated, 'apart')), cells.numbers);
  return window.text[start] === '{' ? openDocument(window, file) : rows(new JsonLines(file));
}

/** Whether a text that starts with an object is one of many: its first line is a whole one, and either others follow, or the name says so. */
async function isJsonLines(window: TextWindow, start: number, name: string): Promise<boolean> {
  const named = name.endsWith('.jsonl') || name.endsWith('.ndjson');
  if (named) return true;
  let newline = window.text.indexOf('\n', start);
  while (newline < 0 && !window.ended && window.text.length < largestDocument) {
    await window.more();
    newline = window.text.indexOf('\n', start);
  }
  if (newline < 0) return !name.endsWith('.json');
  if (!isObject(window.text.slice(start, newline))) return false;
  return firstMark(window.text, newline) >= 0 || !window.ended || !name.endsWith('.json');
}

/** Longer than most rows: what else is looked at as a whole is not made into values for that. */
const mostTried = 1024 * 1024;

function isObject(line: string): boolean {
  if (line.length > mostTried) return endOfItem(line, 0) === endWithout(line, ' \t\r');
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

async function openDocument(window: TextWindow, file: FileId): Promise<RowReader> {
  while (!window.ended) {
    if (window.text.length > largestDocument)
      return unreadable(
        file,
        say`The file is one JSON object, and larger than ${String(largestDocument / 1024 / 1024)} MB; write its rows as a list or as JSON Lines.`,
      );
    await window.more();
  }
  return readJsonDocument(file, window.text);
}
