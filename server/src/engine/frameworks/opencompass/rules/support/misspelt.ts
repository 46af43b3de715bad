import { renameKeyFix } from '../../../../checks/support/fixes.js';
import { isKeySlip } from '../../../../checks/support/slip.js';
import { textOf, type DictEntry, type DictValue } from '../../../../core/value.js';
import type { CheckContext, Finding } from '../../../face/rule.js';

/** The entry whose key is a slip of one that the dict lacks; undefined where there is none: then it was forgotten. */
export function misspelt(dict: DictValue, key: string): DictEntry | undefined {
  return [...dict.entries.values()].find((entry) => isKeySlip(textOf(entry.key) ?? '', key));
}

/** Where it is told that a dict lacks a key: at the key that is a slip of it, with a fix; else at the whole dict. */
export function atSlip(context: CheckContext, dict: DictValue, key: string): Pick<Finding, 'span' | 'fixes'> {
  const slip = misspelt(dict, key);
  return slip ? { span: slip.keySpan, fixes: renameKeyFix(context, slip, key) } : { span: dict.span };
}
