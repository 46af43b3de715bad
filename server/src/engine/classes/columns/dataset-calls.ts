import { callFunction, hand, onRow, type GivenShapes } from './calls.js';
import { columnsOfShape, mappedColumns, rowOf, textOfShape } from './column-expressions.js';
import type { Reader } from './reader.js';
import {
  columnsOfCell,
  emptyCell,
  openColumns,
  openData,
  renamedColumn,
  unionColumns,
  unknownShape,
  withoutColumns,
  withPlaces,
  type CellShape,
  type KnownColumns,
  type Shape,
} from './column-shape.js';
import type { State } from './state.js';

/** What functions of the library `datasets` give, by their last name; undefined for any other. */
export function libraryCall(reader: Reader, state: State, name: string, given: GivenShapes): Shape | undefined {
  const [first = given.named.get('mapping') ?? given.named.get('dsets')] = given.positional;
  switch (name) {
    case 'from_list': {
      // A dataset without rows has nothing to show: it stands for a failure.
      if (state.cell(first)?.items?.length === 0) return { kind: 'none' };
      return { kind: 'data', columns: first ? columnsOfShape(state, first) : openColumns };
    }
    case 'from_dict': {
      const cell = state.cell(first);
      return { kind: 'data', columns: cell && cell.kind !== 'list' ? columnsOfCell(cell) : openColumns };
    }
    case 'from_generator': {
      const made = first?.kind === 'function' ? callFunction(reader, state, first, { positional: [], named: new Map() }) : undefined;
      hand(state, made);
      return { kind: 'data', columns: made ? columnsOfShape(state, made) : openColumns };
    }
    case 'from_pandas':
    case 'from_csv':
    case 'from_json':
    case 'from_parquet':
    case 'from_file':
      return openData;
    case 'load_dataset':
      return (given.named.get('split') ?? { kind: 'none' }).kind !== 'none'
        ? openData
        : state.make({ ...emptyCell('splits', true), rest: openData });
    case 'load_from_disk':
      return state.make({ ...emptyCell('splits', true), rest: openData });
    case 'concatenate_datasets':
      return { kind: 'data', columns: concatenated(state, first) };
    case 'DatasetDict': {
      const { entries, ...others } = state.cell(first) ?? emptyCell('splits', first !== undefined);
      return state.make({ ...others, kind: 'splits', entries: new Map([...entries, ...(first ? [] : given.named)]) });
    }
    default:
      return undefined;
  }
}

function concatenated(state: State, list: Shape | undefined): KnownColumns {
  const cell = state.cell(list);
  const parts = cell?.items ?? [cell?.rest];
  const columns = parts.map((part) => (part?.kind === 'data' ? part.columns : openColumns));
  return columns.reduce((all, next) => unionColumns(all, next), columns[0] ?? openColumns);
}

/** Methods that leave the columns as they are. */
const keeping: ReadonlySet<string> = new Set([
  'select',
  'shuffle',
  'sort',
  'take',
  'skip',
  'shard',
  'repeat',
  'flatten_indices',
  'cast',
  'cast_column',
  'with_format',
  'set_format',
]);

/** What a method of a Dataset gives. */
export function dataMethod(reader: Reader, state: State, columns: KnownColumns, name: string, given: GivenShapes): Shape {
  const [first, second] = given.positional;
  const data = (of: KnownColumns): Shape => ({ kind: 'data', columns: of });
  if (keeping.has(name)) return data(columns);
  switch (name) {
    case 'filter':
      return data(onRow(reader, state, first ?? given.named.get('function'), columns).columns);
    case 'map':
      return data(mapped(reader, state, columns, given));
    case 'rename_column': {
      const [from, to] = [first ?? given.named.get('original_column_name'), second ?? given.named.get('new_column_name')];
      return data(from?.kind === 'text' && to?.kind === 'text' ? renamedColumn(columns, from.text, to.text, to.at) : openColumns);
    }
    case 'rename_columns':
      return data(renamed(state, columns, first));
    case 'remove_columns': {
      const names = namesGiven(state, first ?? given.named.get('column_names'));
      return data(names ? withoutColumns(columns, names) : openColumns);
    }
    case 'select_columns': {
      const names = namesGiven(state, first);
      return data(names ? { sure: names, maybe: [], open: false, written: columns.written } : openColumns);
    }
    case 'add_column': {
      const added = first ?? given.named.get('name');
      if (added?.kind !== 'text') return data({ ...columns, open: true });
      const written = withPlaces(columns.written, added.text, added.at);
      return data({ ...columns, sure: [...columns.sure, added.text], written });
    }
    case 'train_test_split':
      return state.make({
        ...emptyCell('splits'),
        entries: new Map([
          ['train', data(columns)],
          ['test', data(columns)],
        ]),
      });
    case 'to_list':
      return state.make({ ...emptyCell('list'), rest: rowOf(state, columns) });
    default:
      // A class's own method, called on an object of it.
      return (name.startsWith('from_') ? libraryCall(reader, state, name, given) : undefined) ?? unknownShape;
  }
}

/** `map`: the row's own columns without those that are removed, and those of the answer. */
function mapped(reader: Reader, state: State, before: KnownColumns, { positional, named }: GivenShapes): KnownColumns {
  const removed = named.get('remove_columns');
  const { answer, columns } = onRow(reader, state, positional[0] ?? named.get('function'), before);
  if (answer.kind === 'none') return columns;
  if (!removed || removed.kind === 'none') return mappedColumns(state, columns, answer);
  if (removed.kind === 'names') return mappedColumns(state, { sure: [], maybe: [], open: false }, answer);
  const names = namesGiven(state, removed);
  return names
    ? mappedColumns(state, withoutColumns(columns, names), answer)
    : { ...mappedColumns(state, { sure: [], maybe: [], open: true }, answer) };
}

function renamed(state: State, columns: KnownColumns, mapping: Shape | undefined): KnownColumns {
  const cell = state.cell(mapping);
  if (!cell || cell.open || cell.kind === 'list') return openColumns;
  let result = columns;
  for (const [from, to] of cell.entries) {
    const name = textOfShape(to);
    if (name === undefined) return openColumns;
    result = renamedColumn(result, from, name, to.kind === 'text' ? to.at : undefined);
  }
  return result;
}

/** The names that an argument lists; undefined where they are not known. */
function namesGiven(state: State, shape: Shape | undefined): readonly string[] | undefined {
  if (shape?.kind === 'text') return [shape.text];
  if (shape?.kind === 'names') return shape.columns.open ? undefined : shape.columns.sure;
  const items = shape?.kind === 'tuple' ? shape.items : state.cell(shape)?.items;
  const names = items?.map(textOfShape);
  return names?.every((name) => name !== undefined) ? names : undefined;
}

/** What a method of a DatasetDict gives: it does the same to each split. */
export function splitsMethod(reader: Reader, state: State, cell: CellShape, name: string, given: GivenShapes): Shape {
  if (name === 'pop') {
    const key = given.positional[0];
    return (key?.kind === 'text' ? cell.entries.get(key.text) : undefined) ?? cell.rest ?? openData;
  }
  if (name === 'update' || name === 'values')
    return name === 'values' ? state.make({ ...emptyCell('list', true), rest: anySplit(cell) }) : unknownShape;
  const apply = (shape: Shape): Shape => (shape.kind === 'data' ? dataMethod(reader, state, shape.columns, name, given) : openData);
  const entries = new Map([...cell.entries].map(([key, shape]) => [key, apply(shape)]));
  return state.make({ ...cell, entries, rest: cell.rest && apply(cell.rest) });
}

function anySplit(cell: CellShape): Shape {
  return [...cell.entries.values(), cell.rest].find((shape) => shape !== undefined) ?? openData;
}
