import type { Span } from './span.js';
import type { TracedText } from './traced-text.js';

/** The span of a part of a text, where it is written character for character in one place. */
export function writtenAt(text: TracedText, from: number, to: number): Span | undefined {
  let span: Span | undefined;
  for (const { origin } of text.slice(from, to).pieces) {
    if (origin.kind !== 'source' || !origin.exact) return undefined;
    if (span && (span.file !== origin.span.file || span.end !== origin.span.start)) return undefined;
    span = { file: origin.span.file, start: span?.start ?? origin.span.start, end: origin.span.end };
  }
  return span && span.end - span.start === to - from ? span : undefined;
}
