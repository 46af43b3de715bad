import type { Evaluation } from '../../../core/evaluation.js';
import { textOf } from '../../../core/value.js';
import type { EffectiveKey } from '../../face/framework.js';

/**
 * The config that the harness works with, key by key in its order. Nothing is merged below the top level (lm-evaluation-harness 0.4.13
 * `tasks/_yaml_loader.py`), so each key comes from one file. Keys that are no strings are left out.
 */
export function effectiveKeys(evaluation: Evaluation): EffectiveKey[] {
  const replaced = evaluation.taskFile?.replaced ?? [];
  return [...evaluation.value.entries.values()].flatMap((entry) => {
    const key = textOf(entry.key);
    if (key === undefined) return [];
    const others = replaced.filter((pair) => textOf(pair.entry.key) === key).map((pair) => pair.entry);
    return [{ key, entry, file: entry.keySpan.file, replaced: others.toReversed() }];
  });
}
