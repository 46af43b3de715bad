import { BoolValue, DictValue, FloatValue, IntValue, NoneValue, textOf, type DictEntry, type Value } from '../core/value.js';
import type { FileId } from '../core/span.js';
import type { DoubtfulColumns } from './dataset-rows.js';
import { generationError, loadingRaises } from './loading-raises.js';
import { firstRows, type RowProblem, type RowReader } from './row-table.js';

/** What the cells of a column are read as; `long`: whole numbers, some of which take more than 64 bits; `raw`: strings, even those that stand for no value; `late`: the same from pandas 3.0 on, and before it strings. */
export type CellType = 'int' | 'long' | 'float' | 'bool' | 'text' | 'raw' | 'late';

/** Cells that stand for no value (pandas 3.1 `_libs/parsers.pyx`, STR_NA_VALUES). */
const missing: ReadonlySet<string> = new Set([
  '',
  '#N/A',
  '#N/A N/A',
  '#NA',
  '-1.#IND',
  '-1.#QNAN',
  '-NaN',
  '-nan',
  '1.#IND',
  '1.#QNAN',
  '<NA>',
  'N/A',
  'NA',
  'NULL',
  'NaN',
  'None',
  'n/a',
  'nan',
  'null',
]);

/**
 * How pandas makes numbers of texts, by its release. Floats: from 3.1 on the nearest one; before, of digits gathered one by one, which may give another. Whole numbers of more than 64 bits: from
 * 3.0 on those, which are ints of Python; before, the texts. `either`: the release is not known; read as before.
 */
export type NumberReading = '2' | '3.0' | '3.1' | 'either';

/** How a release of pandas reads numbers. @param unknown where nothing tells which release it is */
export function numberReadingOf(version: string | undefined, unknown: NumberReading): NumberReading {
  if (version === undefined) return unknown;
  const [, major = '0', minor = '0'] = /^(\d+)(?:\.(\d+))?/.exec(version) ?? [];
  if (Number(major) < 3) return '2';
  return Number(major) > 3 || Number(minor) >= 1 ? '3.1' : '3.0';
}

/** Whether whole numbers of more than 64 bits are numbers. The library `datasets` then raises. */
export function readsLong(numbers: NumberReading): boolean {
  return numbers === '3.0' || numbers === '3.1';
}

/** What pyarrow says of an int of Python that it has no type for. */
export const tooLong = 'Python int too large to convert to C long';

const integer = /^\s*[-+]?\d+\s*$/;
const boolean = /^(true|false)$/i;
const float = /^\s*[-+]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?|inf|infinity)\s*$/i;

/**
 * Gives the cells of separated values the types that the library `datasets` gives them, which reads them with pandas: a column of whole numbers
 * is of ints, or of floats where a cell is empty; `NA` and the like are None; a column with anything else is of strings. pandas looks at the
 * first 10,000 rows to find the types, this at the first 1,000.
 */
export class TypedCells implements RowReader {
  private types: ReadonlyMap<string, CellType> | undefined;
  private readonly doubted = new Set<string>();
  private long = false;

  constructor(
    private readonly file: FileId,
    private readonly reader: RowReader,
    private readonly numbers: NumberReading,
  ) {}

  /** Columns of which some cell turns on the release of pandas, as far as they were read; all where with one release loading raises. */
  get doubtful(): DoubtfulColumns {
    return this.long && this.numbers === 'either' ? 'all' : [...this.doubted];
  }

  get raises(): string | undefined {
    return this.long && readsLong(this.numbers) ? generationError : undefined;
  }

  get columns(): readonly string[] | undefined {
    return this.reader.columns;
  }

  get count(): number {
    return this.reader.count;
  }

  get complete(): boolean {
    return this.reader.complete;
  }

  get problems(): readonly RowProblem[] {
    const { problems } = this.reader;
    return this.raises === undefined ? problems : [...problems, loadingRaises(tooLong, { file: this.file, start: 0, end: 0 })];
  }

  async read(start: number, end: number): Promise<readonly DictValue[]> {
    const types = (this.types ??= typesOf(await this.reader.read(0, firstRows)));
    this.long = [...types.values()].includes('long');
    return (await this.reader.read(start, end)).map((row) => this.typed(row, types));
  }

  measure(): Promise<void> {
    return this.reader.measure();
  }

  /** The cells get their types when somebody looks into the row. */
  private typed(row: DictValue, types: ReadonlyMap<string, CellType>): DictValue {
    if (this.numbers === 'either') this.doubt(row, types);
    return new DictValue(row.span, 'dict', () => this.typedEntries(row, types));
  }

  private doubt(row: DictValue, types: ReadonlyMap<string, CellType>): void {
    for (const [name, type] of types) {
      const cell = row.get(name);
      if (cell && turnsOnPandas(cell, type)) this.doubted.add(name);
    }
  }

  private typedEntries(row: DictValue, types: ReadonlyMap<string, CellType>): Map<string, DictEntry> {
    const entries = new Map<string, DictEntry>();
    for (const [id, entry] of row.entries) {
      const type = types.get(textOf(entry.key) ?? '') ?? 'text';
      entries.set(id, { ...entry, value: typedCell(entry.value, type, this.numbers) });
    }
    return entries;
  }
}

function typesOf(rows: readonly DictValue[]): ReadonlyMap<string, CellType> {
  const cells = new Map<string, (string | undefined)[]>();
  for (const row of rows)
    for (const { key, value } of row.entries.values()) {
      const name = textOf(key) ?? '';
      let column = cells.get(name);
      if (!column) cells.set(name, (column = []));
      column.push(textOf(value));
    }
  return new Map([...cells].map(([name, column]) => [name, cellTypeOf(column)]));
}

/** What pandas reads the cells of a column as (pandas 3.1 and 2.2 `_libs/parsers.pyx`, `_convert_tokens`); undefined for one that its record lacks. */
export function cellTypeOf(column: readonly (string | undefined)[]): CellType {
  const given = column.filter((cell) => cell !== undefined && !missing.has(cell)) as readonly string[];
  const full = given.length === column.length;
  // The first cell that is no int of 64 bits decides how it goes on.
  const odd = given.find((cell) => !isInt64(cell));
  if (odd === undefined) return full ? 'int' : 'float';
  const whole = integer.test(odd) ? unsignedTypeOf(given, full) : undefined;
  if (whole === 'long') return given.every((cell) => integer.test(cell)) ? 'long' : full ? 'text' : 'late';
  if (whole !== undefined) return whole;
  if (given.every(isFloatCell)) return 'float';
  return given.every((cell) => boolean.test(cell)) ? 'bool' : 'text';
}

/** What a column is once one of its whole numbers is too large for an int of 64 bits; undefined where it has something else than whole numbers (`_try_uint64`). */
function unsignedTypeOf(given: readonly string[], full: boolean): CellType | undefined {
  let [negative, unsigned] = [false, false];
  for (const cell of given) {
    if (!integer.test(cell)) return undefined;
    // How large one with a minus is, is not looked at.
    if (/^\s*-/.test(cell)) negative = true;
    else if (!isUnsigned64(cell)) return 'long';
    else unsigned ||= !isInt64(cell);
  }
  if (unsigned && (negative || !full)) return 'raw';
  return negative ? 'long' : 'int';
}

/** What is too large for a float is none. */
function isFloatCell(cell: string): boolean {
  return float.test(cell) && (Number.isFinite(pandasFloat(cell.trim())) || /inf/i.test(cell));
}

function isInt64(cell: string): boolean {
  return integer.test(cell) && BigInt.asIntN(64, whole(cell)) === whole(cell);
}

function isUnsigned64(cell: string): boolean {
  return integer.test(cell) && BigInt.asUintN(64, whole(cell)) === whole(cell);
}

function whole(cell: string): bigint {
  return BigInt(cell.trim().replace('+', ''));
}

/** A cell of a text as a value of the type of its column. */
export function typedCell(value: Value, type: CellType, numbers: NumberReading): Value {
  const text = textOf(value);
  const { span } = value;
  if (text === undefined) return value;
  if (missing.has(text)) return type === 'raw' || (type === 'late' && readsLong(numbers)) ? value : new NoneValue(span);
  if (type === 'bool' && boolean.test(text)) return new BoolValue(text.toLowerCase() === 'true', span);
  if ((type === 'int' || (type === 'long' && readsLong(numbers))) && integer.test(text)) return new IntValue(whole(text), span);
  if (type === 'float' && float.test(text))
    return new FloatValue(numbers === '3.1' ? nearestFloat(text.trim()) : pandasFloat(text.trim()), span);
  return value;
}

/** Whether the releases of pandas read a cell otherwise: a float, or what stands for no value. */
export function turnsOnPandas(value: Value, type: CellType): boolean {
  const text = textOf(value);
  if (text === undefined) return false;
  if (type === 'late') return missing.has(text);
  return type === 'float' && float.test(text) && nearestFloat(text.trim()) !== pandasFloat(text.trim());
}

/** As pandas 3.1 has it, with `fast_float` (pandas-dev/pandas#64666). */
function nearestFloat(text: string): number {
  return Number(text.replace(/inf(inity)?$/i, 'Infinity'));
}

/**
 * A number as the parser of pandas reads it before 3.1, which is not always the nearest float (pandas 2.2 `_libs/src/parser/tokenizer.c`, `precise_xstrtod`): 17 digits are
 * gathered one by one, and scaled at the end.
 */
function pandasFloat(text: string): number {
  const match = /^([-+]?)(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d+))?$/.exec(text);
  if (!match) return nearestFloat(text);
  const [, sign, whole, fraction, power] = match;
  const { number, exponent } = gathered(whole!, fraction ?? '', Number(power ?? 0));
  if (exponent > 308) return sign === '-' ? -Infinity : Infinity;
  const scaled =
    exponent >= 0 ? number * 10 ** exponent : exponent < -308 ? number / 10 ** (-308 - exponent) / 1e308 : number / 10 ** -exponent;
  return sign === '-' ? -scaled : scaled;
}

/** The first 17 digits, zeros among them, and how many places they are short of their value. */
function gathered(whole: string, fraction: string, power: number): { readonly number: number; readonly exponent: number } {
  let number = 0;
  let digits = 0;
  let exponent = power;
  for (const digit of whole) {
    if (digits < 17) {
      number = number * 10 + Number(digit);
      digits++;
    } else exponent++;
  }
  for (const digit of fraction) {
    if (digits >= 17) break;
    number = number * 10 + Number(digit);
    exponent--;
    digits++;
  }
  return { number, exponent };
}
