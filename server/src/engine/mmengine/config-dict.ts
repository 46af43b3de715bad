import { DictValue, ListValue, TupleValue, type DictEntry, type Value } from '../core/value.js';

/**
 * What a value of a base config is to the config that imports it (mmengine 0.11 `Config._dict_to_config_dict_lazy`): every dict a ConfigDict, and
 * every dict, list and tuple a new one, so that names that shared an object in the base share it no more. Dicts and lists are made when they
 * are first looked into: most of what a config imports it only hands on.
 * @param value is not changed as long as the result is in use
 */
export function toConfigValue(value: Value): Value {
  switch (value.kind) {
    case 'dict':
      return new DictValue(value.span, 'ConfigDict', { of: value, parts: entriesOf });
    case 'list':
      return new ListValue({ of: value, parts: itemsOf }, value.span);
    case 'tuple':
      return new TupleValue(value.items.map(toConfigValue), value.span);
    default:
      return value;
  }
}

/** The same, all at once: for a value that may still change. */
export function toConfigValueNow(value: Value): Value {
  const result = toConfigValue(value);
  const open: Value[] = [result];
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.kind === 'dict') for (const entry of next.entries.values()) open.push(entry.value);
    else if (next.kind === 'list' || next.kind === 'tuple') for (const item of next.items) open.push(item);
  }
  return result;
}

function itemsOf(list: ListValue): Value[] {
  return list.items.map(toConfigValue);
}

function entriesOf(dict: DictValue): Map<string, DictEntry> {
  const entries = new Map<string, DictEntry>();
  for (const [id, { key, value, keySpan, valueSpan }] of dict.entries)
    entries.set(id, { key, value: toConfigValue(value), keySpan, valueSpan });
  return entries;
}
