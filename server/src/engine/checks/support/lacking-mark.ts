import type { Problem } from '../../core/evaluation.js';
import { assumedLanguage } from '../../core/language.js';
import { say } from '../../core/say.js';
import type { Fix } from '../../frameworks/face/rule.js';
import { parsePython } from '../../python/syntax/parse.js';
import { lex } from '../../python/syntax/tokens/lex.js';
import type { Token } from '../../python/syntax/tokens/token.js';

/** Texts that are parsed again to see whether a mark makes them whole, and how long they may be. */
const mostTries = 6;
const longest = 100_000;

const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** The comma or the closing bracket that a Python text lacks at a problem: a fix where it is whole with it. */
export function lackingMark({ message, span: { file, start, end } }: Problem, source: string): Fix[] {
  if (assumedLanguage(file) !== 'python' || source.length > longest) return [];
  const opened = /does not match opening parenthesis '(.)'/.exec(message)?.[1];
  const mark = opened === undefined ? ',' : closers[opened];
  if (mark === undefined || (opened === undefined && !message.endsWith('forgot a comma?'))) return [];
  const places = opened === undefined ? endsWithin(source, start, end) : endsWithin(source, 0, start).slice(-1);
  const at = places.slice(0, mostTries).find((place) => isWhole(source.slice(0, place) + mark + source.slice(place), file));
  return at === undefined
    ? []
    : [{ title: say`Insert ${mark}`, safe: false, edits: [{ span: { file, start: at, end: at }, newText: mark }] }];
}

function isWhole(text: string, file: string): boolean {
  return parsePython(file, text).errors.length === 0;
}

/** Where tokens end that lie within a stretch of the text, but for the last one of what is too much. */
function endsWithin(source: string, start: number, end: number): readonly number[] {
  const tokens: Token[] = [];
  lex(source, tokens);
  return tokens.flatMap((token) =>
    token.kind !== 'newline' && token.start >= start && token.end < end + (start === 0 ? 1 : 0) ? token.end : [],
  );
}
