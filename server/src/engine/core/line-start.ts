/** Where the line that holds an offset starts. */
export function lineStartOf(text: string, at: number): number {
  // A search from before the text would look at its first character, too.
  return at <= 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
}
