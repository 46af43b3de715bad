import { byCodePoint } from '../../../core/code-points.js';
import { DictValue, ListValue, TupleValue, type DictEntry, type Value } from '../../../core/value.js';
import { pyStr } from '../../../python/runtime/semantics.js';

/** Deeper than configs are. */
const deepest = 100;

/**
 * A dict of a config as a run has it, which writes the config into a file and reads that (OpenCompass 0.5.3 `cli/main.py`, AISBench 3.1.0 `cli/config_manager.py`):
 * all keys are written in the order of their texts (mmengine 0.10.7 and 0.11 `config/config.py`, `pretty_text`).
 */
export function inWrittenOrder(dict: DictValue, depth = 0): DictValue {
  if (depth > deepest) return dict;
  const entries = [...dict.entries].map(([id, entry]) => [id, { ...entry, value: ordered(entry.value, depth + 1) }] as const);
  entries.sort(([, a], [, b]) => byCodePoint(textOfKey(a), textOfKey(b)));
  return new DictValue(dict.span, dict.className, () => new Map<string, DictEntry>(entries));
}

function ordered(value: Value, depth: number): Value {
  if (value.kind === 'list')
    return new ListValue(
      value.items.map((item) => ordered(item, depth)),
      value.span,
    );
  if (value.kind === 'tuple')
    return new TupleValue(
      value.items.map((item) => ordered(item, depth)),
      value.span,
    );
  return value.kind === 'dict' ? inWrittenOrder(value, depth) : value;
}

/** `str(key)` */
function textOfKey({ key }: DictEntry): string {
  return key.kind === 'str' ? key.text : pyStr(key).text;
}
