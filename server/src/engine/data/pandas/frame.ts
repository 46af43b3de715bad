import { PyError } from '../../core/errors.js';
import { say } from '../../core/say.js';
import type { Span } from '../../core/span.js';
import { BoolValue, type DictValue, ListValue, NoneValue, str, textOf, TupleValue, UnknownValue, type Value } from '../../core/value.js';
import { LibraryObject } from '../../python/runtime/objects.js';
import { BuiltinValue, type Arguments, type Runtime } from '../../python/runtime/runtime.js';
import { asInteger, keyOf, pyRepr } from '../../python/runtime/semantics.js';
import { orUnknown, UnknownSignal } from '../../python/runtime/unknown-signal.js';
import { frameNames, seriesNames } from './attribute-names.js';
import { cellsOf, isMissing, lookedUp } from './cells.js';
import {
  HeldFrame,
  HeldSeries,
  placesByLabel,
  seriesOf,
  type FrameColumn,
  type FrameData,
  type Labels,
  type Maker,
  type SeriesData,
} from './data.js';
import {
  cellsToPut,
  columnNamed,
  frameAtCell,
  frameAtLabel,
  frameAtPlace,
  frameAtPlaces,
  frameMethods,
  itemOfFrame,
  withColumn,
  type FrameMethod,
} from './frame-methods.js';
import { groupBy } from './group-by.js';
import { merge } from './join.js';
import { combined, compared, computed, inverted, type ComparisonSign } from './operators.js';
import { atLabel, atPlace, dictOfCells, itemOfSeries, seriesField, seriesMethods, type SeriesMethod } from './series-methods.js';
import { intOf } from './sums.js';
import { isTextMethod, ofTexts, partsOfTexts } from './text-methods.js';

const maker: Maker = { series: (data, span) => newSeries(data, span), frame: (data, span) => newFrame(data, span) };

export const pandasMaker: Maker = maker;

/** A `pandas.Series` (2.2), as far as it is read and computed with; anything else of it is unknown. @param changed is told of changes that are not followed */
function newSeries(given: SeriesData, span: Span, changed: () => void = () => undefined): Value {
  let data = given;
  let spoiled = false;
  const spoil = (): void => {
    spoiled = true;
    changed();
  };
  const held = (): SeriesData => {
    if (spoiled) throw new UnknownSignal(new UnknownValue(say`what was assigned to this Series is not followed`, span));
    return data;
  };
  const operate = (op: string, other: Value, reflected: boolean): Value =>
    orUnknown(() => maker.series(operated(op, held(), other, reflected, span), span));
  return new HeldSeries(
    held,
    span,
    (name) =>
      orUnknown(() => seriesAttribute(held(), name, span, spoil) ?? new UnknownValue(say`${name} of a Series is not modelled`, span)),
    {
      iterate: () => held().cells,
      size: () => held().cells.length,
      mapping: () =>
        dictOfCells(
          held().index.labels,
          held().cells.map((cell) => lookedUp(held(), cell)),
          span,
        ),
      contains: (item) => new BoolValue(placesByLabel(held().index).has(keyOf(item)), span),
      getItem: (key) => orUnknown(() => itemOfSeries(held(), key, maker, span)),
      setItem: (key, value) => {
        const at = placesByLabel(data.index).get(keyOf(key));
        // A row of texts alone takes no other values in pandas 3.
        const fits = value.kind === 'str' || data.cells.some((cell) => cell.kind !== 'str' && !isMissing(cell));
        if (fits && data.dtype === 'object' && at?.length === 1 && data.index.labels[0]?.kind === 'str')
          data = { ...data, cells: data.cells.map((cell, i) => (i === at[0] ? value : cell)) };
        else spoil();
      },
      setAttribute: spoil,
      forget: spoil,
      parts: () => data.cells,
      truth: () => new UnknownValue(say`whether a Series is true is not modelled`, span),
      binary: operate,
      compare: (op, other) => orUnknown(() => maker.series(compared(op as ComparisonSign, held(), other, span), span)),
      invert: () => orUnknown(() => maker.series(inverted(held(), span), span)),
      opaque: say`what operators make of a Series is not modelled`,
    },
  );
}

function operated(op: string, data: SeriesData, other: Value, reflected: boolean, span: Span): SeriesData {
  return op === '&' || op === '|' || op === '^' ? combined(op, data, other, span) : computed(op, data, other, reflected, span);
}

function seriesAttribute(data: SeriesData, name: string, span: Span, spoil: () => void): Value | undefined {
  const method: SeriesMethod | undefined = Object.hasOwn(seriesMethods, name) ? seriesMethods[name] : undefined;
  if (method) return boundMethod(`Series.${name}`, span, spoil, (runtime, args) => method(runtime, data, args, maker));
  switch (name) {
    case 'str':
      return textAccess(data, span);
    case 'iloc':
    case 'iat':
      return indexer('_iLocIndexer', span, spoil, (key) => atPlace(data, key, maker, span));
    case 'loc':
    case 'at':
      return indexer('_LocIndexer', span, spoil, (key) =>
        key.kind === 'int' || key.kind === 'str' ? atLabel(data, key, span) : itemOfSeries(data, key, maker, span),
      );
    case 'index':
      return labelsObject(data.index, span);
    default: {
      const field = seriesField(data, name, span);
      if (field || seriesNames.has(name)) return field;
      const places = placesByLabel(data.index).get(keyOf(str(name, span)));
      if (places) return atLabel(data, str(name, span), span);
      return undefined;
    }
  }
}

/** `series.str`. */
function textAccess(data: SeriesData, span: Span): Value {
  const attribute = (name: string): Value =>
    isTextMethod(name)
      ? new BuiltinValue(
          `Series.str.${name}`,
          span,
          (runtime, args) => orUnknown(() => maker.series(ofTexts(runtime, data, name, args), runtime.span)),
          'method',
        )
      : new UnknownValue(say`${name} of the texts of a Series is not modelled`, span);
  return new LibraryObject('StringMethods', span, attribute, {
    getItem: (key) => orUnknown(() => maker.series(partsOfTexts(data, key, span), span)),
  });
}

function boundMethod(path: string, span: Span, spoil: () => void, run: (runtime: Runtime, args: Arguments) => Value): Value {
  return new BuiltinValue(
    path,
    span,
    (runtime, args) => {
      if (isInPlace(args)) spoil();
      const unknown = [...args.positional, ...args.keywords.values()].find(({ kind }) => kind === 'unknown');
      return unknown ?? orUnknown(() => run(runtime, args));
    },
    'method',
  );
}

function isInPlace({ keywords }: Arguments): boolean {
  const given = keywords.get('inplace');
  return given !== undefined && !(given.kind === 'bool' && !given.value);
}

/** `frame.iloc` and its like: what is assigned by it is not followed. */
function indexer(type: string, span: Span, spoil: () => void, getItem: (key: Value) => Value): LibraryObject {
  return new LibraryObject(type, span, () => undefined, { getItem: (key) => orUnknown(() => getItem(key)), setItem: spoil });
}

/** An index: labels of rows, or names of columns. */
function labelsObject({ labels }: Pick<Labels, 'labels'>, span: Span): Value {
  const list = (): Value => new ListValue([...labels], span);
  const attribute = (name: string): Value => {
    if (name === 'tolist' || name === 'to_list') return new BuiltinValue(`Index.${name}`, span, list, 'method');
    return name === 'size' ? intOf(labels.length, span) : new UnknownValue(say`${name} of an Index is not modelled`, span);
  };
  return new LibraryObject('Index', span, attribute, {
    iterate: () => labels,
    size: () => labels.length,
    contains: (item) =>
      new BoolValue(
        labels.some((label) => keyOf(label) === keyOf(item)),
        span,
      ),
    getItem: (key) => {
      const n = key.kind === 'int' ? asInteger(key) : undefined;
      if (n === undefined) return new UnknownValue(say`this part of an Index is not modelled`, span);
      const label = labels.at(Number(n));
      if (!label) throw new PyError('IndexError', `index ${String(n)} is out of bounds for axis 0 with size ${String(labels.length)}`);
      return label;
    },
    opaque: say`what operators make of an Index is not modelled`,
  });
}

/** A `pandas.DataFrame` (2.2), as far as it is read, changed and put in order; anything else of it is unknown. */
export function newFrame(given: FrameData, span: Span): HeldFrame {
  return new Frame(given, span).object;
}

class Frame {
  readonly object: HeldFrame;
  private spoiled = false;

  constructor(
    private data: FrameData,
    private readonly span: Span,
  ) {
    const spoil = this.spoil.bind(this);
    this.object = new HeldFrame(
      () => this.known,
      span,
      (name) => orUnknown(() => this.attribute(name)),
      {
        iterate: () => this.known.columns.map((column) => str(column.name, span)),
        size: () => this.known.index.labels.length,
        mapping: () => this.byColumn(),
        contains: (item) => new BoolValue(item.kind === 'str' && this.known.columns.some(({ name }) => name === item.text), span),
        getItem: (key) => orUnknown(() => this.item(key)),
        setItem: (key, value) => {
          this.assign(key, value);
        },
        deleteItem: (key) => {
          this.remove(key);
        },
        setAttribute: (name, value) => {
          if (name === 'columns') this.rename(value);
          else spoil();
        },
        forget: spoil,
        parts: () => this.data.columns.flatMap(({ cells }) => cells),
        truth: () => new UnknownValue(say`whether a DataFrame is true is not modelled`, span),
        opaque: 'what operators make of a DataFrame is not modelled',
      },
    );
  }

  /** @throws UnknownSignal where it was changed in a way that is not followed */
  private get known(): FrameData {
    if (this.spoiled) throw new UnknownSignal(new UnknownValue(say`how this DataFrame was changed is not followed`, this.span));
    return this.data;
  }

  private spoil(): void {
    this.spoiled = true;
  }

  /** A column shares its cells with the frame that it is of. */
  private item(key: Value): Value {
    if (key.kind !== 'str') return itemOfFrame(this.known, key, maker, this.span);
    return this.column(columnNamed(this.known, key.text));
  }

  private column(column: FrameColumn): Value {
    return newSeries(seriesOf(column, this.known.index, str(column.name, this.span)), this.span, this.spoil.bind(this));
  }

  /** `frame[name] = value`; of a value that is not followed the frame is not, either. @throws PyError ValueError */
  private assign(key: Value, value: Value): void {
    try {
      if (key.kind === 'str' && value.kind !== 'unknown') this.data = withColumn(this.known, key.text, cellsToPut(this.known, value));
      else this.spoil();
    } catch (error) {
      if (!(error instanceof UnknownSignal)) throw error;
      this.spoil();
    }
  }

  /** `del frame[name]`. */
  private remove(key: Value): void {
    const name = textOf(key);
    if (!this.known.columns.some((column) => column.name === name)) throw new PyError('KeyError', pyRepr(key).text);
    this.data = { ...this.data, columns: this.data.columns.filter((column) => column.name !== name) };
  }

  /** `frame.columns = [...]` of as many strings as there are columns, none twice; of any other value the frame is not followed any more. */
  private rename(value: Value): void {
    const names = value.kind === 'list' ? value.items.map(textOf) : [];
    const { columns } = this.data;
    if (names.length !== columns.length || names.includes(undefined) || new Set(names).size < names.length) this.spoil();
    else this.data = { ...this.data, columns: columns.map((column, i) => ({ ...column, name: names[i]! })) };
  }

  private attribute(name: string): Value {
    const { span } = this;
    const { columns, index } = this.known;
    const names = columns.map((column) => str(column.name, span));
    switch (name) {
      case 'columns':
        return labelsObject({ labels: names }, span);
      case 'index':
        return labelsObject(index, span);
      case 'shape':
        return new TupleValue([intOf(index.labels.length, span), intOf(columns.length, span)], span);
      case 'size':
        return intOf(index.labels.length * columns.length, span);
      case 'empty':
        return new BoolValue(index.labels.length === 0 || columns.length === 0, span);
      case 'iloc':
        return this.indexer('_iLocIndexer', (key) => frameAtPlace(this.known, key, maker, span));
      case 'loc':
        return this.indexer('_LocIndexer', (key) => frameAtLabel(this.known, key, maker, span));
      case 'at':
        return this.indexer('_AtIndexer', (key) => frameAtCell(this.known, key, maker, span));
      case 'iat':
        return this.indexer('_iAtIndexer', (key) => frameAtPlaces(this.known, key, span));
      case 'keys':
        return new BuiltinValue('DataFrame.keys', span, () => labelsObject({ labels: names }, span), 'method');
      case 'pop':
        return this.method(name, (_runtime, args) => this.pop(args));
      default:
        return this.other(name);
    }
  }

  private byColumn(): DictValue {
    const { columns } = this.known;
    const names = columns.map(({ name }) => str(name, this.span));
    return dictOfCells(
      names,
      columns.map((column) => this.column(column)),
      this.span,
    );
  }

  private indexer(type: string, getItem: (key: Value) => Value): Value {
    return indexer(type, this.span, this.spoil.bind(this), getItem);
  }

  private pop({ positional }: Arguments): Value {
    const column = columnNamed(this.known, textOf(positional[0]) ?? '');
    const made = this.column(column);
    this.remove(str(column.name, this.span));
    return made;
  }

  private other(name: string): Value {
    const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
    if (method) return this.method(name, (runtime, args) => this.run(method, runtime, args));
    const column = frameNames.has(name) ? undefined : this.known.columns.find((one) => one.name === name);
    if (column) return this.column(column);
    const unknown = new UnknownValue(say`${name} of a DataFrame is not modelled`, this.span);
    return changing.has(name) || inPlace.has(name) ? this.method(name, () => unknown) : unknown;
  }

  /** A method; where it is asked to change the frame in place, the frame has become what it gives. */
  private run(method: FrameMethod, runtime: Runtime, args: Arguments): Value {
    if (!isInPlace(args)) return method(runtime, this.known, args, maker);
    const keywords = new Map([...args.keywords].filter(([name]) => name !== 'inplace'));
    const made = method(runtime, this.known, { positional: args.positional, keywords }, maker);
    // pandas 3 raises where filling in place would change the type of a column.
    const retyped =
      made instanceof HeldFrame &&
      method === methods['fillna'] &&
      made.data.columns.some(({ dtype }, i) => dtype !== this.data.columns[i]!.dtype);
    if (made instanceof HeldFrame && !retyped) this.data = made.data;
    else this.spoil();
    return new NoneValue(runtime.span);
  }

  private method(name: string, run: (runtime: Runtime, args: Arguments) => Value): Value {
    return new BuiltinValue(
      `DataFrame.${name}`,
      this.span,
      (runtime, args) => {
        const unknown = [...args.positional, ...args.keywords.values()].find(({ kind }) => kind === 'unknown');
        const made = unknown ?? orUnknown(() => run(runtime, args));
        if (made.kind === 'unknown' && (changing.has(name) || isInPlace(args))) this.spoil();
        return made;
      },
      'method',
    );
  }
}

const methods: Readonly<Record<string, FrameMethod>> = { ...frameMethods, groupby: groupBy, merge };

/** Methods that change their frame. */
const changing = new Set(['insert', 'pop', 'update', '__setitem__', '__delitem__']);
/** Methods that are not modelled, and change their frame where they are called with `inplace=True`. */
const inPlace = new Set(
  `bfill clip drop drop_duplicates dropna eval ffill interpolate mask pad query rename rename_axis replace reset_index set_axis set_index
  sort_index sort_values where`.split(/\s+/),
);

/** `pd.Series(list)`. */
export function seriesOfList(items: readonly Value[], index: Labels, name: Value | undefined, span: Span): Value {
  return newSeries({ ...cellsOf(items), index, name }, span);
}
