import { isKeySlip } from '../../../../checks/support/slip.js';
import { textOf, type DictEntry, type DictValue } from '../../../../core/value.js';

/** The entry whose key is a slip of one that the dict lacks; undefined where there is none: then it was forgotten. */
export function misspelt(dict: DictValue, key: string): DictEntry | undefined {
  return [...dict.entries.values()].find((entry) => isKeySlip(textOf(entry.key) ?? '', key));
}
