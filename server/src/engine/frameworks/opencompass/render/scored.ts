import { classNameOf } from '../../../config/class-name.js';
import type { DatasetConfig } from '../../../config/config.js';
import { say } from '../../../core/say.js';
import type { InferencerMode } from '../infer/inferencer.js';

/**
 * What of a prompt is scored, and what comes of it: a sentence. Undefined where the model goes on from the prompt.
 * OpenCompass 0.5.3 `openicl/icl_inferencer/` (`icl_ppl_inferencer.py`, `icl_ll_inferencer.py`, `icl_clp_inferencer.py` …), `models/huggingface.py` (`get_ppl`, `get_loglikelihood`).
 * @param mode in which the prompt is shown, which may be another than the inferencer's own
 */
export function scoredBy({ value }: DatasetConfig, mode: InferencerMode): string | undefined {
  const inferCfg = value.get('infer_cfg');
  const inferencer = inferCfg?.kind === 'dict' ? inferCfg.get('inferencer') : undefined;
  const type = inferencer?.kind === 'dict' ? inferencer.get('type') : undefined;
  const name = type && classNameOf(type);
  switch (mode) {
    case 'ppl':
      return name === 'LLInferencer'
        ? say`Scored: what the column \`cont\` holds, which has to stand at the end of the prompt, given what is in front of it. The most likely label is the answer.`
        : say`Scored: the whole prompt of each label. The label with the lowest perplexity is the answer.`;
    case 'gen':
      return name === 'CLPInferencer'
        ? say`Scored: the one token behind the prompt. The result is how likely each of the column \`choices\` is there.`
        : undefined;
    case 'ppl_only':
    case 'sw_ce_loss':
      return say`Scored: the whole prompt.`;
    default:
      return undefined;
  }
}
