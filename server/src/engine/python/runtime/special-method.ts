import type { Value } from '../../core/value.js';
import { InstanceValue } from './class-objects.js';
import type { Runtime } from './runtime.js';

/** What a special method of an object of a program's class gives (`__neg__`, `__int__`); undefined where it has none of that name, and for any other value. */
export function specialMethod(
  runtime: Runtime,
  value: Value | undefined,
  name: string,
  ...positional: readonly Value[]
): Value | undefined {
  if (!(value instanceof InstanceValue) || !value.ofClass.find(name)) return undefined;
  return runtime.call(runtime.getAttribute(value, name), { positional, keywords: new Map() });
}
