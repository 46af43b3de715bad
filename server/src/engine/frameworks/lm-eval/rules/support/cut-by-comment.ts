import type { StrValue } from '../../../../core/value.js';
import type { CheckContext } from '../../../face/rule.js';

/** What YAML takes for a comment behind a text without quotes, where it goes on like a template: a column in braces stands in it. */
export function cutOff(
  { text }: Pick<CheckContext, 'text'>,
  { span, text: value }: StrValue,
): { readonly start: number; readonly end: number } | undefined {
  const source = text(span.file);
  if (span.end <= span.start || /["'|>]/.test(source[span.start]!)) return undefined;
  const behind = /^([ \t]+)#[^\r\n]*/.exec(source.slice(span.end, span.end + 2000));
  if (!behind || !/\{\{[^{}\n]+\}\}/.test(behind[0])) return undefined;
  // `question # {{question}}` may be a remark.
  const goesOn = /^[ \t]+#(?:[^\s#]|[ \t]*\{\{)/.test(behind[0]) && (/\s/.test(value) || /^[ \t]+#[^\s{]/.test(behind[0]));
  if (!goesOn) return undefined;
  const start = span.end + behind[1]!.length;
  return { start, end: span.end + behind[0].length };
}
