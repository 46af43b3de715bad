import { charge } from '../../../core/cost.js';
import { isSpace, whitespace } from '../../../python/runtime/unicode.js';

/** Python's `\w`, and the edge of a word, in regular expressions with the flag `u`. */
const w = '[\\p{L}\\p{N}_]';
const b = `(?:(?<=${w})(?!${w})|(?<!${w})(?=${w}))`;
const s = `[${whitespace}]`;

/** A pattern and what stands in its place. */
type Step = readonly [pattern: RegExp, replacement: string];

/** Before punctuation is split off: quotes that open. */
const openingQuotes: readonly Step[] = [
  [/([«“‘„]|`+)/gu, ' $1 '],
  [/^"/u, '``'],
  [/(``)/gu, ' $1 '],
  [/([ ([{<])("|'{2})/gu, '$1 `` '],
  [new RegExp(`(?<!${w})(')(?!(?:re|ve|ll|m|t|s|d|n)${b})(?=${w})`, 'giu'), '$1 '],
];

const punctuationBefore: readonly Step[] = [
  [/([:,])(\P{Nd})/gu, ' $1 $2'],
  [/([:,])(?=\n?$)/gu, ' $1 '],
  [/\.{2,}/gu, ' $& '],
  [/[;@#$%&]/gu, ' $& '],
  [/[\u2012-\u2015]/gu, ' $& '],
];

const punctuationBehind: readonly Step[] = [
  [/[?!]/gu, ' $& '],
  [/([^'])' /gu, "$1 ' "],
  [/[*]/gu, ' $& '],
  [/[\][(){}<>]/gu, ' $& '],
  [/--/gu, ' -- '],
];

/** Quotes that close, possessives and short forms. */
const endings: readonly Step[] = [
  [/([»”’])/gu, ' $1 '],
  [/''/gu, " '' "],
  [/"/gu, " '' "],
  [new RegExp(`${s}+`, 'gu'), ' '],
  [/([^' ])('[sS]|'[mM]|'[dD]|') /gu, '$1 $2 '],
  [/([^' ])('ll|'LL|'re|'RE|'ve|'VE|n't|N'T) /gu, '$1 $2 '],
];

const contractions: readonly Step[] = [
  ...[
    ['can', 'not'],
    ['d', "'ye"],
    ['gim', 'me'],
    ['gon', 'na'],
    ['got', 'ta'],
    ['lem', 'me'],
    ['more', "'n"],
  ].map(([first, second]): Step => [new RegExp(`${b}(${first!})(${second!})${b}`, 'giu'), ' $1 $2 ']),
  [new RegExp(`${b}(wan)(na)(?=${s})`, 'giu'), ' $1 $2 '],
  [new RegExp(` ('t)(is)${b}`, 'giu'), ' $1 $2 '],
  [new RegExp(` ('t)(was)${b}`, 'giu'), ' $1 $2 '],
];

/**
 * The words of one sentence as `nltk.word_tokenize` splits it (nltk 3.10 `tokenize/destructive.py`, `NLTKWordTokenizer`, after R. MacIntyre's `tokenizer.sed`
 * of the Penn Treebank).
 */
export function wordTokens(sentence: string): string[] {
  charge(5 * sentence.length);
  let text = replaced(sentence, openingQuotes);
  text = finalPeriod(text, ']})>"\'»”’ ', ' ');
  text = replaced(text, punctuationBefore);
  text = finalPeriod(text, ']})>"\'', '');
  text = replaced(text, punctuationBehind);
  text = replaced(replaced(` ${text} `, endings), contractions);
  return text.split(new RegExp(`${s}+`, 'u')).filter((word) => word !== '');
}

function replaced(text: string, steps: readonly Step[]): string {
  return steps.reduce((made, [pattern, replacement]) => made.replace(pattern, replacement), text);
}

/** Splits off the period that nothing but `closing` characters and white space follows, unless it is one of several. */
function finalPeriod(text: string, closing: string, between: string): string {
  const at = text.lastIndexOf('.');
  if (at < 1 || text[at - 1] === '.') return text;
  const tail = withoutTrailingSpace(text.slice(at + 1));
  for (const character of tail) if (!closing.includes(character)) return text;
  return `${text.slice(0, at)} .${between}${tail} `;
}

function withoutTrailingSpace(text: string): string {
  let end = text.length;
  while (end > 0 && isSpace(text[end - 1]!)) end--;
  return text.slice(0, end);
}

/**
 * Whether a text has the same words however it is split into sentences. nltk splits by a model (punkt) that is not known here; where the sentences end
 * matters to a single period within the text, and to a quote behind a question mark.
 */
export function sameInSentences(text: string): boolean {
  charge(text.length);
  let last = text.length - 1;
  while (last >= 0 && (closers.has(text[last]!) || text[last] === '.' || isSpace(text[last]!))) last--;
  for (let at = text.indexOf('.'); at >= 0 && at < last; at = text.indexOf('.', at + 1)) {
    const next = text[at + 1]!;
    if (text[at - 1] !== '.' && (isSpace(next) || mayStartSentence.has(next))) return false;
  }
  return !/[?!]"\S/u.test(text);
}

const closers = new Set(']})>"\'»”’');

/** What may stand between a period and the next sentence in place of white space. */
const mayStartSentence = new Set(')";}]*:@\'({[!?>»”’');
