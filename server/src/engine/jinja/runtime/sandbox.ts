import type { Value } from '../../core/value.js';

/** Methods that change what they are called on (jinja2 3.1 `sandbox.py`). */
const changing: Readonly<Partial<Record<Value['kind'], ReadonlySet<string>>>> = {
  list: new Set(['append', 'clear', 'pop', 'reverse', 'insert', 'sort', 'extend', 'remove']),
  dict: new Set(['clear', 'pop', 'popitem', 'setdefault', 'update']),
  set: new Set(['add', 'clear', 'difference_update', 'discard', 'pop', 'remove', 'symmetric_difference_update', 'update']),
};

/** Whether a template in the immutable sandbox may not have an attribute. */
export function isUnsafe(object: Value, name: string): boolean {
  return name.startsWith('_') || (changing[object.kind]?.has(name) ?? false);
}
