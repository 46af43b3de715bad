import { oneEdit } from '../../../../checks/support/fixes.js';
import { isHere } from '../../../../checks/support/places.js';
import { say } from '../../../../core/say.js';
import type { DictValue, Value } from '../../../../core/value.js';
import type { ClassFacts } from '../../../face/behaviour.js';
import type { CheckContext, Finding } from '../../../face/rule.js';

/** Where a class is told over how many GPUs to spread a model. */
const spreads: Readonly<Record<string, readonly [field: string, key: string]>> = {
  VLLM: ['model_kwargs', 'tensor_parallel_size'],
  VLLMwithChatTemplate: ['model_kwargs', 'tensor_parallel_size'],
  TurboMindModel: ['engine_config', 'tp'],
  TurboMindModelwithChatTemplate: ['engine_config', 'tp'],
};

/** More may be those of several machines. */
const mostOfMachine = 8;

/** A model that is spread over more GPUs than its task is given: OpenCompass 0.5.3 `runners/local.py` shows the task so many, but for its debug mode. */
export function* gpuFindings(context: CheckContext, model: DictValue, { name }: ClassFacts): Iterable<Finding> {
  if (!Object.hasOwn(spreads, name)) return;
  const [field, key] = spreads[name]!;
  const [owner, run] = [model.get(field), model.get('run_cfg')];
  const gpus = run?.kind === 'dict' ? run.entry('num_gpus') : undefined;
  const [wanted, given] = [countOf(owner?.kind === 'dict' ? owner.get(key) : undefined), countOf(gpus?.value)];
  if (!gpus || wanted === undefined || given === undefined || given >= wanted || wanted > mostOfMachine) return;
  const literal = isHere(context, gpus.value) && /^\d+$/.test(written(context, gpus.value));
  yield {
    span: gpus.valueSpan,
    severity: 'warning',
    message: say`\`num_gpus\` is ${String(given)}, and \`${key}\` spreads the model over ${String(wanted)}: its task sees so few GPUs that building the model fails, but in debug mode. Write ${String(wanted)}.`,
    fixes: literal ? oneEdit(say`Change to ${String(wanted)}`, false, { span: gpus.value.span, newText: String(wanted) }) : [],
  };
}

function countOf(value: Value | undefined): number | undefined {
  return value?.kind === 'int' && value.value > 0 ? Number(value.value) : undefined;
}

function written({ text }: CheckContext, { span }: Value): string {
  return text(span.file).slice(span.start, span.end);
}
