import { whitespace } from '../unicode.js';

// What escapes of Python's patterns are in JavaScript's, with the flag `u`. Python's classes know all of Unicode.
const word = '[\\p{L}\\p{N}_]';
const notWord = '[^\\p{L}\\p{N}_]';
const boundary = `(?:(?<=${word})(?!${word})|(?<!${word})(?=${word}))`;
const notBoundary = `(?:(?<=${word})(?=${word})|(?<!${word})(?!${word}))`;
/** Classes within a set, without its brackets. */
export const classes: Readonly<Record<string, string>> = { d: '\\p{Nd}', D: '\\P{Nd}', w: '\\p{L}\\p{N}_', s: whitespace };
/** Escapes outside of sets: classes and assertions. */
export const outside: Readonly<Record<string, string>> = {
  d: '\\p{Nd}', D: '\\P{Nd}', w: word, W: notWord, s: `[${whitespace}]`, S: `[^${whitespace}]`, b: boundary, B: notBoundary, A: '^', Z: '$',
};
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
