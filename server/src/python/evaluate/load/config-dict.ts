import { DictValue, ListValue, TupleValue, type Value } from '../../../value.js';

/**
 * What a value of a base config is to the config that imports it (mmengine 0.11 `Config._dict_to_config_dict_lazy`): every dict a ConfigDict, and
 * every dict, list and tuple a new one, so that names that shared an object in the base share it no more.
 * @param onStateful called where the value holds something with a state of its own (a function, an open file), which is not copied
 */
export function toConfigValue(value: Value, onStateful: () => void): Value {
  switch (value.kind) {
    case 'dict': {
      const dict = new DictValue(value.span, 'ConfigDict');
      for (const [id, { key, value: v, keySpan, valueSpan }] of value.entries)
        dict.entries.set(id, { key, value: toConfigValue(v, onStateful), keySpan, valueSpan });
      return dict;
    }
    case 'list':
      return new ListValue(value.items.map((item) => toConfigValue(item, onStateful)), value.span);
    case 'tuple':
      return new TupleValue(value.items.map((item) => toConfigValue(item, onStateful)), value.span);
    case 'callable':
      if (value.callableKind === 'function' || value.callableKind === 'class') onStateful();
      return value;
    case 'object':
    case 'set':
      onStateful();
      return value;
    default:
      return value;
  }
}
