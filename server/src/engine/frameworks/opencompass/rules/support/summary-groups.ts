import { itemsOf } from '../../../../config/sequence.js';
import { renameKeyFix } from '../../../../checks/support/fixes.js';
import { isHere } from '../../../../checks/support/places.js';
import { isKeySlip } from '../../../../checks/support/slip.js';
import { nearest } from '../../../../checks/support/nearest.js';
import { say } from '../../../../core/say.js';
import { original, textOf, type DictValue, type Value } from '../../../../core/value.js';
import type { CheckContext, Finding } from '../../../face/rule.js';

/**
 * What the groups of a summary cannot be computed of: OpenCompass 0.2.6 to 0.5.4 `summarizers/default.py`, `_calculate_group_metrics`; AISBench 3.1.0 the same.
 * @param isOrdered whether the groups stand in the order in which they are computed
 */
export function* groupFindings(context: CheckContext, groups: readonly Value[], isOrdered: boolean): Iterable<Finding> {
  const dicts = groups.map((group) => original(group)).filter((group) => group.kind === 'dict');
  for (const group of dicts) {
    if (!isHere(context, group)) continue;
    yield* keyFindings(context, group);
    yield* mixedFindings(group);
    yield* weightFindings(context, group);
  }
  if (isOrdered) yield* lateFindings(context, dicts);
}

/** What is read of a group besides its name and its subsets, all of it left alone where it is not there. */
const readOfGroup = ['weights', 'metric', 'std', 'sum', 'harmonic_mean', 'transforms'];

/** A key of a group that is a slip: another score is made than is meant, without an error. */
function* keyFindings(context: CheckContext, group: DictValue): Iterable<Finding> {
  const known = ['name', 'subsets', ...readOfGroup];
  for (const entry of group.entries.values()) {
    const name = textOf(entry.key);
    if (name === undefined || known.includes(name)) continue;
    const meant = readOfGroup.find((key) => key.length > 4 && !group.entry(key) && isKeySlip(name, key));
    if (meant !== undefined)
      yield {
        span: entry.keySpan,
        severity: 'warning',
        message: say`A group of a summary has no key ${name}: it is ignored, and the score of the group is another one. Did you mean ${meant}?`,
        fixes: renameKeyFix(context, entry, meant),
      };
  }
}

/** Subsets of which some have a metric and some have none. */
function* mixedFindings(group: DictValue): Iterable<Finding> {
  const subsets = group.entry('subsets');
  const kinds = new Set((itemsOf(subsets?.value) ?? []).map((item) => original(item).kind));
  if (!subsets || !kinds.has('str') || !(kinds.has('list') || kinds.has('tuple'))) return;
  yield {
    span: subsets.valueSpan,
    message: say`Some of these subsets have a metric, and some have none: where all have results, summing up raises NotImplementedError: mixed dataset_abbr type is not supported.`,
  };
}

/** Weights of what is no subset. A weight of 0 is passed over. */
function* weightFindings(context: CheckContext, group: DictValue): Iterable<Finding> {
  const weights = group.get('weights');
  const subsets = namesOf(group.get('subsets'));
  if (weights?.kind !== 'dict' || !subsets) return;
  for (const entry of weights.entries.values()) {
    const key = textOf(entry.key);
    if (key === undefined || subsets.includes(key) || subsets.includes(key.split('@')[0]!) || isZero(entry.value)) continue;
    const meant = nearest(
      key,
      subsets.filter((name) => !weights.entry(name)),
    );
    return yield {
      span: entry.keySpan,
      message: say`The weight of ${key} is that of no subset of this group: where all subsets have results, summing up raises KeyError: '${key}'.`,
      fixes: meant === undefined ? [] : renameKeyFix(context, entry, meant),
    };
  }
}

function isZero(value: Value): boolean {
  return (value.kind === 'int' || value.kind === 'float') && Number(value.value) === 0;
}

/** A group of a group that is computed after it. */
function* lateFindings({ file, config }: CheckContext, groups: readonly DictValue[]): Iterable<Finding> {
  const datasets = new Set(config.datasets.map(({ abbr }) => abbr));
  const names = groups.map((group) => textOf(group.get('name')));
  for (const [i, group] of groups.entries()) {
    for (const item of itemsOf(group.get('subsets')) ?? []) {
      const subset = original(itemsOf(item)?.[0] ?? item);
      if (subset.kind !== 'str' || subset.span.file !== file || datasets.has(subset.text)) continue;
      const at = names.indexOf(subset.text);
      if (at > i)
        yield {
          span: subset.span,
          severity: 'warning',
          message: say`The group ${subset.text} is computed after this one, which finds no result of it: its row in the summary stays empty. Put ${subset.text} before ${names[i] ?? say`this group`}.`,
        };
    }
  }
}

/** The names of subsets; undefined where one is not known. */
function namesOf(subsets: Value | undefined): readonly string[] | undefined {
  const names = itemsOf(subsets)?.map((item) => textOf(original(itemsOf(item)?.[0] ?? item)));
  return names?.every((name) => name !== undefined) ? names : undefined;
}
