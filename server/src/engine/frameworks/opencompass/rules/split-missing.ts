import { replaceStringFix } from '../../../checks/support/fixes.js';
import { nearest } from '../../../checks/support/nearest.js';
import { listed } from '../../../checks/support/words.js';
import { say } from '../../../core/say.js';
import { textOf, type DictEntry, type DictValue } from '../../../core/value.js';
import type { ClassFacts } from '../../face/behaviour.js';
import type { CheckContext, ConfigRule, Finding } from '../../face/rule.js';
import { isHere } from '../../../checks/support/places.js';
import { isAbsentOrNone } from '../values/python-value.js';
import { datasetFacts, hasTaskOfItsOwn, severityOf } from './support/class-keys.js';

/**
 * A split that the reader asks for, and that no branch of the class's `load` gives. OpenCompass 0.5.3 `openicl/icl_dataset_reader.py`; AISBench 3.1.0 the same:
 * `train` and `test` are asked for where nothing else is said, `train` first, which is there from then on.
 */
export const splitMissing: ConfigRule = {
  id: 'split-missing',
  title: "A split that the dataset's class does not give",
  frameworks: ['opencompass', 'aisbench'],
  severity: 'error',
  fix: 'unsafe',
  prevents: "KeyError: 'train' when the dataset is built",
  scope: 'document',
  *check(context): Iterable<Finding> {
    if (hasTaskOfItsOwn(context)) return;
    const seen = new Map<DictValue, Set<ClassFacts>>();
    for (const dataset of context.config.datasets) {
      const reader = dataset.readerCfg;
      const facts = reader?.kind === 'dict' && isHere(context, reader) ? datasetFacts(context, dataset) : undefined;
      if (reader?.kind !== 'dict' || !facts || seen.get(reader)?.has(facts)) continue;
      seen.set(reader, (seen.get(reader) ?? new Set()).add(facts));
      yield* findingsOf(context, reader, facts);
    }
  },
};

/** The first split that is not there: it is the one that raises. A class with a constructor of its own may do more than its `load` tells. */
function* findingsOf(context: CheckContext, reader: DictValue, facts: ClassFacts): Iterable<Finding> {
  const splits = facts.signature && facts.columns?.()?.allSplits;
  if (!splits || splits.length === 0) return;
  const missing = (['train', 'test'] as const).map((mapped) => asked(reader, mapped)).find((each) => isMissing(each, splits));
  if (missing) yield finding(context, reader, facts, missing, splits);
}

interface Asked {
  readonly mapped: 'train' | 'test';
  readonly entry: DictEntry | undefined;
  /** Undefined where it is not known. */
  readonly name: string | undefined;
}

function asked(reader: DictValue, mapped: Asked['mapped']): Asked {
  const entry = reader.entry(`${mapped}_split`);
  return { mapped, entry, name: isAbsentOrNone(entry?.value) ? mapped : textOf(entry?.value) };
}

function isMissing({ mapped, name }: Asked, splits: readonly string[]): boolean {
  return name !== undefined && !splits.includes(name) && !(mapped === 'test' && name === 'train');
}

function finding(
  context: CheckContext,
  reader: DictValue,
  facts: ClassFacts,
  { mapped, entry, name = mapped }: Asked,
  splits: readonly string[],
): Finding {
  const how = entry ? say`${mapped}_split is ${name}` : say`without ${mapped}_split the reader asks for ${name}`;
  const given = entry?.value.kind === 'str' ? entry.value : undefined;
  const meant = given && nearest(name, splits);
  return {
    span: entry?.valueSpan ?? reader.entry('output_column')?.keySpan ?? reader.span,
    severity: severityOf(facts),
    message: say`${facts.name} gives the splits ${listed(splits, 8)}, and ${how}: building the dataset raises KeyError: ${`'${name}'`}.`,
    fixes: given && meant !== undefined ? replaceStringFix(context, given, meant, say`Change to ${meant}`) : [],
  };
}
