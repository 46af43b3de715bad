import { itemsOf } from '../../../../config/sequence.js';
import { original, textOf, type DictValue } from '../../../../core/value.js';
import { say } from '../../../../core/say.js';
import type { CheckContext, Finding } from '../../../face/rule.js';
import type { Called } from './called.js';
import { hasUnknownKey } from '../../../../checks/support/has-unknown-key.js';

/**
 * Datasets without a `mode`, where the evaluation is divided by it. OpenCompass 0.5.3 `partitioners/sub_naive.py`, `sub_size.py` and `sub_num_worker.py`
 * (`dataset['mode']`); in releases before 0.2.6 the partitioner itself was given it.
 * @param partitioner of the evaluation
 * @param called its class; undefined where that is out of reach
 */
export function* withoutMode({ evaluation }: CheckContext, partitioner: DictValue, called: Called | undefined): Iterable<Finding> {
  const type = partitioner.entry('type');
  if (!type || !called || !/^Subjective(?:Naive|Size|NumWorker)Partitioner$/.test(called.name)) return;
  const { keys, open } = called.signature;
  // One that is given to the partitioner, which does not take it, is told there.
  if (open || keys.has('mode') || partitioner.entry('mode') || evaluation.value.entry('model_dataset_combinations')) return;
  for (const item of itemsOf(evaluation.value.get('datasets')) ?? []) {
    const dataset = original(item);
    if (dataset.kind !== 'dict' || dataset.entry('mode') || hasUnknownKey(dataset)) continue;
    // One is enough for the run to stop.
    return yield {
      span: type.valueSpan,
      message: say`${called.name} divides datasets by their \`mode\`, and ${textOf(dataset.get('abbr')) ?? say`one of them`} has none: the run raises KeyError: 'mode', after all answers were generated. It is one of singlescore, allpair, m2n and fixed.`,
    };
  }
}
