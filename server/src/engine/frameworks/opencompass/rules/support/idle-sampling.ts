import { classPathOf } from '../../../../config/class-name.js';
import type { Place } from '../../../../config/config.js';
import { say } from '../../../../core/say.js';
import { textOf, type DictValue } from '../../../../core/value.js';
import type { CheckContext, Finding } from '../../../face/rule.js';
import { dialectOf } from '../../render/family.js';
import { calledAt } from './called.js';
import { isReadBySource } from './read-by-source.js';

/** Settings of a generation, which belong to the model. */
const sampling: ReadonlySet<string> = new Set(
  'generation_kwargs temperature top_p top_k min_p do_sample num_beams repetition_penalty presence_penalty frequency_penalty seed num_return_sequences'.split(
    ' ',
  ),
);

/** Whether a key is told of here, and nowhere else. */
export function isIdleSampling(context: CheckContext, place: Place, key: string): boolean {
  if (place.kind !== 'inferencer' || place.value.kind !== 'dict' || !sampling.has(key)) return false;
  const type = place.value.get('type');
  if (!classPathOf(type)?.startsWith(`${dialectOf(context.framework).classPackage}.`)) return false;
  const signature = calledAt(type, place, context)?.signature;
  return signature?.open === true && !signature.keys.has(key) && !isReadBySource(context, 'inferencer', key, false);
}

/**
 * Settings of a generation in an inferencer of the framework's own that swallows them: OpenCompass 0.5.3 `openicl/icl_inferencer/icl_gen_inferencer.py`, whose
 * description has `generation_kwargs`, and `icl_base_inferencer.py` (`**kwargs`); AISBench 3.1.0 the same.
 */
export function* idleSamplingFindings(context: CheckContext, place: Place, inferencer: DictValue): Iterable<Finding> {
  if (place.kind !== 'inferencer') return;
  for (const entry of inferencer.entries.values()) {
    const key = textOf(entry.key);
    if (key === undefined || entry.value.kind === 'none' || !isIdleSampling(context, place, key)) continue;
    const name = calledAt(inferencer.get('type'), place, context)?.name ?? '';
    yield {
      span: entry.keySpan,
      severity: 'warning',
      message: say`${name} takes \`${key}\` and does nothing with it: how answers are sampled is told by the model.`,
    };
  }
}
