/** Whether a text is what stands behind `!function`: `utils.process_docs`. */
export function looksLikeFunction(text: string): boolean {
  return /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/.test(text);
}
