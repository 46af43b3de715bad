import { byCodePoint } from '../../core/code-points.js';
import { charge } from '../../core/cost.js';
import { PyError } from '../../core/errors.js';
import type { DictValue, UnknownValue, Value } from '../../core/value.js';
import { ArrayValue } from '../arrays/array-value.js';
import { DictViewValue, undecidedType } from '../../python/runtime/objects.js';
import { UnknownSignal } from '../../python/runtime/unknown-signal.js';
import { iterateItems, pyRepr, typeName } from '../../python/runtime/semantics.js';
import { plainType, type ArrowType, type FieldOrder, type PlainName } from './arrow-type.js';
import { MomentValue, momentOf } from './moment-value.js';

/** Kinds of values that end the search for a type, as Arrow does: those behind them have to fit. */
const deciding = new Set<PlainName>(['bool', 'float64', 'string', 'binary', 'date32', 'timestamp[us]']);

/** What stands for a type among several kinds of plain values (pyarrow 19 `inference.cc`, `GetType`), the first one that was seen. */
const precedence: readonly PlainName[] = ['float64', 'int64', 'date32', 'timestamp[us]', 'bool', 'binary', 'string'];

/**
 * Finds the type of a column of Python values as `pa.array` does (pyarrow 19 `src/arrow/python/inference.cc`): the first value that is no int,
 * list or dict decides; the keys of dicts are gathered.
 */
export class TypeInference {
  private total = 0;
  private nones = 0;
  private readonly seen = new Set<PlainName>();
  private lists = 0;
  private structs = 0;
  private readonly item: { inference?: TypeInference } = {};
  private readonly fields = new Map<string, TypeInference>();
  private unknown: UnknownValue | undefined;

  constructor(private readonly order: FieldOrder) {}

  /** @returns whether further values may change the type */
  visit(given: Value): boolean {
    charge(1);
    this.total++;
    const value = given.kind === 'object' ? momentOf(given) : given;
    if (value.kind === 'none') this.nones++;
    else if (value.kind === 'unknown') {
      this.unknown ??= value;
      this.nones++;
    } else if (value.kind === 'dict') this.visitStruct(value);
    else if (isSequence(value)) this.visitList(value);
    else {
      const name = plainNameOf(value);
      this.seen.add(name);
      return !deciding.has(name);
    }
    return true;
  }

  /** Visits values until the type is decided. */
  visitAll(values: Iterable<Value>): void {
    for (const value of values) if (!this.visit(value)) break;
  }

  /** @throws PyError ArrowInvalid where lists or dicts are mixed with other values */
  type(): ArrowType {
    this.validate();
    if (this.lists > 0)
      return { kind: 'list', item: (this.item.inference ?? new TypeInference(this.order)).inheriting(this.unknown).type() };
    if (this.unknown && (this.structs > 0 || !this.seen.has('string'))) return this.openType(this.unknown);
    if (this.structs > 0) return { kind: 'struct', fields: this.fieldTypes() };
    return plainType(precedence.find((name) => this.seen.has(name)) ?? 'null');
  }

  /** Columns of nothing but None and of floats stay what they are, whatever an unknown value is. */
  private openType(because: UnknownValue): ArrowType {
    return this.seen.has('float64') ? plainType('float64') : { kind: 'open', because };
  }

  private validate(): void {
    if (this.lists > 0 && this.lists + this.nones !== this.total)
      throw new PyError('ArrowInvalid', 'cannot mix list and non-list, non-null values');
    if (this.structs > 0 && this.structs + this.nones !== this.total)
      throw new PyError('ArrowInvalid', 'cannot mix struct and non-struct, non-null values');
  }

  private inheriting(unknown: UnknownValue | undefined): this {
    this.unknown ??= unknown;
    return this;
  }

  private visitList(value: Value): void {
    this.lists++;
    (this.item.inference ??= new TypeInference(this.order)).visitAll(itemsOfSequence(value));
  }

  private visitStruct(value: DictValue): void {
    this.structs++;
    for (const { key, value: field } of value.entries.values()) {
      if (key.kind === 'unknown') this.unknown ??= key;
      else if (key.kind !== 'str')
        throw new PyError('ArrowTypeError', `Expected dict key of type str or bytes, got '${typeName(key)}'`, value.span);
      else {
        const inference = this.fields.get(key.text) ?? new TypeInference(this.order);
        this.fields.set(key.text, inference);
        inference.visit(field);
      }
    }
  }

  private fieldTypes(): (readonly [string, ArrowType])[] {
    const fields = [...this.fields];
    if (this.order === 'sorted') fields.sort(([a], [b]) => byCodePoint(a, b));
    return fields.map(([name, field]) => [name, field.type()] as const);
  }
}

/** What Arrow takes for a list: lists, tuples, sets and the values of a dict. */
export function isSequence(value: Value): boolean {
  return (
    value.kind === 'list' ||
    value.kind === 'tuple' ||
    value.kind === 'set' ||
    value instanceof ArrayValue ||
    (value instanceof DictViewValue && value.view === 'values')
  );
}

export function itemsOfSequence(value: Value): Iterable<Value> {
  return value instanceof ArrayValue ? value.plain : (iterateItems(value) ?? []);
}

/** @throws PyError ArrowInvalid for a value of a type that Arrow does not know */
function plainNameOf(value: Value): PlainName {
  switch (value.kind) {
    case 'bool':
      return 'bool';
    case 'int':
      return 'int64';
    case 'float':
      return 'float64';
    case 'str':
      return 'string';
    case 'bytes':
      return 'binary';
    default:
      if (value instanceof MomentValue) return value.moment.day ? 'date32' : 'timestamp[us]';
      requireDecided(value);
      throw notRecognized(value);
  }
}

/** @throws UnknownSignal for what may be a list */
function requireDecided(value: Value): void {
  const undecided = undecidedType(value);
  if (undecided) throw new UnknownSignal(undecided);
}

function notRecognized(value: Value): PyError {
  const what = 'did not recognize Python value type when inferring an Arrow data type';
  return new PyError('ArrowInvalid', `Could not convert ${pyRepr(value).text} with type ${typeName(value)}: ${what}`, value.span);
}
