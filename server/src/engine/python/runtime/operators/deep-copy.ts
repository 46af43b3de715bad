import { DictValue, ListValue, RefValue, TupleValue, UnknownValue, type SetValue, type Value } from '../../../core/value.js';
import { defaultFactories } from '../default-factories.js';
import { say } from '../../../core/say.js';
import { UnknownSignal } from '../unknown-signal.js';
import { charge } from '../../../core/cost.js';
import { InstanceValue, NamedTupleValue, OwnDictValue } from '../class-objects.js';

/**
 * `copy.deepcopy(value)`: containers are copied, each once, also those that hold themselves; other values are shared. A lazily imported object
 * is made anew (mmengine 0.11 `config/lazy.py`), so that the copy is not equal to the original.
 */
export function deepCopy(value: Value): Value {
  return copy(value, new Map());
}

function copy(value: Value, memo: Map<Value, Value>): Value {
  const there = memo.get(value);
  if (there) return there;
  charge(4);
  switch (value.kind) {
    case 'list':
      return copyList(value, memo);
    case 'tuple':
      return copyTuple(value, memo);
    case 'dict':
      return copyDict(value, memo);
    case 'set': {
      charge(value.members.size);
      const result = new (value.constructor as typeof SetValue)(new Map(value.members), value.span);
      memo.set(value, result);
      return result;
    }
    case 'ref':
      return value.refKind === 'lazy'
        ? remember(memo, value, new RefValue(value.path, value.span, 'lazy', value.from, value.attribute))
        : value;
    default:
      return value instanceof InstanceValue ? copyInstance(value, memo) : value;
  }
}

function remember(memo: Map<Value, Value>, from: Value, to: Value): Value {
  memo.set(from, to);
  return to;
}

function copyList(list: ListValue, memo: Map<Value, Value>): Value {
  const result = new ListValue([], list.span);
  memo.set(list, result);
  for (const item of list.items) result.items.push(copy(item, memo));
  return result;
}

/** A tuple of values that need no copy is itself. */
function copyTuple(tuple: TupleValue, memo: Map<Value, Value>): Value {
  const items = tuple.items.map((item) => copy(item, memo));
  // A tuple that holds itself through a list was finished on the way.
  const there = memo.get(tuple);
  if (there) return there;
  const same = items.every((item, i) => item === tuple.items[i]);
  if (same) return remember(memo, tuple, tuple);
  const named = tuple instanceof NamedTupleValue ? new NamedTupleValue(items, tuple.span, tuple.ofClass, tuple.names) : undefined;
  return remember(memo, tuple, named ?? new TupleValue(items, tuple.span));
}

function copyDict(dict: DictValue, memo: Map<Value, Value>): Value {
  if (dict instanceof OwnDictValue) throw new UnknownSignal(new UnknownValue(say`copies of this object are not modelled`, dict.span));
  charge(3 * dict.entries.size);
  const result = new DictValue(dict.span, dict.className);
  memo.set(dict, result);
  const factory = defaultFactories.get(dict);
  if (factory) defaultFactories.set(result, factory);
  for (const [id, entry] of dict.entries) result.entries.set(id, { ...entry, value: copy(entry.value, memo) });
  return result;
}

function copyInstance(instance: InstanceValue, memo: Map<Value, Value>): Value {
  const result = instance.again();
  memo.set(instance, result);
  for (const [name, value] of instance.attributes) result.attributes.set(name, copy(value, memo));
  return result;
}
