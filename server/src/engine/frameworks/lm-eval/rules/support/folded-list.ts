import type { Value } from '../../../../core/value.js';
import type { CheckContext } from '../../../face/rule.js';

/**
 * What a text without quotes begins with, where the lines of a list behind it go on with it: of the list nothing is left.
 * @returns the word of its first line; undefined where no list is in it
 */
export function wordBeforeList({ text }: Pick<CheckContext, 'text'>, { kind, span: { file, start, end } }: Value): string | undefined {
  if (kind !== 'str') return undefined;
  const written = text(file).slice(start, Math.min(end, start + 2000));
  return /^([\w./-]+)[ \t]*\r?\n[ \t]*-[ \t]/.exec(written)?.[1];
}
