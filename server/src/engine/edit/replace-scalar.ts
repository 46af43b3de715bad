import type { TextEdit } from '../core/text-edit.js';
import type { StrValue, Value } from '../core/value.js';
import { resolveTag } from '../yaml/resolve.js';

/** What a plain YAML scalar may be made of without being read as anything else. */
const plainText = /^[A-Za-z_][\w ]*[\w]$|^[A-Za-z_]$/;

/** A text as a YAML scalar: plain where that is sure to be the text, else in double quotes. */
export function yamlScalar(text: string): string {
  return plainText.test(text) && resolveTag(text) === 'str' ? text : JSON.stringify(text);
}

/**
 * The edit that writes another text in place of a YAML scalar, in the quotes that it has.
 * @param text the document that `value.span` refers to @returns undefined for a block scalar, whose layout would be lost
 */
export function replaceScalar(text: string, value: StrValue, newText: string): TextEdit | undefined {
  const first = text[value.span.start];
  if (first === undefined || first === '|' || first === '>') return undefined;
  const single = first === "'" && !/[\n\r\t]/.test(newText);
  return {
    span: value.span,
    newText: single ? `'${newText.replaceAll("'", "''")}'` : first === '"' ? JSON.stringify(newText) : yamlScalar(newText),
  };
}

/**
 * The edit that puts a plain YAML scalar in quotes, so that it is the text that is written and not a bool, a number or a date.
 * @param text the document that `value.span` refers to @returns undefined where the scalar is no plain one
 */
export function quoteScalar(text: string, value: Value): TextEdit | undefined {
  const source = text.slice(value.span.start, value.span.end);
  return /^[\w.:+-]+(?: [\w.:+-]+)*$/.test(source) ? { span: value.span, newText: `"${source}"` } : undefined;
}
