import { problemRule } from '../support/problems.js';
import { inlineIncludeFix } from './support/inline-include.js';

const asFound = problemRule({
  id: 'include-diamond',
  title: 'A file that is included twice',
  severity: 'error',
  prevents: 'ValueError: Include cycle; the file is skipped without a word',
});

/** Two included files that include the same one (lm-evaluation-harness 0.4.13 `tasks/_yaml_loader.py`). */
export const includeDiamond: typeof asFound = {
  ...asFound,
  *check(context) {
    for (const finding of asFound.check(context)) yield { ...finding, fixes: inlineIncludeFix(context, finding.span) };
  },
};
