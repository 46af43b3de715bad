import type { Evaluation } from '../../../evaluation.js';
import type { FileId } from '../../../text/span.js';
import { textOf, type DictEntry } from '../../../value.js';

/** A key of the config that a task ends up with, and where it comes from. */
export interface EffectiveKey {
  readonly key: string;
  /** With the spans of the file in which it is written. */
  readonly entry: DictEntry;
  /** The file in which it is written: the document itself, or one that it includes. */
  readonly file: FileId;
  /** What included files say of the same key and is replaced, the nearest first. */
  readonly replaced: readonly DictEntry[];
}

/**
 * The config that the harness works with, key by key in its order. Nothing is merged below the top level (lm-evaluation-harness 0.4.13
 * `tasks/_yaml_loader.py`), so each key comes from one file. Keys that are no strings are left out.
 */
export function effectiveConfig(evaluation: Evaluation): EffectiveKey[] {
  const replaced = evaluation.taskFile?.replaced ?? [];
  return [...evaluation.value.entries.values()].flatMap((entry) => {
    const key = textOf(entry.key);
    if (key === undefined) return [];
    const others = replaced.filter((pair) => textOf(pair.entry.key) === key).map((pair) => pair.entry);
    return [{ key, entry, file: entry.keySpan.file, replaced: others.toReversed() }];
  });
}
