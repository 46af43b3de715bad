import { charge } from '../../core/cost.js';
import { PyError } from '../../core/errors.js';
import { say } from '../../core/say.js';
import type { Span } from '../../core/span.js';
import type { StrValue } from '../../core/value.js';
import {
  BoolValue,
  DictValue,
  FloatValue,
  IntValue,
  ListValue,
  NoneValue,
  str,
  textOf,
  TupleValue,
  UnknownValue,
  type Value,
} from '../../core/value.js';
import { iterator, typeError, unknownArgument } from '../../python/runtime/call-arguments.js';
import { putEntry } from '../../python/runtime/dicts.js';
import { LibraryObject, SliceValue } from '../../python/runtime/objects.js';
import { BuiltinValue, type Arguments, type Runtime } from '../../python/runtime/runtime.js';
import { UnknownSignal } from '../../python/runtime/unknown-signal.js';
import { asInteger, iterateItems, keyOf, pyRepr, pyStr } from '../../python/runtime/semantics.js';
import { sliceIndices } from '../../python/runtime/slices.js';

/** A column of a frame: cells of one kind, missing ones as NaN. */
export interface FrameColumn {
  readonly name: string;
  readonly cells: readonly Value[];
}

type Method = (runtime: Runtime, args: Arguments) => Value;

/** A `pandas.DataFrame` (2.2) whose rows are numbered from 0, as far as it is read and gone through; anything else of it is unknown. */
export class FrameValue extends LibraryObject {
  private held: readonly FrameColumn[];
  /** Whether it was changed in a way that is not followed. */
  private spoiled = false;

  constructor(
    columns: readonly FrameColumn[],
    private readonly rows: number,
    span: Span,
  ) {
    super('DataFrame', span, (name) => frameAttribute(this, name, span), {
      iterate: () => this.columns.map((column) => str(column.name, span)),
      size: () => this.count,
      contains: (item) => new BoolValue(item.kind === 'str' && this.columns.some(({ name }) => name === item.text), span),
      getItem: (key) => frameItem(this, key, span),
      setItem: (key, value) => {
        this.assign(key, value);
      },
      deleteItem: (key) => {
        this.remove(key);
      },
      setAttribute: (name, value) => {
        if (name === 'columns') this.rename(value);
        else this.spoil();
      },
      forget: () => {
        this.spoil();
      },
      parts: () => this.held.flatMap(({ cells }) => cells),
      opaque: 'what operators make of a DataFrame is not modelled',
    });
    this.held = columns;
  }

  /** @throws UnknownSignal where they are not known any more */
  get columns(): readonly FrameColumn[] {
    this.checkKnown();
    return this.held;
  }

  /** How many rows it has. @throws UnknownSignal where that is not known any more */
  get count(): number {
    this.checkKnown();
    return this.rows;
  }

  private checkKnown(): void {
    if (this.spoiled) throw new UnknownSignal(new UnknownValue(say`how this DataFrame was changed is not followed`, this.span));
  }

  /** `frame[name] = [...]` of as many strings, lists or ints as there are rows; of any other value the frame is not followed any more. */
  private assign(key: Value, value: Value): void {
    const cells = value.kind === 'list' && value.items.length === this.count ? value.items : undefined;
    const alike = cells?.every((cell) => cell.kind === 'str' || cell.kind === 'list') ?? false;
    if (key.kind !== 'str' || !cells || !(alike || cells.every((cell) => cell.kind === 'int'))) {
      this.spoil();
      return;
    }
    const column = { name: key.text, cells: [...cells] };
    const there = this.columns.some(({ name }) => name === key.text);
    this.held = there ? this.columns.map((one) => (one.name === key.text ? column : one)) : [...this.columns, column];
  }

  /** `del frame[name]`. */
  private remove(key: Value): void {
    if (!this.columns.some(({ name }) => name === textOf(key))) throw new PyError('KeyError', pyRepr(key).text);
    this.held = this.columns.filter(({ name }) => name !== textOf(key));
  }

  /** `frame.columns = [...]` of as many strings as there are columns, none twice; of any other value the frame is not followed any more. */
  private rename(value: Value): void {
    const names = value.kind === 'list' ? value.items.map(textOf) : [];
    if (names.length !== this.columns.length || names.includes(undefined) || new Set(names).size < names.length) this.spoil();
    else this.held = this.columns.map(({ cells }, i) => ({ name: names[i]!, cells }));
  }

  /** It was changed in a way that is not followed. */
  spoil(): void {
    this.spoiled = true;
  }

  column(name: string): FrameColumn | undefined {
    return this.columns.find((column) => column.name === name);
  }
}

/** A Series of bools, as it selects rows. */
export class MaskValue extends LibraryObject {
  constructor(
    readonly bools: readonly boolean[],
    span: Span,
  ) {
    super('Series', span, (name) => new UnknownValue(say`${name} of a Series of bools is not modelled`, span), {
      size: () => bools.length,
      iterate: () => bools.map((value) => new BoolValue(value, span)),
      invert: () =>
        new MaskValue(
          bools.map((value) => !value),
          span,
        ),
      opaque: 'what operators make of a Series is not modelled',
    });
  }
}

/** Where a Series, which is a column or a row, has no value; undefined for anything else. */
export function missingIn(value: Value, span: Span): MaskValue | undefined {
  const cells = value instanceof LibraryObject && value.typeName === 'Series' ? iterateItems(value) : undefined;
  return cells && new MaskValue([...cells].map(isMissing), span);
}

/** `frame[mask]`, as long as it leaves all rows: others would keep their numbers. */
function masked(frame: FrameValue, { bools }: MaskValue, span: Span): Value {
  if (bools.length === frame.count && bools.every(Boolean)) return new FrameValue(frame.columns, frame.count, span);
  return new UnknownValue(say`rows of a DataFrame that are not numbered from 0 are not modelled`, span);
}

/** Whether a cell is missing. */
export function isMissing(cell: Value): boolean {
  return cell.kind === 'none' || (cell.kind === 'float' && Number.isNaN(cell.value));
}

function frameItem(frame: FrameValue, key: Value, span: Span): Value {
  if (key.kind === 'str') {
    const column = frame.column(key.text);
    if (!column) throw new PyError('KeyError', `'${key.text}'`);
    return seriesOfColumn(frame, column, span);
  }
  if (key instanceof MaskValue) return masked(frame, key, span);
  if (key.kind !== 'list' || !key.items.every((item) => item.kind === 'str'))
    return new UnknownValue(say`this selection of rows of a DataFrame is not modelled`, span);
  const columns = key.items.map((item) => {
    const column = frame.column(textOf(item)!);
    if (!column) throw new PyError('KeyError', `"['${textOf(item)!}'] not in index"`);
    return column;
  });
  return new FrameValue(columns, frame.count, span);
}

function frameAttribute(frame: FrameValue, name: string, span: Span): Value | undefined {
  const { columns, count } = frame;
  switch (name) {
    case 'columns':
      return labels(
        columns.map((column) => str(column.name, span)),
        span,
      );
    case 'shape':
      return new TupleValue([int(count, span), int(columns.length, span)], span);
    case 'empty':
      return new BoolValue(count === 0 || columns.length === 0, span);
    case 'iloc':
      return indexer(frame, '_iLocIndexer', span, (key) => located(frame, key, span));
    case 'loc':
    case 'at':
    case 'iat':
      return indexer(frame, name, span, () => new UnknownValue(say`${name} of a DataFrame is not modelled`, span));
    default: {
      const method = Object.hasOwn(frameMethods, name) ? frameMethods[name] : undefined;
      if (method) return frameMethod(frame, name, span, (runtime, args) => unknownArgument(args) ?? method(frame, runtime, args));
      const column = frame.column(name);
      if (column) return seriesOfColumn(frame, column, span);
      const unknown = new UnknownValue(say`${name} of a DataFrame is not modelled`, span);
      return changing.has(name) || inPlace.has(name) ? frameMethod(frame, name, span, () => unknown) : unknown;
    }
  }
}

/** Methods that change their frame. */
const changing = new Set(['insert', 'pop', 'update', '__setitem__', '__delitem__']);
/** Methods that are not modelled, and change their frame where they are called with `inplace=True`. */
const inPlace = new Set(
  `bfill clip drop drop_duplicates dropna eval ffill interpolate mask pad query rename rename_axis replace reset_index set_axis set_index
  sort_index sort_values where`.split(/\s+/),
);

/** A method of a frame, which is not known behind a call that changes it in place, whatever the arguments are. */
function frameMethod(frame: FrameValue, name: string, span: Span, run: Method): Value {
  return new BuiltinValue(
    `DataFrame.${name}`,
    span,
    (runtime, args) => {
      if (changing.has(name) || isInPlace(args)) frame.spoil();
      return run(runtime, args);
    },
    'method',
  );
}

function isInPlace({ keywords }: Arguments): boolean {
  const given = keywords.get('inplace');
  return given !== undefined && !(given.kind === 'bool' && !given.value);
}

/** `frame.iloc` and its like: what is assigned by it is not followed. */
function indexer(frame: FrameValue, type: string, span: Span, getItem: (key: Value) => Value): LibraryObject {
  const setItem = (): void => {
    frame.spoil();
  };
  return new LibraryObject(type, span, () => undefined, { getItem, setItem });
}

function bound(path: string, span: Span, run: Method): Value {
  return new BuiltinValue(path, span, (runtime, args) => unknownArgument(args) ?? run(runtime, args), 'method');
}

function int(n: number, span: Span): IntValue {
  return new IntValue(BigInt(n), span);
}

/** An index: names of columns. */
function labels(items: readonly Value[], span: Span): Value {
  return new LibraryObject(
    'Index',
    span,
    (name) =>
      name === 'tolist' || name === 'to_list'
        ? bound(`Index.${name}`, span, () => new ListValue([...items], span))
        : new UnknownValue(say`${name} of an Index is not modelled`, span),
    {
      iterate: () => items,
      size: () => items.length,
      contains: (item) =>
        new BoolValue(
          items.some((label) => keyOf(label) === keyOf(item)),
          span,
        ),
      getItem: (key) => (key.kind === 'int' ? at(items, key) : new UnknownValue(say`this part of an Index is not modelled`, span)),
    },
  );
}

function at(items: readonly Value[], key: IntValue): Value {
  const place = Number(key.value < 0n ? key.value + BigInt(items.length) : key.value);
  const item = items[place];
  if (!item) throw new PyError('IndexError', `index ${String(key.value)} is out of bounds for axis 0 with size ${String(items.length)}`);
  return item;
}

function located(frame: FrameValue, key: Value, span: Span): Value {
  if (key.kind === 'int') {
    const place = Number(key.value < 0n ? key.value + BigInt(frame.count) : key.value);
    if (place < 0 || place >= frame.count) throw new PyError('IndexError', 'single positional indexer is out-of-bounds');
    return rowSeries(frame, place, span);
  }
  if (
    key.kind === 'list' &&
    key.items.length === frame.count &&
    key.items.every((item, i) => item.kind === 'int' && Number(item.value) === i)
  )
    return new FrameValue(frame.columns, frame.count, span);
  if (!(key instanceof SliceValue)) return new UnknownValue(say`this selection by iloc is not modelled`, span);
  const { start, step, count } = sliceIndices(key, frame.count);
  return start === 0 && step === 1
    ? firstRows(frame, count, span)
    : new UnknownValue(say`rows of a DataFrame that are not numbered from 0 are not modelled`, span);
}

function firstRows(frame: FrameValue, count: number, span: Span): FrameValue {
  return new FrameValue(
    frame.columns.map(({ name, cells }) => ({ name, cells: cells.slice(0, count) })),
    Math.min(count, frame.count),
    span,
  );
}

/** A row of columns of ints and floats alone is one of floats. */
function cellsOfRow(frame: FrameValue, place: number): readonly Value[] {
  charge(frame.columns.length);
  const cells = frame.columns.map((column) => column.cells[place]!);
  const kinds = new Set(frame.columns.flatMap((column) => column.cells.map(({ kind }) => kind)));
  const mixed = kinds.size === 2 && kinds.has('int') && kinds.has('float');
  return mixed ? cells.map((cell) => (cell.kind === 'int' ? new FloatValue(Number(cell.value), cell.span) : cell)) : cells;
}

function rowSeries(frame: FrameValue, place: number, span: Span): LibraryObject {
  const names = frame.columns.map(({ name }) => str(name, span));
  return series(names, cellsOfRow(frame, place), span);
}

/** A column shares its cells with the frame that it is of. */
function seriesOfColumn(frame: FrameValue, { cells }: FrameColumn, span: Span): LibraryObject {
  return series(undefined, cells, span, () => {
    frame.spoil();
  });
}

/**
 * A `pandas.Series`.
 * @param names its labels; undefined where these are numbers from 0
 * @param changed is called where it was changed in a way that is not followed
 */
function series(
  names: readonly StrValue[] | undefined,
  given: readonly Value[],
  span: Span,
  changed: () => void = () => undefined,
): LibraryObject {
  const own = [...given];
  let spoiled = false;
  const spoil = (): void => {
    spoiled = true;
    changed();
  };
  const cells = (): readonly Value[] => {
    if (spoiled) throw new UnknownSignal(new UnknownValue(say`what was assigned to this Series is not followed`, span));
    return own;
  };
  const placeOf = (key: Value): number => {
    if (!names) return key.kind === 'int' && key.value >= 0n ? Number(key.value) : -1;
    return key.kind === 'str' ? names.findIndex(({ text }) => text === key.text) : -1;
  };
  const find = (key: Value): Value | undefined => cells()[placeOf(key)];
  return new LibraryObject('Series', span, (name) => seriesAttribute(name, names, cells(), find, span), {
    iterate: () => cells(),
    size: () => cells().length,
    contains: (item) => new BoolValue(find(item) !== undefined, span),
    getItem: (key) => {
      if (key instanceof SliceValue || key.kind === 'list' || key instanceof LibraryObject)
        return new UnknownValue(say`parts of a Series are not modelled`, span);
      const found = find(key);
      if (!found) throw new PyError('KeyError', key.kind === 'str' ? `'${key.text}'` : pyStr(key).text);
      return found;
    },
    setItem: (key, value) => {
      const place = placeOf(key);
      if (names && own[place]) own[place] = value;
      else spoil();
    },
    forget: spoil,
    parts: () => own,
    opaque: 'what operators make of a Series is not modelled',
  });
}

function seriesAttribute(
  name: string,
  names: readonly StrValue[] | undefined,
  cells: readonly Value[],
  find: (key: Value) => Value | undefined,
  span: Span,
): Value {
  const list = (): Value => new ListValue([...cells], span);
  const keys = names ?? cells.map((_cell, i) => int(i, span));
  switch (name) {
    case 'tolist':
    case 'to_list':
      return bound(`Series.${name}`, span, list);
    case 'to_dict':
      return bound('Series.to_dict', span, () => dictOf(keys, cells, span));
    case 'items':
      return bound('Series.items', span, (runtime) =>
        iterator(
          runtime,
          'zip',
          keys.map((key, i) => new TupleValue([key, cells[i]!], span)),
        ),
      );
    case 'index':
      return labels(keys, span);
    case 'get':
      return bound(
        'Series.get',
        span,
        (_runtime, { positional, keywords }) => find(positional[0]!) ?? positional[1] ?? keywords.get('default') ?? new NoneValue(span),
      );
    default:
      return find(str(name, span)) ?? new UnknownValue(say`${name} of a Series is not modelled`, span);
  }
}

function dictOf(keys: readonly Value[], cells: readonly Value[], span: Span): DictValue {
  const dict = new DictValue(span);
  keys.forEach((key, i) => {
    putEntry(dict, key, cells[i]!);
  });
  return dict;
}

const frameMethods: Readonly<Record<string, (frame: FrameValue, runtime: Runtime, args: Arguments) => Value>> = {
  iterrows: (frame, runtime) => iterator(runtime, 'generator', rowPairs(frame, runtime.span)),
  to_dict: (frame, runtime, args) => toDict(frame, runtime.span, args),
  head: (frame, runtime, args) => firstRows(frame, countOf(args.positional[0] ?? args.keywords.get('n'), 5), runtime.span),
  copy: (frame, runtime) => new FrameValue(frame.columns, frame.count, runtime.span),
  fillna: (frame, runtime, args) => filled(frame, args, runtime.span),
  keys: (frame, runtime) =>
    labels(
      frame.columns.map(({ name }) => str(name, runtime.span)),
      runtime.span,
    ),
};

function countOf(value: Value | undefined, absent: number): number {
  const n = value && asInteger(value);
  if (n === undefined) return absent;
  if (n < 0n) throw typeError('negative counts of rows are not modelled');
  return Number(n);
}

function* rowPairs(frame: FrameValue, span: Span): Iterable<Value> {
  for (let i = 0; i < frame.count; i++) yield new TupleValue([int(i, span), rowSeries(frame, i, span)], span);
}

/** `to_dict(orient)`: `records`, `list`, or by column and number of the row. */
function toDict(frame: FrameValue, span: Span, { positional, keywords }: Arguments): Value {
  const orient = textOf(positional[0] ?? keywords.get('orient')) ?? 'dict';
  const names = frame.columns.map(({ name }) => str(name, span));
  const numbers = Array.from({ length: frame.count }, (_, i) => int(i, span));
  charge(frame.count * names.length);
  if (orient === 'records')
    return new ListValue(
      numbers.map((_number, i) =>
        dictOf(
          names,
          frame.columns.map((column) => column.cells[i]!),
          span,
        ),
      ),
      span,
    );
  const byColumn = (make: (column: FrameColumn) => Value): Value => dictOf(names, frame.columns.map(make), span);
  if (orient === 'list') return byColumn(({ cells }) => new ListValue([...cells], span));
  return orient === 'dict'
    ? byColumn(({ cells }) => dictOf(numbers, cells, span))
    : new UnknownValue(say`to_dict of ${orient} is not modelled`, span);
}

/** `fillna(value)`. A column of numbers that is given a text becomes one of objects, whose cells stay what they are. */
function filled(frame: FrameValue, { positional, keywords }: Arguments, span: Span): Value {
  const value = positional[0] ?? keywords.get('value');
  if (value?.kind !== 'str' || [...keywords.keys()].some((name) => name !== 'value'))
    return new UnknownValue(say`this fillna is not modelled`, span);
  return new FrameValue(
    frame.columns.map(({ name, cells }) => ({ name, cells: cells.map((cell) => (isMissing(cell) ? value : cell)) })),
    frame.count,
    span,
  );
}

/** The items of a list that make a column, if they are one. */
export function itemsOfColumn(value: Value): readonly Value[] | undefined {
  if (value.kind === 'list' || value.kind === 'tuple') return value.items;
  return value instanceof LibraryObject && value.typeName === 'Series' ? [...(iterateItems(value) ?? [])] : undefined;
}
