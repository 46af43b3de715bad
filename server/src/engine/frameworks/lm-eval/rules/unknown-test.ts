import { testNames } from '../../../jinja/analysis/builtin-names.js';
import { unknownNameRule } from './support/unknown-name.js';

/** A test that Jinja does not have (jinja2 3.1 `tests.py`). */
export const unknownTest = unknownNameRule('test', testNames);
