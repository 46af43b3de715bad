import { oneEdit, replaceStringFix } from '../../../../checks/support/fixes.js';
import { nearest } from '../../../../checks/support/nearest.js';
import { isKeySlip } from '../../../../checks/support/slip.js';
import { listed, quoted } from '../../../../checks/support/words.js';
import { say } from '../../../../core/say.js';
import { textOf, type DictValue } from '../../../../core/value.js';
import type { ClassFacts } from '../../../face/behaviour.js';
import type { CheckContext, Finding } from '../../../face/rule.js';

const ofVllm: ReadonlySet<string> = new Set(['VLLM', 'VLLMwithChatTemplate', 'VLLMOfflineVLModel']);

/** Values that the library beneath a class refuses: vLLM's `config` (its types, its share of memory), transformers' tokenizers (their sides). */
export function* refusedFindings(context: CheckContext, model: DictValue, facts: ClassFacts): Iterable<Finding> {
  const given = ofVllm.has(facts.name) ? model.get('model_kwargs') : undefined;
  if (given?.kind === 'dict') {
    yield* typeFindings(context, given);
    yield* shareFindings(given);
  }
  const loaded = model.get('model_kwargs');
  if (loaded?.kind === 'dict') yield* mapFindings(context, loaded);
  const tokenizer = model.get('tokenizer_kwargs');
  if (tokenizer?.kind === 'dict') yield* sideFindings(context, tokenizer);
}

function* typeFindings(context: CheckContext, given: DictValue): Iterable<Finding> {
  const entry = given.entry('dtype');
  const meant = /^torch\.(\w+)$/.exec((entry && textOf(entry.value)) ?? '')?.[1];
  if (!entry || meant === undefined) return;
  yield {
    span: entry.valueSpan,
    severity: 'error',
    message: say`'torch.${meant}' is no name of a type that vLLM knows: building the model raises ValueError. Write '${meant}'.`,
    fixes: replaceStringFix(context, entry.value, meant, say`Write '${meant}'`),
  };
}

function* shareFindings(given: DictValue): Iterable<Finding> {
  const entry = given.entry('gpu_memory_utilization');
  const { value } = entry ?? {};
  if (!entry || (value?.kind !== 'int' && value?.kind !== 'float') || (Number(value.value) > 0 && Number(value.value) <= 1)) return;
  const percent = Number(value.value);
  const meant = percent > 1 && percent < 100 ? String(percent / 100) : undefined;
  yield {
    span: entry.valueSpan,
    severity: 'error',
    message: say`\`gpu_memory_utilization\` is a share above 0 and at most 1: vLLM raises ValueError when it builds the model.`,
    fixes: meant === undefined ? [] : oneEdit(say`Change to ${meant}`, false, { span: entry.valueSpan, newText: meant }),
  };
}

/** The words for where the layers of a model go, besides the names of devices: transformers `modeling_utils.py`. */
const maps: readonly string[] = ['auto', 'balanced', 'balanced_low_0', 'sequential', 'cuda', 'cpu'];

function* mapFindings(context: CheckContext, given: DictValue): Iterable<Finding> {
  const entry = given.entry('device_map');
  const text = entry && textOf(entry.value);
  const meant = text === undefined || maps.includes(text) ? undefined : maps.find((map) => isKeySlip(text, map));
  if (!entry || meant === undefined || /^(?:npu|xpu|gpu|mlu|hpu|\w+:\d+)$/.test(text!)) return;
  yield {
    span: entry.valueSpan,
    severity: 'error',
    message: say`\`device_map\` is a word like ${listed(maps.slice(0, 4).map(quoted))}, or a device, and '${text!}' is none: building the model raises ValueError. Write '${meant}'.`,
    fixes: replaceStringFix(context, entry.value, meant, say`Write '${meant}'`),
  };
}

const sides = ['left', 'right'];

function* sideFindings(context: CheckContext, given: DictValue): Iterable<Finding> {
  for (const key of ['padding_side', 'truncation_side']) {
    const entry = given.entry(key);
    const side = entry && textOf(entry.value);
    if (!entry || side === undefined || sides.includes(side)) continue;
    const meant = nearest(side, sides);
    yield {
      span: entry.valueSpan,
      severity: 'error',
      message: say`\`${key}\` is 'left' or 'right': with '${side}' loading the tokenizer raises ValueError.`,
      fixes: meant === undefined ? [] : replaceStringFix(context, entry.value, meant, say`Change to ${meant}`),
    };
  }
}
