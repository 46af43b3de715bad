import { lineStartOf } from '../../../../core/line-start.js';
import type { Span } from '../../../../core/span.js';
import type { TextEdit } from '../../../../core/text-edit.js';

/** A blank in place of the dash in front of an item of a block list, whose keys then belong to the item before; undefined where it is written otherwise, or is the first one. */
export function withoutDash(source: string, { file, start }: Span): TextEdit | undefined {
  const from = lineStartOf(source, start);
  const [, blanks] = /^([ \t]*)-[ \t]+$/.exec(source.slice(from, start)) ?? [];
  if (blanks === undefined) return undefined;
  const before = source.slice(0, from).trimEnd();
  const line = before.slice(lineStartOf(before, before.length));
  const isFirst = !/^\s*-/.test(line) && line.length - line.trimStart().length <= blanks.length;
  return isFirst ? undefined : { span: { file, start: from + blanks.length, end: from + blanks.length + 1 }, newText: ' ' };
}
