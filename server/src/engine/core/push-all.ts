/** `target.push(...items)` for any number of items: a call with some hundred thousand arguments is more than the stack holds. */
export function pushAll<T>(target: T[], items: Iterable<T>): void {
  for (const item of items) target.push(item);
}
