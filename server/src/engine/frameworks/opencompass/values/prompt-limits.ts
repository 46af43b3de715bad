import type { Value } from '../../../core/value.js';
import { UnknownPrompt } from './unknown-prompt.js';
import { say } from '../../../core/say.js';

/** Longest prompt that is rendered, in UTF-16 units: no model reads as much. */
const longestPrompt = 10_000_000;

/** Most examples, and most labels, that are rendered. */
export const mostItems = 2_000;

/** Gives a prompt up before it is made too long to be shown. */
export function checkLength(length: number, near: Value): void {
  if (length > longestPrompt)
    throw new UnknownPrompt(say`The prompt would be longer than ${String(longestPrompt)} characters and is not rendered.`, near.span);
}

/** The items of an iterable, which may be a range of any length. `what` names them in the plural. */
export function limitedItems(items: Iterable<Value>, what: string, near: Value): Value[] {
  const result: Value[] = [];
  for (const item of items) {
    checkCount(result.length + 1, what, near);
    result.push(item);
  }
  return result;
}

/** Gives a prompt up that has too many parts of a kind. */
export function checkCount(count: number, what: string, near: Value): void {
  if (count > mostItems) throw new UnknownPrompt(say`More than ${String(mostItems)} ${what} are not rendered.`, near.span);
}
