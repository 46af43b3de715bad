import { charge } from '../../core/cost.js';
import { PyError } from '../../core/errors.js';
import { say } from '../../core/say.js';
import { nowhere, type Span } from '../../core/span.js';
import { DictValue, FloatValue, ListValue, NoneValue, UnknownValue, type Value } from '../../core/value.js';
import { plainType, type ArrowType } from './arrow-type.js';
import type { InstalledDatasets } from './installed-datasets.js';
import { MomentValue } from './moment-value.js';
import { Table, type NamedColumn } from './table.js';
import { isoMicros } from './iso-moment.js';
import { UnknownSignal } from '../../python/runtime/unknown-signal.js';
import { looseCell, looseType, rewrittenFloat } from './rewritten-json.js';

/** What a column of JSON holds, as pyarrow's reader tells it from the marks of the values (`src/arrow/json/parser.cc`). */
type Kind = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

/**
 * The table of JSON objects as `pyarrow.json.read_json` makes it (pyarrow 19): fields in the order of their first appearance; a column of numbers is of ints
 * where all are whole, else of floats; a column of strings is of moments where all are such.
 * @param reading `mixed` takes what is no column of one type as it stands
 * @param items whether the objects are those of a list, which is written anew as lines before it is read
 * @throws PyError ArrowInvalid where a column holds values of two kinds, or an object a key twice
 */
export function tableOfJsonObjects(
  objects: readonly Value[],
  library: InstalledDatasets,
  reading: 'strict' | 'mixed' = 'strict',
  items = false,
): Table {
  const shape = new JsonShape(reading === 'mixed');
  for (const object of objects) shape.visit(object);
  if (reading === 'mixed') {
    const reason = shape.hasLedLists ? ledLists() : shape.isOrderedByRun ? orderedByRun() : undefined;
    if (reason !== undefined) throw new UnknownSignal(new UnknownValue(reason, objects[0]?.span ?? nowhere));
  }
  const rewritten = items || shape.isLoose;
  if (!rewritten) shape.refuseTwice();
  const types = shape.types();
  charge(2 * types.size * objects.length);
  const columns: NamedColumn[] = [...types].map(([name, type]) => {
    return { name, type, cells: objects.map((object) => fieldCell(object, name, type, rewritten)) };
  });
  return Table.of(columns, library);
}

/** Why rows with lists that begin with null are not known. */
export function ledLists(): string {
  return say`how the library datasets reads JSON whose lists begin with null is not followed`;
}

/** Why the order of columns is not known. */
function orderedByRun(): string {
  return say`several columns hold values of several kinds, and their order differs from run to run`;
}

function fieldCell(object: Value, name: string, type: ArrowType, rewritten: boolean): Value {
  return jsonCell(object.kind === 'dict' ? object.get(name) : undefined, type, object, rewritten);
}

/** What all parts of a shape share. */
interface Clock {
  /** How many values of another kind were met. */
  now: number;
  /** The number of the row. */
  row: number;
  /** What pyarrow says of the first key that an object has twice; those in lists it takes. */
  twice?: string;
}

/** The shape of some JSON values, gathered one by one. */
export class JsonShape {
  private kind: Kind = 'null';
  private readonly fields = new Map<string, JsonShape>();
  private item: JsonShape | undefined;
  private whole = true;
  private moments = true;
  /** How many values there are but null, and of a field how many objects have it. */
  private present = 0;
  private named = 0;
  /** Values of several kinds were met. */
  private mixed = false;
  /** The first value was null. */
  private ledByNull = false;
  /** No value is an object or a list. */
  private plainly = true;
  private metMixed = Infinity;
  /** How many fields the first object has. */
  private ofFirst: number | undefined;

  /**
   * @param loose whether values of several kinds are taken
   * @param path the names of the fields that lead here; null within a list
   */
  constructor(
    private readonly loose = false,
    private readonly clock: Clock = { now: 0, row: 0 },
    private readonly path: string | null = '',
  ) {}

  private static within({ loose, clock, path }: JsonShape, field?: string): JsonShape {
    return new JsonShape(loose, clock, path === null || field === undefined ? null : `${path}/${field}`);
  }

  /** @throws PyError where an object has a key twice: a reader that is not given the JSON as it was written anew does not take it */
  refuseTwice(): void {
    if (this.clock.twice !== undefined) throw new PyError('ArrowInvalid', this.clock.twice);
  }

  /** Whether a field, at any depth, holds what is no column of one type: values of several kinds, or objects that have not all the same fields (`find_mixed_struct_types_field_paths`). */
  get isLoose(): boolean {
    return [...this.fields.values(), ...(this.item ? [this.item] : [])].some((part) => part.isJson || part.isLoose);
  }

  private get isJson(): boolean {
    if (this.mixed) return true;
    if (this.kind !== 'object') return false;
    return this.fields.size === 0 || [...this.fields.values()].some(({ named }) => named !== this.present);
  }

  /**
   * Whether the first item of all lists of a column, at any depth, is null and others are not: of such lists pyarrow makes what it calls invalid itself (pyarrow 26 `json`), and later releases of the
   * library `datasets` then read the file in another way.
   */
  get hasLedLists(): boolean {
    return [...this.fields.values()].some((field) => field.hasLedList);
  }

  private get hasLedList(): boolean {
    if (this.loose && this.isJson) return false;
    const { item } = this;
    if (item?.ledByNull && item.kind !== 'null') return true;
    return [...this.fields.values(), ...(item ? [item] : [])].some((part) => part.hasLedList);
  }

  /**
   * Whether fields stand in the order of a set of their names, at any depth: those with objects or lists beside others that the first object lacks (`find_mixed_struct_types_field_paths`).
   */
  get isOrderedByRun(): boolean {
    const { fields, item } = this;
    return (
      this.foundSooner().length > 1 || [...fields.values(), ...(item ? [item] : [])].some((part) => !part.isJson && part.isOrderedByRun)
    );
  }

  visit(value: Value): void {
    if (!this.isOf(kindOf(value))) return;
    if (value.kind === 'dict') this.visitFields(value);
    else if (value.kind === 'list') for (const item of value.items) this.itemShape().visit(item);
    else if (value.kind === 'str') this.visitText(value.text);
    else if (isTooLarge(value)) throw new PyError('ArrowInvalid', 'JSON parse error: Number too big to be stored in double.');
    else this.whole &&= value.kind === 'int' && BigInt.asIntN(64, value.value) === value.value;
  }

  /** @param value as JavaScript's reader gives it, in which whole numbers are written as such */
  visitPlain(value: unknown): void {
    if (!this.isOf(kindOfPlain(value))) return;
    if (typeof value === 'string') this.visitText(value);
    else if (typeof value === 'number') this.whole &&= Number.isInteger(value);
    else if (Array.isArray(value)) for (const item of value) this.itemShape().visitPlain(item);
    else if (typeof value === 'object') {
      for (const [name, field] of Object.entries(value!)) this.field(name).visitPlain(field);
      this.ofFirst ??= this.fields.size;
    }
  }

  /** @returns whether there is anything to look at @throws PyError where another value is of another kind */
  private isOf(kind: Kind): boolean {
    charge(1);
    if (kind === 'null') {
      this.ledByNull ||= this.kind === 'null';
      return false;
    }
    if (this.path === '') this.clock.row = this.present;
    this.present++;
    if (this.kind !== 'null' && this.kind !== kind) {
      if (!this.loose) throw new PyError('ArrowInvalid', `JSON parse error: Column changed from ${this.kind} to ${kind}`);
      this.mixed = true;
      this.metMixed = Math.min(this.metMixed, this.clock.now++);
    }
    this.plainly &&= kind !== 'object' && kind !== 'array';
    this.kind = kind;
    return !this.mixed;
  }

  private itemShape(): JsonShape {
    return (this.item ??= JsonShape.within(this));
  }

  private field(name: string): JsonShape {
    let shape = this.fields.get(name);
    if (!shape) this.fields.set(name, (shape = JsonShape.within(this, name)));
    shape.named++;
    return shape;
  }

  /** The types of the fields of an object. */
  types(): ReadonlyMap<string, ArrowType> {
    return new Map(this.ordered().map(([name, field]) => [name, field.type()] as const));
  }

  /** Fields in the order of their first appearance; but a field that holds what is no column of one type is put behind those of the first object, where that lacks it (`json_encode_field`). */
  private ordered(): readonly (readonly [string, JsonShape])[] {
    const fields = [...this.fields];
    if (!this.loose) return fields;
    const [first, later] = [fields.slice(0, this.ofFirst), fields.slice(this.ofFirst)];
    const rest = this.writtenAnew()
      .filter(([, field]) => !field.hasMixedObjects)
      .sort(([, a], [, b]) => a.mixedAt - b.mixedAt);
    return [...first, ...this.foundSooner(), ...rest, ...later.filter(([, field]) => !field.isJson && !field.isLoose)];
  }

  /** Fields that the first object lacks, and that are put behind its own. */
  private writtenAnew(): (readonly [string, JsonShape])[] {
    return [...this.fields].slice(this.ofFirst).filter(([, field]) => field.isJson || field.isLoose);
  }

  /** Those of them with objects or lists beside others: they are found before the JSON is read, others where it cannot be. */
  private foundSooner(): readonly (readonly [string, JsonShape])[] {
    return this.writtenAnew().filter(([, field]) => field.hasMixedObjects);
  }

  /** Whether it holds, at any depth, objects or lists beside others, or objects with different fields. */
  private get hasMixedObjects(): boolean {
    if (this.isJson && !(this.mixed && this.plainly)) return true;
    return [...this.fields.values(), ...(this.item ? [this.item] : [])].some((part) => part.hasMixedObjects);
  }

  /** When it was found, at any depth, that it has values of several kinds. */
  private get mixedAt(): number {
    return Math.min(this.metMixed, ...[...this.fields.values(), ...(this.item ? [this.item] : [])].map((part) => part.mixedAt));
  }

  private meetTwice(name: string): void {
    if (this.path === null) return;
    this.clock.twice ??= `JSON parse error: Column(${this.path}/${name}) was specified twice in row ${String(this.clock.row)}`;
    if (!this.loose) this.refuseTwice();
  }

  private visitText(text: string): void {
    if (/\p{Surrogate}/u.test(text)) throw new PyError('ArrowInvalid', 'JSON parse error: The surrogate pair in string is invalid.');
    this.moments &&= isoMicros(text) !== undefined;
  }

  type(): ArrowType {
    if (this.loose && this.isJson) return looseType;
    switch (this.kind) {
      case 'null':
        return plainType('null');
      case 'boolean':
        return plainType('bool');
      case 'number':
        return plainType(this.whole ? 'int64' : 'float64');
      case 'string':
        return plainType(this.moments ? 'timestamp[s]' : 'string');
      case 'array':
        return { kind: 'list', item: (this.item ?? new JsonShape()).type() };
      case 'object':
        return { kind: 'struct', fields: [...this.types()] };
    }
  }

  private visitFields(value: DictValue): void {
    for (const { key, keySpan, value: field } of value.entries.values()) {
      if (key.kind !== 'str') continue;
      // The last of equal keys counts, in the place of the first.
      if (key.span.start !== keySpan.start) this.meetTwice(key.text);
      this.field(key.text).visit(field);
    }
    this.ofFirst ??= this.fields.size;
  }
}

/** Whether a number has digits, and is none that a float can hold: `Infinity` is written in letters. */
function isTooLarge(value: Value): boolean {
  return value.kind === 'float' && Math.abs(value.value) === Infinity && ![8, 9].includes(value.span.end - value.span.start);
}

function kindOf(value: Value): Kind {
  switch (value.kind) {
    case 'none':
      return 'null';
    case 'bool':
      return 'boolean';
    case 'str':
      return 'string';
    case 'list':
      return 'array';
    case 'dict':
      return 'object';
    default:
      return 'number';
  }
}

function kindOfPlain(value: unknown): Kind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as 'boolean' | 'number' | 'string' | 'object';
}

/**
 * A value of JSON as a cell of a type that fits it.
 * @param within what lacks it, where it is absent
 * @param rewritten whether the JSON was written anew before it was read
 */
export function jsonCell(value: Value | undefined, type: ArrowType, within: Value, rewritten = false): Value {
  if (!value) return new NoneValue(within.span);
  if (value.kind === 'none') return value;
  if (type === looseType) return looseCell(value);
  if (type.kind === 'list' && value.kind === 'list')
    return new ListValue(
      value.items.map((item) => jsonCell(item, type.item, value, rewritten)),
      value.span,
    );
  if (type.kind === 'struct' && value.kind === 'dict') {
    const result = new DictValue(value.span);
    for (const [name, field] of type.fields)
      result.set(name, jsonCell(value.get(name), field, value, rewritten), value.entry(name)?.keySpan);
    return result;
  }
  if (value.kind === 'int' && type.kind === 'plain' && type.name === 'float64') return new FloatValue(Number(value.value), value.span);
  if (value.kind === 'str' && type.kind === 'plain' && type.name === 'timestamp[s]') return momentCell(value.text, value.span);
  return rewritten && value.kind === 'float' ? rewrittenFloat(value) : value;
}

/** Python knows no year 0. */
function momentCell(text: string, span: Span): Value {
  if (text.startsWith('0000')) return new UnknownValue(say`a moment of the year 0 cannot be had in Python`, span);
  return new MomentValue({ micros: isoMicros(text) ?? 0n, day: false }, span);
}
