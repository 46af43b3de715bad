import { removeEntry } from '../../../edit/index.js';
import type { Finding } from '../../face/rule.js';
import { oneEdit } from '../../../checks/support/fixes.js';
import { taskRule } from './support/task-rule.js';
import { say } from '../../../core/say.js';

/** The number of examples in `metadata` (lm-evaluation-harness 0.4.13 `evaluator_utils.py`: the table of results counts what was used). */
export const metadataNshot = taskRule(
  {
    id: 'metadata-nshot',
    title: 'The number of examples in metadata',
    severity: 'information',
    fix: 'unsafe',
    prevents: 'A number that is believed to set or to show how many examples there are',
  },
  function* (task, { text }): Iterable<Finding> {
    const metadata = task.config.get('metadata');
    const entry = metadata?.kind === 'dict' ? metadata.entry('num_fewshot') : undefined;
    if (!entry) return;
    yield {
      span: entry.keySpan,
      message: say`\`num_fewshot\` has no effect in \`metadata\`: neither the prompt nor the table of results looks at it.`,
      fixes:
        metadata?.kind === 'dict' && metadata.entries.size > 1
          ? oneEdit(say`Remove the line`, false, removeEntry(text(entry.keySpan.file), entry))
          : [],
    };
  },
);
