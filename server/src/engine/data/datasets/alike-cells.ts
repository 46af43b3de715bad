import type { Value } from '../../core/value.js';
import { MomentValue } from './moment-value.js';

/** Whether two cells are the same to whoever reads them: of the same type, and with the fields of objects in the same order. A cell that is not known is like no other. */
export function alikeCells(a: Value, b: Value): boolean {
  if (a === b) return a.kind !== 'unknown';
  if (a instanceof MomentValue || b instanceof MomentValue)
    return a instanceof MomentValue && b instanceof MomentValue && a.moment.micros === b.moment.micros && a.moment.day === b.moment.day;
  if (a.kind === 'list' && b.kind === 'list')
    return a.items.length === b.items.length && a.items.every((item, i) => alikeCells(item, b.items[i]!));
  if (a.kind === 'dict' && b.kind === 'dict') {
    const [one, other] = [[...a.entries], [...b.entries]];
    return one.length === other.length && one.every(([key, { value }], i) => key === other[i]![0] && alikeCells(value, other[i]![1].value));
  }
  if (a.kind === 'none' && b.kind === 'none') return true;
  if ((a.kind === 'int' && b.kind === 'int') || (a.kind === 'bool' && b.kind === 'bool')) return a.value === b.value;
  if (a.kind === 'float' && b.kind === 'float') return Object.is(a.value, b.value);
  return a.kind === 'str' && b.kind === 'str' && a.text === b.text;
}
