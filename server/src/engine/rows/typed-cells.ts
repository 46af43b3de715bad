import { BoolValue, DictValue, FloatValue, IntValue, NoneValue, textOf, type DictEntry, type Value } from '../core/value.js';
import { firstRows, type RowProblem, type RowReader } from './row-table.js';

/** What the cells of a column are read as; `raw`: as strings, even those that stand for no value. */
export type CellType = 'int' | 'float' | 'bool' | 'text' | 'raw';

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

/** How pandas makes a float of a text: from 3.1 on the `nearest` one; before, of digits `gathered` one by one, which may give another; `either` where the release is not known, read as `gathered`. */
export type FloatReading = 'nearest' | 'gathered' | 'either';

/** How a release of pandas reads floats. @param unknown where nothing tells which release it is */
export function floatReadingOf(version: string | undefined, unknown: FloatReading): FloatReading {
  if (version === undefined) return unknown;
  const [, major = '0', minor = '0'] = /^(\d+)(?:\.(\d+))?/.exec(version) ?? [];
  return Number(major) > 3 || (Number(major) === 3 && Number(minor) >= 1) ? 'nearest' : 'gathered';
}

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

  constructor(
    private readonly reader: RowReader,
    private readonly floats: FloatReading,
  ) {}

  /** Columns of which some cell turns on the release of pandas, as far as they were read. */
  get doubtful(): readonly string[] {
    return [...this.doubted];
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
    return this.reader.problems;
  }

  async read(start: number, end: number): Promise<readonly DictValue[]> {
    const types = (this.types ??= typesOf(await this.reader.read(0, firstRows)));
    return (await this.reader.read(start, end)).map((row) => this.typed(row, types));
  }

  measure(): Promise<void> {
    return this.reader.measure();
  }

  /** The cells get their types when somebody looks into the row. */
  private typed(row: DictValue, types: ReadonlyMap<string, CellType>): DictValue {
    if (this.floats === 'either') this.doubt(row, types);
    return new DictValue(row.span, 'dict', () => this.typedEntries(row, types));
  }

  private doubt(row: DictValue, types: ReadonlyMap<string, CellType>): void {
    for (const [name, type] of types) {
      const cell = type === 'float' ? row.get(name) : undefined;
      if (cell && turnsOnPandas(cell)) this.doubted.add(name);
    }
  }

  private typedEntries(row: DictValue, types: ReadonlyMap<string, CellType>): Map<string, DictEntry> {
    const entries = new Map<string, DictEntry>();
    for (const [id, entry] of row.entries) {
      const type = types.get(textOf(entry.key) ?? '') ?? 'text';
      entries.set(id, { ...entry, value: typedCell(entry.value, type, this.floats) });
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

/** What pandas reads the cells of a column as; undefined for one that its record lacks. */
export function cellTypeOf(column: readonly (string | undefined)[]): CellType {
  const given = column.filter((cell) => cell !== undefined && !missing.has(cell)) as readonly string[];
  const full = given.length === column.length;
  if (given.every(isInt64)) return full ? 'int' : 'float';
  // pandas gives up where whole numbers are too large for it.
  if (given.every((cell) => integer.test(cell))) return full && given.every(isUnsigned64) ? 'int' : 'raw';
  if (given.every(isFloatCell)) return 'float';
  return given.every((cell) => boolean.test(cell)) ? 'bool' : 'text';
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
export function typedCell(value: Value, type: CellType, floats: FloatReading): Value {
  const text = textOf(value);
  const { span } = value;
  if (text === undefined) return value;
  if (missing.has(text) && type !== 'raw') return new NoneValue(span);
  if (type === 'bool' && boolean.test(text)) return new BoolValue(text.toLowerCase() === 'true', span);
  if (type === 'int' && integer.test(text)) return new IntValue(whole(text), span);
  if (type === 'float' && float.test(text))
    return new FloatValue(floats === 'nearest' ? nearestFloat(text.trim()) : pandasFloat(text.trim()), span);
  return value;
}

/** Whether a cell is a float that the releases of pandas read otherwise. */
export function turnsOnPandas(value: Value): boolean {
  const text = textOf(value)?.trim();
  return text !== undefined && float.test(text) && nearestFloat(text) !== pandasFloat(text);
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
