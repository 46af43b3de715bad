import type { DictValue } from '../../../core/value.js';
import type { Judge } from '../../opencompass/config/judges.js';

/** The second pass that a dataset's judge_infer_cfg describes. AISBench 3.1.0 `cli/workers.py`, `JudgeInfer`. */
export function aisBenchJudges(dataset: DictValue): readonly Judge[] {
  const inferCfg = dataset.get('judge_infer_cfg');
  if (inferCfg?.kind !== 'dict') return [];
  const model = inferCfg.get('judge_model');
  const judge: Judge = {
    inferCfg,
    readerCfg: inferCfg.get('judge_reader_cfg'),
    model: model?.kind === 'dict' ? model : undefined,
    abbr: (name, by) => `${name}-${by}`,
  };
  return [judge];
}
