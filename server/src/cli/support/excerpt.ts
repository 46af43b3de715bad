import type { LineIndex } from '../../engine/core/line-index.js';
import { shownLine } from '../../engine/core/shown.js';
import type { Span } from '../../engine/core/span.js';
import { terminalColumns, type Style } from './terminal.js';

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
  const rule = ' '.repeat(terminalColumns(before)) + '^'.repeat(Math.max(1, terminalColumns(marked)));
  return `${style.dim(`${number} |`)} ${visible(cut)}\n${style.dim('       |')} ${colour(rule)}`;
}

/** A very long line is cut to the part around `from`; also says how much is gone before it. */
function window(source: string, from: number): [cut: string, offset: number] {
  if (source.length <= widest) return [source, 0];
  const offset = wholeAt(source, Math.min(Math.max(0, from - widest / 4), source.length - widest));
  return [source.slice(offset, wholeAt(source, offset + widest)), offset];
}

/** The offset, or the one before it that parts no surrogate pair. */
function wholeAt(source: string, offset: number): number {
  return /[\udc00-\udfff]/.test(source.charAt(offset)) ? offset - 1 : offset;
}

/** Tabs as spaces, so that the marks stand under what they mark. */
function visible(text: string): string {
  return shownLine(text.replaceAll('\t', '    '), Infinity);
}
