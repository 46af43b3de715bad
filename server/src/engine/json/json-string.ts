import type { Span } from '../core/span.js';
import { TracedText, type Piece } from '../core/traced-text.js';

/**
 * The decoded text of a string in double quotes with JSON's escape sequences, each of which becomes a piece that is not exact.
 * @param decoded the value of the string @param text the document @param span the string with its quotes
 */
export function jsonString(decoded: string, text: string, span: Span): TracedText {
  if (decoded === '') return TracedText.empty;
  const start = span.start + 1;
  const end = span.end - 1;
  if (end - start === decoded.length) return TracedText.of(decoded, { kind: 'source', span: { file: span.file, start, end }, exact: true });
  return new TracedText(decoded, () => pieces(text, { file: span.file, start, end }));
}

function pieces(text: string, { file, start, end }: Span): Piece[] {
  const result: Piece[] = [];
  const add = (from: number, to: number, exact: boolean): void => {
    if (from < to) result.push({ length: exact ? to - from : 1, origin: { kind: 'source', span: { file, start: from, end: to }, exact } });
  };
  let plain = start;
  let at = text.indexOf('\\', start);
  while (at >= 0 && at < end) {
    const behind = at + (text[at + 1] === 'u' ? 6 : 2);
    add(plain, at, true);
    add(at, behind, false);
    plain = behind;
    at = text.indexOf('\\', behind);
  }
  add(plain, end, true);
  return result;
}
