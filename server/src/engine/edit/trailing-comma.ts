import type { TextEdit } from '../core/text-edit.js';
import type { TupleValue } from '../core/value.js';
import { codeTokens } from './code-tokens.js';

/**
 * The edit that turns a tuple of one, made by a comma behind a value (`x = dict(…),` or `(dict(…),)`), into the value itself.
 * @param text the document that `tuple.span` refers to @returns undefined where no such comma stands
 */
export function removeTrailingComma(text: string, tuple: TupleValue): TextEdit | undefined {
  if (tuple.items.length !== 1) return undefined;
  const { file, start, end } = tuple.span;
  const source = text.slice(start, end);
  const tokens = codeTokens(source);
  if (!tokens) return undefined;
  const last = tokens[tokens.length - 1];
  const comma = last && source.slice(last.start, last.end) === ')' ? tokens[tokens.length - 2] : last;
  if (!comma || source.slice(comma.start, comma.end) !== ',') return undefined;
  // In `x = f(a,),` the last token is the tuple's comma; in `(a,)` the bracket is the tuple's own only if it opens the text.
  if (comma !== last && source[0] !== '(') return undefined;
  return { span: { file, start: start + comma.start, end: start + comma.end }, newText: '' };
}
