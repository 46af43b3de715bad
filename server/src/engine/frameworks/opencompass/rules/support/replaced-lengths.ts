import { say } from '../../../../core/say.js';
import type { DictValue } from '../../../../core/value.js';
import type { ClassFacts } from '../../../face/behaviour.js';
import type { CheckContext, Finding } from '../../../face/rule.js';
import { classFileText } from './class-file-text.js';

/** A length in the settings of a library, and how the class writes the model's own over it. */
interface Replaced {
  readonly field: string;
  readonly key: string;
  readonly written: RegExp;
}

const written = /\['max_new_tokens'\] = max_out_len/;
const ofTransformers: Replaced = { field: 'generation_kwargs', key: 'max_new_tokens', written };

/**
 * OpenCompass 0.5.3 `models/huggingface_above_v4_33.py`, `turbomind_with_tf_above_v4_33.py` and `vllm.py`; AISBench 3.1.0
 * `models/local_models/huggingface_above_v4_33.py` and `vllm_offline_vl.py`. VLLMwithChatTemplate follows its settings.
 */
const replacedBy: Readonly<Record<string, Replaced>> = {
  HuggingFacewithChatTemplate: ofTransformers,
  HuggingFaceBaseModel: ofTransformers,
  TurboMindModelwithChatTemplate: { field: 'gen_config', key: 'max_new_tokens', written },
  VLLM: { field: 'generation_kwargs', key: 'max_tokens', written: /\{'max_tokens': max_out_len\}/ },
  VLLMOfflineVLModel: { field: 'sample_kwargs', key: 'max_tokens', written: /"max_tokens": self\.max_out_len/ },
};

/** A length of answers that another one, which says something else, is written over. Of a class whose source is out of reach nothing is said. */
export function* replacedLengthFindings(context: CheckContext, model: DictValue, facts: ClassFacts): Iterable<Finding> {
  if (!Object.hasOwn(replacedBy, facts.name)) return;
  const { field, key, written: pattern } = replacedBy[facts.name]!;
  const [given, own] = [model.get(field), model.get('max_out_len')];
  const entry = given?.kind === 'dict' ? given.entry(key) : undefined;
  if (entry?.value.kind !== 'int' || own?.kind !== 'int' || entry.value.value === own.value) return;
  if (!pattern.test(classFileText(context, facts) ?? '')) return;
  yield {
    span: entry.keySpan,
    severity: 'warning',
    message: say`\`${key}\` of ${field} is replaced by \`max_out_len\` of the model, which is ${String(own.value)}: what is written here has no effect.`,
  };
}
