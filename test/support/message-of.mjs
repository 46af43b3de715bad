/**
 * @param {unknown} error what was thrown: anything may be
 * @returns what it says
 */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}
