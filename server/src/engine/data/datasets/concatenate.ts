import { PyError } from '../../core/errors.js';
import { say } from '../../core/say.js';
import { NoneValue, UnknownValue } from '../../core/value.js';
import { UnknownSignal } from '../../python/runtime/unknown-signal.js';
import { nowhere } from '../../core/span.js';
import { isPlainType, sameType, type ArrowType, type StructType } from './arrow-type.js';
import { castColumn } from './cast-cells.js';
import type { InstalledDatasets } from './installed-datasets.js';
import { Table, type NamedColumn } from './table.js';

/**
 * The rows of several tables, one behind the other (datasets 3.6 `arrow_dataset.py`, `_concatenate_map_style_datasets`): a column of nothing but
 * None takes the type that it has elsewhere, a column that a table lacks is None there.
 * @throws PyError ValueError where a column has two types
 */
export function concatenateRows(tables: readonly Table[]): Table {
  const some = tables.filter(({ columns, count }) => columns.length > 0 && count > 0);
  const parts = some.length > 0 ? some : tables.slice(0, 1);
  if (parts.length === 1) return parts[0]!;
  const types = new Map<string, ArrowType>();
  for (const { columns } of parts)
    for (const { name, type } of columns) types.set(name, aligned(name, types.get(name), type, parts[0]!.library));
  return Table.of(
    [...types].map(([name, type]) => stacked(parts, name, type)),
    parts[0]!.library,
  );
}

/** Whether a type is one of lists in which nothing is. */
function isEmpty(type: ArrowType): boolean {
  return type.kind === 'list' && (isPlainType(type.item, 'null') || isEmpty(type.item));
}

function aligned(name: string, before: ArrowType | undefined, type: ArrowType, library: InstalledDatasets): ArrowType {
  if (!before || isPlainType(before, 'null') || before.kind === 'open') return type;
  if (isPlainType(type, 'null') || type.kind === 'open' || sameType(before, type)) return before;
  if (before.kind === 'struct' && type.kind === 'struct') return alignedStructs(before, type, library);
  if (library.reading() !== 'strict' && (isEmpty(before) || isEmpty(type)))
    throw new UnknownSignal(
      new UnknownValue(say`how lists without items go together with other columns depends on the release of the library datasets`, nowhere),
    );
  throw new PyError('ValueError', `The features can't be aligned because the key ${name} of features has unexpected type`);
}

/** The fields of both. */
function alignedStructs(before: StructType, type: StructType, library: InstalledDatasets): StructType {
  const fields = new Map(before.fields);
  for (const [name, field] of type.fields) fields.set(name, aligned(name, fields.get(name), field, library));
  return { kind: 'struct', fields: [...fields] };
}

function stacked(parts: readonly Table[], name: string, type: ArrowType): NamedColumn {
  const cells = parts.flatMap((part) => {
    const column = part.column(name);
    return column ? castColumn(column, type, true).cells : Array.from({ length: part.count }, () => new NoneValue(nowhere));
  });
  return { name, type, cells };
}
