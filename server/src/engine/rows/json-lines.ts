import { defaultDepth, parseJson } from '../json/parse-json.js';
import type { FileId } from '../core/span.js';
import type { DictValue } from '../core/value.js';
import { weighJson } from './json-weight.js';
import type { PlainRow, RowProblem } from './row-table.js';
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

/** A row that is no longer than this holds no more than is read of one. */
const surelyFew = 64 * 1024;

/** What may be read in another way: numbers with a fraction, an exponent or more digits than a double has, and keys that JavaScript puts first. */
const particular = /[:[,]\s*-?(?:\d+[.eE]|\d{16})|"\d+"\s*:|"__proto__"/;

/**
 * An object of JSON by JavaScript's own reader, which is many times as fast.
 * @returns undefined where that may be another one than `parseRow` gives
 */
export function plainRow(source: string): PlainRow | undefined {
  if ((source.length > surelyFew && tooMuchIn(source)) || particular.test(source)) return undefined;
  try {
    const value = JSON.parse(source) as unknown;
    // Each depth takes two characters.
    const mayBeDeep = source.length > 2 * defaultDepth;
    const isRow = typeof value === 'object' && value !== null && !Array.isArray(value) && (!mayBeDeep || isShallow(value, defaultDepth));
    return isRow && keysIn(value) === keyEndsIn(source) ? (value as PlainRow) : undefined;
  } catch {
    return undefined;
  }
}

/** Behind each key, and perhaps within texts. Where there are more than keys, one may be there twice, of which JavaScript says nothing. */
const keyEnd = /"\s*:/g;

function keyEndsIn(source: string): number {
  let count = 0;
  keyEnd.lastIndex = 0;
  while (keyEnd.test(source)) count++;
  return count;
}

function keysIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const parts: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  let count = Array.isArray(value) ? 0 : parts.length;
  for (const part of parts) count += keysIn(part);
  return count;
}

function isShallow(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth <= 0) return false;
  const parts: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return parts.every((part) => isShallow(part, depth - 1));
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
  const tooMuch = source.length > surelyFew ? tooMuchIn(source) : undefined;
  if (tooMuch) return problemAt(tooMuch.at, tooMuch.at + 1, tooMuch.what);
  const { value, problem } = parseJson(source, file, defaultDepth, mostValues, offset);
  if (problem) return problemAt(problem.start, problem.end, problem.message);
  if (value?.kind === 'dict') return value;
  return problemAt(0, source.trimEnd().length, otherwise);
}

/** What there is more of in a row than is read, found before any value of it is made. */
function tooMuchIn(source: string): { readonly at: number; readonly what: string } | undefined {
  const { keys, beyond } = weighJson(source, mostValues);
  if (beyond !== undefined) return { at: beyond, what: say`More than ${String(mostValues)} values are not read.` };
  return keys > mostColumns && source.startsWith('{')
    ? { at: 0, what: say`it has ${String(keys)} keys; more than ${String(mostColumns)} columns are not read.` }
    : undefined;
}
