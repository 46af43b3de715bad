import { readInferCfg } from '../../../config/infer-cfg.js';
import type { DatasetConfig } from '../../../config/config.js';
import { replaceStringFix } from '../../../checks/support/fixes.js';
import { writesNothing } from '../../../checks/support/places.js';
import { say } from '../../../core/say.js';
import { textOf, type DictValue } from '../../../core/value.js';
import type { CheckContext, ConfigRule, Finding } from '../../face/rule.js';
import { isAbsentOrNone } from '../values/python-value.js';
import { textArguments } from '../classes/class-facts.js';
import { datasetFacts } from './support/class-keys.js';
import { given, shotCount, usesTemplates } from './support/inference.js';

/**
 * In-context examples come from the rows that are asked: such a row is shown its own answer. OpenCompass 0.5.3 `openicl/icl_dataset_reader.py`,
 * `openicl/icl_retriever/`; AISBench 3.1.0 the same. Ranges may keep the two apart, so a reader with one is left alone.
 */
export const examplesFromTest: ConfigRule = {
  id: 'examples-from-test',
  title: 'In-context examples from the split that is evaluated',
  frameworks: ['opencompass', 'aisbench'],
  severity: 'warning',
  fix: 'unsafe',
  prevents: 'Rows that are shown their own answer, and a score that is too high',
  scope: 'document',
  *check(context): Iterable<Finding> {
    if (writesNothing(context)) return;
    const seen = new Set<DictValue>();
    for (const dataset of context.config.datasets) {
      const reader = dataset.readerCfg;
      if (reader?.kind !== 'dict' || seen.has(reader)) continue;
      const split = leakingSplit(reader);
      if (split === undefined || !takesExamples(context, dataset)) continue;
      seen.add(reader);
      yield finding(context, reader, split, dataset);
    }
  },
};

/** The one split that both come from; undefined where they differ, or where that is not known. */
function leakingSplit(reader: DictValue): string | undefined {
  if (!isAbsentOrNone(reader.get('train_range')) || !isAbsentOrNone(reader.get('test_range'))) return undefined;
  const [train, test] = [reader.get('train_split'), reader.get('test_split')];
  const trainName = train ? textOf(train) : 'train';
  return trainName !== undefined && trainName === (test ? textOf(test) : 'test') ? trainName : undefined;
}

function takesExamples({ framework }: CheckContext, { inferCfg }: DatasetConfig): boolean {
  const read = readInferCfg(inferCfg);
  if (!read || !usesTemplates(read, framework) || given(read.value, 'ice_template') !== true) return false;
  // It takes the rows before the one that is asked.
  if (read.retriever?.className === 'SlidingWindowRetriever') return false;
  return (shotCount(read, framework) ?? 0) > 0;
}

function finding(context: CheckContext, reader: DictValue, split: string, dataset: DatasetConfig): Finding {
  const retriever = readInferCfg(dataset.inferCfg)?.retriever;
  const train = reader.entry('train_split');
  const meant = otherSplit(context, dataset, split);
  const at = train ?? reader.entry('test_split');
  const which = retriever?.className === 'FixKRetriever' ? say`those rows` : say`rows`;
  return {
    span: at?.valueSpan ?? reader.span,
    message: say`The in-context examples are taken from ${split}, the split that is evaluated: ${which} of it are shown with their own answer when they are asked. Take the examples from another split.`,
    related: retriever ? [{ span: retriever.value.span, message: say`the examples are chosen here` }] : [],
    fixes: train && meant !== undefined ? replaceStringFix(context, train.value, meant, say`Take them from ${meant}`) : [],
  };
}

/** What datasets call the split that examples are for, the likeliest first. */
const forExamples = ['train', 'dev', 'validation', 'val'] as const;

/** Another split of the dataset; where it is not known which ones there are, train. */
function otherSplit(context: CheckContext, dataset: DatasetConfig, split: string): string | undefined {
  const known: readonly string[] = datasetFacts(context, dataset)?.columns?.(textArguments(dataset.value))?.splitNames ?? ['train'];
  return forExamples.find((name) => name !== split && known.includes(name));
}
