import { ListValue, SetValue, type DictValue, type Value } from '../../../core/value.js';
import { bind, unknown } from '../call-arguments.js';
import { deepCopy } from '../operators/deep-copy.js';
import { say } from '../../../core/say.js';
import { InstanceValue, OwnDictValue } from '../class-objects.js';
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
      return value instanceof InstanceValue ? shallowInstance(runtime, value) : value;
  }
}

/** @returns unknown where its class says what a copy is */
function shallowInstance(runtime: Runtime, instance: InstanceValue): Value {
  if (['__copy__', '__reduce__', '__reduce_ex__', '__getstate__', '__setstate__', '__slots__'].some((name) => instance.ofClass.find(name)))
    return unknown(runtime, say`copies of this object are not modelled`);
  const result = instance.again();
  for (const [name, value] of instance.attributes) result.attributes.set(name, value);
  return result;
}

function shallowDict(runtime: Runtime, dict: DictValue): Value {
  if (dict instanceof OwnDictValue) return unknown(runtime, say`copies of this object are not modelled`);
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
