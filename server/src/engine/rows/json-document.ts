import { mostValues, parseJson } from '../json/parse-json.js';
import type { FileId } from '../core/span.js';
import { DictValue, type ListValue, type Value } from '../core/value.js';
import { weighJson } from './json-weight.js';
import { unreadable, type RowReader } from './row-table.js';
import { mostColumns } from './text-rows.js';
import { say } from '../core/say.js';

/**
 * The rows of a JSON document that is one object: the list of objects under `data` or under its only list, the items of columns that are lists
 * of the same length (`{"q": [..], "a": [..]}`) or numbered objects (`{"q": {"0": ..}}`), else the object itself as the only row.
 * @param text the whole document
 */
export function readJsonDocument(file: FileId, text: string): RowReader {
  const { keys } = weighJson(text, mostValues);
  if (keys > mostColumns) return tooWide(file, keys);
  const { value, problem } = parseJson(text, file);
  if (problem) {
    const line = text.slice(0, problem.start).split('\n').length;
    return unreadable(file, say`Line ${String(line)}: ${problem.message}`);
  }
  if (value?.kind !== 'dict') return unreadable(file, say`A JSON row file must be a list of objects, or an object that holds one.`);
  const rows = rowsIn(value);
  const widest = rows[0]?.entries.size ?? 0;
  if (widest > mostColumns) return tooWide(file, widest);
  return {
    columns: undefined,
    count: rows.length,
    complete: true,
    problems: [],
    read: (start, end) => Promise.resolve(rows.slice(start, end)),
    measure: () => Promise.resolve(),
  };
}

function tooWide(file: FileId, columns: number): RowReader {
  return unreadable(file, say`The rows of the file have ${String(columns)} columns; more than ${String(mostColumns)} are not read.`);
}

function rowsIn(document: DictValue): readonly DictValue[] {
  const entries = [...document.entries.values()].map(({ value }) => value);
  const lists = entries.filter((value) => isListOfObjects(value));
  const data = document.get('data');
  if (isListOfObjects(data)) return data.items.filter((item) => item.kind === 'dict');
  const only = lists[0];
  if (
    lists.length === 1 &&
    only &&
    isListOfObjects(only) &&
    entries.length <= 4 &&
    !entries.some((value) => value !== only && value.kind === 'list')
  )
    return only.items.filter((item) => item.kind === 'dict');
  return columnsToRows(document, entries) ?? [document];
}

function isListOfObjects(value: Value | undefined): value is ListValue {
  return value?.kind === 'list' && value.items.length > 0 && value.items.every((item) => item.kind === 'dict');
}

/** The rows of a dict of columns; undefined where it is none. */
function columnsToRows(document: DictValue, entries: readonly Value[]): readonly DictValue[] | undefined {
  const columns = entries.map(cellsOf);
  const length = columns[0]?.length ?? 0;
  if (length === 0 || columns.some((cells) => cells?.length !== length)) return undefined;
  return columns[0]!.map((_cell, i) => {
    const row = new DictValue(document.span);
    for (const [c, { key, keySpan }] of [...document.entries.values()].entries())
      if (key.kind === 'str') row.set(key.text, columns[c]![i]!, keySpan);
    return row;
  });
}

/** The cells of a column: a list, or an object whose keys are the numbers of the rows, as pandas writes it. */
function cellsOf(value: Value): readonly Value[] | undefined {
  if (value.kind === 'list') return value.items;
  if (value.kind !== 'dict') return undefined;
  const entries = [...value.entries.values()];
  return entries.every(({ key }, i) => key.kind === 'str' && key.text === String(i)) ? entries.map((entry) => entry.value) : undefined;
}
