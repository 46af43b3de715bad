import type { TextRule } from '../../frameworks/face/rule.js';
import { problemRule } from '../support/problems.js';

const report = problemRule({
  id: 'raises',
  title: 'Loading the config raises an exception',
  severity: 'error',
  prevents: "NameError: name 'x' is not defined, and every other exception of the config's own code",
});

/**
 * The config's own code raises. One case is left out: a config without imports that uses `__file__` raises when it is loaded by itself, but
 * works as the base that it usually is, since bases take another path (mmengine 0.11 `config/config.py`).
 */
export const raises: TextRule = {
  ...report,
  *check(context) {
    const { lazy, error } = context.evaluation;
    if (lazy === false && error?.type === 'NameError' && error.text.includes("'__file__'")) return;
    yield* report.check(context);
  },
};
