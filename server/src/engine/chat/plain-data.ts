import { textOf, type Value } from '../core/value.js';
import type { ChatVariable } from './chat-template.js';

/** A value as plain data for a template; undefined where it, or a part of it, is not known or no plain data. */
export function plainData(value: Value): ChatVariable | undefined {
  switch (value.kind) {
    case 'none':
      return null;
    case 'bool':
    case 'float':
      return value.value;
    case 'int':
      return Number(value.value);
    case 'str':
      return value.traced.pieces.some(({ origin }) => origin.kind === 'unknown') ? undefined : value.text;
    case 'list':
    case 'tuple':
      return complete(value.items.map(plainData));
    case 'dict': {
      const entries = [...value.entries.values()].map(({ key, value: item }) => [textOf(key), plainData(item)] as const);
      return entries.every(([key, item]) => key !== undefined && item !== undefined)
        ? (Object.fromEntries(entries) as Record<string, ChatVariable>)
        : undefined;
    }
    default:
      return undefined;
  }
}

function complete(items: readonly (ChatVariable | undefined)[]): ChatVariable | undefined {
  return items.includes(undefined) ? undefined : (items as readonly ChatVariable[]);
}
