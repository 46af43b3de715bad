/** How well a text fits what was typed, and which of its characters do. */
export interface Fit {
  /** The higher, the better. */
  readonly score: number;
  /** Indices into the text, ascending. */
  readonly at: readonly number[];
}

/**
 * Looks for what was typed in texts, of which a list may have ten thousand: each of its words as it stands, else its letters in order with others between them. Case does not count.
 * @returns what answers for a text; undefined where a word is not there
 */
export function fitting(query: string): (text: string) => Fit | undefined {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return (text) => {
    const lower = text.toLowerCase();
    // Letters that have several when small would shift the places.
    if (lower.length !== text.length) return plainFit(query, text);
    let score = 0;
    const at: number[][] = [];
    for (const word of words) {
      const found = wholeWord(word, lower) ?? letters(word, lower);
      if (!found) return undefined;
      score += found.score;
      at.push(found.at);
    }
    // Of texts that fit alike the shorter one is meant.
    return { score: score - text.length / 1000, at: at.length === 1 ? at[0]! : [...new Set(at.flat())].sort((a, b) => a - b) };
  };
}

/** As `Fit`, of one word. */
interface WordFit {
  readonly score: number;
  readonly at: number[];
}

function plainFit(query: string, text: string): Fit | undefined {
  return text.includes(query.trim()) ? { score: 0, at: [] } : undefined;
}

/** A word within the text: best at its start, then at the start of one of its parts. */
function wholeWord(word: string, text: string): WordFit | undefined {
  let best: number | undefined;
  for (let at = text.indexOf(word), tries = 0; at >= 0 && tries < 20; at = text.indexOf(word, at + 1), tries++) {
    best ??= at;
    if (startsPart(text, at)) {
      best = at;
      break;
    }
  }
  if (best === undefined) return undefined;
  const score = 100 + (best === 0 ? 40 : startsPart(text, best) ? 20 : 0) + (word.length === text.length ? 40 : 0);
  return { score, at: Array.from(word, (_, i) => best + i) };
}

/** The letters one after the other; those that stand together, or start a part, count more. */
function letters(word: string, text: string): WordFit | undefined {
  const at: number[] = [];
  let score = 0;
  let from = 0;
  for (const letter of word) {
    const index = text.indexOf(letter, from);
    if (index < 0) return undefined;
    score += index === from && from > 0 ? 5 : startsPart(text, index) ? 4 : 0;
    at.push(index);
    from = index + letter.length;
  }
  // Letters that are strewn over a long text are none that were meant.
  const spread = at.at(-1)! - at[0]! + 1;
  return spread > word.length * 4 + 6 ? undefined : { score: score - spread / 10, at };
}

const ofPart = /[\p{L}\p{N}]/u;

function startsPart(text: string, index: number): boolean {
  if (index === 0) return true;
  const code = text.charCodeAt(index - 1);
  // Most names are plain: these letters are small already.
  if (code < 0x80) return !((code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39));
  return !ofPart.test(text[index - 1]!);
}
