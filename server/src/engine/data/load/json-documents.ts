import { charge } from '../../core/cost.js';
import type { FileId } from '../../core/span.js';
import type { Value } from '../../core/value.js';
import { defaultDepth, parseJson } from '../../json/parse-json.js';
import { closingQuote } from '../../rows/json-list.js';
import { shifted } from '../../rows/shift.js';

/** A place in a text where a JSON document stands. */
interface Part {
  readonly start: number;
  readonly end: number;
}

/** Values that one document may hold. */
const mostValues = 5_000_000;

const marks = /["{}[\]]/g;

/**
 * The JSON documents of a text, one behind the other with nothing but blanks between them, as pyarrow's reader takes them: on a line each, or not.
 * @returns undefined where the text is not made of objects, or one cannot be read
 */
export function jsonObjects(text: string, file: FileId): Value[] | undefined {
  const values: Value[] = [];
  for (let at = firstMark(text, text.startsWith('\ufeff') ? 1 : 0); at < text.length;) {
    const part = objectAt(text, at);
    if (!part) return undefined;
    const { value, problem } = parseJson(text.slice(part.start, part.end), file, defaultDepth, mostValues);
    if (problem || value?.kind !== 'dict') return undefined;
    charge((part.end - part.start) >> 4);
    values.push(shifted(value, part.start));
    at = firstMark(text, part.end);
  }
  return values;
}

function firstMark(text: string, from: number): number {
  const blank = /[^ \t\r\n]/g;
  blank.lastIndex = from;
  return blank.exec(text)?.index ?? text.length;
}

function objectAt(text: string, start: number): Part | undefined {
  if (text[start] !== '{') return undefined;
  let depth = 0;
  marks.lastIndex = start;
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    const sign = mark[0];
    if (sign === '"') {
      const close = closingQuote(text, mark.index + 1);
      if (close < 0) return undefined;
      marks.lastIndex = close + 1;
    } else if (sign === '{' || sign === '[') depth++;
    else if (--depth === 0) return { start, end: mark.index + 1 };
  }
  return undefined;
}
