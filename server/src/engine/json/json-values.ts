import type { FileId } from '../core/span.js';
import type { Value } from '../core/value.js';
import { parseJson } from './parse-json.js';

/**
 * The value of a JSON text as Python's `json.loads` reads it, without loss: `1` is an IntValue of any size, `1.0` a FloatValue; strings know
 * their place in the text. Throws Error with a sentence and the offset where the text is no JSON or nests deeper than CPython stands.
 * @param text the JSON text @param file the document that spans refer to
 */
export function jsonToValue(text: string, file: FileId): Value {
  const { value, problem } = parseJson(text, file);
  if (problem || !value) throw new Error(problem ? `${problem.message} (offset ${problem.start})` : 'The text is empty.');
  return value;
}
