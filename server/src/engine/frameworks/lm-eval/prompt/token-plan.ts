import { say } from '../../../core/say.js';
import type { Target } from '../../face/behaviour.js';
import type { TokenPlan } from '../../../prompt/token-plan.js';
import { asInteger } from '../../../python/runtime/semantics.js';

/** What `HFLM.max_gen_toks` is where neither the task nor the command line says it. */
const usualAnswer = 256;

/**
 * How `HFLM` gives a prompt to the tokenizer (lm-evaluation-harness 0.4.13 `models/huggingface.py`): special tokens are added unless the text begins with the BOS token, and a
 * context that is too long loses its beginning. The model is named on the command line, so its `max_length` is not the task's to say.
 */
export function tokenPlanOfTask({ dataset }: Target): TokenPlan {
  const settings = dataset.value.get('generation_kwargs');
  const given = settings?.kind === 'dict' ? settings.get('max_gen_toks') : undefined;
  const own = given && asInteger(given);
  const answer = own === undefined ? usualAnswer : Number(own);
  return {
    special: 'unless-begun',
    notes: [
      say`The model is named on the command line: there is room for its max_length − max_gen_toks ${String(answer)}, and of a longer prompt the beginning is cut away.`,
    ],
  };
}
