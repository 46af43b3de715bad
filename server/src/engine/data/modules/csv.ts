import { PyError } from '../../core/errors.js';
import { say } from '../../core/say.js';
import { nowhere } from '../../core/span.js';
import type { TracedText } from '../../core/traced-text.js';
import { DictValue, IntValue, ListValue, NoneValue, StrValue, UnknownValue, type Value } from '../../core/value.js';
import { start } from '../../python/runtime/types/iteration.js';
import { typeError } from '../../python/runtime/call-arguments.js';
import { putEntry } from '../../python/runtime/dicts.js';
import { builtin, moduleClass, moduleOf, unknowable } from '../../python/runtime/modules/module.js';
import { exceptionClass } from '../../python/runtime/exception-class.js';
import { IteratorValue, type Arguments, type ModuleValue, type Runtime } from '../../python/runtime/runtime.js';
import { truthy, typeName } from '../../python/runtime/semantics.js';
import { UnknownSignal } from '../../python/runtime/unknown-signal.js';
import { csvReader, type CsvDialect } from './csv-records.js';

/** The module `csv` of the standard library, as far as it reads. */
export function csvModule(): ModuleValue {
  return moduleOf('csv', {
    reader: builtin('_csv.reader', (runtime, args) => readerOf(runtime, args)),
    DictReader: moduleClass('csv.DictReader', dictReader),
    writer: unknowable('_csv.writer', say`files are not written here`, 'builtin'),
    DictWriter: unknowable('csv.DictWriter', say`files are not written here`, 'class'),
    Error: exceptionClass('_csv.Error'),
    field_size_limit: builtin('_csv.field_size_limit', (runtime) => new IntValue(131_072n, runtime.span)),
    QUOTE_MINIMAL: new IntValue(0n, nowhere),
    QUOTE_ALL: new IntValue(1n, nowhere),
    QUOTE_NONNUMERIC: new IntValue(2n, nowhere),
    QUOTE_NONE: new IntValue(3n, nowhere),
  });
}

/** `csv.reader(iterable, dialect, **formatting)`: lists of strings. @throws PyError TypeError */
function readerOf(runtime: Runtime, { positional, keywords }: Arguments): IteratorValue | UnknownValue {
  const [source, named] = positional;
  if (!source) throw typeError('expected at least 1 argument, got 0');
  const dialect = dialectOf(named ?? keywords.get('dialect'), keywords, runtime);
  if (dialect instanceof UnknownValue) return dialect;
  const lines = new CountedLines(runtime, source);
  const records = csvReader(lines, dialect)[Symbol.iterator]();
  const next = (): Value | undefined => {
    runtime.step();
    const record = records.next();
    if (record.done) return undefined;
    runtime.step(record.value.length);
    return new ListValue(
      record.value.map((cell) => new StrValue(cell, runtime.span)),
      runtime.span,
    );
  };
  return new IteratorValue('_csv.reader', runtime.span, next, (name) => (name === 'line_num' ? lines.count(runtime) : undefined));
}

/** The lines that an iterable gives, and how many have been taken. */
class CountedLines implements Iterable<TracedText> {
  private taken = 0n;

  constructor(
    runtime: Runtime,
    source: Value,
    private readonly items = start(runtime, source),
  ) {}

  count({ span }: Runtime): Value {
    return new IntValue(this.taken, span);
  }

  /** @throws PyError Error for what is no string */
  *[Symbol.iterator](): Iterator<TracedText> {
    for (let next = this.items.next(); !next.done; next = this.items.next()) {
      const line = next.value;
      if (line.kind === 'unknown') throw new UnknownSignal(line);
      if (line.kind !== 'str')
        throw new PyError('Error', `iterator should return strings, not ${typeName(line)} (the file should be opened in text mode)`);
      this.taken++;
      yield line.traced;
    }
  }
}

const formats = [
  'delimiter',
  'quotechar',
  'doublequote',
  'escapechar',
  'skipinitialspace',
  'lineterminator',
  'quoting',
  'strict',
  'dialect',
];

function dialectOf(named: Value | undefined, keywords: ReadonlyMap<string, Value>, runtime: Runtime): CsvDialect | UnknownValue {
  for (const name of keywords.keys())
    if (!formats.includes(name)) throw typeError(`'${name}' is an invalid keyword argument for this function`);
  const name = named?.kind === 'str' ? named.text : named ? '' : 'excel';
  const quoting = keywords.get('quoting');
  const strict = keywords.get('strict');
  const numeric = quoting?.kind === 'int' && quoting.value === 2n;
  if ((name !== 'excel' && name !== 'excel-tab') || numeric || (strict && truthy(strict) !== false))
    return new UnknownValue(say`this dialect of CSV is not modelled`, runtime.span);
  const character = (option: string, absent: string | undefined): string | undefined => {
    const value = keywords.get(option);
    if (!value) return absent;
    if (value.kind === 'none') return undefined;
    if (value.kind !== 'str' || Array.from(value.text).length !== 1) throw typeError(`"${option}" must be a 1-character string`);
    return value.text;
  };
  const delimiter = character('delimiter', name === 'excel-tab' ? '\t' : ',');
  if (delimiter === undefined) throw typeError('"delimiter" must be a 1-character string');
  const doubled = keywords.get('doublequote');
  const skips = keywords.get('skipinitialspace');
  const withoutQuotes = quoting?.kind === 'int' && quoting.value === 3n;
  return {
    delimiter,
    quote: withoutQuotes ? undefined : character('quotechar', '"'),
    doubled: !doubled || truthy(doubled) === true,
    escape: character('escapechar', undefined),
    skipsBlank: skips !== undefined && truthy(skips) === true,
  };
}

/**
 * `csv.DictReader(f, fieldnames, restkey, restval, dialect, …)`: dicts by the names in the first record. Records without cells are left out; a cell that is missing is
 * `restval`, those too many are a list under `restkey`.
 */
function dictReader(runtime: Runtime, args: Arguments): Value {
  const own = ['f', 'fieldnames', 'restkey', 'restval', 'dialect'];
  const given = new Map<string, Value>();
  args.positional.forEach((value, i) => given.set(own[i] ?? '', value));
  const keywords = new Map(args.keywords);
  for (const name of own.slice(0, 4)) {
    const value = keywords.get(name);
    if (value) given.set(name, value);
    keywords.delete(name);
  }
  const source = given.get('f');
  if (!source) throw typeError("DictReader.__init__() missing 1 required positional argument: 'f'");
  if (source.kind === 'unknown') return source;
  const dialect = given.get('dialect');
  const reader = readerOf(runtime, { positional: dialect ? [source, dialect] : [source], keywords });
  if (reader instanceof UnknownValue) return reader;
  const names = given.get('fieldnames');
  const none = new NoneValue(runtime.span);
  let fields = names && names.kind !== 'none' ? [...runtime.iterate(names)] : undefined;
  const header = (): Value[] => (fields ??= cellsOf(reader.next()));
  const next = (): Value | undefined => {
    const columns = header();
    for (let record = reader.next(); record; record = reader.next()) {
      const cells = cellsOf(record);
      if (cells.length > 0) return rowOf(runtime, columns, cells, given.get('restkey') ?? none, given.get('restval') ?? none);
    }
    return undefined;
  };
  return new IteratorValue('DictReader', runtime.span, next, (name) =>
    name === 'fieldnames' ? namesOfHeader(header(), runtime) : name === 'line_num' ? reader.attribute!(name) : undefined,
  );
}

/** Of a file without records there are no names. */
function namesOfHeader(header: Value[], runtime: Runtime): Value {
  return header.length > 0 ? new ListValue(header, runtime.span) : new NoneValue(runtime.span);
}

function cellsOf(record: Value | undefined): Value[] {
  return record?.kind === 'list' ? [...record.items] : [];
}

function rowOf(runtime: Runtime, columns: readonly Value[], cells: readonly Value[], restKey: Value, restValue: Value): DictValue {
  const row = new DictValue(runtime.span);
  columns.forEach((column, i) => {
    putEntry(row, column, cells[i] ?? restValue);
  });
  if (cells.length > columns.length) putEntry(row, restKey, new ListValue(cells.slice(columns.length), runtime.span));
  return row;
}
