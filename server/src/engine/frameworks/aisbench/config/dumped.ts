import { DictValue, ListValue, TupleValue, str, type Value } from '../../../core/value.js';

/**
 * A config as a task reads it back from the file that the run writes: a name that is imported and never loaded, such as a constant that holds a
 * prompt, has become the text of its dotted path. AISBench 3.1.0 `tasks/`, mmengine 0.10 `Config.dump`.
 */
export function dumped(config: DictValue): DictValue {
  return holdsReference(config) ? (withTexts(config) as DictValue) : config;
}

function holdsReference(value: Value): boolean {
  if (value.kind === 'ref') return true;
  if (value.kind === 'list' || value.kind === 'tuple') return value.items.some(holdsReference);
  return value.kind === 'dict' && [...value.entries.values()].some((entry) => holdsReference(entry.value));
}

function withTexts(value: Value): Value {
  if (value.kind === 'ref') return str(value.path, value.span);
  if (value.kind === 'list') return new ListValue(value.items.map(withTexts), value.span);
  if (value.kind === 'tuple') return new TupleValue(value.items.map(withTexts), value.span);
  if (value.kind !== 'dict') return value;
  const copy = new DictValue(value.span, value.className);
  for (const [id, entry] of value.entries) copy.entries.set(id, { ...entry, value: withTexts(entry.value) });
  return copy;
}
