import type { Value } from '../../../../core/value.js';

/** Keys whose texts decide what the framework does, not only what it writes. */
const tellingKeys: ReadonlySet<string> = new Set(['role', 'fallback_role', 'api_role', 'type', 'ice_token', 'sep_token', 'output_column', 'input_columns', 'labels']);

/**
 * A key that is equal for values with which the framework does the same, whatever the wording: loops over subjects make many datasets of one
 * shape. Of long texts only counts whether they hold one of the `tokens`.
 */
export function shapeOf(values: readonly (Value | undefined)[], tokens: readonly string[]): string {
  const parts: string[] = [];
  const sought = tokens.filter((token) => token !== '');
  for (const value of values) addShape(parts, value, sought, false);
  return parts.join('\n');
}

function addShape(parts: string[], value: Value | undefined, tokens: readonly string[], telling: boolean): void {
  if (!value) {
    parts.push('-');
    return;
  }
  switch (value.kind) {
    case 'str':
      if (telling || value.text.length < 16) parts.push("'", value.text);
      else addText(parts, value.text, tokens);
      return;
    case 'dict':
      parts.push('{');
      value.entries.forEach(({ key, value: item }) => {
        const name = key.kind === 'str' ? key.text : '';
        parts.push(name);
        addShape(parts, item, tokens, tellingKeys.has(name));
      });
      parts.push('}');
      return;
    case 'list':
    case 'tuple':
      parts.push(value.kind);
      for (const item of value.items) addShape(parts, item, tokens, telling);
      parts.push(']');
      return;
    case 'ref':
    case 'callable':
      parts.push(value.path);
      return;
    case 'bool':
    case 'int':
    case 'float':
      parts.push(String(value.value));
      return;
    default:
      parts.push(value.kind);
  }
}

function addText(parts: string[], text: string, tokens: readonly string[]): void {
  parts.push('s');
  for (const token of tokens) parts.push(text.includes(token) ? '+' : '-');
}
