import type { Value } from '../../../core/value.js';
import { unknownArgument } from '../call-arguments.js';
import { chargeText } from '../../../core/cost.js';
import type { Arguments, Runtime } from '../runtime.js';

/** What a method does: `self` is of the type that the table is for. */
export type Method = (runtime: Runtime, self: Value, args: Arguments) => Value;

export type MethodTable = Readonly<Record<string, Method | undefined>>;

/**
 * A method of values of one kind that only looks at its arguments: an unknown one makes the result unknown.
 * @param kind the kind that `self` has
 */
export function looking<K extends Value['kind']>(
  _kind: K,
  run: (runtime: Runtime, self: Extract<Value, { kind: K }>, args: Arguments) => Value,
): Method {
  return (runtime, self, args) => {
    chargeSelf(self);
    return unknownArgument(args) ?? run(runtime, self as Extract<Value, { kind: K }>, args);
  };
}

/** A method of values of one kind that deals with unknown arguments itself, because it may only store them. */
export function storing<K extends Value['kind']>(
  _kind: K,
  run: (runtime: Runtime, self: Extract<Value, { kind: K }>, args: Arguments) => Value,
): Method {
  return (runtime, self, args) => {
    chargeSelf(self);
    return run(runtime, self as Extract<Value, { kind: K }>, args);
  };
}

/** Nearly all methods of texts look through them; those of containers charge what they do themselves. */
function chargeSelf(self: Value): void {
  if (self.kind === 'str') chargeText(self.text.length);
  else if (self.kind === 'bytes') chargeText(self.bytes.length);
}

/** A table without a prototype, so that `constructor` is no method. */
export function table(methods: Record<string, Method>): MethodTable {
  return Object.assign(Object.create(null) as Record<string, Method>, methods);
}
