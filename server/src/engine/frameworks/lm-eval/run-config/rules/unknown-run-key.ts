import { oneEdit, renameKeyFix } from '../../../../checks/support/fixes.js';
import { say } from '../../../../core/say.js';
import { removeEntry } from '../../../../edit/index.js';
import type { Finding } from '../../../face/rule.js';
import { unknownKeysOf } from '../unknown-keys.js';
import { runRule } from './run-rule.js';

/** A key that a run does not take. */
export const unknownRunKey = runRule(
  {
    id: 'unknown-run-key',
    title: 'A key that a run of lm-evaluation-harness does not take',
    severity: 'error',
    fix: 'unsafe',
    prevents: 'TypeError: EvaluatorConfig.__init__() got an unexpected keyword argument',
  },
  function* (context): Iterable<Finding> {
    const { file, evaluation, surroundings } = context;
    for (const { entry, message, meant, sure } of unknownKeysOf(evaluation.value, file, surroundings.workspace))
      yield {
        span: entry.keySpan,
        severity: sure ? 'error' : 'warning',
        message,
        fixes: [
          ...(meant === undefined ? [] : renameKeyFix(context, entry, meant)),
          ...oneEdit(say`Remove the key`, false, removeEntry(context.text(entry.keySpan.file), entry)),
        ],
      };
  },
);
