import type { LineIndex } from '../text/line-index.js';
import type { Span } from '../text/span.js';
import { columnsOf, type Style } from './terminal.js';

const widest = 160;

/** The first line of a span with its number, and the span's part of it underlined. */
export function excerpt(text: string, lines: LineIndex, span: Span, style: Style, colour: (text: string) => string): string {
  const { line } = lines.positionAt(span.start);
  const [start, end] = [lines.lineStart(line), lines.lineEnd(line)];
  const source = text.slice(start, end);
  const from = Math.min(span.start, end) - start;
  const to = Math.max(from, Math.min(span.end, end) - start);
  const number = String(line + 1).padStart(6);
  const [cut, offset] = window(source, from);
  const before = visible(cut.slice(0, from - offset));
  const marked = visible(cut.slice(from - offset, Math.max(0, to - offset)));
  const rule = ' '.repeat(columnsOf(before)) + '^'.repeat(Math.max(1, columnsOf(marked)));
  return `${style.dim(`${number} |`)} ${visible(cut)}\n${style.dim('       |')} ${colour(rule)}`;
}

/** A very long line is cut to the part around `from`; also says how much is gone before it. */
function window(source: string, from: number): [cut: string, offset: number] {
  if (source.length <= widest) return [source, 0];
  const offset = Math.min(Math.max(0, from - widest / 4), source.length - widest);
  return [source.slice(offset, offset + widest), offset];
}

/** Tabs as spaces and control characters as dots, so that the marks stand under what they mark and no escape sequence gets out. */
function visible(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replaceAll('\t', '    ').replace(/[\u0000-\u001f\u007f-\u009f]/g, '·');
}
