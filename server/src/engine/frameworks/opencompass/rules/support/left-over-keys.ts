import type { Place } from '../../../../config/config.js';
import { classNameOf } from '../../../../config/class-name.js';
import { say } from '../../../../core/say.js';
import type { DictValue } from '../../../../core/value.js';
import type { CheckContext, Finding } from '../../../face/rule.js';
import { dialectOf } from '../../render/family.js';
import { hasTaskOfItsOwn } from './class-keys.js';

/**
 * Keys that do something in OpenCompass, and that AISBench takes all the same: the length of answers in an inferencer, which its `**kwargs` swallow, and
 * `sc_size`, for answers of which each row has several. AISBench 3.1.0 `openicl/icl_inferencer/`, `tasks/openicl_eval.py`.
 */
export function* leftOverKeys(context: CheckContext, { kind }: Place, dict: DictValue): Iterable<Finding> {
  const { framework } = context;
  if ((kind !== 'inferencer' && kind !== 'eval-cfg') || dialectOf(framework).inferencerHasLength) return;
  if (kind === 'inferencer') return yield* lengthFindings(context, dict);
  const size = dict.entry('sc_size');
  if (size && size.value.kind !== 'none' && size.value.kind !== 'unknown' && !hasTaskOfItsOwn(context, 'eval'))
    yield {
      span: size.keySpan,
      message: say`\`sc_size\` takes the most frequent of several answers, and no inferencer of AISBench gives several to one row: the most frequent character of each answer is scored in its place.`,
    };
}

const lengths: readonly string[] = ['max_out_len', 'min_out_len'];

/** Whether a key is one of these, which nobody is to be sent to. */
export function isLeftOver({ framework }: CheckContext, kind: Place['kind'], key: string): boolean {
  return kind === 'inferencer' && lengths.includes(key) && !dialectOf(framework).inferencerHasLength;
}

function* lengthFindings({ framework }: CheckContext, inferencer: DictValue): Iterable<Finding> {
  const name = classNameOf(inferencer.get('type'));
  if (dialectOf(framework).modeOf(name) === undefined) return;
  for (const key of lengths) {
    const entry = inferencer.entry(key);
    if (entry && entry.value.kind !== 'none')
      yield {
        span: entry.keySpan,
        message: say`${name!} takes \`${key}\` and does nothing with it: how long answers may be is told by \`max_out_len\` of the model.`,
      };
  }
}
