import type { Finding } from '../../face/rule.js';
import { untilValues } from './support/template-fields.js';
import { taskRule } from './support/task-rule.js';
import { say } from '../../../core/say.js';

/** No stop texts, or empty ones (lm-evaluation-harness 0.4.13 `models/`). */
export const untilEmpty = taskRule(
  {
    id: 'until-empty',
    title: 'No stop texts, or an empty one',
    severity: 'hint',
    prevents: 'A model that keeps writing until its tokens are used up, or a service that refuses the request',
  },
  function* (task): Iterable<Finding> {
    const values = untilValues(task);
    const kwargs = task.config.get('generation_kwargs');
    const entry = kwargs?.kind === 'dict' ? kwargs.entry('until') : undefined;
    if (!values || !entry || (task.outputType !== 'generate_until' && task.outputType !== undefined)) return;
    if (values.length === 0) {
      yield {
        span: entry.keySpan,
        message: say`With an empty \`until\` nothing but the end-of-text token or max_gen_toks ends an answer.`,
      };
    }
    for (const value of values) {
      if (value.kind !== 'str' || value.text !== '') continue;
      yield {
        span: value.span,
        severity: 'warning',
        message: say`An empty stop text ends nothing, and services refuse requests that have one.`,
      };
    }
  },
);
