import type { KnownError } from '../../face/known-error.js';
import { faultAnswers } from '../../opencompass/values/fault-answers.js';
import type { FaultName } from '../../opencompass/values/fault.js';
import { faultCodes } from './faults.js';

/** AISBench names what is wrong by a code: `[ICLR-PARAM-002]`, also alone. */
export const aisBenchErrors: readonly KnownError[] = faultCodes().map(([fault, code]: readonly [FaultName, string]) => ({
  message: new RegExp(`\\b${code}\\b`),
  answer: faultAnswers[fault],
}));
