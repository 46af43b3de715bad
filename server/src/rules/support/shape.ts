import type { Value } from '../../value.js';

/** Keys whose texts decide what the framework does, not only what it writes. */
const tellingKeys: ReadonlySet<string> = new Set(['role', 'fallback_role', 'api_role', 'type', 'ice_token', 'sep_token', 'output_column', 'input_columns', 'labels']);

/**
 * A key that is equal for values with which the framework does the same, whatever the wording: loops over subjects make many datasets of one
 * shape. Of long texts only counts whether they hold one of the `tokens`.
 */
export function shapeOf(value: Value | undefined, tokens: readonly string[], telling = false): string {
  if (!value) return '-';
  switch (value.kind) {
    case 'str':
      return telling || value.text.length < 16 ? `'${value.text}'` : `s${tokens.map((token) => (token !== '' && value.text.includes(token) ? '+' : '-')).join('')}`;
    case 'dict':
      return `{${[...value.entries.values()].map(({ key, value: item }) => entryShape(key, item, tokens)).join(',')}}`;
    case 'list':
    case 'tuple':
      return `${value.kind}[${value.items.map((item) => shapeOf(item, tokens, telling)).join(',')}]`;
    case 'ref':
    case 'callable':
      return value.path;
    case 'bool':
    case 'int':
    case 'float':
      return String(value.value);
    default:
      return value.kind;
  }
}

function entryShape(key: Value, item: Value, tokens: readonly string[]): string {
  const name = key.kind === 'str' ? key.text : '';
  return `${name}:${shapeOf(item, tokens, tellingKeys.has(name))}`;
}
