import type { DatasetConfig, ModelConfig } from '../../../config/config.js';
import { addShape, addWholeText } from '../../../checks/support/shape.js';
import { modelsOfDatasets } from './support/combinations.js';
import { say } from '../../../core/say.js';
import type { DictEntry, DictValue } from '../../../core/value.js';
import type { CheckContext, ConfigRule, Finding } from '../../face/rule.js';

type Named = DatasetConfig | ModelConfig;

/**
 * Two entries of one list have the same abbr, and so the same files of predictions and results. OpenCompass 0.5.3 `tasks/openicl_infer.py` (what is there
 * is not asked again); AISBench 3.1.0 `cli/utils.py`. Only entries that are written in the document itself.
 */
export const duplicateAbbr: ConfigRule = {
  id: 'duplicate-abbr',
  title: 'Two entries of one list with the same abbr',
  frameworks: ['opencompass', 'aisbench'],
  severity: 'warning',
  prevents: 'Results of one entry that are taken for those of another',
  scope: 'document',
  *check(context): Iterable<Finding> {
    yield* twins(context, context.config.datasets, modelsOfDatasets(context.config));
    yield* twins(context, context.config.models);
  },
};

/** @param meets of datasets, the models that one meets: files of results are kept by model; absent: all meet the same ones */
function* twins(context: CheckContext, entries: readonly Named[], meets?: (entry: DictValue) => readonly string[]): Iterable<Finding> {
  const lists = new Map<string, Map<string, First>>();
  for (const entry of entries) {
    const { value, list } = entry;
    const abbr = value.entry('abbr');
    if (!abbr || abbr.value.kind !== 'str' || value.span.file !== context.file) continue;
    let firsts = lists.get(list);
    if (!firsts) lists.set(list, (firsts = new Map()));
    const { text } = abbr.value;
    const keys = meets ? meets(value).map((model) => JSON.stringify([text, model])) : [text];
    let before: First | undefined;
    for (const key of keys) before ??= firsts.get(key);
    if (before) yield* finding(before, entry, abbr);
    const own = new First(value, abbr);
    for (const key of keys) if (!firsts.has(key)) firsts.set(key, own);
  }
}

/** The first entry of a name. */
class First {
  private known: Map<readonly string[], string> | undefined;

  constructor(
    private readonly value: DictValue,
    readonly abbr: DictEntry,
  ) {}

  /** As it is written: found when a second one has its name, and once for all of them. */
  written(without: readonly string[]): string {
    this.known ??= new Map();
    const text = this.known.get(without) ?? asWritten(this.value, without);
    this.known.set(without, text);
    return text;
  }
}

function* finding(first: First, entry: Named, abbr: DictEntry): Iterable<Finding> {
  const name = abbr.value.kind === 'str' ? abbr.value.text : '';
  // A loop or a comprehension writes both at one place.
  const related =
    first.abbr.valueSpan.start === abbr.valueSpan.start
      ? []
      : [{ span: first.abbr.valueSpan, message: say`${name} is the abbr of this one, too` }];
  if (first.written(nothing) === asWritten(entry.value, nothing))
    return yield {
      span: abbr.valueSpan,
      severity: 'information',
      related,
      message: say`This entry is the same as one before it: it is run once.`,
    };
  // One inference, two ways to score it.
  if (first.written(evaluation) === asWritten(entry.value, evaluation))
    return yield {
      span: abbr.valueSpan,
      severity: 'information',
      related,
      message: say`The abbr ${name} is given twice, to entries that differ in their evaluation: they share one file of predictions, and one of results.`,
    };
  yield {
    span: abbr.valueSpan,
    related,
    message: say`The abbr ${name} is given twice in this list, to entries that differ: they share one file of results, so one of them is not run, without an error. Give each an abbr of its own.`,
  };
}

const nothing: readonly string[] = [];
const evaluation: readonly string[] = ['eval_cfg', 'judge_infer_cfg'];

function asWritten(value: DictValue, without: readonly string[]): string {
  const parts: string[] = [];
  for (const { key, value: given } of value.entries.values()) {
    if (key.kind === 'str' && without.includes(key.text)) continue;
    addShape(parts, key, addWholeText);
    addShape(parts, given, addWholeText);
  }
  return parts.join('');
}
