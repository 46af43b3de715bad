import { say } from '../core/say.js';
import { Lexer } from 'yaml';

/**
 * Words of YAML that are read (texts, anchors, aliases, tags, comments), and marks: of a text of nothing but short ones it takes about half a second. The longest
 * task file of the harness has less than a hundredth of that.
 */
const mostWords = 80_000;
const mostMarks = 160_000;
/** A text as short as this cannot have too many of them: each takes a character. */
const surelyShort = mostWords;

/** What makes a YAML text more than is read: it nests too deep at an offset, or has more than so many words or marks. */
export type TooMuch = { readonly kind: 'deep'; readonly at: number } | { readonly kind: 'long'; readonly most: string };

/** Whether a text is more than is read. A look at its characters, and at its tokens where these leave a doubt, so that no time is spent on what is not read anyway. */
export function findTooMuch(text: string, depth: number): TooMuch | undefined {
  return text.length > surelyShort || mayNestDeeper(text, depth) ? tokensTooMuch(text, depth) : undefined;
}

/** Whether there are so many brackets, in quotes or not, or a line with so many dashes, that the text may nest deeper than `depth`. */
function mayNestDeeper(text: string, depth: number): boolean {
  let open = 0;
  const marks = /[[{]|[\]}]|^[ \t]*(?:[-?:][ \t]+){64,}/gm;
  for (let match = marks.exec(text); match; match = marks.exec(text)) {
    const [mark] = match;
    if (mark === '[' || mark === '{') open++;
    else if (mark === ']' || mark === '}') open = Math.max(0, open - 1);
    else if (mark.replace(/\s/g, '').length > depth) return true;
    if (open > depth) return true;
  }
  return false;
}

/** Tokens of no length that the lexer puts before a scalar, and others. */
const scalarFollows = '\x1f';
const withoutLength = new Set([scalarFollows, '\x02', '\x18']);
const blank = /^\s/;
const mark = /^[-?:,[\]{}]$/;

function tokensTooMuch(text: string, depth: number): TooMuch | undefined {
  let at = 0;
  let brackets = 0;
  // Collections that the line has opened in front of what stands in it.
  let onLine = 0;
  let words = 0;
  let marks = 0;
  let isScalar = false;
  for (const token of new Lexer().lex(text)) {
    if (!isScalar && mark.test(token)) marks++;
    else if (isScalar || !(withoutLength.has(token) || blank.test(token))) words++;
    if (words > mostWords) return { kind: 'long', most: say`${String(mostWords)} words` };
    if (marks > mostMarks) return { kind: 'long', most: say`${String(mostMarks)} marks` };
    if (!isScalar) {
      if (token === '[' || token === '{') brackets++;
      else if (token === ']' || token === '}') brackets = Math.max(0, brackets - 1);
      else if (token === '-' || token === '?' || token === ':') onLine++;
      else if (token.startsWith('\n') || token.startsWith('\r')) onLine = 0;
      if (brackets > depth || (brackets === 0 && onLine > depth)) return { kind: 'deep', at };
    }
    isScalar = token === scalarFollows;
    if (!withoutLength.has(token)) at += token.length;
  }
  return undefined;
}
