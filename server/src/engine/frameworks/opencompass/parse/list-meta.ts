import type { Value } from '../../../core/value.js';
import { add, field, same, withEntry } from '../values/python-value.js';
import { noAttribute } from '../values/python-value.js';

/**
 * Merges a list-form meta template into plain messages, position by position: a message of the same role gets the meta template's content in
 * front; a role that does not come later is inserted. OpenCompass 0.5.3 `models/base_api.py`, `parse_template`.
 */
export function mergeMessages(meta: readonly Value[], messages: readonly Value[]): Value[] {
  const result: Value[] = [];
  let next = 0;
  for (let i = 0; i < meta.length;) {
    const added = meta[i]!;
    const message = messages[next];
    if (message && same(field(added, 'role'), field(message, 'role'))) {
      result.push(merged(added, message));
      i++;
      next++;
    } else if (message && comesLater(added, messages, next)) {
      result.push(message);
      next++;
    } else {
      result.push(added);
      i++;
    }
  }
  return [...result, ...messages.slice(next)];
}

function comesLater(added: Value, messages: readonly Value[], from: number): boolean {
  return messages.slice(from).some((message) => same(field(message, 'role'), field(added, 'role')));
}

function merged(added: Value, message: Value): Value {
  const content = add(field(added, 'content'), field(message, 'content'));
  if (message.kind === 'dict') return withEntry(message, 'content', content);
  throw noAttribute(message, '__setitem__');
}
