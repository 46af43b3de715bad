import tableFile from '../../../../../../schemas/class-tables/aisbench.json';
import { ClassTable } from '../../../classes/class-table.js';
import type { ClassConventions } from '../../opencompass/classes/class-facts.js';
import { aisBenchModelClass } from './model-classes.js';

/** AISBench 3.1.0. */
export const aisBenchClasses: ClassConventions = {
  package: 'ais_bench.benchmark',
  taken: {
    // By `utils/config/build.py` and the registry. Other than in OpenCompass `max_out_len` is an argument of the class.
    model: new Set([
      'type',
      '_scope_',
      'use_timestamp',
      'run_cfg',
      'request_rate',
      'batch_size',
      'abbr',
      'attr',
      'response_anomaly',
      'summarizer_abbr',
      'pred_postprocessor',
      'min_out_len',
      'returns_tool_calls',
      'traffic_cfg',
    ]),
    dataset: new Set(['type', '_scope_', 'infer_cfg', 'eval_cfg', 'abbr']),
  },
  // As OpenCompass does, and the releases before 3.0 for which plugins like benchmark-mindie are written.
  takenElsewhere: new Set(['max_out_len']),
  given: new Set(['task_state_manager']),
  // The first two from the first model (`cli/utils.py`), the last one for the judged rows (`cli/workers.py`).
  filledIn: new Set(['model_path', 'trust_remote_code', 'predictions_path']),
  modelClass: aisBenchModelClass,
  table: new ClassTable(tableFile),
};
