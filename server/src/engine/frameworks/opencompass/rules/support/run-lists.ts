import { itemsOf } from '../../../../config/sequence.js';
import { original, textOf, type DictValue, type Value } from '../../../../core/value.js';
import { renameKeyFix } from '../../../../checks/support/fixes.js';
import { isHere } from '../../../../checks/support/places.js';
import { say } from '../../../../core/say.js';
import type { CheckContext, Finding } from '../../../face/rule.js';
import { misspelt } from './misspelt.js';

/**
 * Items of the lists that a run reads beside models and datasets, without a key that it asks each of them for: the combinations of
 * `model_dataset_combinations` (OpenCompass 0.5.3 `partitioners/base.py`) and the groups of a summary (`summarizers/default.py`; AISBench 3.1.0 the
 * same).
 */
export function* runListFindings(context: CheckContext, config: DictValue): Iterable<Finding> {
  for (const item of itemsOf(config.get('model_dataset_combinations')) ?? [])
    yield* lacking(
      context,
      item,
      ['models', 'datasets'],
      (key) => say`A combination needs \`${key}\`, and this one has none: the run raises KeyError: '${key}'.`,
    );
  for (const group of summaryGroups(config))
    yield* lacking(
      context,
      group,
      ['name', 'subsets'],
      (key) =>
        say`A group of a summary needs \`${key}\`, and this one has none: when the results are summed up, it raises KeyError: '${key}'.`,
    );
}

/** The groups that a summarizer of the framework's own kind reads: one of another class may want something else of them. */
function summaryGroups(config: DictValue): readonly Value[] {
  const summarizer = config.get('summarizer');
  if (summarizer?.kind === 'dict') return summarizer.get('type') ? [] : (itemsOf(summarizer.get('summary_groups')) ?? []);
  return [...config.entries.values()].flatMap(({ key, value }) => (textOf(key)?.endsWith('_summary_groups') ? (itemsOf(value) ?? []) : []));
}

function* lacking(context: CheckContext, item: Value, keys: readonly string[], message: (key: string) => string): Iterable<Finding> {
  const dict = original(item);
  if (dict.kind !== 'dict' || !isHere(context, dict) || [...dict.entries.values()].some(({ key }) => key.kind === 'unknown')) return;
  for (const key of keys) {
    if (dict.entry(key)) continue;
    const slip = misspelt(dict, key);
    yield { span: slip?.keySpan ?? dict.span, message: message(key), fixes: slip ? renameKeyFix(context, slip, key) : [] };
  }
}
