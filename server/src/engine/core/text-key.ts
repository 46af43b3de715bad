/**
 * What a catalogue has the translation of a text by: the texts themselves are in the program already, and twice as many characters would be shipped. Of 41 bits, so that no two texts that are said are
 * alike; the build refuses a catalogue of which two are (`scripts/translated.mjs`).
 * @param text with `{0}`, `{1}` … for its values
 */
export function textKey(text: string): string {
  // FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/), twice from different numbers.
  let [first, second] = [0x811c9dc5, 0x01000193];
  for (let i = 0; i < text.length; i++) {
    first = Math.imul(first ^ text.charCodeAt(i), 0x01000193);
    second = Math.imul(second ^ text.charCodeAt(i), 0x85ebca6b);
  }
  return (((first >>> 0) % 0x10_0000) * 0x20_0000 + ((second >>> 0) % 0x20_0000)).toString(36);
}
