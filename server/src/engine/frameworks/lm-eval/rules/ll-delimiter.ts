import { replaceScalar } from '../../../edit/index.js';
import type { Finding } from '../../face/rule.js';
import { oneEdit } from '../../../checks/support/fixes.js';
import { edgeOf } from './support/edges.js';
import { taskRule } from './support/task-rule.js';
import { say } from '../../../core/say.js';

/** A scored text without a space in front: output_type loglikelihood adds no delimiter (lm-evaluation-harness 0.4.13 `api/task.py`, `construct_requests`). */
export const llDelimiter = taskRule(
  {
    id: 'll-delimiter',
    title: 'A scored text that starts without white space',
    severity: 'warning',
    fix: 'unsafe',
    prevents: 'The score of a word that is glued to the prompt',
  },
  function* (task, { text }): Iterable<Finding> {
    const target = task.given('doc_to_target');
    const question = task.text('doc_to_text');
    if (task.outputType !== 'loglikelihood' || target?.value.kind !== 'str' || task.given('gen_prefix')) return;
    if (edgeOf(target.value.text, 'start') !== 'text' || question === undefined || question === '' || edgeOf(question, 'end') === 'space')
      return;
    yield {
      span: target.keySpan,
      message: say`With output_type loglikelihood \`target_delimiter\` is not put in front of the text that is scored: it is glued to the prompt. Let \`doc_to_target\` start with a space.`,
      fixes: oneEdit(say`Start with a space`, false, replaceScalar(text(target.value.span.file), target.value, ` ${target.value.text}`)),
    };
  },
);
