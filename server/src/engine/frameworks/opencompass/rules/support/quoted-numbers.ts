import { hierarchyOf, methodOf } from '../../../../classes/hierarchy.js';
import { takesNumber } from '../../../../classes/number-parameters.js';
import type { ClassSource } from '../../../../classes/class-index.js';
import { unquoteFix } from '../../../../checks/support/fixes.js';
import type { ConfigKind } from '../../../../config/config.js';
import { classPathOf } from '../../../../config/class-name.js';
import { say } from '../../../../core/say.js';
import type { DictEntry, DictValue } from '../../../../core/value.js';
import type { CheckContext, Finding } from '../../../face/rule.js';

const number = /^\d+(?:\.\d+)?$/;

/** Dicts whose class is built of their entries. */
const built: ReadonlySet<ConfigKind> = new Set(['dataset', 'retriever', 'inferencer', 'evaluator', 'model']);

/**
 * Adds what a class is given in quotes that takes a number there: of a dataset what its `load` takes (OpenCompass 0.5.4, AISBench 3.1.0 `datasets/base.py`), of all else the constructor.
 * @param found what was told before of the same dict, among others: that is not told again
 * @param isChecked whether the type of a field is looked at anyway
 */
export function checkQuotedNumbers(
  found: Finding[],
  context: CheckContext,
  kind: ConfigKind,
  dict: DictValue,
  isChecked: (key: string) => boolean,
): void {
  if (!built.has(kind)) return;
  for (const entry of dict.entries.values()) {
    if (entry.value.kind !== 'str' || entry.key.kind !== 'str' || !number.test(entry.value.text) || isChecked(entry.key.text)) continue;
    if (found.some(({ span }) => span === entry.valueSpan)) continue;
    const source = classOf(context, dict);
    const method = source && methodGiven(context, kind, source);
    if (source && method !== undefined && takesNumber(context.surroundings.classes, source, method, entry.key.text))
      found.push(finding(context, entry, entry.key.text, source.name));
  }
}

function classOf({ file, surroundings: { classes } }: CheckContext, dict: DictValue): ClassSource | undefined {
  const path = classPathOf(dict.get('type'));
  const found = path?.includes('.') ? classes.find(path, file) : undefined;
  return found?.kind === 'class' ? found.source : undefined;
}

/** What the entries are given to; undefined for a dataset whose own constructor may do with them what it likes. */
function methodGiven({ surroundings: { classes } }: CheckContext, kind: ConfigKind, source: ClassSource): string | undefined {
  if (kind !== 'dataset') return '__init__';
  const constructor = methodOf(hierarchyOf(classes, source), '__init__');
  return constructor && constructor !== 'unknown' && constructor.owner.name === 'BaseDataset' ? 'load' : undefined;
}

function finding(context: CheckContext, { value, valueSpan }: DictEntry, key: string, name: string): Finding {
  return {
    span: valueSpan,
    severity: 'warning',
    message: say`\`${key}\` is a number to ${name}, and this is a text: it raises TypeError where it counts with it or compares it, and goes another way where it only asks whether they are equal.`,
    fixes: unquoteFix(context, value, true),
  };
}
