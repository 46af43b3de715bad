import { removeEntry } from '../../../edit/index.js';
import type { Finding } from '../../face/rule.js';
import { oneEdit } from '../../../checks/support/fixes.js';
import { taskRule } from './support/task-rule.js';
import { say } from '../../../core/say.js';

/** num_fewshot 0 cannot be changed (lm-evaluation-harness 0.4.13 `evaluator.py`). */
export const shotsZeroLocked = taskRule(
  {
    id: 'shots-zero-locked',
    title: 'num_fewshot 0, which the command line cannot change',
    severity: 'hint',
    fix: 'unsafe',
    prevents: 'A run without examples, though --num_fewshot asks for some',
  },
  function* (task, { text, evaluation }): Iterable<Finding> {
    const entry = task.config.entry('num_fewshot');
    if (entry?.value.kind !== 'int' || entry.value.value !== 0n || task.outputType === 'loglikelihood_rolling') return;
    // Without it the value of an included file would be there.
    const isOnly = evaluation.taskFile?.replaced.some(({ by }) => by.keySpan === entry.keySpan) !== true;
    yield {
      span: entry.keySpan,
      message: say`With \`num_fewshot: 0\` in the file the option --num_fewshot is ignored. Without the line the default is 0 too, and the option works.`,
      fixes: isOnly ? oneEdit(say`Remove the line`, false, removeEntry(text(entry.keySpan.file), entry)) : [],
    };
  },
);
