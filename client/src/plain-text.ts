/**
 * Text for VS Code's notifications and its language status, which make `[a](command:b)` a link that runs the command: the name of a file may read so.
 * @returns the text with a space where such a link would begin its address
 */
export function plainText(text: string): string {
  return text.replaceAll('](', '] (');
}
