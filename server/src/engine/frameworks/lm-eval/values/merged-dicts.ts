import { DictValue } from '../../../core/value.js';

/** A dict of the entries of several, a later one over an earlier, in the place of the first argument. */
export function mergedDicts({ span }: DictValue, dicts: readonly (DictValue | undefined)[]): DictValue {
  const made = new DictValue(span);
  for (const dict of dicts) for (const [key, entry] of dict?.entries ?? []) made.entries.set(key, { ...entry });
  return made;
}
