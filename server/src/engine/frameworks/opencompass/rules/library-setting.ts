import type { CheckContext, ConfigRule, Finding } from '../../face/rule.js';
import { builtPlaces } from './support/class-keys.js';
import { keywordFindings } from './support/engine-keywords.js';
import { gpuFindings } from './support/gpu-counts.js';
import { greedyFindings } from './support/greedy-decoding.js';
import { refusedFindings } from './support/refused-settings.js';
import { replacedLengthFindings } from './support/replaced-lengths.js';
import { lengthFindings, limitFindings } from './support/request-limits.js';
import { refusedModeFindings } from './support/asserted-values.js';
import { dtypeFindings } from './support/torch-dtypes.js';

/** What a model hands to the library beneath its class, or to its service, and what becomes of it there. */
export const librarySetting: ConfigRule = {
  id: 'library-setting',
  title: 'A setting of a model that its class, library or service refuses, or that changes nothing',
  frameworks: ['opencompass', 'aisbench'],
  severity: 'error',
  fix: 'unsafe',
  prevents: "TypeError: Unexpected keyword argument 'max_new_tokens'; or answers that are sampled in another way than is written",
  scope: 'document',
  *check(context: CheckContext): Iterable<Finding> {
    for (const { dict, facts } of builtPlaces(context, 'model')) {
      yield* greedyFindings(context, dict, facts);
      yield* keywordFindings(context, dict, facts);
      yield* replacedLengthFindings(context, dict, facts);
      yield* refusedFindings(context, dict, facts);
      yield* dtypeFindings(context, dict, facts);
      yield* gpuFindings(context, dict, facts);
      yield* limitFindings(context, dict, facts);
      yield* lengthFindings(context, dict, facts);
      yield* refusedModeFindings(context, dict, facts);
    }
  },
};
