import type { DatasetConfig, ModelConfig } from '../../../config/config.js';
import { addShape, addWholeText } from '../../../checks/support/shape.js';
import { modelsOfDatasets } from './support/combinations.js';
import { listed } from '../../../checks/support/words.js';
import { say } from '../../../core/say.js';
import type { FileId } from '../../../core/span.js';
import type { Severity } from '../../../core/severity.js';
import { textOf, type DictEntry, type DictValue } from '../../../core/value.js';
import { dialectOf } from '../render/family.js';
import type { CheckContext, ConfigRule, Finding } from '../../face/rule.js';

type Named = DatasetConfig | ModelConfig;
/** The models that a dataset meets. */
type Meets = (entry: DictValue) => readonly string[];

/**
 * Two entries of one list have the same abbr, and so the same files of predictions and results. OpenCompass 0.5.3 `tasks/openicl_infer.py` (what is there
 * is not asked again); AISBench 3.1.0 `cli/utils.py` (`clear_repeat_tasks`). Entries that are written in the document itself, and those that the lists of its run take from bases.
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
    yield* importedTwins(context, 'datasets', context.config.datasets, modelsOfDatasets(context.config));
    yield* importedTwins(context, 'models', context.config.models);
  },
};

/**
 * Entries of bases that a run puts into one list. Where they are the same, or differ in their evaluation alone, somebody has put a list in twice.
 * @param meets as for `twins`
 */
function* importedTwins(context: CheckContext, list: 'datasets' | 'models', entries: readonly Named[], meets?: Meets): Iterable<Finding> {
  const { value } = context.evaluation;
  const key = value.entry(list)?.keySpan;
  if (key?.file !== context.file || !value.entry(list === 'models' ? 'datasets' : 'models')) return;
  const firsts = new Firsts(meets);
  const twice = new Map<string, { first: First; second: DictEntry }>();
  for (const entry of entries) {
    const abbr = entry.list === list ? entry.value.entry('abbr') : undefined;
    if (abbr?.value.kind !== 'str') continue;
    const { text } = abbr.value;
    const before = firsts.meet(entry.value, abbr, text);
    // Of one that is written here, it is told where it is.
    const isToldOf = entry.value.span.file === context.file;
    if (before && !isToldOf && before.written(evaluation) !== asWritten(entry.value, evaluation))
      if (!twice.has(text)) twice.set(text, { first: before, second: abbr });
  }
  const [one] = twice.values();
  if (!one) return;
  const isHere = one.second.valueSpan.file === context.file;
  yield {
    span: isHere ? one.second.valueSpan : key,
    message: manyTwice(list, [...twice.keys()]),
    related: [one.first.abbr, one.second]
      .filter(({ valueSpan }) => valueSpan.file !== context.file)
      .map(({ valueSpan }) => ({ span: valueSpan, message: say`it is the abbr of this one` })),
  };
}

function manyTwice(list: string, names: readonly string[]): string {
  return say`Entries of \`${list}\` that differ have one abbr, ${listed(names)}: they share one file of results, so one of them is not run, without an error. Give each an abbr of its own.`;
}

/** @param meets of datasets, the models that one meets: files of results are kept by model; absent: all meet the same ones */
function* twins(context: CheckContext, entries: readonly Named[], meets?: Meets): Iterable<Finding> {
  const lists = new Map<string, Firsts>();
  const differing = new Map<string, Differing>();
  for (const entry of entries) {
    const { value, list } = entry;
    const abbr = value.entry('abbr');
    if (!abbr || abbr.value.kind !== 'str') continue;
    let firsts = lists.get(list);
    if (!firsts) lists.set(list, (firsts = new Firsts(meets)));
    const before = firsts.meet(value, abbr, abbr.value.text);
    if (!before || value.span.file !== context.file) continue;
    const found = finding(context, before, entry, abbr);
    if (found.severity) yield found;
    else addDiffering(differing, entry, abbr.value.text, found);
  }
  for (const { list, names, first } of differing.values())
    yield names.size === 1 ? first : { ...first, message: manyTwice(list, [...names]) };
}

/** Entries that one place makes, a loop with the same names in each round: one fault, and not one for each name. */
interface Differing {
  readonly list: string;
  readonly names: Set<string>;
  readonly first: Finding;
}

function addDiffering(differing: Map<string, Differing>, { list }: Named, name: string, found: Finding): void {
  const place = JSON.stringify([list, found.span.start]);
  const there = differing.get(place);
  if (there) there.names.add(name);
  else differing.set(place, { list, names: new Set([name]), first: found });
}

/** The first entries of names. */
class Firsts {
  private readonly byKey = new Map<string, First>();

  constructor(private readonly meets: Meets | undefined) {}

  /** The entry before this one that has its name and meets one of its models; where there is none, this one is the first. */
  meet(value: DictValue, abbr: DictEntry, name: string): First | undefined {
    const keys = this.meets ? this.meets(value).map((model) => JSON.stringify([name, model])) : [name];
    let before: First | undefined;
    for (const key of keys) before ??= this.byKey.get(key);
    const own = new First(value, abbr);
    for (const key of keys) if (!this.byKey.has(key)) this.byKey.set(key, own);
    return before;
  }
}

/** The first entry of a name. */
class First {
  private known: Map<readonly string[], string> | undefined;

  constructor(
    private readonly value: DictValue,
    readonly abbr: DictEntry,
  ) {}

  isOf(file: FileId): boolean {
    return this.value.span.file === file;
  }

  get judge(): string | undefined {
    return judgeOf(this.value);
  }

  /** As it is written: found when a second one has its name, and once for all of them. */
  written(without: readonly string[]): string {
    this.known ??= new Map();
    const text = this.known.get(without) ?? asWritten(this.value, without);
    this.known.set(without, text);
    return text;
  }
}

/** The abbr of the model that judges a dataset's answers: AISBench adds it to that of the dataset when it evaluates (3.1.0 `cli/workers.py`). */
function judgeOf(value: DictValue): string | undefined {
  const judge = value.get('judge_infer_cfg');
  const model = judge?.kind === 'dict' ? judge.get('judge_model') : undefined;
  return model?.kind === 'dict' ? textOf(model.get('abbr')) : undefined;
}

/** What becomes of two entries that are asked once, and scored in two ways. */
function evaluatedTwice(
  { framework }: CheckContext,
  name: string,
  ...[first, second]: readonly (string | undefined)[]
): { readonly severity: Severity; readonly message: string } {
  const differ = say`The abbr ${name} is given twice, to entries that differ in their evaluation`;
  const { evaluatesOnce } = dialectOf(framework);
  if (evaluatesOnce && first !== second)
    return {
      severity: 'information',
      message: say`${differ}: they share one file of predictions, and each has results of its own, by its judge.`,
    };
  if (evaluatesOnce)
    return {
      severity: 'warning',
      message: say`${differ}: only the first one is evaluated, without an error. Give each an abbr of its own.`,
    };
  return { severity: 'information', message: say`${differ}: they share one file of predictions, and one of results.` };
}

/** Without a severity of its own where the two differ in more than their evaluation. */
function finding(context: CheckContext, first: First, entry: Named, abbr: DictEntry): Finding {
  const name = abbr.value.kind === 'str' ? abbr.value.text : '';
  // A copy of an entry of a base has its abbr there.
  const span = abbr.valueSpan.file === context.file ? abbr.valueSpan : entry.value.span;
  // A loop or a comprehension writes both at one place.
  const related =
    first.abbr.valueSpan.start === abbr.valueSpan.start
      ? []
      : [{ span: first.abbr.valueSpan, message: say`${name} is the abbr of this one, too` }];
  if (first.written(nothing) === asWritten(entry.value, nothing))
    return {
      span,
      severity: 'information',
      related,
      message: say`This entry is the same as one before it: it is run once.`,
    };
  // One inference, two ways to score it.
  if (first.written(evaluation) === asWritten(entry.value, evaluation)) {
    const { severity, message } = evaluatedTwice(context, name, first.judge, judgeOf(entry.value));
    return { span, severity, related, message };
  }
  return {
    span,
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
