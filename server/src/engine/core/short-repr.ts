import type { Value } from './value.js';
import { say } from './say.js';

/** Longest text of a value in a hover, in UTF-16 units. */
const longest = 160;

/** A value in a few words, as Python would write it but cut short: never walks more of it than it shows. */
export function shortRepr(value: Value, room = longest): string {
  const text = reprWithin(value, room);
  return text.length <= room ? text : `${text.slice(0, room - 1)}…`;
}

/** The type of a value, and its size where it has one: `list of 3`, `str of 120`. */
export function typeWords(value: Value): string {
  switch (value.kind) {
    case 'list':
    case 'tuple':
      return say`${value.kind} of ${value.items.length}`;
    case 'set':
      return say`set of ${value.members.size}`;
    case 'dict':
      return say`${value.className} of ${value.entries.size}`;
    case 'str':
      return say`str of ${value.text.length}`;
    case 'none':
      return 'None';
    case 'ref':
      return value.refKind === 'lazy' ? say`imported name` : value.refKind;
    case 'callable':
      return value.callableKind;
    case 'object':
      return value.typeName;
    default:
      return value.kind;
  }
}

function reprWithin(value: Value, room: number): string {
  if (room <= 0) return '…';
  switch (value.kind) {
    case 'none':
      return 'None';
    case 'bool':
      return value.value ? 'True' : 'False';
    case 'int':
      return value.value.toString();
    case 'float':
      return Number.isInteger(value.value) && Math.abs(value.value) < 1e16 ? value.value.toFixed(1) : String(value.value);
    case 'str':
      return quoted(value.text.slice(0, room + 1));
    case 'bytes':
      return `b${quoted(value.bytes.slice(0, room + 1))}`;
    case 'list':
      return `[${items(value.items, room - 2, (item, rest) => reprWithin(item, rest))}]`;
    case 'tuple':
      return `(${items(value.items, room - 2, (item, rest) => reprWithin(item, rest))}${value.items.length === 1 ? ',' : ''})`;
    case 'set':
      return value.members.size === 0 ? 'set()' : `{${items(value.members.values(), room - 2, (item, rest) => reprWithin(item, rest))}}`;
    case 'dict':
      return `{${items(value.entries.values(), room - 2, (entry, rest) => `${reprWithin(entry.key, rest)}: ${reprWithin(entry.value, rest)}`)}}`;
    case 'ref':
    case 'callable':
      return value.path;
    case 'object':
      return `<${value.typeName}>`;
    case 'unknown':
      return 'unknown';
  }
}

function items<T>(values: Iterable<T>, room: number, write: (value: T, room: number) => string): string {
  let text = '';
  for (const value of values) {
    if (text.length >= room) return `${text}, …`;
    text += (text === '' ? '' : ', ') + write(value, room - text.length);
  }
  return text;
}

function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t');
  return quote + (quote === "'" ? escaped.replaceAll("'", "\\'") : escaped) + quote;
}
