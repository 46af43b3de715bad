import { charge } from '../../core/cost.js';
import { nowhere } from '../../core/span.js';
import { DictValue, UnknownValue, type ListValue, type Value } from '../../core/value.js';
import { UnknownSignal } from '../../python/runtime/unknown-signal.js';
import { PyError } from '../../core/errors.js';
import { say } from '../../core/say.js';
import type { InstalledDatasets } from '../datasets/installed-datasets.js';
import { Table, type NamedColumn } from '../datasets/table.js';
import { tableOfJsonObjects } from '../datasets/json-lines-table.js';
import { isNamedAsMoment, mayBeMoments, pandasColumn } from './pandas-column.js';

/**
 * The table of a JSON list whose items are read as lines are, as the library `datasets` does it from 4.7 on; what is no object is the column `text`.
 * @throws PyError as `tableOfJsonObjects`; UnknownSignal for what is not followed
 */
export function tableOfListByLines(list: ListValue, library: InstalledDatasets): Table {
  const { items } = list;
  if (items.length === 0) return Table.of([], library);
  if (items.every((item) => item.kind === 'dict')) return tableOfJsonObjects(items, library, 'mixed', true);
  if (items.some((item) => item.kind === 'dict')) throw notFollowed(list);
  const lines = items.map((item) => {
    const line = new DictValue(item.span);
    line.set('text', item);
    return line;
  });
  return tableOfJsonObjects(lines, library, 'mixed', true);
}

/**
 * The table of a JSON list as pandas reads it for the library `datasets` (3.6 `packaged_modules/json/json.py`): objects are rows with the columns of all of them;
 * lists are rows without names; anything else is the column `text`.
 * @throws PyError as `pandasColumn`; UnknownSignal for what is not followed
 */
export function tableOfJsonList(list: ListValue, library: InstalledDatasets): Table {
  const { items } = list;
  if (items.length === 0) return Table.of([], library);
  if (items.every((item) => item.kind === 'dict')) return tableOfObjects(items, library);
  if (items.some((item) => item.kind === 'dict')) {
    if (items[0]!.kind === 'dict') throw new PyError('AttributeError', "object has no attribute 'keys'");
    throw notFollowed(list);
  }
  if (items.every((item) => item.kind === 'list')) return tableOfLists(items, library);
  if (items.some((item) => item.kind === 'list')) throw notFollowed(list);
  return Table.of([named('text', items, library)], library);
}

function notFollowed(value: Value): UnknownSignal {
  return new UnknownSignal(new UnknownValue(say`what pandas makes of this JSON is not followed`, value.span));
}

function tableOfObjects(items: readonly DictValue[], library: InstalledDatasets): Table {
  const names = new Set<string>();
  for (const item of items) for (const { key } of item.entries.values()) if (key.kind === 'str') names.add(key.text);
  charge(2 * names.size * items.length);
  return Table.of(
    [...names].map((name) =>
      named(
        name,
        items.map((item) => item.get(name)),
        library,
      ),
    ),
    library,
  );
}

function tableOfLists(items: readonly ListValue[], library: InstalledDatasets): Table {
  const width = items.reduce((most, item) => Math.max(most, item.items.length), 0);
  charge(2 * width * items.length);
  const columns = Array.from({ length: width }, (_, i) =>
    named(
      String(i),
      items.map((item) => item.items[i]),
      library,
    ),
  );
  // A list of one column is named as a list of texts is.
  return Table.of(width === 1 ? columns.map((column) => ({ ...column, name: 'text' })) : columns, library);
}

/** @throws UnknownSignal for a name that pandas changes */
function named(name: string, values: readonly (Value | undefined)[], library: InstalledDatasets): NamedColumn {
  if (name === '') throw new UnknownSignal(new UnknownValue(say`a column without a name is not followed`, nowhere));
  if (isNamedAsMoment(name) && mayBeMoments(values)) {
    const because = new UnknownValue(say`the column ${name} is read as one of dates by pandas, which is not followed`, nowhere);
    return {
      name,
      type: { kind: 'open', because },
      cells: values.map((value) => (value ? new UnknownValue(because.reason, value.span) : because)),
    };
  }
  return { name, ...pandasColumn(values, library) };
}

/**
 * The table of what stands under `field=` in a JSON file: a list, or an object of columns.
 * @throws as `tableOfJsonList`
 */
export function tableOfJsonField(value: Value, library: InstalledDatasets): Table {
  if (value.kind === 'list') return tableOfJsonList(value, library);
  if (value.kind !== 'dict') throw notFollowed(value);
  const columns = [...value.entries.values()];
  const lists = columns.map((entry) => (entry.value.kind === 'list' ? entry.value.items : undefined));
  const [first] = lists;
  if (!first || lists.some((items) => items?.length !== first.length)) throw notFollowed(value);
  return Table.of(
    columns.map(({ key }, i) => named(key.kind === 'str' ? key.text : '', lists[i]!, library)),
    library,
  );
}
