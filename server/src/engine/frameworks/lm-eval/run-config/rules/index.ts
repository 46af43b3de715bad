import type { Rule } from '../../../face/rule.js';
import { runRefused } from './run-refused.js';
import { runTaskUnknown } from './run-task-unknown.js';
import { unknownRunKey } from './unknown-run-key.js';

/** The rules about configs of runs, in the order in which findings at one place are listed. */
export const runConfigRules: readonly Rule[] = [unknownRunKey, runTaskUnknown, runRefused];
