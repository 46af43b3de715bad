import type { Value } from '../../../../core/value.js';
import { say } from '../../../../core/say.js';
import type { CheckContext, Fix } from '../../../face/rule.js';
import { oneEdit } from '../../../../checks/support/fixes.js';

const words: Readonly<Record<string, string>> = { true: 'true', yes: 'true', on: 'true', false: 'false', no: 'false', off: 'false' };

/** Writes the truth value that a text names in place of the text. */
export function boolFix(_context: Pick<CheckContext, 'text'>, value: Value): Fix[] {
  const word = value.kind === 'str' ? value.text.trim().toLowerCase() : '';
  return Object.hasOwn(words, word) ? oneEdit(say`Write ${words[word]!}`, false, { span: value.span, newText: words[word]! }) : [];
}
