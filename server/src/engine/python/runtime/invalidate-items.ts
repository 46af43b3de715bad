import type { DictValue, ListValue, SetValue, UnknownValue } from '../../core/value.js';
import { keyOf } from './semantics.js';

/**
 * Something unknown happened to a container (`d.update(unknown)`, `items.remove(unknown)`): whatever it holds may be changed now, so every
 * item becomes unknown, and one more stands for what may have come in.
 */
export function invalidateItems(container: ListValue | DictValue | SetValue, reason: UnknownValue): void {
  switch (container.kind) {
    case 'list':
      container.items.fill(reason);
      container.items.push(reason);
      break;
    case 'set':
      container.members.set(keyOf(reason), reason);
      break;
    case 'dict':
      for (const entry of container.entries.values()) entry.value = reason;
      container.entries.set(keyOf(reason), { key: reason, value: reason, keySpan: reason.span, valueSpan: reason.span });
  }
}
