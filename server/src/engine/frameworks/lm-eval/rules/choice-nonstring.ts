import { quoteScalar } from '../../../edit/index.js';
import type { Value } from '../../../core/value.js';
import type { CheckContext, Finding } from '../../face/rule.js';
import { listed } from '../../../checks/support/words.js';
import { isDate } from './support/is-date.js';
import { writtenChoices } from './support/template-fields.js';
import { taskRule } from './support/task-rule.js';
import { say } from '../../../core/say.js';

const typeNames: Partial<Record<Value['kind'], string>> = { bool: 'bool', int: 'int', float: 'float', none: 'NoneType' };

/** A choice that YAML 1.1 does not read as a text (lm-evaluation-harness 0.4.13 `api/task.py`, `ConfigurableTask.__init__`). */
export const choiceNonstring = taskRule(
  {
    id: 'choice-nonstring',
    title: 'A choice that is not text',
    severity: 'error',
    fix: 'unsafe',
    prevents: "TypeError: 'bool' object is not subscriptable, when the task is loaded",
  },
  function* (task, context): Iterable<Finding> {
    const found = (writtenChoices(task) ?? []).flatMap((value) => {
      const type = typeNames[value.kind] ?? (isDate(value) ? 'datetime.date' : undefined);
      return type === undefined ? [] : [{ value, type }];
    });
    const own = found.filter(({ value }) => value.span.file === context.file);
    // The task loads only with all of them in quotes: the fix of the first one does that.
    for (const [i, one] of own.entries()) yield finding(context, [one], i === 0 ? own : []);
    // What an included file writes is one finding, at the include.
    if (own.length < found.length)
      yield finding(
        context,
        found.filter((one) => !own.includes(one)),
      );
  },
);

interface Odd {
  readonly value: Value;
  readonly type: string;
}

/** Of one choice, or of several that an included file writes. `all`: those that the fix puts in quotes. */
function finding({ text }: CheckContext, odd: readonly Odd[], all: readonly Odd[] = odd): Finding {
  const { value, type } = odd[0]!;
  const written = odd.map((one) => text(one.value.span.file).slice(one.value.span.start, one.value.span.end) || 'nothing');
  const edits = all.map((one) => quoteScalar(text(one.value.span.file), one.value)).filter((edit) => edit !== undefined);
  const them = odd.length === 1 ? say`it` : say`them`;
  return {
    span: value.span,
    message: say`YAML reads ${listed(written)} as ${[...new Set(odd.map((one) => one.type))].join(say` and `)}, and a choice must be text: loading the task raises TypeError: '${type}' object is not subscriptable. Put ${them} in quotes.`,
    fixes:
      all.length > 0 && edits.length === all.length
        ? [{ title: all.length === 1 ? say`Put it in quotes` : say`Put them in quotes`, safe: false, edits }]
        : [],
  };
}
