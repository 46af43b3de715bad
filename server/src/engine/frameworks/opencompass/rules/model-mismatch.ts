import { classNameOf } from '../../../config/class-name.js';
import { modelAttrOf, modelAttrs, type ModelAttr } from '../../../config/model-attrs.js';
import { textOf, type DictEntry, type DictValue, type Value } from '../../../core/value.js';
import type { Span } from '../../../core/span.js';
import { replaceStringFix } from '../../../checks/support/fixes.js';
import { say } from '../../../core/say.js';
import type { CheckContext, ConfigRule, Finding } from '../../face/rule.js';
import { dialectOf } from '../render/family.js';
import type { ModelAsking } from '../render/dialect.js';
import { hasTaskOfItsOwn } from './support/class-keys.js';
import { combinationsOf } from './support/combinations.js';
import { refusalFindings } from './support/inferencer-refusals.js';
import { judgesOf } from './support/judges-of.js';
import { timestampFindings } from './support/timestamps.js';

/** The task that asks models. */
interface Task {
  readonly asks: ModelAttr;
  /** Its class, where the config names it; else the first model's `attr` chooses it. */
  readonly named?: { readonly name: string; readonly span: Span };
}

/** Classes of tasks. AISBench 3.1.0 `tasks/`. */
const taskOfAttr: Readonly<Record<ModelAttr, string>> = { service: 'OpenICLApiInferTask', local: 'OpenICLInferTask' };

/**
 * A model that what asks it cannot work with: the task is made for services and the class for local models, or the other way round, or the inferencer
 * of a dataset refuses the model. AISBench 3.1.0 `cli/workers.py`, `tasks/openicl_api_infer.py`, `tasks/openicl_infer.py`, `openicl/icl_inferencer/`.
 */
export const modelMismatch: ConfigRule = {
  id: 'model-mismatch',
  title: 'A model that the task of a run or the inferencer of a dataset cannot ask',
  frameworks: ['aisbench'],
  severity: 'error',
  fix: 'unsafe',
  prevents:
    "TypeError: generate() missing 1 required positional argument: 'output'; AISBenchValueError [ICLI-PARAM-007]; AISBenchNotImplementedError [ICLI-IMPL-006]",
  scope: 'pair',
  *check(context): Iterable<Finding> {
    const { asking } = dialectOf(context.framework);
    if (!asking || hasTaskOfItsOwn(context)) return;
    const task = taskOf(context);
    if (task) yield* taskFindings(context, asking, task);
    yield* judgeFindings(context, asking);
    if (task) yield* pairFindings(context, asking, task);
  },
};

/** Undefined where it is not known which task is run: a stage without one is told of elsewhere. */
function taskOf({ config }: CheckContext): Task | undefined {
  const infer = config.evaluation.value.get('infer');
  if (infer && infer.kind !== 'none' && !(infer.kind === 'dict' && infer.entries.size === 0)) {
    const type = typeOfTask(infer);
    const name = classNameOf(type?.value);
    const asks = modelAttrs.find((attr) => taskOfAttr[attr] === name);
    return type && name !== undefined && asks ? { asks, named: { name, span: type.valueSpan } } : undefined;
  }
  const first = config.models.find(({ list, index }) => list === 'models' && index === 0);
  const asks = first && attrWritten(first.value);
  return asks && { asks };
}

function typeOfTask(infer: Value): DictEntry | undefined {
  let at: Value | undefined = infer;
  for (const key of ['runner', 'task']) at = at?.kind === 'dict' ? at.get(key) : undefined;
  return at?.kind === 'dict' ? at.entry('type') : undefined;
}

function attrWritten(model: DictValue): ModelAttr | undefined {
  return modelAttrOf(textOf(model.get('attr')));
}

/** The attr that a class of the framework's own is made for; a class of the user's may do what it likes. */
function attrOfType(type: Value | undefined, asking: ModelAsking): ModelAttr | undefined {
  const name = classNameOf(type);
  const isOwn = type?.kind === 'str' ? !type.text.includes('.') : type?.kind === 'ref' && type.path.startsWith('ais_bench.');
  return isOwn && name !== undefined ? asking.attrOf(name) : undefined;
}

/** A model of the other kind than the task asks. */
interface Stranger {
  readonly value: DictValue;
  readonly type: DictEntry;
  readonly made: ModelAttr;
  readonly index: number;
}

function* taskFindings(context: CheckContext, asking: ModelAsking, { asks, named }: Task): Iterable<Finding> {
  const models = context.config.models.filter(({ list }) => list === 'models');
  const strangers = models.flatMap(({ value, index }): Stranger[] => {
    const type = value.entry('type');
    const made = attrOfType(type?.value, asking);
    return type && made !== undefined && made !== asks ? [{ value, type, made, index }] : [];
  });
  const [first] = strangers;
  if (!first) return;
  if (named) yield* namedTaskFindings(context, strangers, strangers.length === models.length, asks, named);
  else if (first.index > 0) yield* strangers.map((stranger) => laterFinding(stranger, asks));
  // A file of models alone may be read by a config that names its task.
  else yield { ...attrFinding(context, first, asks), ...(context.config.datasets.length === 0 && { severity: 'warning' }) };
}

function* namedTaskFindings(
  { file }: CheckContext,
  strangers: readonly Stranger[],
  areAll: boolean,
  asks: ModelAttr,
  { name, span }: NonNullable<Task['named']>,
): Iterable<Finding> {
  const atTask = areAll && span.file === file;
  for (const { type, made } of atTask ? strangers.slice(0, 1) : strangers)
    yield {
      span: atTask ? span : type.valueSpan,
      message: say`${whatItIs(type.value, made)}, and ${name} is the task for ${whom(asks)}: ${whatHappens(asks)}. Use ${taskOfAttr[made]}.`,
      related: atTask ? [{ span: type.valueSpan, message: say`this model is asked by it` }] : [],
    };
}

/** The first model's own attr chooses. */
function attrFinding(context: CheckContext, { value, type, made }: Stranger, asks: ModelAttr): Finding {
  const attr = value.entry('attr');
  return {
    span: attr?.valueSpan ?? type.valueSpan,
    message: say`${whatItIs(type.value, made)}, and \`attr\` chooses the task for ${whom(asks)}: ${whatHappens(asks)}. Write '${made}'.`,
    fixes: attr ? replaceStringFix(context, attr.value, made, say`Change to ${`'${made}'`}`) : [],
  };
}

/** The task that the first model's attr chooses is that of all. */
function laterFinding({ value, type, made }: Stranger, asks: ModelAttr): Finding {
  return {
    span: value.entry('attr')?.valueSpan ?? type.valueSpan,
    message: say`${whatItIs(type.value, made)}, and \`attr\` of the first model, '${asks}', chooses the task of all: ${whatHappens(asks)}. Run it with a config of its own.`,
  };
}

function whatItIs(type: Value | undefined, made: ModelAttr): string {
  const name = classNameOf(type) ?? '';
  return made === 'service' ? say`${name} asks a service` : say`${name} runs the model itself`;
}

function whom(asks: ModelAttr): string {
  return asks === 'service' ? say`services` : say`local models`;
}

/** What `generate` of a local class gives back cannot be awaited; that of a service lacks an argument, or is not called at all. */
function whatHappens(asks: ModelAttr): string {
  return asks === 'service' ? say`each request raises an exception, and the task stops` : say`no request is ever sent`;
}

/** The attr of the judge chooses the task of the second pass. */
function* judgeFindings(context: CheckContext, asking: ModelAsking): Iterable<Finding> {
  const seen = new Set<DictValue>();
  for (const { model } of judgesOf(context)) {
    const value = model?.value;
    if (!value || seen.has(value)) continue;
    seen.add(value);
    const [attr, type] = [value.entry('attr'), value.get('type')];
    const [asks, made] = [attrWritten(value), attrOfType(type, asking)];
    if (!attr || !asks || !made || asks === made) continue;
    yield {
      span: attr.valueSpan,
      message: say`${whatItIs(type, made)}, and \`attr\` chooses the task for ${whom(asks)}: ${whatHappens(asks)}. Write '${made}'.`,
      fixes: replaceStringFix(context, attr.value, made, say`Change to ${`'${made}'`}`),
    };
  }
}

function* pairFindings(context: CheckContext, asking: ModelAsking, { asks }: Task): Iterable<Finding> {
  for (const { datasets, models } of combinationsOf(context.config))
    for (const model of models) {
      const type = model.value.entry('type');
      const name = classNameOf(type?.value);
      if (!type || name === undefined || attrOfType(type.value, asking) !== asks) continue;
      yield* refusalFindings({ model, name, typeSpan: type.valueSpan, asks, asking }, datasets);
      if (asks === 'service') yield* timestampFindings(model, datasets);
    }
}
