import type { Value } from '../../../../core/value.js';
import { addShape, addWholeText } from '../../../../checks/support/shape.js';

/** Keys whose texts decide what the framework does, not only what it writes. */
const tellingKeys: ReadonlySet<string> = new Set([
  'role',
  'fallback_role',
  'api_role',
  'type',
  'ice_token',
  'sep_token',
  'output_column',
  'input_columns',
  'labels',
]);

/**
 * A key that is equal for values with which the framework does the same, whatever the wording: loops over subjects make many datasets of one
 * shape. Of long texts only counts whether they hold one of the `tokens`.
 */
export function shapeOf(values: readonly (Value | undefined)[], tokens: readonly string[]): string {
  const parts: string[] = [];
  const sought = tokens.filter((token) => token !== '');
  for (const value of values)
    addShape(parts, value, (to, text, key) => {
      if (text.length < 16 || tellingKeys.has(key)) return addWholeText(to, text, key);
      to.push('t');
      for (const token of sought) to.push(text.includes(token) ? '+' : '-');
    });
  return parts.join('');
}
