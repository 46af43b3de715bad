import type { Value } from '../../../../core/value.js';
import { say } from '../../../../core/say.js';
import type { CheckContext, Fix } from '../../../face/rule.js';
import { oneEdit } from '../../../../checks/support/fixes.js';

const words = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** The whole number that a text or a fraction was meant to be: of `"5"`, `five` and `5.0`. */
function numberMeant(value: Value): number | undefined {
  if (value.kind === 'float') return Number.isInteger(value.value) ? value.value : undefined;
  if (value.kind !== 'str') return undefined;
  const text = value.text.trim().toLowerCase();
  if (/^[-+]?\d{1,9}$/.test(text)) return Number(text);
  const at = words.indexOf(text);
  return at < 0 ? undefined : at;
}

/** Writes the number that was meant in place of a scalar; none where it is not known, or the scalar stands in another file. */
export function numberFix(context: Pick<CheckContext, 'text'>, value: Value): Fix[] {
  const number = numberMeant(value);
  if (number === undefined || /[|>]/.test(context.text(value.span.file)[value.span.start] ?? '|')) return [];
  return oneEdit(say`Write ${String(number)}`, false, { span: value.span, newText: String(number) });
}
