import type { Change, Mutation, Range } from './mutation.js';
import type { Entry, Literal, PythonSource } from './python-source.js';

/** A key under another name. */
export function renamedKey(literal: Literal, entry: Entry, name: string): Mutation {
  return { changes: [{ ...entry.keyAt, text: name }], at: entry.keyAt.start, within: literal.at };
}

/** Other text in place of what stands at a range. */
export function replaced(literal: Pick<Literal, 'at'>, range: Range, text: string): Mutation {
  return { changes: [{ start: range.start, end: range.end, text }], at: range.start, within: literal.at };
}

/** Without an entry, with its comma, and its line where nothing else is on it. */
export function removed(source: PythonSource, literal: Literal, entry: Entry): Mutation {
  return { changes: [withoutEntry(source.text, entry.at)], at: literal.at.start, within: literal.at };
}

function withoutEntry(text: string, { start, end }: Range): Change {
  const comma = /^\s*,/.exec(text.slice(end))?.[0] ?? '';
  const behind = end + comma.length;
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const restOfLine = /^[ \t]*(#[^\n]*)?\n/.exec(text.slice(behind))?.[0];
  const alone = text.slice(lineStart, start).trim() === '' && restOfLine !== undefined;
  return alone ? { start: lineStart, end: behind + restOfLine.length, text: '' } : { start, end: behind, text: '' };
}
