import { say } from '../../core/say.js';
import type { Span } from '../../core/span.js';
import { IntValue, str, TupleValue, UnknownValue, type Value } from '../../core/value.js';
import { LibraryObject } from '../../python/runtime/objects.js';
import { BuiltinValue } from '../../python/runtime/runtime.js';
import { asInteger } from '../../python/runtime/semantics.js';
import { orUnknown } from '../../python/runtime/unknown-signal.js';
import type { FrameColumn } from './data.js';
import { frameAtPlaces } from './frame-methods.js';
import { intOf } from './sums.js';

/** A `pandas.DataFrame` whose rows and columns are numbered, as far as its single cells are asked for (`read_csv` with `header=None`). What changes it makes all of it unknown. */
export function numberedFrame(columns: readonly FrameColumn[], span: Span): Value {
  const rows = columns[0]?.cells.length ?? 0;
  let spoiled: UnknownValue | undefined;
  const spoil = (): void => void (spoiled ??= new UnknownValue(say`how this DataFrame was changed is not followed`, span));
  const known = (make: () => Value): Value => spoiled ?? orUnknown(make);
  const cellAt = (key: Value): Value =>
    frameAtPlaces({ columns, index: { labels: [], isRange: true } }, placesFromEnd(key, rows, columns.length), span);
  const shape: Readonly<Record<string, () => Value>> = {
    shape: () => new TupleValue([intOf(rows, span), intOf(columns.length, span)], span),
    size: () => intOf(rows * columns.length, span),
    iloc: () => new LibraryObject('_iLocIndexer', span, () => undefined, { getItem: (key) => known(() => cellAt(key)), setItem: spoil }),
    to_json: () =>
      new BuiltinValue(
        'DataFrame.to_json',
        span,
        (_runtime, args) => known(() => jsonOf(columns, args.positional.length + args.keywords.size, span)),
        'method',
      ),
  };
  const attribute = (name: string): Value => {
    if (Object.hasOwn(shape, name)) return known(shape[name]!);
    spoil();
    return new UnknownValue(say`${name} of a DataFrame without names of columns is not modelled`, span);
  };
  const notModelled = (): Value => new UnknownValue(say`this use of a DataFrame without names of columns is not modelled`, span);
  return new LibraryObject('DataFrame', span, attribute, {
    iterate: () => columns.map((_column, i) => intOf(i, span)),
    size: () => rows,
    getItem: notModelled,
    contains: notModelled,
    setItem: spoil,
    deleteItem: spoil,
    setAttribute: spoil,
    forget: spoil,
    parts: () => columns.flatMap(({ cells }) => cells),
    truth: () => new UnknownValue(say`whether a DataFrame is true is not modelled`, span),
    opaque: say`what operators make of a DataFrame is not modelled`,
  });
}

/** `(row, column)` with places that are counted from the end counted from the start. */
function placesFromEnd(key: Value, rows: number, columns: number): Value {
  if (key.kind !== 'tuple') return key;
  const sizes = [rows, columns];
  return new TupleValue(
    key.items.map((item, i) => {
      const at = asInteger(item);
      return at === undefined || at >= 0n ? item : new IntValue(at + BigInt(sizes[i] ?? 0), item.span);
    }),
    key.span,
  );
}

/** `frame.to_json()` of a frame of ints. */
function jsonOf(columns: readonly FrameColumn[], given: number, span: Span): Value {
  if (given > 0 || columns.some(({ dtype }) => dtype !== 'int64'))
    return new UnknownValue(say`this use of to_json of a DataFrame is not modelled`, span);
  const parts = columns.map(({ cells }, i) => {
    const fields = cells.map((cell, row) => `"${String(row)}":${cell.kind === 'int' ? String(cell.value) : 'null'}`);
    return `"${String(i)}":{${fields.join(',')}}`;
  });
  return str(`{${parts.join(',')}}`, span);
}
