/**
 * Where a text ends when the characters at its end are left out that stand in `left`: from the end backwards, so that a long run of them within the text costs nothing.
 * A regular expression that ends with `+$` looks through such a run once from each of its characters.
 */
export function endWithout(text: string, left: string): number {
  let end = text.length;
  while (end > 0 && left.includes(text[end - 1]!)) end--;
  return end;
}

/** The parts of a text between signs, without the white space around the signs: at the start and at the end of the text it stays. */
export function partsBetween(text: string, sign: string): string[] {
  const parts = text.split(sign);
  return parts.map((part, i) => {
    const begun = i === 0 ? part : part.trimStart();
    return i === parts.length - 1 ? begun : begun.trimEnd();
  });
}
