import type { Span } from '../../../core/span.js';
import { wordPlaces } from '../../../core/word-places.js';
import { classNameOf, classPathOf } from '../../../config/class-name.js';
import { itemsOf } from '../../../config/sequence.js';
import { original, textOf, type DictEntry, type DictValue, type ListValue, type Value } from '../../../core/value.js';
import type { Signature } from '../../../classes/signature.js';
import { addEntryFix, oneEdit, renameKeyFix } from '../../../checks/support/fixes.js';
import { nearest } from '../../../checks/support/nearest.js';
import { isHere } from '../../../checks/support/places.js';
import { isKeySlip } from '../../../checks/support/slip.js';
import { whatItIs } from '../../../checks/support/types.js';
import { listed } from '../../../checks/support/words.js';
import { say } from '../../../core/say.js';
import type { CheckContext, ConfigRule, Finding, Fix } from '../../face/rule.js';
import { dialectOf } from '../render/family.js';
import { refusedValue } from './support/asserted-values.js';
import { chatmlFindings } from './support/chatml-lists.js';
import { calledBy } from './support/called.js';
import { classFileText } from './support/class-file-text.js';
import { isEmptyText, isListOfDicts, libraryFindings } from './support/library-lists.js';
import { idleLoops } from './support/idle-loops.js';
import { lostTurns } from './support/lost-turns.js';
import { anomalyFindings } from './support/response-anomaly.js';
import { atSlip, misspelt } from './support/misspelt.js';
import { performanceFindings } from './support/performance-summary.js';
import { dictWithin } from './support/dict-within.js';
import { hasUnknownKey } from '../../../checks/support/has-unknown-key.js';
import { renameTopName } from './support/rename-top-name.js';
import { numberRangeFindings } from './support/number-ranges.js';
import { runListFindings } from './support/run-lists.js';
import { withoutMode } from './support/subjective-mode.js';
import { subjectiveFindings } from './support/subjective-run.js';
import { lostGroupFindings, summaryRowFindings } from './support/summary-rows.js';
import { classOfOtherPart, type StagePart } from './support/stage-classes.js';

type Stage = 'infer' | 'eval';

/** What a run gives the classes of a stage itself. */
const givenToPartitioner = ['type', 'out_dir'];
const givenToRunner = ['type'];
const givenToSummarizer = ['type', 'config', 'attr', 'function'];

/** What the summarizer takes that a run uses where none is named: `DefaultSummarizer`. */
const defaultSummarizer: ReadonlySet<string> = new Set(['dataset_abbrs', 'summary_groups', 'prompt_db', ...givenToSummarizer]);

/** Names of tasks of the other stage, by which the framework calls its own: `SWEBenchEvalTask`. */
const swapped: Readonly<Record<Stage, RegExp>> = { infer: /^(?!.*Infer)\w*EvalTask$/, eval: /^(?!.*Eval)\w*InferTask$/ };

const tasks: Readonly<Record<Stage, string>> = { infer: 'OpenICLInferTask', eval: 'OpenICLEvalTask' };

/**
 * What a run is told beside models and datasets: how it is divided, what runs it, what sums it up. OpenCompass 0.5.3 `cli/main.py`,
 * `partitioners/base.py`; AISBench 3.1.0 `cli/workers.py`.
 */
export const runPart: ConfigRule = {
  id: 'run-part',
  title: 'A stage of a run, its summarizer, models or datasets cannot be used as they are written',
  frameworks: ['opencompass', 'aisbench'],
  severity: 'error',
  fix: 'unsafe',
  prevents: "AttributeError: 'ConfigDict' object has no attribute 'runner'; TypeError: unexpected keyword argument; KeyError: 'models'",
  scope: 'document',
  *check(context): Iterable<Finding> {
    const { value } = context.evaluation;
    for (const stage of ['infer', 'eval'] as const) {
      const dict = value.get(stage);
      if (dict?.kind === 'dict' && isHere(context, dict) && !isOfTask(value)) yield* stageFindings(context, stage, dict);
    }
    yield* subjectiveFindings(context, value);
    const summarizer = value.get('summarizer');
    if (summarizer?.kind === 'dict' && (isHere(context, summarizer) || isChangedIn(context, summarizer)))
      yield* summarizerFindings(context, summarizer);
    if (summarizer?.kind === 'dict' && isHere(context, summarizer)) yield* performanceFindings(context, summarizer);
    if (summarizer?.kind === 'dict' && !summarizer.get('type') && !summarizer.get('function'))
      yield* summaryFindings(context, value, summarizer);
    yield* anomalyFindings(context, value);
    yield* listNameFindings(context, value);
    yield* datasetsFindings(context, value);
    yield* topSlips(context, value);
    yield* workDirFindings(context, value);
    yield* libraryFindings(context, value);
    yield* runListFindings(context, value);
    yield* chatmlFindings(context, value);
    yield* numberRangeFindings(context, value);
    yield* withoutDatasets(context, value);
    yield* lostTurnFindings(context, value);
  },
};

/** Whether the document gives what a base has another entry. */
function isChangedIn({ file }: CheckContext, { entries }: DictValue): boolean {
  return [...entries.values()].some(({ keySpan }) => keySpan.file === file);
}

/** What a run reads beside its lists, and the words that are written in their place. */
const readNames: Readonly<Record<string, readonly string[]>> = {
  work_dir: ['workdir', 'output_dir'],
  infer: ['inference', 'inferencer'],
  eval: ['evaluation', 'evaluate'],
  summarizer: ['summariser', 'summary'],
  model_dataset_combinations: ['combinations', 'dataset_model_combinations', 'model_dataset_combination'],
};

/** A name that is read under another one: it is left out without an error. */
function* topSlips(context: CheckContext, value: DictValue): Iterable<Finding> {
  if (!value.entry('models') || !value.entry('datasets')) return;
  for (const [meant, words] of Object.entries(readNames)) {
    const read = value.entry(meant);
    if (read && original(read.value).span.file === context.file) continue;
    for (const entry of value.entries.values()) {
      const name = textOf(entry.key) ?? '';
      const isSlip = words.includes(name) || (name !== meant && name.length > 5 && isKeySlip(name, meant));
      if (!isSlip || entry.keySpan.file !== context.file || !looksLike(meant, entry.value) || isUsedAgain(context, name)) continue;
      yield {
        span: entry.keySpan,
        severity: 'warning',
        message: read
          ? say`A run reads \`${meant}\`, and this config has \`${name}\` in its place: it is ignored, and that of the base is used.`
          : say`A run reads \`${meant}\`, and this config has \`${name}\` in its place: it is ignored, and the default is used.`,
        fixes: renameTopName(context, entry, name, meant),
      };
    }
  }
}

/** The folder of a run is joined with the names of files: OpenCompass 0.5.3 `cli/main.py`; AISBench 3.1.0 `cli/config_manager.py`. */
function* workDirFindings({ file }: CheckContext, value: DictValue): Iterable<Finding> {
  const entry = value.entry('work_dir');
  if (!entry || entry.valueSpan.file !== file || !['list', 'tuple', 'dict', 'set', 'int', 'float'].includes(entry.value.kind)) return;
  yield {
    span: entry.valueSpan,
    message: say`\`work_dir\` must be str, and this is ${whatItIs(entry.value)}: the run raises TypeError when it starts.`,
  };
}

/** Whether a value is what the framework reads under a name. */
function looksLike(name: string, held: Value): boolean {
  const value = original(held);
  if (name === 'work_dir') return value.kind === 'str';
  if (name === 'model_dataset_combinations')
    return (itemsOf(value) ?? []).some((item) => item.kind === 'dict' && item.entry('models') && item.entry('datasets'));
  if (value.kind !== 'dict') return false;
  if (name === 'summarizer') return ['dataset_abbrs', 'summary_groups', 'attr'].some((key) => value.entry(key));
  return value.entry('runner') !== undefined || value.entry('partitioner') !== undefined;
}

function isUsedAgain({ text, file }: CheckContext, name: string): boolean {
  // The folder of a base may be called so, and a word of a comment.
  const written = text(file).replaceAll(/^[ \t]*from [\w.]+|(?<!\S)#[^'"\n]*$/gm, '');
  return [...wordPlaces(written, name, /\w/)].length > 1;
}

/** Whether a config is that of a task, as a runner writes it for one (`tmp/*_params.py`): its datasets are in lists, by models, and its stages say only what a task asks for. */
function isOfTask(config: DictValue): boolean {
  const datasets = config.get('datasets');
  return datasets?.kind === 'list' && datasets.items.length > 0 && datasets.items.every(({ kind }) => kind === 'list');
}

function* stageFindings(context: CheckContext, stage: Stage, dict: DictValue): Iterable<Finding> {
  // An empty one counts as none: the command line fills it in. Without either it is something else of that name.
  if (![...dict.entries.values()].some(({ key }) => nearest(textOf(key) ?? '', ['partitioner', 'runner']) !== undefined)) return;
  for (const part of ['partitioner', 'runner'] as const) {
    const entry = dict.entry(part);
    if (!entry) yield* withoutPart(context, stage, dict, part);
    else if (entry.value.kind === 'dict') yield* partFindings(context, stage, entry.value, part);
    else if (entry.valueSpan.file === context.file) yield* bareClass(context, entry, part, say`the run raises an exception`);
  }
  yield* besideRunner(stage, dict);
}

/** What runners take, and nobody reads of the stage around them: OpenCompass 0.5.4 `cli/main.py`; AISBench 3.1.0 `cli/workers.py`. */
function* besideRunner(stage: Stage, dict: DictValue): Iterable<Finding> {
  const runner = dict.get('runner');
  for (const key of ['max_num_workers', 'max_workers_per_gpu']) {
    const entry = dict.entry(key);
    if (entry && runner?.kind === 'dict' && !runner.entry(key))
      yield {
        span: entry.keySpan,
        severity: 'warning',
        message: say`\`${stage}\` has no key ${key}: it is ignored without an error. It belongs in its runner.`,
      };
  }
}

function* withoutPart(context: CheckContext, stage: Stage, dict: DictValue, part: 'partitioner' | 'runner'): Iterable<Finding> {
  if (part === 'partitioner' && dialectOf(context.framework).fillsStages && !misspelt(dict, part)) return;
  yield {
    ...atSlip(context, dict, part),
    message: say`\`${stage}\` has no ${part}: the run raises AttributeError: 'ConfigDict' object has no attribute '${part}'.`,
  };
}

function* partFindings(context: CheckContext, stage: Stage, dict: DictValue, part: 'partitioner' | 'runner'): Iterable<Finding> {
  if (!dict.entry('type') && !(dialectOf(context.framework).fillsStages && part === 'runner' && !misspelt(dict, 'type'))) {
    yield {
      ...atSlip(context, dict, 'type'),
      message: say`This ${part} has no type, which names its class: the run raises KeyError.`,
    };
    return;
  }
  const other = otherClass(dict, part);
  if (other) return yield other;
  const given = part === 'runner' ? givenToRunner : givenToPartitioner;
  yield* strayFindings(context, dict, given);
  yield* lackingFindings(context, dict, given);
  if (!dialectOf(context.framework).fillsStages) yield* quotedCounts(context, dict);
  if (part === 'partitioner' && stage === 'eval') yield* dividedFindings(context, dict);
  if (part === 'partitioner') yield* unknownStrategy(context, dict);
  if (part === 'runner') yield* taskFindings(context, stage, dict);
  else if (stage === 'eval') yield* withoutMode(context, dict, calledBy(dict.get('type'), context, 0));
}

/** What the class of a runner or partitioner must be given; of its task is told elsewhere. OpenCompass 0.5.3 `runners/volc.py` (`volcano_cfg`), `runners/dlc.py`. */
function* lackingFindings(context: CheckContext, dict: DictValue, given: readonly string[]): Iterable<Finding> {
  const type = dict.entry('type');
  const missing = [...(signatureOf(context, dict)?.keys ?? [])].flatMap(([key, { required }]) =>
    required && key !== 'task' && !given.includes(key) && !dict.entry(key) && !misspelt(dict, key) ? [key] : [],
  );
  if (!type || missing.length === 0 || hasUnknownKey(dict)) return;
  yield {
    span: type.valueSpan,
    message: say`${classNameOf(type.value) ?? ''} must be given ${listed(missing)}: the run raises TypeError when it builds it.`,
  };
}

/** Partitioners that divide the rows of datasets. */
const dividing: ReadonlySet<string> = new Set(['SizePartitioner', 'NumWorkerPartitioner']);

/**
 * Rows that are divided for the evaluation: each part has a score of its own, and the summary looks for that of the whole. OpenCompass 0.5.3
 * `partitioners/num_worker.py` (`cfg['abbr'] = abbr + f'_{part}'`), `summarizers/default.py`, docs `user_guides/evaluation.md`: "not suitable for evaluation tasks".
 */
function* dividedFindings(context: CheckContext, partitioner: DictValue): Iterable<Finding> {
  const type = partitioner.entry('type');
  const name = type && classNameOf(type.value);
  const task = dictWithin(dictWithin(dictWithin(context.evaluation.value, 'eval'), 'runner'), 'task');
  if (!type || name === undefined || !dividing.has(name) || classNameOf(task?.get('type')) !== tasks.eval) return;
  const parts = partitioner.get('num_split') ?? partitioner.get('num_worker');
  if (name === 'NumWorkerPartitioner' && parts?.kind === 'int' && parts.value <= 1) return;
  yield {
    span: type.valueSpan,
    severity: 'warning',
    message: say`${name} divides the rows of large datasets, and OpenICLEvalTask scores each part by itself: the summary, which looks for the whole, shows no score of them. Use NaivePartitioner.`,
  };
}

/** A way of dividing that the class asserts that it knows: OpenCompass 0.5.3 `partitioners/num_worker.py` and `size.py`, read in the class's own source. */
function* unknownStrategy(context: CheckContext, dict: DictValue): Iterable<Finding> {
  const strategy = dict.entry('strategy');
  const called = strategy && calledBy(dict.get('type'), context, 0);
  const text = called && classFileText(context, called);
  const refusal = strategy && text !== undefined ? refusedValue(context, strategy, 'strategy', text) : undefined;
  if (refusal) yield { ...refusal, message: say`${refusal.message}: the run raises AssertionError.` };
}

const counted = ['max_num_workers', 'num_worker', 'num_split', 'n', 'max_task_size', 'min_task_size', 'max_workers_per_gpu', 'retry'];

/** Numbers of processes and of tasks, in quotes. AISBench takes them from its command line. */
function* quotedCounts(context: CheckContext, dict: DictValue): Iterable<Finding> {
  const signature = signatureOf(context, dict);
  for (const key of counted) {
    const { value, valueSpan } = dict.entry(key) ?? {};
    // What a class swallows by its `**kwargs` is not counted with.
    if (value?.kind !== 'str' || !valueSpan || (signature && !signature.keys.has(key))) continue;
    const number = /^\d+$/.test(value.text) ? value.text : undefined;
    yield {
      span: valueSpan,
      message: say`\`${key}\` must be int, and this is ${whatItIs(value)}: the run raises TypeError when it counts with it.`,
      fixes: number === undefined || value.span.file !== context.file ? [] : plainNumber(context, value, number),
    };
  }
}

function plainNumber({ text }: CheckContext, { span }: Value, number: string): Fix[] {
  const isPlain = /^(['"])\d+\1$/.test(text(span.file).slice(span.start, span.end));
  return isPlain ? [{ title: say`Change to ${number}`, safe: false, edits: [{ span, newText: number }] }] : [];
}

/** A class that is something else than what it stands for. */
function otherClass(dict: DictValue, part: StagePart): Finding | undefined {
  const type = dict.entry('type');
  const other = classOfOtherPart(type?.value, part);
  if (!type || other === undefined) return undefined;
  const name = classNameOf(type.value) ?? '';
  return {
    span: type.valueSpan,
    message: say`${name} is ${other}, and here stands the class of the ${part}: the run raises TypeError when it builds it.`,
  };
}

/** The class of a part itself, where a dict is read. */
function* bareClass({ text }: CheckContext, { value, valueSpan }: DictEntry, part: StagePart, does: string): Iterable<Finding> {
  const name = classNameOf(value);
  if (name === undefined || (value.kind !== 'ref' && value.kind !== 'callable')) return;
  const written = text(valueSpan.file).slice(valueSpan.start, valueSpan.end);
  yield {
    span: valueSpan,
    message: say`\`${part}\` must be a dict with a \`type\`, and this is the class itself: ${does}. Write dict(type=${name}).`,
    fixes: written === name ? oneEdit(say`Write dict(type=${name})`, false, { span: valueSpan, newText: `dict(type=${name})` }) : [],
  };
}

function* taskFindings(context: CheckContext, stage: Stage, runner: DictValue): Iterable<Finding> {
  const entry = runner.entry('task');
  if (!entry) return yield* withoutTask(context, stage, runner);
  const task = entry.value;
  if (entry.valueSpan.file === context.file) yield* bareClass(context, entry, 'task', say`the runner raises an exception`);
  if (task.kind !== 'dict' || !isHere(context, task)) return;
  const type = task.entry('type');
  if (!type) {
    yield {
      ...atSlip(context, task, 'type'),
      message: say`The task of this runner has no type, which names its class: the run raises KeyError: 'type'.`,
    };
    return;
  }
  const stranger = otherClass(task, 'task');
  if (stranger) return yield stranger;
  yield* taskSlips(context, task);
  const other = stage === 'infer' ? 'eval' : 'infer';
  const name = classNameOf(type.value);
  if (name === tasks[other])
    yield {
      span: type.valueSpan,
      severity: 'warning',
      message: say`${tasks[other]} is the task of \`${other}\`, and this is \`${stage}\`: it does the work of the other stage. Use ${tasks[stage]}.`,
    };
  else if (
    name !== undefined &&
    swapped[stage].test(name) &&
    classPathOf(type.value)?.startsWith(`${dialectOf(context.framework).classPackage}.`)
  )
    yield {
      span: type.valueSpan,
      severity: 'warning',
      message: say`${name} is a task of \`${other}\`, and this is \`${stage}\`: it does the work of the other stage.`,
    };
}

/** What the evaluation reads of its task, all of it left alone where it is not there: OpenCompass 0.5.3 and AISBench 3.1.0 `tasks/openicl_eval.py`. */
const readOfTask: readonly string[] = ['dump_details', 'cal_extract_rate'];

function* taskSlips(context: CheckContext, task: DictValue): Iterable<Finding> {
  if (classNameOf(task.get('type')) !== tasks.eval) return;
  for (const key of readOfTask) {
    const slip = task.entry(key) ? undefined : misspelt(task, key);
    if (slip)
      yield {
        span: slip.keySpan,
        severity: 'warning',
        message: say`${tasks.eval} has no ${textOf(slip.key) ?? ''}: it is ignored without an error. Did you mean ${key}?`,
        fixes: renameKeyFix(context, slip, key),
      };
  }
}

/** AISBench takes a runner without a class for its LocalRunner. */
function* withoutTask(context: CheckContext, stage: Stage, runner: DictValue): Iterable<Finding> {
  const isLocal = !runner.entry('type');
  // A class that is known has told of the slip already.
  if (!isLocal && (misspelt(runner, 'task') || !signatureOf(context, runner)?.keys.get('task')?.required)) return;
  yield {
    ...atSlip(context, runner, 'task'),
    message: say`This runner has no task: building it raises TypeError. Add task=dict(type=${tasks[stage]}).`,
  };
}

/** Keys that the class does not take. */
function* strayFindings(context: CheckContext, dict: DictValue, given: readonly string[]): Iterable<Finding> {
  const signature = signatureOf(context, dict);
  if (!signature) return;
  const known = new Set([...given, ...signature.keys.keys()]);
  yield* strayKeys(context, dict, known, classNameOf(dict.get('type')) ?? '', signature.open);
}

function signatureOf(context: CheckContext, dict: DictValue): Signature | undefined {
  return calledBy(dict.get('type'), context, 0)?.signature;
}

/** What is written for a number of workers, by the names of it. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  num_worker: ['max_num_workers'],
  max_workers: ['max_num_workers'],
  num_workers: ['max_num_workers', 'num_worker'],
  n_workers: ['max_num_workers', 'num_worker'],
  workers: ['max_num_workers', 'num_worker'],
};

function* strayKeys(
  context: CheckContext,
  dict: DictValue,
  known: ReadonlySet<string>,
  className: string,
  open: boolean,
): Iterable<Finding> {
  for (const entry of dict.entries.values()) {
    const name = textOf(entry.key);
    // What a base has is told of there.
    if (name === undefined || name.startsWith('_') || known.has(name) || !isHere(context, { span: entry.keySpan })) continue;
    const free = [...known].filter((key) => dict.entry(key)?.keySpan.file !== entry.keySpan.file);
    const other = Object.hasOwn(otherNames, name) ? free.find((key) => otherNames[name]!.includes(key)) : undefined;
    const meant = other ?? nearest(name, free);
    // What is swallowed may be meant so; beside a key that it looks like, it is a slip.
    if (open && !(meant !== undefined && (other !== undefined || isKeySlip(name, meant)))) continue;
    const advice =
      meant === undefined
        ? say`It takes ${listed(
            [...known].filter((key) => key !== 'type'),
            8,
          )}.`
        : say`Did you mean ${meant}?`;
    yield {
      span: entry.keySpan,
      severity: open ? 'warning' : 'error',
      message: open
        ? say`${className} has no ${name}: its **kwargs take it, and nothing is done with it. ${advice}`
        : say`${className} takes no ${name}: the run raises TypeError: unexpected keyword argument. ${advice}`,
      fixes: meant === undefined ? [] : renameKeyFix(context, entry, meant),
    };
  }
}

function* summarizerFindings(context: CheckContext, dict: DictValue): Iterable<Finding> {
  const type = dict.get('type');
  if (type) {
    yield* strayFindings(context, dict, givenToSummarizer);
    yield* withoutFunction(context, dict, type);
  }
  // A function of the user's own takes what it likes.
  else if (!dict.get('function')) yield* strayKeys(context, dict, defaultSummarizer, 'DefaultSummarizer', false);
}

/** A summarizer that asks for `function`, by which a run sums up by way of the summarizers of its datasets: OpenCompass 0.5.3 `summarizers/subjective/subjective.py`. */
function* withoutFunction(context: CheckContext, dict: DictValue, type: Value): Iterable<Finding> {
  if (dict.entry('function') || misspelt(dict, 'function') || !signatureOf(context, dict)?.keys.get('function')?.required) return;
  yield {
    span: dict.span,
    message: say`${classNameOf(type) ?? ''} needs \`function\`, and this one has none: building it raises TypeError, after all answers were judged. Add function='subjective'.`,
    fixes: addEntryFix(context, dict, 'function', "'subjective'", say`Add function='subjective'`, false),
  };
}

function* summaryFindings(context: CheckContext, value: DictValue, summarizer: DictValue): Iterable<Finding> {
  yield* summaryRowFindings(context, value, summarizer);
  yield* lostGroupFindings(context, value, summarizer);
}

/** Models that meet no dataset: `k.endswith('_dataset')`, where the lists are called `…_datasets`. */
function* withoutDatasets(context: CheckContext, value: DictValue): Iterable<Finding> {
  const [models, datasets] = [value.entry('models'), value.entry('datasets')];
  if (!models || !datasets || otherDatasets.some((name) => value.entry(name))) return;
  // Elsewhere there may be some.
  if (context.evaluation.problems.some(({ kind }) => kind === 'depends-on-environment')) return;
  if (itemsOf(datasets.value)?.length === 0) {
    if (!isEmptyUnawares(context, datasets) || original(models.value).kind !== 'list') return;
    const { onEmptyList } = dialectOf(context.framework);
    yield {
      span: datasets.keySpan,
      severity: 'warning',
      message: say`\`datasets\` is empty as it is evaluated: ${onEmptyList}.`,
    };
  } else if (isEmptyUnawares(context, models) && !dialectOf(context.framework).fillsStages)
    yield {
      span: models.keySpan,
      // Who uses the config is to choose some.
      severity: /^[ \t]*#.*\bmodels as \w/m.test(context.text(context.file)) ? 'information' : 'warning',
      message: say`\`models\` is empty as it is evaluated: nothing is run, and no error is raised.`,
    };
}

/** Whether nobody wrote the empty list that comes out. */
function isEmptyUnawares(context: CheckContext, entry: DictEntry): boolean {
  const held = original(entry.value);
  return entry.keySpan.file === context.file && held.kind === 'list' && held.items.length === 0 && !isEmptyText(context, entry);
}

/** Where a run finds datasets beside `datasets`. */
const otherDatasets: readonly string[] = ['model_dataset_combinations', 'chatml_datasets'];

/** Lists that a loop writes anew each time. */
function* lostTurnFindings({ file, text }: CheckContext, value: DictValue): Iterable<Finding> {
  const countOf = (name: string): number | undefined => {
    const held = value.get(name);
    if (held?.kind === 'dict') return held.entries.size;
    return held?.kind === 'list' || held?.kind === 'tuple' ? held.items.length : undefined;
  };
  for (const { name, span } of lostTurns(file, text(file), countOf))
    yield {
      span,
      severity: 'warning',
      message: say`Each turn of this loop writes \`${name}\` anew: only what the last one puts there is run. Make the list before the loop, and append to it.`,
    };
  for (const { span, lines, indent } of idleLoops(file, text(file), countOf))
    yield {
      span,
      severity: 'warning',
      message: say`This stands behind the loop, which keeps nothing of its turns: only what the last one makes is added. Move it into the loop.`,
      fixes: indented(text(file), lines, indent),
    };
}

/** The lines of a statement, further in; none where a text of several lines would be moved, too. */
function indented(source: string, lines: Span, indent: string): Fix[] {
  const written = source.slice(lines.start, lines.end);
  if (indent === '' || /'''|"""/.test(written)) return [];
  return oneEdit(say`Move it into the loop`, false, { span: lines, newText: written.replaceAll(/^(?=[^\n])/gm, indent) });
}

/** `model` or `modles` for `models`, in a config that is run. */
function* listNameFindings(context: CheckContext, value: DictValue): Iterable<Finding> {
  for (const [meant, other] of [
    ['models', 'datasets'],
    ['datasets', 'models'],
  ] as const) {
    if (value.entry(meant) || !value.entry(other) || value.entry('model_dataset_combinations')) continue;
    const entry = [...value.entries.values()].find((each) => isMeantBy(context, each, meant));
    const written = entry && textOf(entry.key);
    if (!entry || written === undefined) continue;
    yield {
      span: entry.keySpan,
      message: say`A run reads \`${meant}\`, and this config has \`${written}\` in its place: it raises KeyError: '${meant}'.`,
      fixes: renameTopName(context, entry, written, meant),
    };
  }
}

/** Whether a list has the name of another one without its s, or with a slip, and nothing here takes its items from it. */
function isMeantBy(context: CheckContext, { key, keySpan, value }: DictEntry, meant: string): boolean {
  const name = textOf(key) ?? '';
  if (keySpan.file !== context.file || !isListOfDicts(value)) return false;
  return name === meant.slice(0, -1) || (isKeySlip(name, meant) && !/\d/.test(name) && !isUsedAgain(context, name));
}

/** One dataset where a list of them is read: `--datasets` and whoever imports it take its keys for datasets. */
function* datasetsFindings(context: CheckContext, value: DictValue): Iterable<Finding> {
  for (const { key, keySpan, valueSpan, value: held } of value.entries.values()) {
    if (keySpan.file !== context.file || !textOf(key)?.endsWith('_datasets')) continue;
    if (held.kind === 'list') yield* nestedFindings(held);
    if (held.kind !== 'dict') continue;
    if (!held.entry('type') || !held.entry('reader_cfg') || !held.entry('infer_cfg')) continue;
    yield {
      span: keySpan,
      message: say`\`${textOf(key)!}\` must be a list of dicts, and this is ${whatItIs(held)}: what puts datasets together raises TypeError, or takes its keys for datasets. Put it in a list.`,
      fixes:
        held.span.file === context.file && valueSpan.start === held.span.start
          ? [
              {
                title: say`Put it in a list`,
                safe: false,
                edits: [
                  { span: { ...valueSpan, end: valueSpan.start }, newText: '[' },
                  { span: { ...valueSpan, start: valueSpan.end }, newText: ']' },
                ],
              },
            ]
          : [],
    };
  }
}

/** A list among the datasets of a list, which is none to who goes through them. */
function* nestedFindings({ items }: ListValue): Iterable<Finding> {
  const held = items.map((item) => original(item));
  const nested = held.find(({ kind }) => kind === 'list');
  if (!nested || !held.some((item) => item.kind === 'dict' && item.entry('infer_cfg'))) return;
  yield {
    span: nested.span,
    message: say`A list of datasets must hold dicts, and this item is ${whatItIs(nested)}: the run raises an exception when it starts. Write * before it to take its items.`,
  };
}
