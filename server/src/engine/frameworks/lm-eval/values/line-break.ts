import type { TracedText } from '../../../core/traced-text.js';

/** Jinja takes one line break off the end of a template unless it is told to keep it (`keep_trailing_newline`). */
export function withoutLineBreak(source: TracedText): TracedText {
  const [lineBreak] = /(?:\r\n|\r|\n)$/.exec(source.text) ?? [];
  return lineBreak === undefined ? source : source.slice(0, source.length - lineBreak.length);
}
