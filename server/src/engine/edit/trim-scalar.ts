import type { TextEdit } from '../core/text-edit.js';
import { endWithout } from '../core/text-ends.js';
import type { StrValue } from '../core/value.js';

/**
 * The edit that takes the white space off one end of a YAML text: blanks and escape sequences within quotes, the last line break of a block.
 * @param text the document that `value.span` refers to @returns undefined where there is none, or a sure edit is impossible
 */
export function trimScalar(text: string, value: StrValue, side: 'start' | 'end'): TextEdit | undefined {
  const { file, start, end } = value.span;
  const first = text[start];
  if (first === '"' || first === "'") {
    const inner = text.slice(start + 1, end - 1);
    const blank = side === 'end' ? blanksAtEnd(inner, first) : blanksAtStart(inner, first);
    if (blank === 0) return undefined;
    const from = side === 'end' ? end - 1 - blank : start + 1;
    return { span: { file, start: from, end: from + blank }, newText: '' };
  }
  return side === 'end' && (first === '|' || first === '>') && /\S\n$/.test(value.text) ? withoutLastBreak(text, value) : undefined;
}

/** How many units of white space start what stands in quotes: blanks, line breaks, and in double quotes escape sequences of either. */
function blanksAtStart(inner: string, quote: string): number {
  const blanks = quote === "'" ? /^\s*/ : /^(?:\s|\\[nt\s])*/;
  return blanks.exec(inner)![0].length;
}

/** The same at the end. */
function blanksAtEnd(inner: string, quote: string): number {
  if (quote === "'") return inner.length - inner.trimEnd().length;
  let at = inner.length;
  for (;;) {
    // What an odd number of backslashes stands in front of is escaped.
    const escaped = isOdd(at - 1 - endWithout(inner.slice(0, Math.max(0, at - 1)), '\\'));
    const last = inner[at - 1] ?? '';
    if (!(escaped ? /[nt\s]/ : /\s/).test(last)) return inner.length - at;
    at -= escaped ? 2 : 1;
  }
}

function isOdd(count: number): boolean {
  return count % 2 === 1;
}

/** `|` becomes `|-`. */
function withoutLastBreak(text: string, { span: { file, start } }: StrValue): TextEdit | undefined {
  const header = /^[|>]([1-9]?)([+]?)([1-9]?)(?=\s)/.exec(text.slice(start, start + 5));
  if (!header) return undefined;
  return { span: { file, start, end: start + header[0].length }, newText: `${header[0][0]!}${header[1]!}${header[3]!}-` };
}
