import type { Span } from '../../../../core/span.js';
import type { TupleValue, Value } from '../../../../core/value.js';
import type { CheckContext } from '../../../face/rule.js';

/** The comma behind the only item of a tuple, where the tuple is written with one; undefined where it arose otherwise. */
export function trailingComma(
  { text }: Pick<CheckContext, 'text'>,
  value: Value,
): { readonly tuple: TupleValue; readonly comma: Span } | undefined {
  const item = value.kind === 'tuple' && value.items.length === 1 ? value.items[0] : undefined;
  if (value.kind !== 'tuple' || !item || item.span.file !== value.span.file) return undefined;
  const source = text(value.span.file);
  const between = /^(?:\s|#[^\n]*|\\\r?\n|\))*/.exec(source.slice(item.span.end));
  const at = item.span.end + (between?.[0].length ?? 0);
  if (source[at] !== ',') return undefined;
  return { tuple: value, comma: { file: value.span.file, start: at, end: at + 1 } };
}
