import { PyError } from '../../core/errors.js';
import { say } from '../../core/say.js';
import { textOf, UnknownValue, type Value } from '../../core/value.js';
import { bind, clamp, decided, valueError } from '../../python/runtime/call-arguments.js';
import type { Arguments, Runtime } from '../../python/runtime/runtime.js';
import { asInteger, truthy, typeName } from '../../python/runtime/semantics.js';
import { UnknownSignal } from '../../python/runtime/unknown-signal.js';

/** The arguments of a call by the names of the parameters. */
export type Bound = ReadonlyMap<string, Value>;

/** @throws PyError TypeError for a call that does not fit; UnknownSignal for an option that later releases have and that is not followed */
export function boundArguments(name: string, args: Arguments, parameters: readonly string[], required: number): Bound {
  const mixed = args.keywords.get('on_mixed_types');
  if (mixed) throw new UnknownSignal(new UnknownValue(say`the argument on_mixed_types is not followed`, mixed.span));
  const values = bind(name, args, parameters, required);
  const bound = new Map<string, Value>();
  parameters.forEach((parameter, i) => {
    const value = values[i];
    if (value && value.kind !== 'none') bound.set(parameter, value);
  });
  return bound;
}

/** Whether an option is set. @throws UnknownSignal where that is not known */
export function flag(bound: Bound, name: string, absent = false): boolean {
  const value = bound.get(name);
  return value ? decided(truthy(value)) : absent;
}

/** A number that an option gives. */
export function countArgument(bound: Bound, name: string): number | undefined {
  const value = bound.get(name);
  const n = value && asInteger(value);
  return n === undefined ? undefined : clamp(n);
}

/** Names of columns: one, or several. @throws PyError TypeError for anything else */
export function namesArgument(runtime: Runtime, value: Value | undefined): readonly string[] | undefined {
  if (!value || value.kind === 'none') return undefined;
  if (value.kind === 'str') return [value.text];
  return Array.from(runtime.iterate(value), (item) => {
    const text = textOf(item);
    if (text === undefined) throw new PyError('TypeError', `column names are strings, not ${typeName(item)}`, item.span);
    return text;
  });
}

/** @throws PyError ValueError for a name that is no column */
export function requireColumns(names: readonly string[], columns: readonly string[], message: (missing: string) => string): void {
  const missing = names.filter((name) => !columns.includes(name));
  if (missing.length > 0) throw valueError(message(`[${missing.map((name) => `'${name}'`).join(', ')}]`));
}
