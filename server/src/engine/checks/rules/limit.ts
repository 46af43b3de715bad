import { problemRule } from '../support/problems.js';

/** Evaluating the config takes more steps, depth or memory than is allowed. */
export const limit = problemRule({
  id: 'limit',
  title: 'A config that takes too much work to evaluate',
  severity: 'warning',
  prevents: 'Loading that takes very long or needs very much memory',
});
