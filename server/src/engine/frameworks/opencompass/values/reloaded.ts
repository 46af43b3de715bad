import { say } from '../../../core/say.js';
import { ListValue, TupleValue, UnknownValue, type DictValue, type RefValue, type Value } from '../../../core/value.js';
import { textLike, withEntry } from './python-value.js';

/** What a run has in place of what is imported outside of `read_base`: its name, or itself. */
export type Imported = 'name' | 'value';

/**
 * A value of a config as a run has it: a run writes its config down and loads that (OpenCompass 0.5.3 `cli/main.py`, AISBench 3.1.0
 * `cli/config_manager.py`), and what is imported outside of `read_base` is written as its name, `opencompass.datasets.pond.PROMPT`. Classes are found
 * by such a name, so that a `type` is left as it is. AISBench since its tag 3.1-20260415 (14c6e80, #239) goes through the config before it writes it, by which mmengine
 * imports what stands there: the text of a module, which is not followed here.
 * @returns the value itself where nothing in it is imported so
 */
function asReloaded(value: Value, imported: Imported): Value {
  if (value.kind === 'ref') return value.refKind === 'lazy' ? reloadedName(value, imported) : value;
  if (value.kind === 'list' || value.kind === 'tuple') return reloadedItems(value, imported);
  return value.kind === 'dict' ? reloadedDict(value, imported) : value;
}

function reloadedName({ path, span }: RefValue, imported: Imported): Value {
  if (imported === 'name') return textLike(path, span);
  return new UnknownValue(say`${path} is what its module holds when the run imports it, which is not followed here.`, span);
}

/** A dict of which each entry but `type` is as a run has it. */
export function reloadedDict(dict: DictValue, imported: Imported): DictValue {
  let result = dict;
  for (const { key, value } of dict.entries.values()) {
    if (key.kind !== 'str' || key.text === 'type') continue;
    const reloaded = asReloaded(value, imported);
    if (reloaded !== value) result = withEntry(result, key.text, reloaded);
  }
  return result;
}

function reloadedItems(value: ListValue | TupleValue, imported: Imported): Value {
  const items = value.items.map((item) => asReloaded(item, imported));
  if (items.every((item, index) => item === value.items[index])) return value;
  return value.kind === 'list' ? new ListValue(items, value.span) : new TupleValue(items, value.span);
}
