/** A piece of a text that the page shows: words, or code. */
export interface TextPiece {
  readonly text: string;
  readonly code: boolean;
}

/** A text may quote a whole config: so many pieces of code are marked and no more, so that the page stays quick. */
const mostCode = 100;

/** Splits a text at its code, which messages write between backticks. A backtick without a partner on its line is a character like any other. */
export function splitAtCode(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  let found = 0;
  for (const match of text.matchAll(/`([^`\n]+)`/g)) {
    if (++found > mostCode) break;
    if (match.index > end) pieces.push({ text: text.slice(end, match.index), code: false });
    pieces.push({ text: match[1]!, code: true });
    end = match.index + match[0].length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), code: false });
  return pieces;
}

/** The text for a place that shows no code, such as what is read aloud. */
export function withoutBackticks(text: string): string {
  return splitAtCode(text)
    .map((piece) => piece.text)
    .join('');
}
