import type { Finding } from '../../face/rule.js';
import { textOf } from '../../../core/value.js';
import { commonArguments } from '../values/generation-arguments.js';
import { meantArgument } from './support/meant-argument.js';
import { taskRule } from './support/task-rule.js';
import { say } from '../../../core/say.js';

/** Generation arguments without stop texts (lm-evaluation-harness 0.4.13 `config/task.py`). */
export const untilMissing = taskRule(
  {
    id: 'until-missing',
    title: 'Generation arguments without stop texts',
    severity: 'information',
    prevents: 'An answer that is cut off at its first empty line',
  },
  function* (task): Iterable<Finding> {
    const entry = task.given('generation_kwargs');
    if (!task.whole || entry?.value.kind !== 'dict' || task.outputType !== 'generate_until' || entry.value.entry('until')) return;
    // A slip of it is told of by a rule of its own.
    const kwargs = entry.value;
    const keys = [...kwargs.entries.values()].map(({ key }) => textOf(key) ?? '');
    if (keys.some((key) => !commonArguments.includes(key) && meantArgument(key, kwargs) === 'until')) return;
    const delimiter = task.text('fewshot_delimiter', '\n\n');
    yield {
      span: entry.keySpan,
      message: say`Without \`until\` the model stops at the fewshot_delimiter${delimiter === undefined ? '' : `, ${JSON.stringify(delimiter)}`}: what follows it is cut off. Write \`until\` to say where an answer ends.`,
    };
  },
);
