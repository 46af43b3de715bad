import { classNameOf, classPathOf } from '../../../../config/class-name.js';
import type { Place } from '../../../../config/config.js';
import { say } from '../../../../core/say.js';
import type { DictValue } from '../../../../core/value.js';
import type { Finding } from '../../../face/rule.js';
import { misspelt } from './misspelt.js';
import { hasUnknownKey } from '../../../../checks/support/has-unknown-key.js';

/**
 * Evaluators with a judge that lack what makes a score of its verdicts, or what scores before it: OpenCompass 0.5.3 `evaluator/generic_llm_evaluator.py`
 * (`output_postprocess`) and `evaluator/cascade_evaluator.py`.
 */
export function verdictFinding({ parent }: Place, evaluator: DictValue): Finding | undefined {
  const type = evaluator.get('type');
  if (!classPathOf(type)?.startsWith('opencompass.') || hasUnknownKey(evaluator)) return undefined;
  // What stands under a slip of the key is told of there.
  if (misspelt(evaluator, 'dict_postprocessor') || misspelt(evaluator, 'rule_evaluator')) return undefined;
  const name = classNameOf(type);
  // A cascade reads the verdicts itself.
  if (name === 'GenericLLMEvaluator' && parent?.kind === 'eval-cfg' && !isGiven(evaluator, 'dict_postprocessor'))
    return {
      span: evaluator.span,
      severity: 'warning',
      message: say`This GenericLLMEvaluator has no dict_postprocessor: what the judge says is kept as it is, and no score is made of it.`,
    };
  if (name !== 'CascadeEvaluator' || isGiven(evaluator, 'rule_evaluator')) return undefined;
  return {
    span: evaluator.span,
    message: isGiven(evaluator, 'sample_score_fn')
      ? say`This CascadeEvaluator has no rule_evaluator, whose pred_postprocess is called beside sample_score_fn, too: the evaluation raises AttributeError, after all answers were generated.`
      : say`This CascadeEvaluator has no rule_evaluator: building it raises ValueError, after all answers were generated.`,
  };
}

function isGiven(dict: DictValue, key: string): boolean {
  const value = dict.get(key);
  return value !== undefined && value.kind !== 'none';
}
