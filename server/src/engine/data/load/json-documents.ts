import { charge } from '../../core/cost.js';
import type { FileId } from '../../core/span.js';
import type { Value } from '../../core/value.js';
import { defaultDepth, parseJson } from '../../json/parse-json.js';
import { endOfItem } from '../../rows/json-list.js';

/** Values that one document may hold. */
const mostValues = 5_000_000;

/**
 * The JSON documents of a text, one behind the other with nothing but blanks between them, as pyarrow's reader takes them: on a line each, or not.
 * @returns undefined where the text is not made of objects, or one cannot be read
 */
export function jsonObjects(text: string, file: FileId): Value[] | undefined {
  const values: Value[] = [];
  for (let at = firstMark(text, text.startsWith('\ufeff') ? 1 : 0); at < text.length;) {
    const end = text[at] === '{' ? endOfItem(text, at) : undefined;
    if (end === undefined) return undefined;
    const { value, problem } = parseJson(text.slice(at, end), file, defaultDepth, mostValues, at);
    if (problem || value?.kind !== 'dict') return undefined;
    charge((end - at) >> 4);
    values.push(value);
    at = firstMark(text, end);
  }
  return values;
}

function firstMark(text: string, from: number): number {
  const blank = /[^ \t\r\n]/g;
  blank.lastIndex = from;
  return blank.exec(text)?.index ?? text.length;
}
