import { charge } from '../../core/cost.js';
import type { Span } from '../../core/span.js';
import { IntValue, type Value } from '../../core/value.js';
import { isIndexSized } from '../../python/runtime/call-arguments.js';
import { LibraryObject, type ObjectProtocol } from '../../python/runtime/objects.js';
import { keyOf } from '../../python/runtime/semantics.js';
import type { Cells } from './cells.js';

/** The labels of rows. */
export interface Labels {
  readonly labels: readonly Value[];
  /** Whether they are a `RangeIndex`, of which an Arrow table has no column; `newer`: since pandas 3. */
  readonly isRange: boolean | 'newer';
  /** What they are called. */
  readonly name?: string | undefined;
}

export interface SeriesData extends Cells {
  readonly index: Labels;
  /** What it is called; undefined for None. */
  readonly name: Value | undefined;
}

export interface FrameColumn extends Cells {
  readonly name: string;
}

export interface FrameData {
  readonly columns: readonly FrameColumn[];
  readonly index: Labels;
}

/** Labels from 0. */
export function numbered(count: number, span: Span): Labels {
  charge(count);
  return { labels: Array.from({ length: count }, (_, i) => new IntValue(BigInt(i), span)), isRange: true };
}

/** Some labels of a range: those that are as far from each other are one again in pandas 3. */
function pickLabels(index: Labels, places: readonly number[], isRange: Labels['isRange'] = false): Labels {
  charge(places.length);
  const labels = places.map((at) => index.labels[at]!);
  return { labels, isRange: isRange || (index.isRange !== false && isEven(labels) ? 'newer' : false), name: index.name };
}

function isEven(labels: readonly Value[]): boolean {
  const numbers = labels.map((label) => (label.kind === 'int' ? label.value : undefined));
  const step = numbers.length > 1 && numbers[0] !== undefined && numbers[1] !== undefined ? numbers[1] - numbers[0] : 1n;
  return step !== 0n && numbers.every((n, i) => n !== undefined && n === numbers[0]! + BigInt(i) * step);
}

export function pickRows({ columns, index }: FrameData, places: readonly number[], isRange: Labels['isRange'] = false): FrameData {
  charge(places.length * columns.length);
  return {
    columns: columns.map(({ name, dtype, cells }) => ({ name, dtype, cells: places.map((at) => cells[at]!) })),
    index: pickLabels(index, places, isRange),
  };
}

export function pickCells(data: SeriesData, places: readonly number[], isRange: Labels['isRange'] = false): SeriesData {
  return { ...data, cells: places.map((at) => data.cells[at]!), index: pickLabels(data.index, places, isRange) };
}

export function seriesOf(column: FrameColumn, index: Labels, name: Value | undefined): SeriesData {
  return { dtype: column.dtype, cells: column.cells, index, name };
}

/** Places of labels, those of one label in order. */
export function placesByLabel({ labels }: Labels): ReadonlyMap<string, readonly number[]> {
  return placesByKey(labels.map(keyOf));
}

/** Places of keys, those of one key in order. */
export function placesByKey(keys: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  keys.forEach((key, at) => {
    const known = places.get(key);
    if (known) known.push(at);
    else places.set(key, [at]);
  });
  return places;
}

export function sameLabels(a: Labels, b: Labels): boolean {
  return a.labels.length === b.labels.length && a.labels.every((label, i) => keyOf(label) === keyOf(b.labels[i]!));
}

/** Whether all are ints: labels that a number in brackets means. */
export function areNumbers({ labels }: Labels): boolean {
  return labels.every((label) => label.kind === 'int' && isIndexSized(label.value));
}

/** An object of pandas with its data. */
class Held<D> extends LibraryObject {
  constructor(
    type: string,
    private readonly held: () => D,
    span: Span,
    attribute: (name: string) => Value | undefined,
    protocol: ObjectProtocol,
  ) {
    super(type, span, attribute, protocol);
  }

  /** @throws UnknownSignal where it was changed in a way that is not followed */
  get data(): D {
    return this.held();
  }
}

/** A `pandas.Series`. */
export class HeldSeries extends Held<SeriesData> {
  constructor(held: () => SeriesData, span: Span, attribute: (name: string) => Value | undefined, protocol: ObjectProtocol) {
    super('Series', held, span, attribute, protocol);
  }
}

/** A `pandas.DataFrame`. */
export class HeldFrame extends Held<FrameData> {
  constructor(held: () => FrameData, span: Span, attribute: (name: string) => Value | undefined, protocol: ObjectProtocol) {
    super('DataFrame', held, span, attribute, protocol);
  }
}

/** How methods make objects of what they compute. */
export interface Maker {
  series(data: SeriesData, span: Span): Value;
  frame(data: FrameData, span: Span): Value;
}
