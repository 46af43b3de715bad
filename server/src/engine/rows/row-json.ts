import { floatRepr } from '../python/runtime/float-repr.js';
import { textOf, type DictValue, type Value } from '../core/value.js';

/** Parts of a row that is written down, and how deep they lie: a row beyond is not one that somebody edits. */
const bounds = { parts: 5_000, depth: 40, characters: 100_000 };

/**
 * A row as JSON that is read back as the same row: `1.0` stays a float, integers keep their digits.
 * @returns undefined where a part of it is not known, or is nothing that JSON has, and where it is very long
 */
export function rowJson(row: DictValue): string | undefined {
  let parts = 0;
  let characters = 0;
  const write = (value: Value, indent: string): string | undefined => {
    if (++parts > bounds.parts || indent.length > bounds.depth * 2) return undefined;
    switch (value.kind) {
      case 'none':
        return 'null';
      case 'bool':
        return String(value.value);
      case 'int':
        return String(value.value);
      case 'float':
        return Number.isFinite(value.value) ? floatRepr(value.value) : undefined;
      case 'str':
        characters += value.traced.length;
        if (characters > bounds.characters || value.traced.pieces.some(({ origin }) => origin.kind === 'unknown')) return undefined;
        return JSON.stringify(value.text);
      case 'list':
      case 'tuple':
        return inBrackets(
          '[]',
          value.items.map((item) => write(item, `${indent}  `)),
          indent,
        );
      case 'dict':
        return inBrackets('{}', entriesOf(value, indent), indent);
      default:
        return undefined;
    }
  };
  const entriesOf = (dict: DictValue, indent: string): (string | undefined)[] =>
    [...dict.entries.values()].map(({ key, value }) => {
      const name = textOf(key);
      const text = write(value, `${indent}  `);
      return name === undefined || text === undefined ? undefined : `${JSON.stringify(name)}: ${text}`;
    });
  return write(row, '');
}

function inBrackets(brackets: string, items: readonly (string | undefined)[], indent: string): string | undefined {
  if (items.includes(undefined)) return undefined;
  if (items.length === 0) return brackets;
  return `${brackets[0]!}\n${items.map((item) => `${indent}  ${item!}`).join(',\n')}\n${indent}${brackets[1]!}`;
}
