/** What is no end of a word, beside it. */
const ofWord = /[\p{L}\p{N}_]/u;
/** The same in ASCII, and in front of it the `.` of an attribute. */
export const ofName = { before: /[\w.]/, behind: /\w/ };

/** Characters that a word must not have beside it. */
type Neighbours = RegExp | { readonly before: RegExp; readonly behind: RegExp };

/**
 * Where a word stands in a text by itself. A name may be as long as a document, and no regular expression can be made of so much: it is looked for as it is.
 * @param neighbours one character, which stands neither before nor behind it
 */
export function* wordPlaces(text: string, word: string, neighbours: Neighbours = ofWord): Iterable<number> {
  const { before, behind } = 'before' in neighbours ? neighbours : { before: neighbours, behind: neighbours };
  const isInWord = (at: number): boolean => at > 0 && before.test(characterBefore(text, at));
  for (let at = word === '' ? -1 : text.indexOf(word); at >= 0; at = text.indexOf(word, at)) {
    const end = at + word.length;
    if (!isInWord(at) && (end === text.length || !behind.test(String.fromCodePoint(text.codePointAt(end)!)))) {
      yield at;
      at = end;
    } else at++;
    // Where it cannot begin it is not compared: a text may be one letter again and again.
    while (at < text.length && isInWord(at)) at++;
  }
}

/** Whether a word stands in a text by itself. */
export function hasWord(text: string, word: string, neighbours?: Neighbours): boolean {
  for (const place of wordPlaces(text, word, neighbours)) return place >= 0;
  return false;
}

function characterBefore(text: string, at: number): string {
  const last = text[at - 1]!;
  return /[\udc00-\udfff]/.test(last) && at > 1 ? text.slice(at - 2, at) : last;
}
