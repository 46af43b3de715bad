import { trimScalar } from '../../../edit/index.js';
import type { Finding } from '../../face/rule.js';
import { oneEdit } from '../../../checks/support/fixes.js';
import { edgeOf } from './support/edges.js';
import { taskRule } from './support/task-rule.js';
import { say } from '../../../core/say.js';

/** A `gen_prefix` that ends in white space, in front of choices (lm-evaluation-harness 0.4.13 `api/task.py`, `construct_requests`). */
export const genPrefixSpace = taskRule(
  {
    id: 'gen-prefix-space',
    title: 'A gen_prefix that ends in white space in front of choices',
    severity: 'warning',
    fix: 'unsafe',
    prevents: 'Two spaces in front of each choice without a chat template, none with one that trims messages',
  },
  function* (task, { text }): Iterable<Finding> {
    const prefix = task.given('gen_prefix');
    if (task.outputType !== 'multiple_choice' || prefix?.value.kind !== 'str' || edgeOf(prefix.value.text, 'end') !== 'space') return;
    yield {
      span: prefix.keySpan,
      message: say`\`gen_prefix\` ends in white space, and \`target_delimiter\` adds more in front of each choice; chat templates that trim messages take it away again. Remove it.`,
      fixes: oneEdit(say`Remove the white space`, false, trimScalar(text(prefix.value.span.file), prefix.value, 'end')),
    };
  },
);
