import { replaceStringFix } from '../../../../checks/support/fixes.js';
import { isKeySlip, isNameSlip } from '../../../../checks/support/slip.js';
import { isHere, ofKind, placesToCheck } from '../../../../checks/support/places.js';
import { oncePer } from '../../../../core/once-per.js';
import { RecentMap } from '../../../../core/recent-map.js';
import { say } from '../../../../core/say.js';
import type { StrValue, Value } from '../../../../core/value.js';
import type { ConfigKind } from '../../../../config/config.js';
import type { CheckContext, Finding } from '../../../face/rule.js';
import { dialectOf } from '../../render/family.js';
import { placeIn, rewriteFix } from './dataset-faults.js';
import { namesInRegistry, type Registry } from './names-in-registry.js';
import { postprocessorFindings } from './registered-postprocessors.js';

/** The packages whose classes and functions a plain name in `type` may mean. OpenCompass 0.5.3 `registry.py`; datasets bring evaluators and functions of their own. */
const packages: Partial<Record<ConfigKind, readonly string[]>> = {
  model: ['models'],
  dataset: ['datasets'],
  'prompt-template': ['openicl.icl_prompt_template', 'openicl'],
  retriever: ['openicl.icl_retriever'],
  inferencer: ['openicl.icl_inferencer'],
  evaluator: ['openicl.icl_evaluator', 'evaluator', 'datasets'],
  postprocessor: [
    'utils.text_postprocessors',
    'utils.postprocess.text_postprocessors',
    'utils.model_postprocessors',
    'utils.postprocess.model_postprocessors',
    'utils.dict_postprocessors',
    'datasets',
  ],
};

/**
 * Plain names in `type` that nothing in the framework's packages has, and that are slips of one that is there. A name that is like none may be registered by code
 * of the user's.
 */
export function* registeredFindings(context: CheckContext): Iterable<Finding> {
  for (const kind in packages) {
    const told = new Set<string>();
    for (const { value } of ofKind(placesToCheck(context), kind)) {
      const found = slipFinding(context, value, packages[kind]!) ?? otherNameFinding(context, kind, value);
      // What a loop puts together is written once.
      const place = found && `${String(found.span.start)} ${found.span.file}`;
      if (place === undefined || told.has(place)) continue;
      told.add(place);
      yield found!;
    }
  }
  // AISBench 3.1.0 `cli/workers.py`, `JudgeInfer`.
  for (const { value } of ofKind(placesToCheck(context), 'infer-cfg')) {
    const found = slipFinding(context, value, packages.dataset!, 'judge_dataset_type');
    if (found) yield found;
  }
  yield* postprocessorFindings(context, packages.postprocessor!);
  yield* stageFindings(context);
}

/** What a run is told beside datasets and models: how it is divided, what runs it, what sums it up. */
function* stageFindings(context: CheckContext): Iterable<Finding> {
  const { value } = context.evaluation;
  for (const stage of ['infer', 'eval']) {
    const runner = within(value.get(stage), 'runner');
    const parts: readonly [Value | undefined, string][] = [
      [within(value.get(stage), 'partitioner'), 'partitioners'],
      [runner, 'runners'],
      [within(runner, 'task'), 'tasks'],
    ];
    for (const [part, name] of parts) {
      const found = part && isHere(context, part) ? (foreignFinding(context, part, name) ?? slipFinding(context, part, [name])) : undefined;
      if (found) yield found;
    }
  }
  const summarizer = value.get('summarizer');
  if (summarizer && isHere(context, summarizer)) yield* summarizerFindings(context, summarizer);
}

/** Plain names of OpenCompass 0.5.4 that AISBench 3.1.0 has nothing of, in `partitioners/`, `runners/` and `tasks/`. */
const foreignNames: ReadonlySet<string> = new Set([
  ...['SlurmRunner', 'SlurmSequentialRunner', 'DLCRunner', 'VOLCRunner', 'RJOBRunner'],
  ...[
    'SizePartitioner',
    'NumWorkerPartitioner',
    'SubjectiveNaivePartitioner',
    'SubjectiveSizePartitioner',
    'SubjectiveNumWorkerPartitioner',
  ],
  ...['OpenICLAttackTask', 'SubjectiveEvalTask', 'OpenICLInferConcurrentTask'],
]);

function foreignFinding(context: CheckContext, part: Value, folder: string): Finding | undefined {
  const { file, framework, surroundings } = context;
  const type = within(part, 'type');
  if (type?.kind !== 'str' || !foreignNames.has(type.text) || dialectOf(framework).siblingPackage !== 'opencompass') return undefined;
  const module = `${dialectOf(framework).classPackage}.${folder}`;
  if (!surroundings.classes.hasSource(module, file) || surroundings.classes.find(`${module}.${type.text}`, file).kind !== 'missing')
    return undefined;
  return {
    span: type.span,
    message: say`${type.text} is one of OpenCompass, and AISBench has nothing of this name: the run raises KeyError when it builds it.`,
  };
}

/** A summarizer is looked for among the partitioners (OpenCompass 0.5.4 and AISBench 3.1.0 `registry.py`, `build_from_cfg`): no plain name of one is there. */
function* summarizerFindings(context: CheckContext, summarizer: Value): Iterable<Finding> {
  const type = within(summarizer, 'type');
  if (type?.kind !== 'str' || type.text.includes('.') || within(summarizer, 'function')) return;
  const module = `${dialectOf(context.framework).classPackage}.summarizers`;
  yield {
    span: type.span,
    message: say`Nothing is registered as ${type.text}: summarizers are not found by a plain name, and the run raises KeyError after all answers were scored. Import the class, or write ${`${module}.${type.text}`}.`,
    fixes: [],
  };
}

/** The registries that are asked for a plain name: what they hold may be called otherwise than it is defined. */
const registries: Readonly<Record<string, Registry>> = { postprocessor: 'POSTPROCESSORS', evaluator: 'EVALUATORS' };

/** Of a plain name that is a slip of one that something is registered under. */
function otherNameFinding(context: CheckContext, kind: string, value: Value): Finding | undefined {
  const registry = registries[kind];
  const type = registry && within(value, 'type');
  if (type?.kind !== 'str' || type.text.includes('.')) return undefined;
  const { classes } = context.surroundings;
  const modules = (packages[kind as ConfigKind] ?? []).map((name) => `${dialectOf(context.framework).classPackage}.${name}`);
  if (modules.some((module) => ['class', 'function'].includes(classes.find(`${module}.${type.text}`, context.file).kind))) return undefined;
  const all = modules.flatMap((module) => namesInRegistry(context, registry!, module) ?? []);
  if (all.some(({ names }) => names.has(type.text))) return undefined;
  const meant = all
    .flatMap(({ names }) => [...names])
    .find((name) => isNameSlip(type.text, name, 'some') || bare(name) === bare(type.text));
  if (meant !== undefined) return slipOfPart(context, type, type.text, meant);
  return slipOfBeginning(
    context,
    type,
    all.flatMap(({ beginnings }) => [...beginnings]),
  );
}

function bare(name: string): string {
  return name.replaceAll(/[-_]/g, '').toLowerCase();
}

/** A name that is put together, with a slip in what it begins with. */
function slipOfBeginning(context: CheckContext, type: StrValue, beginnings: readonly string[]): Finding | undefined {
  const { text } = type;
  if (beginnings.some((beginning) => text.startsWith(beginning))) return undefined;
  const head = text.slice(0, type.traced.pieces[0]?.length ?? 0);
  const meant = head === text ? undefined : beginnings.find((beginning) => isKeySlip(head, beginning));
  return meant === undefined ? undefined : slipOfPart(context, type, head, meant);
}

function slipOfPart(context: CheckContext, type: StrValue, part: string, meant: string): Finding {
  const fixes = rewriteFix(context, type, 0, part.length, meant, say`Change to ${meant}`);
  return {
    span: part === type.text ? type.span : placeIn(type, 0, part.length),
    message: say`Nothing is registered as ${type.text}: building it raises an exception. Did you mean ${meant + type.text.slice(part.length)}?`,
    fixes,
  };
}

function within(value: Value | undefined, key: string): Value | undefined {
  return value?.kind === 'dict' ? value.get(key) : undefined;
}

/** Of a plain name that is a slip of one that is there. */
function slipFinding(context: CheckContext, value: Value, modules: readonly string[], key = 'type'): Finding | undefined {
  const type = within(value, key);
  const meant = type?.kind === 'str' ? meantName(context, modules, type) : undefined;
  if (type?.kind !== 'str' || meant === undefined) return undefined;
  return {
    span: type.span,
    message: say`Nothing is registered as ${type.text}: building it raises an exception. Did you mean ${meant}?`,
    fixes: replaceStringFix(context, type, meant, say`Change to ${meant}`),
  };
}

/** Undefined where the name is there, or where the source is out of reach. */
function meantName(context: CheckContext, names: readonly string[], { text }: StrValue): string | undefined {
  const { file, framework, surroundings } = context;
  const dot = text.lastIndexOf('.');
  const root = dialectOf(framework).classPackage;
  const modules = dot >= 0 ? [text.slice(0, dot)] : names.map((name) => `${root}.${name}`);
  const name = text.slice(dot + 1);
  const readable = modules.filter((module) => surroundings.classes.hasSource(module, file));
  if (readable.some((module) => surroundings.classes.find(`${module}.${name}`, file).kind !== 'missing')) return undefined;
  for (const module of readable) {
    const there = surroundings.classes.namesIn(module, file);
    const meant = there && (slipsAmong(there).getOr(name, () => slipOf(name, there)) ?? undefined);
    if (meant !== undefined) return dot >= 0 ? `${text.slice(0, dot)}.${meant}` : meant;
  }
  return dot >= 0 || readable.length === 0 ? undefined : importedSlip(context, name, readable);
}

/** A class of these packages that the document imports, from a module whose names they do not gather. */
function importedSlip({ evaluation, file }: CheckContext, name: string, modules: readonly string[]): string | undefined {
  for (const { value } of evaluation.hidden.entries.values())
    if (
      value.kind === 'ref' &&
      value.span.file === file &&
      modules.some((module) => value.path.startsWith(`${module}.`)) &&
      isNameSlip(name, value.name, 'strong') &&
      // Another version is another class.
      digitsOf(name) === digitsOf(value.name)
    )
      return value.name;
  return undefined;
}

function digitsOf(name: string): string {
  return name.replaceAll(/\D/g, '');
}

/** So many names are kept of those that are asked for again and again: functions that are registered under a name of their own. */
const mostAsked = 500;

/** What names are slips of among those of a module; null: of none. */
const slipsAmong = oncePer((_names: ReadonlySet<string>) => new RecentMap<string, string | null>(mostAsked));

function slipOf(name: string, names: ReadonlySet<string>): string | null {
  for (const other of names) if (!other.startsWith('_') && isKeySlip(name, other)) return other;
  return null;
}
