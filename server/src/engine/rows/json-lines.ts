import { defaultDepth, parseJson } from '../json/parse-json.js';
import type { FileId } from '../core/span.js';
import type { DictValue } from '../core/value.js';
import type { PlainRow, RowProblem } from './row-table.js';
import { shifted } from './shift.js';
import { countBetween, mostColumns, type RecordPart, type RecordFormat } from './text-rows.js';
import { say } from '../core/say.js';

/** How many values a row may hold: more than any that a prompt is made of. */
const mostValues = 100_000;

/** JSON Lines: each line that is not blank is an object. */
export class JsonLines implements RecordFormat {
  /** @param file the file that spans refer to */
  constructor(private readonly file: FileId) {}

  split(text: string, ended: boolean): RecordPart | 'more' | 'end' {
    const start = firstMark(text);
    if (start < 0) return ended ? 'end' : 'more';
    const newline = text.indexOf('\n', start);
    if (newline < 0 && !ended) return 'more';
    const end = newline < 0 ? text.length : newline;
    return { start, end, next: newline < 0 ? end : newline + 1 };
  }

  skim(source: string): PlainRow | undefined {
    return plainRow(source);
  }

  valuesIn(text: string, part: RecordPart): number {
    return countBetween(text, ',', part);
  }

  parse(source: string, offset: number, line: number): DictValue | RowProblem {
    return parseRow(this.file, source, offset, line, say`each line must be a JSON object.`);
  }
}

/** Longer lines are few, and may hold more than a row may. */
const mostSkimmed = 64 * 1024;

/** What may be read in another way: numbers with a fraction, an exponent or more digits than a double has, and keys that JavaScript puts first. */
const particular = /[:[,]\s*-?(?:\d+[.eE]|\d{16})|"\d+"\s*:|"__proto__"/;

/**
 * An object of JSON by JavaScript's own reader, which is many times as fast.
 * @returns undefined where that may be another one than `parseRow` gives
 */
function plainRow(source: string): PlainRow | undefined {
  if (source.length > mostSkimmed || particular.test(source)) return undefined;
  try {
    const value = JSON.parse(source) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value) && isShallow(value, defaultDepth)
      ? (value as PlainRow)
      : undefined;
  } catch {
    return undefined;
  }
}

function isShallow(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((part) => isShallow(part, depth - 1));
}

/** Where the first character stands that is not blank; -1 where there is none. */
export function firstMark(text: string, from = 0): number {
  // Most lines begin at once.
  const first = text.charCodeAt(from);
  if (first > 0x20 && first < 0x7f) return from;
  const blank = /[^\s]/g;
  blank.lastIndex = from;
  return blank.exec(text)?.index ?? -1;
}

/**
 * Reads an object of JSON.
 * @param offset of `source` in the file @param line its line, from 0 @param otherwise what to say of JSON that is no object
 */
export function parseRow(file: FileId, source: string, offset: number, line: number, otherwise: string): DictValue | RowProblem {
  const problemAt = (start: number, end: number, what: string): RowProblem => ({
    line: line + source.slice(0, start).split('\n').length - 1,
    span: { file, start: offset + start, end: offset + end },
    message: say`Line ${String(line + source.slice(0, start).split('\n').length)} is not a row: ${what}`,
  });
  const { value, problem } = parseJson(source, file, defaultDepth, mostValues);
  if (problem) return problemAt(problem.start, problem.end, problem.message);
  if (value?.kind === 'dict' && value.entries.size > mostColumns)
    return problemAt(0, 1, say`it has ${String(value.entries.size)} columns; more than ${String(mostColumns)} are not read.`);
  if (value?.kind === 'dict') return shifted(value, offset) as DictValue;
  return problemAt(0, source.trimEnd().length, otherwise);
}
