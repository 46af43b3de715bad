import type { Document } from '../core/document.js';
import type { Span } from '../core/span.js';

/** The Python name around `offset`; undefined where there is none. */
export function wordAt(
  document: Pick<Document, 'text' | 'file'>,
  offset: number,
): { readonly text: string; readonly span: Span } | undefined {
  const { text, file } = document;
  let start = offset;
  let end = offset;
  while (start > 0 && isNamePart(text[start - 1]!)) start--;
  while (end < text.length && isNamePart(text[end]!)) end++;
  const word = text.slice(start, end);
  return /^[\p{L}_]/u.test(word) ? { text: word, span: { file, start, end } } : undefined;
}

function isNamePart(c: string): boolean {
  return /[\p{L}\p{N}_]/u.test(c);
}
