import type { StrValue } from '../core/value.js';
import { lineStartOf } from '../core/line-start.js';

/** What may stand anywhere in a plain scalar without changing how the rest is read. */
const harmless = /^[\w<>/][\w<>/.()]*$/;

/** `newText` as it has to be written inside the YAML scalar of `value`; undefined where its style cannot hold it. */
export function intoScalar(text: string, value: StrValue, newText: string): string | undefined {
  const { start, end } = value.span;
  const first = text[start];
  if (first === '"') return JSON.stringify(newText).slice(1, -1);
  if (first === "'") return newText.includes('\n') ? undefined : newText.replaceAll("'", "''");
  if (first === '|') return newText.replaceAll('\n', '\n' + blockIndent(text, start, end));
  if (first === '>') return /\s/.test(newText) ? undefined : newText;
  return harmless.test(newText) && !newText.startsWith('>') ? newText : undefined;
}

/** The indentation of a block scalar: that of its first line with text. */
function blockIndent(text: string, start: number, end: number): string {
  const body = text.slice(text.indexOf('\n', start) + 1, end);
  const line = /^([ \t]*)\S/m.exec(body);
  return line ? line[1]! : ' '.repeat(start - lineStartOf(text, start));
}
