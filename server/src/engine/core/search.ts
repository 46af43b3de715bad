/**
 * Search in texts in linear time: JavaScript's own is faster on nearly all texts, but on some (`'b' + 'a' * 100000` in a text of nothing but `a`) it
 * compares the whole of what is sought at every place.
 */

/** From how many comparisons on, at worst, JavaScript's search is not used. */
const mostComparisons = 20_000_000;
/** V8 looks at so many characters at the end of what is sought to know how far it may go on: for shorter ones it is linear. */
const safeLength = 200;

/** As `text.indexOf(search, from)`. */
export function indexOf(text: string, search: string, from = 0): number {
  if (search.length <= safeLength || (text.length - from) * search.length <= mostComparisons) return text.indexOf(search, from);
  return knuthMorrisPratt(text, search, from, false);
}

/** The last place of `search` that ends at `end` or before it; -1 for none. */
export function lastIndexOf(text: string, search: string, end: number = text.length): number {
  if (search.length > end) return -1;
  if (end * search.length <= mostComparisons) return text.lastIndexOf(search, end - search.length);
  return knuthMorrisPratt(text, search, text.length - end, true);
}

/** As `text.split(search)`; `search` is not empty. */
export function splitText(text: string, search: string): string[] {
  if (search.length <= safeLength || text.length * search.length <= mostComparisons) return text.split(search);
  const parts: string[] = [];
  const places = new Search(search, false);
  let from = 0;
  for (let at = places.next(text, from); at >= 0; at = places.next(text, from)) {
    parts.push(text.slice(from, at));
    from = at + search.length;
  }
  parts.push(text.slice(from));
  return parts;
}

/** How often `search`, which is not empty, stands in `text`, without overlap. */
export function countOf(text: string, search: string): number {
  let count = 0;
  const places = search.length <= safeLength || text.length * search.length <= mostComparisons ? undefined : new Search(search, false);
  const next = (from: number): number => (places ? places.next(text, from) : text.indexOf(search, from));
  for (let at = next(0); at >= 0; at = next(at + search.length)) count++;
  return count;
}

function knuthMorrisPratt(text: string, search: string, from: number, backwards: boolean): number {
  return new Search(search, backwards).next(text, from);
}

/** Knuth, Morris and Pratt's search. */
class Search {
  /** For each length of a part that matched: how much of it may still be the beginning of a match. */
  private readonly borders: Int32Array;

  /** @param backwards whether the last place is sought */
  constructor(
    private readonly search: string,
    private readonly backwards: boolean,
  ) {
    this.borders = new Int32Array(search.length + 1);
    for (let i = 1, border = 0; i < search.length; i++) {
      while (border > 0 && this.sought(i) !== this.sought(border)) border = this.borders[border]!;
      if (this.sought(i) === this.sought(border)) border++;
      this.borders[i + 1] = border;
    }
  }

  private sought(i: number): number {
    return this.search.charCodeAt(this.backwards ? this.search.length - 1 - i : i);
  }

  /** The first place from `from` on, or the last of all; -1 for none. */
  next(text: string, from: number): number {
    let matched = 0;
    for (let i = from; i < text.length; i++) {
      const unit = text.charCodeAt(this.backwards ? text.length - 1 - i : i);
      while (matched > 0 && unit !== this.sought(matched)) matched = this.borders[matched]!;
      if (unit === this.sought(matched)) matched++;
      if (matched === this.search.length) return this.backwards ? text.length - 1 - i : i - matched + 1;
    }
    return -1;
  }
}
