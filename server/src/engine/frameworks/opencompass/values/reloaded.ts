import { ListValue, TupleValue, type DictValue, type Value } from '../../../core/value.js';
import { textLike, withEntry } from './python-value.js';

/**
 * A value of a config as a run has it: a run writes its config down and loads that (OpenCompass 0.5.3 `cli/main.py`, AISBench 3.1.0
 * `cli/config_manager.py`), and what is imported outside of `read_base` is written as its name, `opencompass.datasets.pond.PROMPT`. Classes are found
 * by such a name, so that a `type` is left as it is.
 * @returns the value itself where nothing in it is imported so
 */
function asReloaded(value: Value): Value {
  if (value.kind === 'ref') return value.refKind === 'lazy' ? textLike(value.path, value.span) : value;
  if (value.kind === 'list' || value.kind === 'tuple') return reloadedItems(value);
  return value.kind === 'dict' ? reloadedDict(value) : value;
}

/** A dict of which each entry but `type` is as a run has it. */
export function reloadedDict(dict: DictValue): DictValue {
  let result = dict;
  for (const { key, value } of dict.entries.values()) {
    if (key.kind !== 'str' || key.text === 'type') continue;
    const reloaded = asReloaded(value);
    if (reloaded !== value) result = withEntry(result, key.text, reloaded);
  }
  return result;
}

function reloadedItems(value: ListValue | TupleValue): Value {
  const items = value.items.map((item) => asReloaded(item));
  if (items.every((item, index) => item === value.items[index])) return value;
  return value.kind === 'list' ? new ListValue(items, value.span) : new TupleValue(items, value.span);
}
