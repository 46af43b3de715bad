import type { Document } from '../core/document.js';
import type { Span } from '../core/span.js';

/** Whether a line's beginning leaves a string open; YAML text may go without quotes. */
export function insideText(document: Document, before: string): boolean {
  if (document.language === 'yaml') return true;
  const rest = before.replace(/\\./g, '').replace(/"[^"]*"|'[^']*'/g, '');
  return /["']/.test(rest);
}

/** The span of what is typed before an offset. */
export function typedSpan({ file }: Document, offset: number, typed: string): Span {
  return { file, start: offset - typed.length, end: offset };
}
