import { hasUnknownKey } from '../../../checks/support/has-unknown-key.js';
import { textOf, type DictEntry, type DictValue, type Value } from '../../../core/value.js';
import { say } from '../../../core/say.js';
import { quoteScalar } from '../../../edit/index.js';
import type { CheckContext, Finding, Fix } from '../../face/rule.js';
import { oneEdit, renameKeyFix } from '../../../checks/support/fixes.js';
import { outOfRange } from '../../../checks/support/number-range.js';
import { whatItIs } from '../../../checks/support/types.js';
import { argumentKinds, commonArguments, type ArgumentKind } from '../values/generation-arguments.js';
import { descendantOf } from '../load/descendant.js';
import { releaseOf } from '../releases/find-harness.js';
import { boolFix } from './support/bool-fix.js';
import { meantArgument } from './support/meant-argument.js';
import { numberFix } from './support/number-fix.js';
import { taskRule } from './support/task-rule.js';

/** Arguments of generation that are slips, or of a kind that no model takes (lm-evaluation-harness 0.4.13 `models/utils.py`, `normalize_gen_kwargs`). */
export const generationArgument = taskRule(
  {
    id: 'generation-argument',
    title: 'A generation argument that is misspelt, or of a wrong kind',
    severity: 'warning',
    fix: 'unsafe',
    prevents: 'Stop texts and limits that do not hold, or a model that refuses the argument',
  },
  function* (task, context): Iterable<Finding> {
    const kwargs = task.config.get('generation_kwargs');
    if (kwargs?.kind !== 'dict') return;
    for (const entry of kwargs.entries.values()) yield* findings(context, kwargs, entry);
    // Models of another program may read it otherwise.
    if (task.whole && !descendantOf(context.evaluation, context.surroundings.workspace)) yield* samplesAtZero(kwargs);
  },
);

/**
 * Sampling at the temperature 0, which it also has where none is given: models of transformers refuse it (lm-evaluation-harness 0.4.3 to 0.4.13 `models/huggingface.py`,
 * `_model_generate`; transformers `generation/logits_process.py`, `TemperatureLogitsWarper`).
 */
function* samplesAtZero(kwargs: DictValue): Iterable<Finding> {
  const sample = kwargs.entry('do_sample');
  const temperature = kwargs.entry('temperature');
  if (sample?.value.kind !== 'bool' || !sample.value.value || hasUnknownKey(kwargs)) return;
  if (temperature && !isZero(temperature.value)) return;
  yield {
    span: temperature ? temperature.valueSpan : sample.keySpan,
    message: temperature
      ? say`With \`do_sample: true\` the temperature must be above 0: the models of transformers raise ValueError, and others take the most likely word all the same.`
      : say`With \`do_sample: true\` and no temperature the harness asks the models of transformers for the temperature 0, and they raise ValueError. Write a temperature above 0.`,
  };
}

function isZero(value: Value): boolean {
  return (value.kind === 'int' && value.value === 0n) || (value.kind === 'float' && value.value === 0);
}

function* findings(context: CheckContext, kwargs: DictValue, entry: DictEntry): Iterable<Finding> {
  const name = textOf(entry.key);
  if (name === undefined) return;
  const kind = Object.hasOwn(argumentKinds, name) ? argumentKinds[name] : undefined;
  if (name === 'until' && entry.value.kind === 'none') yield* noStopText(context, entry);
  if (name === 'max_length') yield* wholeLength(context, kwargs, entry);
  else if (kind) yield* wrongKind(context, name, entry, kind);
  else if (!commonArguments.includes(name)) {
    const meant = meantArgument(name, kwargs);
    if (meant === undefined) return yield* fieldOfTask(name, entry);
    yield {
      span: entry.keySpan,
      message: say`The harness does not read ${name} and hands it to the model as it is: most refuse or ignore it. Did you mean ${meant}?`,
      // Under another name Python's word for nothing would be the text that it is in YAML.
      fixes: textOf(entry.value) === 'None' ? [] : renameKeyFix(context, entry, meant),
    };
  }
}

/** `until: null`: since 0.4.10 a list is made of what is no list, before it is asked whether there is any (`models/utils.py`, `normalize_gen_kwargs`). */
function* noStopText(context: CheckContext, { keySpan, value }: DictEntry): Iterable<Finding> {
  const { build } = releaseOf(context.file, context.surroundings);
  if (build !== 'turns' || descendantOf(context.evaluation, context.surroundings.workspace)) return;
  const isWritten = value.span.start < value.span.end;
  yield {
    span: isWritten ? value.span : keySpan,
    message: say`With null for \`until\` None itself is a stop text of the models of transformers and vLLM, which refuse it. For no stop text at all write [].`,
    fixes: isWritten ? oneEdit(say`Write []`, false, { span: value.span, newText: '[]' }) : [],
  };
}

/** A field of the task among the arguments: nobody reads it there. */
function* fieldOfTask(name: string, { keySpan }: DictEntry): Iterable<Finding> {
  if (!fieldsOfTask.has(name)) return;
  yield {
    span: keySpan,
    message: say`\`${name}\` is a field of the task: within \`generation_kwargs\` the harness hands it to the model, which refuses or ignores it, and the task has none. Write it at the top of the file.`,
  };
}

/** Fields that no model has an argument of the name of. */
const fieldsOfTask: ReadonlySet<string> = new Set([
  'num_fewshot',
  'repeats',
  'filter_list',
  'metric_list',
  'output_type',
  'process_results',
  'gen_prefix',
  'doc_to_text',
  'doc_to_target',
  'target_delimiter',
  'fewshot_delimiter',
  'fewshot_split',
  'fewshot_config',
  'description',
  'metadata',
]);

/** What transformers count together with the prompt, and other models do not take (`models/huggingface.py`, which warns of it; `models/vllm_causallms.py`). */
function* wholeLength(context: CheckContext, kwargs: DictValue, entry: DictEntry): Iterable<Finding> {
  if (entry.value.kind === 'none' || entry.value.kind === 'unknown') return;
  yield {
    span: entry.keySpan,
    message: say`\`max_length\` counts the tokens of the prompt too: an answer has what a prompt leaves of them, and other models than those of transformers refuse it. Write max_gen_toks.`,
    fixes: kwargs.entry('max_gen_toks') ? [] : renameKeyFix(context, entry, 'max_gen_toks'),
  };
}

function* wrongKind(context: CheckContext, name: string, { value, valueSpan }: DictEntry, kind: ArgumentKind): Iterable<Finding> {
  const { kinds, is } = kind;
  if (name === 'until' && value.kind === 'list') return yield* stopTexts(context, value.items);
  if (isUnknown(value)) return;
  if (kinds.includes(value.kind)) {
    const message = outOfRange(name, value, kind);
    if (message !== undefined) yield { span: valueSpan, message };
    return;
  }
  yield {
    span: valueSpan,
    message: say`\`${name}\` must be ${is}, and this is ${whatItIs(value)}: ${consequence(name)}.`,
    fixes: name === 'do_sample' ? boolFix(context, value) : kinds.includes('int') ? numbersFix(context, value) : inQuotes(context, value),
  };
}

function isUnknown(value: Value): boolean {
  return ['unknown', 'ref', 'callable', 'object'].includes(value.kind);
}

function consequence(name: string): string {
  if (name === 'do_sample') return say`models take any text for true, and sample`;
  if (name === 'temperature') return say`the local models read the number in it, and services refuse it`;
  if (name.startsWith('max_')) return say`some models read the number in it, others raise TypeError or are refused by their service`;
  return name === 'until' ? say`models refuse it as a stop text` : say`models refuse it`;
}

function numbersFix(context: CheckContext, value: Value): Fix[] {
  if (value.kind === 'str' && /^[-+]?\d*\.\d+$/.test(value.text.trim()))
    return oneEdit(say`Write ${value.text.trim()}`, false, { span: value.span, newText: value.text.trim() });
  return numberFix(context, value);
}

function* stopTexts(context: CheckContext, items: readonly Value[]): Iterable<Finding> {
  for (const item of items) {
    if (['str', 'unknown', 'ref'].includes(item.kind)) continue;
    yield {
      span: item.span,
      message: say`A stop text must be a str, and this is ${whatItIs(item)}: models refuse it.`,
      fixes: inQuotes(context, item),
    };
  }
}

function inQuotes({ text }: CheckContext, value: Value): Fix[] {
  return oneEdit(say`Put it in quotes`, false, quoteScalar(text(value.span.file), value));
}
