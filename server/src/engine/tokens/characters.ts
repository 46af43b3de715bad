// Classes of characters as the Rust crates behind Python's `tokenizers` 0.23 have them.

/** `char::is_whitespace`; JavaScript's own `\s` and `trim` know U+FEFF and leave out U+0085. */
export const whiteSpace = '\\p{White_Space}';
/** `\w` of the crate `regex`. */
export const wordCharacter = '\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}';
/** `char::is_ascii_punctuation` or the general category P. */
export const punctuation = '\\p{P}$+<=>^`|~';

const leading = new RegExp(`^${whiteSpace}+`, 'u');

export function trimStart(text: string): string {
  return text.replace(leading, '');
}

/** Where the white space at the end begins. A pattern with `$` would be tried at each blank of a long text. */
export function endOfText(text: string): number {
  let end = text.length;
  while (end > 0 && isWhite(text[end - 1]!)) end--;
  return end;
}

const white = new RegExp(`^${whiteSpace}$`, 'u');

function isWhite(character: string): boolean {
  return white.test(character);
}

/** The letters that stand for bytes: GPT-2's `bytes_to_unicode`. */
export const byteLetters: readonly string[] = (() => {
  let next = 256;
  return Array.from({ length: 256 }, (_, byte) => {
    const plain = (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || byte >= 0xae;
    return String.fromCharCode(plain ? byte : next++);
  });
})();

/** A text's bytes as letters. */
export function inByteLetters(text: string): string {
  let letters = '';
  for (const byte of new TextEncoder().encode(text)) letters += byteLetters[byte]!;
  return letters;
}
