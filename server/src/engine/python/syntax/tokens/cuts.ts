import { lex } from './lex.js';
import { lineEnd, stringEnd } from './scan.js';

const continuing = /(?:elif|else|except|finally)\b/y;
/** A text with more brackets within each other is left to `lex`. */
const mostBrackets = 100;

/** Where the statements at the top level of a text begin, as `lex` finds them: for large files of which nothing else is asked. */
export function cutsOf(text: string): readonly number[] {
  return plainCuts(text) ?? lex(text).cuts;
}

/** Undefined where something in the text is unusual or wrong, or may be. */
function plainCuts(text: string): readonly number[] | undefined {
  const cuts: number[] = [];
  const brackets: number[] = [];
  let isNewLine = true;
  let isIndented = false;
  let isDecorated = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 32 || c === 9) isIndented ||= isNewLine;
    else if (c === 35) i = lineEnd(text, i) - 1;
    else if (c === 10) {
      if (brackets.length > 0) continue;
      isNewLine = true;
      isIndented = false;
    } else if (c === 13 && text.charCodeAt(i + 1) === 10) continue;
    else if (c > 126 || c < 32) return undefined;
    else {
      if (isNewLine) {
        continuing.lastIndex = i;
        if (!isIndented && !isDecorated && !continuing.test(text)) cuts.push(i);
        isNewLine = false;
        isDecorated = c === 64;
      }
      const last = lastOf(text, i, c);
      if (last === undefined || !isBalanced(brackets, c)) return undefined;
      i = last;
    }
  }
  return brackets.length === 0 ? cuts : undefined;
}

/** The last character of the string or of the continued line's end that begins at `i`; of all else, itself. Undefined where there is none. */
function lastOf(text: string, i: number, c: number): number | undefined {
  if (c === 34 || c === 39) {
    const end = stringEnd(text, i);
    return end === undefined ? undefined : end - 1;
  }
  if (c !== 92) return i;
  return text.charCodeAt(i + 1) === 10 ? i + 1 : undefined;
}

/** Takes a bracket to those that are open, or the last from them. @returns false where that is another one, or there are too many */
function isBalanced(brackets: number[], c: number): boolean {
  if (c === 40 || c === 91 || c === 123) return brackets.push(c === 40 ? 41 : c + 2) <= mostBrackets;
  return (c !== 41 && c !== 93 && c !== 125) || brackets.pop() === c;
}
