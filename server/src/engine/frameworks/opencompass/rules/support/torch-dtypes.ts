import { replaceStringFix } from '../../../../checks/support/fixes.js';
import { say } from '../../../../core/say.js';
import { textOf, type DictValue } from '../../../../core/value.js';
import type { ClassFacts } from '../../../face/behaviour.js';
import type { CheckContext, Finding } from '../../../face/rule.js';
import { dialectOf } from '../../render/family.js';
import { classFileText } from './class-file-text.js';

/** What is meant by the short names of other tools, as all releases know it. */
const meantBy: Readonly<Record<string, string>> = {
  bf16: 'torch.bfloat16',
  bfloat: 'torch.bfloat16',
  brain_float16: 'torch.bfloat16',
  fp16: 'torch.float16',
  fp32: 'torch.float',
};

const classes: ReadonlySet<string> = new Set(['HuggingFace', 'HuggingFaceCausalLM', 'HuggingFaceBaseModel', 'HuggingFacewithChatTemplate']);

/** Those that take float16 for a name that they do not know, since 0.5.3; the others hand it on. */
const withDefault: ReadonlySet<string> = new Set(['HuggingFaceBaseModel', 'HuggingFacewithChatTemplate']);

/**
 * Names of types that torch has not: OpenCompass 0.5.3 `models/huggingface_above_v4_33.py` (`dtype_map.get(…, torch.float16)`); `huggingface.py`, the releases
 * before, and AISBench 3.1.0 hand them to transformers, which looks them up in torch (`modeling_utils.py`, `from_pretrained`).
 */
export function* dtypeFindings(context: CheckContext, model: DictValue, facts: ClassFacts): Iterable<Finding> {
  const given = classes.has(facts.name) ? model.get('model_kwargs') : undefined;
  const entry = given?.kind === 'dict' ? given.entry('torch_dtype') : undefined;
  const name = entry && textOf(entry.value);
  const short = name?.replace(/^torch\./, '') ?? '';
  const meant = Object.hasOwn(meantBy, short) ? meantBy[short] : undefined;
  if (!entry || name === undefined || meant === undefined) return;
  const isHalf = takesDefault(context, facts);
  if (isHalf && meant === 'torch.float16') return;
  yield {
    span: entry.valueSpan,
    severity: isHalf ? 'warning' : 'error',
    message: isHalf
      ? say`${facts.name} knows no type ${name}: the model is loaded as float16, without an error. Write '${meant}'.`
      : say`No type of torch is called ${name}: building the model raises ValueError. Write '${meant}'.`,
    fixes: replaceStringFix(context, entry.value, meant, say`Write '${meant}'`),
  };
}

function takesDefault(context: CheckContext, facts: ClassFacts): boolean {
  if (!withDefault.has(facts.name)) return false;
  const text = classFileText(context, facts);
  if (text === undefined) return dialectOf(context.framework).classPackage === 'opencompass';
  return /\.get\(\s*model_kwargs\['torch_dtype'\],\s*torch\.float16\s*\)/.test(text);
}
