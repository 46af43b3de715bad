import { testNames } from '../../../jinja/analysis/builtin-names.js';
import { unknownNameRule } from './support/unknown-name.js';

/** What Python calls a test. */
const otherNames: Readonly<Record<string, string>> = { str: 'string', int: 'integer', bool: 'boolean', dict: 'mapping', null: 'none' };

/** A test that Jinja does not have (jinja2 3.1 `tests.py`). */
export const unknownTest = unknownNameRule('test', { names: testNames, otherNames, methods: [] });
