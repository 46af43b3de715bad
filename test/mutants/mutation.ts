/** A range of UTF-16 offsets of a text. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

export interface Change extends Range {
  readonly text: string;
}

/** One fault that can be put into a text. */
export interface Mutation {
  readonly changes: readonly Change[];
  /** Where it is, in the text as it was: the line that a finding should name. */
  readonly at: number;
  /** What is responsible as a whole, in the text as it was: the literal around the fault. */
  readonly within: Range;
  /** What is as responsible, if it stands elsewhere: the first of two equal keys. */
  readonly also?: readonly Range[];
}

/** A kind of faults. */
export interface Kind<Source> {
  /** As the table names it: `role/in-round`. */
  readonly id: string;
  /** All that could be done to a file; empty where the kind does not fit. */
  sites(source: Source, slip: Slip): readonly Mutation[];
}

/** A word with a slip of the fingers in it. */
export type Slip = (word: string) => string;

/** The text with a fault in it. */
export function mutatedText(text: string, { changes }: Mutation): string {
  let at = 0;
  let made = '';
  for (const change of inOrder(changes)) {
    made += text.slice(at, change.start) + change.text;
    at = change.end;
  }
  return made + text.slice(at);
}

/** Where an offset of the text as it was lies in the text with the fault. */
export function movedOffset(offset: number, { changes }: Mutation): number {
  let moved = offset;
  for (const { start, end, text } of inOrder(changes)) if (end <= offset && start < offset) moved += text.length - (end - start);
  return moved;
}

function inOrder(changes: readonly Change[]): readonly Change[] {
  return [...changes].sort((a, b) => a.start - b.start);
}

/** Slips from a random generator: a letter left out, doubled, or two exchanged; never a word of `taken`. */
export function slips(next: (below: number) => number, taken: ReadonlySet<string> = new Set()): Slip {
  return (word) => {
    for (let tries = 0; tries < 20; tries++) {
      const slip = oneSlip(word, next);
      if (slip !== word && !taken.has(slip)) return slip;
    }
    return word + word.at(-1)!;
  };
}

function oneSlip(word: string, next: (below: number) => number): string {
  // Not the first letter: nobody mistypes that, and an underscore in front means something.
  const at = 1 + next(Math.max(1, word.length - 2));
  switch (next(3)) {
    case 0:
      return word.length < 4 ? word : word.slice(0, at) + word.slice(at + 1);
    case 1:
      return word.slice(0, at) + word.charAt(at) + word.slice(at);
    default:
      return word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2);
  }
}
