import { PyError } from '../../core/errors.js';
import type { Value } from '../../core/value.js';
import { iterateItems, typeName } from '../runtime/semantics.js';
import { UnknownSignal } from '../runtime/unknown-signal.js';

interface Counter {
  step(): void;
  check?(value: Value): void;
}

/**
 * The items of an iterable, each of which counts as a step.
 * @param counter its `check` is called after each item
 * @throws PyError TypeError where it is no iterable, UnknownSignal where it is not known, and what `step` and `check` throw
 */
export function* countedItems(value: Value, counter: Counter): Iterable<Value> {
  if (value.kind === 'unknown') throw new UnknownSignal(value);
  const items = iterateItems(value);
  if (!items) throw new PyError('TypeError', `'${typeName(value)}' object is not iterable`);
  for (const item of items) {
    counter.step();
    yield item;
    counter.check?.(value);
  }
}
