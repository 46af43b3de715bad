/** A text that a regular expression takes for itself. */
export function escapedForPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** A name as a word of its own, wherever it stands in a text. @param flags beside `u` */
export function wordPattern(name: string, flags = ''): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{N}_])${escapedForPattern(name)}(?![\p{L}\p{N}_])`, `u${flags}`);
}
