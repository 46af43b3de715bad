// JSON without loss: Python writes the float one as `1.0` and the int as `1`, and JavaScript's parser forgets which it was.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const numberKey = '\u0000number';
const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Parses JSON; a float, or an int that a double cannot hold, becomes `{[numberKey]: its text}`. */
export function parseLossless(text) {
  const marked = text.replace(tokens, (token) => (token[0] === '"' || isPlainInt(token) ? token : `{"\\u0000number":"${token}"}`));
  return JSON.parse(marked);
}

/** Writes what `parseLossless` read. */
export function stringifyLossless(value) {
  return JSON.stringify(value).replace(/\{"\\u0000number":"([^"]*)"\}/g, '$1');
}

/** The text of a number that `parseLossless` kept apart, else undefined. */
export function numberText(value) {
  return value !== null && typeof value === 'object' ? value[numberKey] : undefined;
}

function isPlainInt(token) {
  return /^-?\d+$/.test(token) && Number.isSafeInteger(Number(token)) && token !== '-0';
}

/** The lines of a JSON Lines file, gzipped or not, as texts. */
export function readLines(file) {
  const bytes = readFileSync(file);
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return text.split('\n').filter((line) => line !== '');
}
