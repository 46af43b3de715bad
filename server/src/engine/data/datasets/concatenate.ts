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
 * @throws PyError ValueError where a column has two types; AttributeError where one of nothing but None comes before the same one of structs, which no release since 2.18 goes on from
 */
export function concatenateRows(tables: readonly Table[]): Table {
  const some = tables.filter(({ columns, count }) => columns.length > 0 && count > 0);
  const parts = some.length > 0 ? some : tables.slice(0, 1);
  if (parts.length === 1) return parts[0]!;
  const { library } = parts[0]!;
  const alignment = new Alignment(library);
  const types = new Map<string, ArrowType>();
  for (const { columns } of parts) for (const { name, type } of columns) types.set(name, alignment.of(name, types.get(name), type));
  // All columns are compared before any is aligned.
  if (alignment.isNullBeforeStruct) throw new PyError('AttributeError', "'Value' object has no attribute 'items'");
  return Table.of(
    [...types].map(([name, type]) => stacked(parts, name, type)),
    library,
  );
}

/** Whether a type is one of lists in which nothing is. */
function isEmpty(type: ArrowType): boolean {
  return type.kind === 'list' && (isPlainType(type.item, 'null') || isEmpty(type.item));
}

/** What types of columns of the same name are together. */
class Alignment {
  /** Whether a struct was met where nothing but None had been before. */
  isNullBeforeStruct = false;

  constructor(private readonly library: InstalledDatasets) {}

  of(name: string, before: ArrowType | undefined, type: ArrowType): ArrowType {
    if (!before || before.kind === 'open') return type;
    if (isPlainType(before, 'null')) {
      if (type.kind === 'struct') this.isNullBeforeStruct = true;
      return type;
    }
    if (isPlainType(type, 'null') || type.kind === 'open' || sameType(before, type)) return before;
    if (before.kind === 'struct' && type.kind === 'struct') return this.ofStructs(before, type);
    if (this.library.reading() !== 'strict' && (isEmpty(before) || isEmpty(type)))
      throw new UnknownSignal(
        new UnknownValue(
          say`how lists without items go together with other columns depends on the release of the library datasets`,
          nowhere,
        ),
      );
    throw new PyError('ValueError', `The features can't be aligned because the key ${name} of features has unexpected type`);
  }

  /** The fields of both. */
  private ofStructs(before: StructType, type: StructType): StructType {
    const fields = new Map(before.fields);
    for (const [name, field] of type.fields) fields.set(name, this.of(name, fields.get(name), field));
    return { kind: 'struct', fields: [...fields] };
  }
}

function stacked(parts: readonly Table[], name: string, type: ArrowType): NamedColumn {
  const cells = parts.flatMap((part) => {
    const column = part.column(name);
    return column ? castColumn(column, type, true).cells : Array.from({ length: part.count }, () => new NoneValue(nowhere));
  });
  return { name, type, cells };
}
