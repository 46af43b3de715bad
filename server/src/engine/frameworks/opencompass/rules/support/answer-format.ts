import type { PlaceholderFault } from '../../columns/placeholder-faults.js';

/** What stands in braces for an answer, or in an example of one, where people write prompts. */
const answerWords: ReadonlySet<string> = new Set(
  'answer your_answer final_answer correct_answer letter option choice number value result url link code name date explanation reason reasoning label score rating'.split(
    ' ',
  ),
);

/** Words before a placeholder that say how something is to be written. */
const cue = /(?:format|in the form|as follows|for example|such as|e\.g\.|like this|output|格式|例如|输出|形式)[^{}\n]{0,60}$/i;

/** Characters before a placeholder that may say what it is. */
const mostBefore = 100;

/**
 * Whether a placeholder that surely no column fills reads as the form of an answer, or a piece of other text: then it may be meant to be read as it stands. Not where a column is near, or where reader_cfg names
 * one that no template asks for.
 */
export function readsAsFormat({
  text: { text },
  braced: { name, start, end },
  kind,
  meant,
  lacksInput,
  filling,
}: PlaceholderFault): boolean {
  if (kind !== 'unfilled' || meant !== undefined || lacksInput) return false;
  if (name.length === 1) return !filling.columns.some((column) => column.length === 1 && isNextTo(column, name));
  if (/[^ -~]/.test(name) || !/[a-z]/.test(name) || answerWords.has(name)) return true;
  return isQuoted(text, start, end) || cue.test(text.slice(Math.max(0, start - mostBefore), start));
}

function isNextTo(letter: string, other: string): boolean {
  return Math.abs(letter.charCodeAt(0) - other.charCodeAt(0)) === 1;
}

/** In quotes of code, or as the value of an attribute. */
function isQuoted(text: string, start: number, end: number): boolean {
  return (text[start - 1] === '`' && text[end] === '`') || (text[start - 2] === '=' && text[start - 1] === text[end]);
}
