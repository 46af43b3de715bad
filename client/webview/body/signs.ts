/** A piece of text that is shown as it is, or a character that cannot be seen and gets a mark. */
export interface Piece {
  readonly text: string;
  /** `nl` newline, `cr` carriage return, `tab`, `sp` a space that would be overlooked, `odd` a character without a shape of its own, which `sign` names. */
  readonly mark?: 'nl' | 'cr' | 'tab' | 'sp' | 'odd';
  readonly sign?: string;
}

// Characters that have no shape, or change the order of others: controls, spaces of other widths, marks of direction and joining, fillers, tags, halves of pairs.
const shapeless =
  '\\p{Cc}\\p{Cs}\\u00a0\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u2000-\\u200f\\u2028-\\u202f\\u205f-\\u206f\\u2800\\u3000\\u3164' +
  '\\ufeff\\uffa0\\ufff9-\\ufffb\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}';
/* eslint-disable no-misleading-character-class -- combining characters are looked for by themselves */
// Single spaces between words can be seen; those at the ends of a line or of the turn, and runs of them, cannot.
const invisible = new RegExp(`(?<=^|[\\n ]) | (?=$|[\\n ])|[${shapeless}]`, 'gu');
// Without marks of whitespace these are shown still: who does not see them reads another prompt than the model.
const alwaysShown = new RegExp(`(?![\\n\\r\\t\\u00a0\\u3000])[${shapeless}]`, 'gu');
/* eslint-enable no-misleading-character-class */
const marks: Readonly<Record<string, Piece['mark']>> = { '\n': 'nl', '\r': 'cr', '\t': 'tab', ' ': 'sp' };
/** A joiner between two emoji makes one picture of them. */
const pictograph = /\p{Extended_Pictographic}\ufe0f?\p{Emoji_Modifier}?$/u;

/**
 * Splits a text at the characters that a reader would overlook. Joined again the pieces are the text.
 * @param before the character in front of the text on the page, '' where nothing is shown there: a space between two words of two pieces is seen
 * @param after the character behind it
 * @param whitespace whether line ends, tabs and spaces are marked too
 */
export function markInvisible(text: string, before = '', after = '', whitespace = true): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of (before + text + after).matchAll(whitespace ? invisible : alwaysShown)) {
    const { 0: found } = match;
    const index = match.index - before.length;
    if (index < 0 || index >= text.length || (found === '\u200d' && pictograph.test(text.slice(Math.max(0, index - 6), index)))) continue;
    if (index > from) pieces.push({ text: text.slice(from, index) });
    const mark = marks[found];
    pieces.push(mark ? { text: found, mark } : { text: found, mark: 'odd', sign: signOf(found) });
    from = index + found.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from) });
  return pieces;
}

/** What stands for a character that cannot be seen: `␀` for NUL, `U+202E` for what has no picture of its own. */
function signOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '␡';
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** A text for a place that takes plain text alone: each character without a shape by its sign. */
export function withSigns(text: string): string {
  return text.replace(alwaysShown, (found) => `⟨${signOf(found)}⟩`);
}
