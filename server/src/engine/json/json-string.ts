import type { Span } from '../core/span.js';
import { mostPieces, TracedText, type Piece } from '../core/traced-text.js';

/**
 * The decoded text of a string in double quotes with JSON's escape sequences, each of which becomes a piece that is not exact.
 * @param decoded the value of the string @param text the document @param span the string with its quotes
 */
export function jsonString(decoded: string, text: string, span: Span): TracedText {
  if (decoded === '') return TracedText.empty;
  const start = span.start + 1;
  const end = span.end - 1;
  if (end - start === decoded.length) return TracedText.of(decoded, { kind: 'source', span: { file: span.file, start, end }, exact: true });
  return new TracedText(decoded, () => pieces(text, { file: span.file, start, end }, decoded.length));
}

/** @param length of the decoded text: what is behind so many pieces as are followed has one origin */
function pieces(text: string, { file, start, end }: Span, length: number): Piece[] {
  const result: Piece[] = [];
  let gone = 0;
  const add = (from: number, to: number, exact: boolean): void => {
    if (from >= to) return;
    result.push({ length: exact ? to - from : 1, origin: { kind: 'source', span: { file, start: from, end: to }, exact } });
    gone += exact ? to - from : 1;
  };
  let plain = start;
  let at = text.indexOf('\\', start);
  while (at >= 0 && at < end) {
    if (result.length >= mostPieces - 2)
      return [...result, { length: length - gone, origin: { kind: 'source', span: { file, start: plain, end }, exact: false } }];
    const behind = at + (text[at + 1] === 'u' ? 6 : 2);
    add(plain, at, true);
    add(at, behind, false);
    plain = behind;
    at = text.indexOf('\\', behind);
  }
  add(plain, end, true);
  return result;
}
