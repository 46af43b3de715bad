import tableFile from '../../../../../../schemas/class-tables/opencompass.json';
import { ClassTable } from '../../../classes/class-table.js';
import type { ClassConventions } from './class-facts.js';
import { openCompassModelClass } from './model-classes.js';

/** OpenCompass 0.5.3. */
export const openCompassClasses: ClassConventions = {
  package: 'opencompass',
  taken: {
    // By `utils/build.py` and the registry.
    model: new Set([
      'type',
      '_scope_',
      'run_cfg',
      'max_out_len',
      'batch_size',
      'abbr',
      'summarizer_abbr',
      'pred_postprocessor',
      'min_out_len',
    ]),
    // The same; `abbr` is taken out by the base class (`datasets/base.py`).
    dataset: new Set(['type', '_scope_', 'infer_cfg', 'eval_cfg', 'abbr']),
  },
  given: new Set(),
  filledIn: new Set(),
  modelClass: openCompassModelClass,
  table: new ClassTable(tableFile),
};
