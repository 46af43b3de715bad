/**
 * Where a text ends when the characters at its end are left out that stand in `left`: from the end backwards, so that a long run of them within the text costs nothing.
 * A regular expression that ends with `+$` looks through such a run once from each of its characters.
 */
export function endWithout(text: string, left: string): number {
  let end = text.length;
  while (end > 0 && left.includes(text[end - 1]!)) end--;
  return end;
}
