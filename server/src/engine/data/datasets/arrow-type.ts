import type { UnknownValue } from '../../core/value.js';

/** The types of Arrow that have no parts, by the names that the library `datasets` gives them in features. */
export type PlainName =
  | 'null'
  | 'bool'
  | 'int8'
  | 'int16'
  | 'int32'
  | 'int64'
  | 'uint8'
  | 'uint16'
  | 'uint32'
  | 'uint64'
  | 'float16'
  | 'float32'
  | 'float64'
  | 'string'
  | 'large_string'
  | 'binary'
  | 'large_binary'
  | 'date32'
  | 'timestamp[s]'
  | 'timestamp[ms]'
  | 'timestamp[us]'
  | 'timestamp[ns]';

export interface PlainType {
  readonly kind: 'plain';
  readonly name: PlainName;
}

export interface ListType {
  readonly kind: 'list';
  readonly item: ArrowType;
}

/** Fields in the order in which rows show them. */
export interface StructType {
  readonly kind: 'struct';
  readonly fields: readonly (readonly [name: string, type: ArrowType])[];
}

/** The type of a column that depends on a value that is not known. */
export interface OpenType {
  readonly kind: 'open';
  readonly because: UnknownValue;
}

/** JSON, each value of which stands as it is: `Json` of the library `datasets` from 4.7 on. */
export interface JsonType {
  readonly kind: 'json';
}

/** The type of a column: one for all its rows, as Arrow has it. */
export type ArrowType = PlainType | ListType | StructType | JsonType | OpenType;

export function plainType(name: PlainName): PlainType {
  return { kind: 'plain', name };
}

export function isPlainType(type: ArrowType, ...names: readonly PlainName[]): type is PlainType {
  return type.kind === 'plain' && names.includes(type.name);
}

/**
 * In which order the fields of a struct stand that is inferred from Python dicts: that of their bytes (pyarrow 23 and before), or that in which they are first met.
 */
export type FieldOrder = 'sorted' | 'met';

/** Whether two types are one; an open type is like no other. */
export function sameType(a: ArrowType, b: ArrowType): boolean {
  if (a === b) return a.kind !== 'open';
  if (a.kind === 'json') return b.kind === 'json';
  if (a.kind === 'plain') return b.kind === 'plain' && a.name === b.name;
  if (a.kind === 'list') return b.kind === 'list' && sameType(a.item, b.item);
  if (a.kind !== 'struct' || b.kind !== 'struct' || a.fields.length !== b.fields.length) return false;
  return a.fields.every(([name, type], i) => name === b.fields[i]![0] && sameType(type, b.fields[i]![1]));
}

/** The smallest and the largest integer of a type of integers; undefined for any other type. */
export function boundsOf(name: PlainName): readonly [bigint, bigint] | undefined {
  const match = /^(u?)int(\d+)$/.exec(name);
  if (!match) return undefined;
  const bits = BigInt(match[2]!);
  return match[1] ? [0n, (1n << bits) - 1n] : [-(1n << (bits - 1n)), (1n << (bits - 1n)) - 1n];
}

export function isFloat(name: PlainName): boolean {
  return name.startsWith('float');
}

export function isText(name: PlainName): boolean {
  return name === 'string' || name === 'large_string';
}

export function isBinary(name: PlainName): boolean {
  return name === 'binary' || name === 'large_binary';
}

/** Whether a type is one of moments or days. */
export function isTemporal(name: PlainName): boolean {
  return name === 'date32' || name.startsWith('timestamp');
}

/** A type as Arrow words it in its errors: `list<item: string>`. */
export function typeText(type: ArrowType): string {
  if (type.kind === 'plain') return type.name === 'float64' ? 'double' : type.name === 'float32' ? 'float' : type.name;
  if (type.kind === 'json') return 'extension<arrow.json>';
  if (type.kind === 'list') return `list<item: ${typeText(type.item)}>`;
  return type.kind === 'struct' ? `struct<${type.fields.map(([name, field]) => `${name}: ${typeText(field)}`).join(', ')}>` : 'unknown';
}
