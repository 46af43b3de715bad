import type { Span } from '../core/span.js';
import { mostPieces, TracedText, type Piece } from '../core/traced-text.js';

/**
 * The decoded text of a string in double quotes with JSON's escape sequences, each of which becomes a piece that is not exact.
 * @param decoded the value of the string @param text what was read @param span the string with its quotes, in the file @param offset where `text` stands in the file
 */
export function jsonString(decoded: string, text: string, span: Span, offset: number): TracedText {
  if (decoded === '') return TracedText.empty;
  const start = span.start + 1;
  const end = span.end - 1;
  if (end - start === decoded.length) return TracedText.of(decoded, { kind: 'source', span: { file: span.file, start, end }, exact: true });
  const source = text.slice(start - offset, end - offset);
  return new TracedText(decoded, () => pieces(source, { file: span.file, start, end }, decoded.length));
}

/** @param source the string without its quotes @param length of the decoded text: what is behind so many pieces as are followed has one origin */
function pieces(source: string, { file, start, end }: Span, length: number): Piece[] {
  const result: Piece[] = [];
  let gone = 0;
  const add = (from: number, to: number, exact: boolean): void => {
    if (from >= to) return;
    const span = { file, start: start + from, end: start + to };
    result.push({ length: exact ? to - from : 1, origin: { kind: 'source', span, exact } });
    gone += exact ? to - from : 1;
  };
  let plain = 0;
  let at = source.indexOf('\\');
  while (at >= 0) {
    if (result.length >= mostPieces - 2)
      return [...result, { length: length - gone, origin: { kind: 'source', span: { file, start: start + plain, end }, exact: false } }];
    const behind = at + (source[at + 1] === 'u' ? 6 : 2);
    add(plain, at, true);
    add(at, behind, false);
    plain = behind;
    at = source.indexOf('\\', behind);
  }
  add(plain, source.length, true);
  return result;
}
