import { ListValue, SetValue, type DictValue, type Value } from '../../../core/value.js';
import { bind } from '../call-arguments.js';
import { deepCopy } from '../operators/deep-copy.js';
import { copyDict } from '../dicts.js';
import { FrozenSetValue } from '../objects.js';
import { defaultFactories } from '../default-factories.js';
import type { Runtime } from '../runtime.js';
import { lookingFunction, moduleOf } from './module.js';

/** `copy.copy(value)`: a container of the same items; other values are themselves. */
function shallow(runtime: Runtime, value: Value): Value {
  switch (value.kind) {
    case 'list':
      return new ListValue([...value.items], runtime.span);
    case 'dict':
      return shallowDict(runtime, value);
    case 'set':
      return value instanceof FrozenSetValue ? value : new SetValue(new Map(value.members), runtime.span);
    default:
      return value;
  }
}

function shallowDict(runtime: Runtime, dict: DictValue): DictValue {
  const result = copyDict(dict, runtime.span);
  const factory = defaultFactories.get(dict);
  if (factory) defaultFactories.set(result, factory);
  return result;
}

/** The module `copy`. */
export const copy = moduleOf('copy', {
  copy: lookingFunction('copy.copy', (runtime, args) => shallow(runtime, bind('copy', args, ['x'], 1)[0]!)),
  deepcopy: lookingFunction('copy.deepcopy', (_runtime, args) => deepCopy(bind('deepcopy', args, ['x', 'memo'], 1)[0]!)),
});
