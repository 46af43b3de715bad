import { filterNames } from '../../../jinja/analysis/builtin-names.js';
import { unknownNameRule } from './support/unknown-name.js';

/** A filter that Jinja does not have; the harness adds only `regex_replace` (lm-evaluation-harness 0.4.13 `utils.py`). */
export const unknownFilter = unknownNameRule('filter', filterNames);
