/** Pure looks at the characters of a text: where things end. */

const numberPattern =
  /(?:0[xX](?:_?[\da-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+|(?:\d(?:_?\d)*\.?(?:\d(?:_?\d)*)?|\.\d(?:_?\d)*)(?:[eE][-+]?\d(?:_?\d)*)?[jJ]?)/y;
const numberRest = /(?!(?:and|else|for|if|in|is|or|not)\b)[\w]+/y;

/** Behind the string literal whose quotes open at `quoteAt`; undefined where it has no end (a string in single quotes ends with its line). */
export function stringEnd(text: string, quoteAt: number): number | undefined {
  const stop = text.charCodeAt(quoteAt);
  const triple = isTriple(text, quoteAt);
  for (let i = quoteAt + (triple ? 3 : 1); i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 92) i += text.startsWith('\r\n', i + 1) ? 2 : 1;
    else if (c === stop && !triple) return i + 1;
    else if (c === stop && text.charCodeAt(i + 1) === stop && text.charCodeAt(i + 2) === stop) return i + 3;
    else if (!triple && isBreak(c)) return undefined;
  }
  return undefined;
}

/** Whether three quotes stand there. */
export function isTriple(text: string, quoteAt: number): boolean {
  return text[quoteAt + 1] === text[quoteAt] && text[quoteAt + 2] === text[quoteAt];
}

/** The number at `start`, and whether letters or digits stick to it that make it none. A keyword may: `1if x else 2`. */
export function numberAt(text: string, start: number): { readonly end: number; readonly wrong: boolean } {
  numberPattern.lastIndex = start;
  numberPattern.exec(text);
  const end = Math.max(numberPattern.lastIndex, start + 1);
  numberRest.lastIndex = end;
  return numberRest.test(text) ? { end: numberRest.lastIndex, wrong: true } : { end, wrong: false };
}

/** The end of the line that holds `from`, without its line break. */
export function lineEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length && !isBreak(text.charCodeAt(end))) end++;
  return end;
}

/** The end of what stands at `at` without blanks in it; at least one character, where there is one. */
export function wordEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && !/\s/.test(text[end]!)) end++;
  return Math.max(end, Math.min(at + 1, text.length));
}

export function isDigitCode(c: number): boolean {
  return c >= 48 && c <= 57;
}

/** Space, tab or form feed. */
export function isBlank(c: number): boolean {
  return c === 32 || c === 9 || c === 12;
}

/** Line feed or carriage return. */
function isBreak(c: number): boolean {
  return c === 10 || c === 13;
}
