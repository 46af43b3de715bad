import type { DatasetConfig } from '../../../config/config.js';
import type { DictValue } from '../../../core/value.js';
import { replaceStringFix } from '../../../checks/support/fixes.js';
import { isNameSlip } from '../../../checks/support/slip.js';
import { nearest } from '../../../checks/support/nearest.js';
import { listed } from '../../../checks/support/words.js';
import { say } from '../../../core/say.js';
import type { ClassFacts } from '../../face/behaviour.js';
import type { CheckContext, ConfigRule, Finding } from '../../face/rule.js';
import { textArguments } from '../classes/class-facts.js';
import { datasetFacts, hasTaskOfItsOwn } from './support/class-keys.js';
import { namedSplits, usualSplits } from './support/named-splits.js';
import { datasetsToCheck, findingAt } from './support/dataset-faults.js';

/**
 * A split of a reader_cfg that the dataset does not have. OpenCompass 0.5.3 `openicl/icl_dataset_reader.py`: it takes `train_split` for "train", then
 * `test_split` for "test"; one Dataset without splits is both. AISBench 3.1.0 the same.
 */
export const unknownSplit: ConfigRule = {
  id: 'unknown-split',
  title: 'A split of a reader_cfg that the dataset does not have',
  frameworks: ['opencompass', 'aisbench'],
  severity: 'error',
  fix: 'unsafe',
  prevents: "KeyError: 'validation'",
  scope: 'document',
  *check(context): Iterable<Finding> {
    if (hasTaskOfItsOwn(context)) return;
    const seen = new Map<DictValue, Set<string>>();
    const told = new Set<DictValue>();
    for (const dataset of datasetsToCheck(context)) {
      const reader = dataset.readerCfg;
      const facts = datasetFacts(context, dataset);
      if (reader?.kind === 'dict' && !told.has(reader)) {
        told.add(reader);
        const named = facts?.columns?.()?.splitNames ? undefined : facts && namedSplits(context, facts);
        yield* named ? strangers(context, dataset, reader, named) : slips(context, dataset, reader, facts);
      }
      // Another constructor may do anything.
      if (reader?.kind !== 'dict' || !facts?.signature || !facts.columns) continue;
      const names = loadedSplits(reader, facts, dataset);
      if (!names) continue;
      const classes = seen.get(reader) ?? new Set();
      if (classes.has(facts.name)) continue;
      seen.set(reader, classes.add(facts.name));
      yield* findings(context, dataset, reader, facts.name, names);
    }
  },
};

/** Splits that are none of those that the class names, where it may load others. */
function* strangers(context: CheckContext, dataset: DatasetConfig, reader: DictValue, names: readonly string[]): Iterable<Finding> {
  for (const key of readerKeys) {
    const split = reader.get(key);
    if (split?.kind !== 'str' || names.includes(split.text) || (key === 'test_split' && split.text === 'train')) continue;
    const meant = meantSplit(split.text, key, names);
    yield findingAt(context, dataset, split.span, {
      severity: 'warning',
      message: say`\`${key}\` is ${split.text}, and the source of the class only names ${listed(names)}: where it loads no other, building the dataset raises KeyError: '${split.text}'.`,
      fixes: meant === undefined ? [] : replaceStringFix(context, split, meant, say`Change to ${meant}`),
    });
  }
}

/** Names that nobody gives a split, and that are nearly a usual one, where it is not known which ones there are. */
function* slips(context: CheckContext, dataset: DatasetConfig, reader: DictValue, facts: ClassFacts | undefined): Iterable<Finding> {
  for (const key of readerKeys) {
    const split = reader.get(key);
    if (split?.kind !== 'str' || usualSplits.includes(split.text)) continue;
    const meant = usualSplits.find(
      (name) => name.length > 3 && isNameSlip(split.text, name, 'some') && name.toLowerCase() !== split.text.toLowerCase(),
    );
    if (meant === undefined || facts?.columns?.()?.splitNames || splitWords.has(split.text)) continue;
    yield findingAt(context, dataset, split.span, {
      severity: 'warning',
      message: say`\`${key}\` is ${split.text}: where the dataset has no split of this name, building it raises KeyError: '${split.text}'. Did you mean ${meant}?`,
      fixes: replaceStringFix(context, split, meant, say`Change to ${meant}`),
    });
  }
}

/** Words that are nearly a usual name, and none of its slips. */
const splitWords: ReadonlySet<string> = new Set(['trial', 'text', 'best', 'rest', 'tests', 'trains']);

const readerKeys = ['train_split', 'test_split'] as const;

/** The splits of a dataset, where one that is asked for is not among them. What the arguments say is looked at then only: nearly all are fine. */
function loadedSplits(reader: DictValue, facts: ClassFacts, { value }: DatasetConfig): readonly string[] | undefined {
  const isFine = (names: readonly string[] | undefined): boolean =>
    names === undefined || readerKeys.every((key) => !isMissing(reader, key, names));
  if (isFine(facts.columns!()?.splitNames)) return undefined;
  const names = facts.columns!(textArguments(value))?.splitNames;
  return isFine(names) ? undefined : names;
}

function isMissing(reader: DictValue, key: (typeof readerKeys)[number], names: readonly string[]): boolean {
  const asked = askedFor(reader, key);
  // The one has been put under "train" before the other is looked for.
  return asked !== undefined && !allOf(names).includes(asked) && !(key === 'test_split' && asked === 'train');
}

/** Undefined where it is not known. */
function askedFor(reader: DictValue, key: (typeof readerKeys)[number]): string | undefined {
  const given = reader.get(key);
  if (given) return given.kind === 'str' ? given.text : undefined;
  return key === 'train_split' ? 'train' : 'test';
}

function allOf(names: readonly string[]): readonly string[] {
  return names.length === 0 ? ['train', 'test'] : names;
}

function* findings(
  context: CheckContext,
  dataset: DatasetConfig,
  reader: DictValue,
  className: string,
  names: readonly string[],
): Iterable<Finding> {
  for (const key of readerKeys) {
    if (!isMissing(reader, key, names)) continue;
    const asked = askedFor(reader, key) ?? '';
    const given = reader.entry(key);
    const meant = given ? meantSplit(asked, key, names) : undefined;
    const reason =
      names.length === 0
        ? say`${className} loads a single Dataset, which is train and test`
        : say`${className} loads no split ${asked}, only ${listed(names)}`;
    yield findingAt(context, dataset, given?.valueSpan ?? reader.span, {
      message: given
        ? say`${reason}: building the dataset raises KeyError: '${asked}'.`
        : say`${reason}: building the dataset raises KeyError: '${asked}'. Name the split in \`${key}\`.`,
      fixes: given && meant !== undefined ? replaceStringFix(context, given.value, meant, say`Change to ${meant}`) : [],
    });
  }
}

/** What one calls it, too. */
const otherNames = ['dev', 'val', 'valid', 'validation'];

function meantSplit(asked: string, key: (typeof readerKeys)[number], names: readonly string[]): string | undefined {
  // Both are the same rows.
  if (names.length === 0) return key === 'test_split' ? 'test' : 'train';
  return nearest(asked, names) ?? (otherNames.includes(asked) ? names.find((name) => otherNames.includes(name)) : undefined);
}
