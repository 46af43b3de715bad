import { trimScalar } from '../../../edit/index.js';
import type { Finding } from '../../face/rule.js';
import { edgeOfText } from './support/edges.js';
import { writtenChoices } from './support/template-fields.js';
import { taskRule } from './support/task-rule.js';
import { say } from '../../../core/say.js';

/** A choice with white space of its own behind a delimiter that ends in it (lm-evaluation-harness 0.4.13 `api/task.py`, `construct_requests`). */
export const choiceSpace = taskRule(
  {
    id: 'choice-space',
    title: 'Double white space in front of a choice',
    severity: 'warning',
    fix: 'unsafe',
    prevents: 'Choices that are scored with two spaces in front, which no model expects',
  },
  function* (task, { text }): Iterable<Finding> {
    const delimiter = task.text('target_delimiter', ' ');
    if (task.outputType !== 'multiple_choice' || delimiter === undefined || edgeOfText(delimiter, 'end') !== 'space') return;
    const spaced = (writtenChoices(task) ?? []).flatMap((value) =>
      value.kind === 'str' && edgeOfText(value.text, 'start') === 'space' ? [value] : [],
    );
    const first = spaced[0];
    if (!first) return;
    const edits = spaced.map((value) => trimScalar(text(value.span.file), value, 'start'));
    const sure = edits.filter((edit) => edit !== undefined);
    yield {
      span: first.span,
      message: say`${spaced.length === 1 ? say`This choice starts` : say`${String(spaced.length)} choices start`} with white space, and \`target_delimiter\` adds more in front: ${JSON.stringify(delimiter + first.text)} is scored.`,
      fixes: sure.length === edits.length ? [{ title: say`Remove the white space from the choices`, safe: false, edits: sure }] : [],
    };
  },
);
