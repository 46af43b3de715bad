import { PyError } from '../../core/errors.js';
import { say } from '../../core/say.js';
import type { Span } from '../../core/span.js';
import { TracedText } from '../../core/traced-text.js';
import { ListValue, str, UnknownValue, type Value } from '../../core/value.js';
import { bind, positional, typeError, valueError } from '../../python/runtime/call-arguments.js';
import { countInItems, indexInItems, listMethods } from '../../python/runtime/methods/list.js';
import { LibraryObject, SliceValue, type ObjectProtocol } from '../../python/runtime/objects.js';
import { BuiltinValue } from '../../python/runtime/runtime.js';
import { asInteger, equals, iterateItems, pyRepr, typeName } from '../../python/runtime/semantics.js';
import { pick, sliceIndices } from '../../python/runtime/slices.js';
import { UnknownSignal } from '../../python/runtime/unknown-signal.js';
import type { ColumnForm } from './installed-datasets.js';
import { ownCopy, type NamedColumn } from './table.js';

/** `dataset['name']`, in the form that the release gives it. */
export function columnValue(column: NamedColumn, form: ColumnForm, span: Span): Value {
  if (form === 'list') return new ListValue(() => column.cells.map(ownCopy), span);
  return form === 'column' ? new ColumnValue(column, span) : new UndecidedColumn(column, span);
}

/**
 * A `datasets.arrow_dataset.Column` (4.1 and later `arrow_dataset.py`): a sequence that is read when it is looked into, and that cannot be changed. What is got out of it is new each time.
 */
class ColumnValue extends LibraryObject {
  constructor(column: NamedColumn, span: Span, protocol: ObjectProtocol = {}) {
    super('Column', span, (name) => this.attributeNamed(name), {
      iterate: () => cellsOf(column),
      size: () => column.cells.length,
      getItem: (key) => itemOf(column, key, span),
      equals: (other) => equalsCells(column, other, span),
      key: () => {
        throw typeError("unhashable type: 'Column'");
      },
      text: () => textOfColumn(column, span),
      isSequence: true,
      ...protocol,
    });
    this.column = column;
  }

  protected readonly column: NamedColumn;

  protected attributeNamed(name: string): Value | undefined {
    const { column, span } = this;
    if (name === 'column_name') return str(column.name, span);
    if (name === 'source' || name === 'features') return new UnknownValue(say`${name} of a column is not modelled`, span);
    return sequenceMethod(column, name, span);
  }
}

/** A column where it is not known whether it is a list or a `Column`: what both have is known. */
class UndecidedColumn extends ColumnValue {
  private reason: string | undefined;

  constructor(column: NamedColumn, span: Span) {
    super(column, span, {
      undecided: undecided(),
      binary: () => new UnknownValue(undecided(), span),
      iterate: () => (this.look(), cellsOf(column)),
      size: () => (this.look(), column.cells.length),
      getItem: (key) => (this.look(), isPlainKey(key) ? itemOf(column, key, span) : new UnknownValue(undecided(), span)),
      equals: (other) => (this.look(), equalsCells(column, other, span)),
      text: () => TracedText.of('⟨unknown⟩', { kind: 'unknown', reason: undecided(), span }),
      setItem: () => this.spoil(undecided()),
      deleteItem: () => this.spoil(undecided()),
      forget: ({ reason }) => this.spoil(reason),
    });
  }

  protected override attributeNamed(name: string): Value | undefined {
    const { column, span } = this;
    const shared = sequenceMethod(column, name, span);
    if (shared) return shared;
    if (!Object.hasOwn(listMethods, name) && !['column_name', 'source', 'features'].includes(name)) return undefined;
    this.spoil(undecided());
    return new UnknownValue(undecided(), span);
  }

  private spoil(reason: string): void {
    this.reason ??= reason;
  }

  /** @throws UnknownSignal where it was changed in a way that one of both forms does not allow */
  private look(): void {
    if (this.reason !== undefined) throw new UnknownSignal(new UnknownValue(this.reason, this.span));
  }
}

function undecided(): string {
  return say`whether a column of a dataset is a list depends on the release of the library datasets (before 4.0), and which one a run has is not known; the setting release can say it`;
}

/** The cells of a column that is, or may be, no list; undefined for all else. @throws UnknownSignal where it was changed in a way that is not known */
export function cellsOfColumn(value: Value): readonly Value[] | undefined {
  return value instanceof ColumnValue ? [...runThrough(value)] : undefined;
}

/** An item or a slice. */
function isPlainKey(key: Value): boolean {
  return key.kind === 'int' || key.kind === 'bool' || key instanceof SliceValue;
}

function* cellsOf({ cells }: NamedColumn): Iterable<Value> {
  for (const cell of cells) yield ownCopy(cell);
}

/** @throws PyError IndexError, TypeError, ValueError */
function itemOf(column: NamedColumn, key: Value, span: Span): Value {
  const { cells } = column;
  if (key.kind === 'str') return nested(column, key.text, span);
  if (key instanceof SliceValue) return new ListValue(pick(cells, sliceIndices(key, cells.length)).map(ownCopy), span);
  if (key.kind === 'bool') throw typeError('dataset index must be int, str, slice or collection of int, not bool');
  const index = asInteger(key);
  if (index !== undefined) return ownCopy(cells[placeIn(cells, index)]!);
  const items = iterateItems(key);
  if (!items)
    throw typeError(
      `Wrong key type: '${pyRepr(key).text}' of type '<class '${typeName(key)}'>'. Expected one of int, slice, range, str or Iterable.`,
    );
  return new ListValue(
    Array.from(items, (item) => ownCopy(cells[placeIn(cells, asInteger(item) ?? 0n)]!)),
    span,
  );
}

function placeIn({ length }: readonly Value[], index: bigint): number {
  const at = index < 0n ? index + BigInt(length) : index;
  if (at >= 0n && at < BigInt(length)) return Number(at);
  throw new PyError('IndexError', `Invalid key: ${String(index)} is out of bounds for size ${String(length)}`);
}

/** A field of a column of dicts is a column again. @throws PyError ValueError where there is none */
function nested({ cells, type, name }: NamedColumn, field: string, span: Span): Value {
  if (type.kind === 'open') return type.because;
  const found = type.kind === 'struct' ? type.fields.find(([other]) => other === field) : undefined;
  if (!found) throw valueError(`Column '${field}' doesn't exist.`);
  if (cells.some(({ kind }) => kind !== 'dict'))
    return new UnknownValue(say`a field of the column ${name}, in which a dict is missing, is not followed`, span);
  const parts = cells.map((cell) => (cell.kind === 'dict' ? (cell.get(field) ?? cell) : cell));
  return new ColumnValue({ name: field, type: found[1], cells: parts }, span);
}

function equalsCells(column: NamedColumn, other: Value, span: Span): boolean | UnknownValue {
  const own = new ListValue(() => [...cellsOf(column)], span);
  return equals(other instanceof ColumnValue ? new ListValue([...runThrough(other)], span) : other, own);
}

function runThrough(column: ColumnValue): Iterable<Value> {
  return column.protocol.iterate?.() ?? [];
}

/** The first five items; how more are shown differs between releases. */
function textOfColumn({ cells }: NamedColumn, span: Span): TracedText {
  if (cells.length > 5) {
    const reason = say`how a long column of a dataset is shown depends on the release of the library datasets`;
    return TracedText.of('⟨unknown⟩', { kind: 'unknown', reason, span });
  }
  return TracedText.join([TracedText.computed('Column(', span), pyRepr(new ListValue([...cells], span)), TracedText.computed(')', span)]);
}

/** What both lists and columns have. */
function sequenceMethod({ cells }: NamedColumn, name: string, span: Span): Value | undefined {
  switch (name) {
    case 'index':
      return new BuiltinValue(
        'Column.index',
        span,
        (runtime, args) => indexInItems(runtime, cells, positional('index', args, 1, 3), 'list'),
        'method',
      );
    case 'count':
      return new BuiltinValue(
        'Column.count',
        span,
        (runtime, args) => countInItems(runtime, cells, bind('count', args, ['value'], 1)[0]!),
        'method',
      );
    default:
      return undefined;
  }
}
