import { whitespace } from '../unicode.js';
import type { Assertion } from './re-shape.js';

// What escapes of Python's patterns are in JavaScript's, with the flag `u`. Python's classes know all of Unicode.
const word = '[\\p{L}\\p{N}_]';
/** Classes within a set that are all but another. */
export const negatedClasses: Readonly<Record<string, string>> = { W: '[^\\p{L}\\p{N}_]', S: `[^${whitespace}]` };
const notWord = '[^\\p{L}\\p{N}_]';
/** Classes within a set, without its brackets. */
export const classes: Readonly<Record<string, string>> = { d: '\\p{Nd}', D: '\\P{Nd}', w: '\\p{L}\\p{N}_', s: whitespace };
/** Escapes outside of sets that stand for classes. */
export const outside: Readonly<Record<string, string>> = {
  d: '\\p{Nd}',
  D: '\\P{Nd}',
  w: word,
  W: notWord,
  s: `[${whitespace}]`,
  S: `[^${whitespace}]`,
};
/** Escapes that stand for a place. */
export const places: Readonly<Record<string, Assertion>> = { b: 'boundary', B: 'notBoundary', A: 'start', Z: 'end' };
/** The same with the flag ASCII. */
export const asciiClasses: Readonly<Record<string, string>> = {
  d: '0-9',
  D: '[^0-9]',
  w: 'A-Za-z0-9_',
  W: '[^A-Za-z0-9_]',
  s: ' \\t\\n\\r\\f\\v',
  S: '[^ \\t\\n\\r\\f\\v]',
};
export const asciiOutside: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(asciiClasses).map(([letter, source]) => [letter, source.startsWith('[') ? source : `[${source}]`]),
);
export const asciiPlaces: Readonly<Record<string, Assertion>> = { ...places, b: 'asciiBoundary', B: 'notAsciiBoundary' };
/** Code points that letters after a backslash stand for. */
export const controls: Readonly<Record<string, number>> = { a: 7, f: 12, n: 10, r: 13, t: 9, v: 11 };

/** The source that matches one character. */
export function literal(c: string): string {
  return /^[\^$\\.*+?()[\]{}|/]$/.test(c) ? '\\' + c : c;
}

/** A code point within a set. */
export function inSet(code: number): string {
  return `\\u{${code.toString(16)}}`;
}

const wordPattern = new RegExp(word, 'u');

/** Whether a code point is what `\\w` matches. */
export function isWordCharacter(code: number): boolean {
  if (code < 128) return code === 95 || (code >= 48 && code < 58) || (code >= 65 && code < 91) || (code >= 97 && code < 123);
  return wordPattern.test(String.fromCodePoint(code));
}
