import type { Span } from '../../../core/span.js';
import type { StrValue } from '../../../core/value.js';
import type { CheckContext, Finding, Fix } from '../../face/rule.js';
import { oneEdit } from '../../../checks/support/fixes.js';
import { documentColumns, renameVariable, rowFileColumns, usesIn } from './support/columns.js';
import { doubtOf } from './support/column-meant.js';
import { templateFields } from './support/template-fields.js';
import { columnsOfSamples, exampleTemplates, usedSamples } from './support/samples.js';
import type { Task } from './support/task.js';
import { taskRule } from './support/task-rule.js';
import { isToldHere } from './support/told-here.js';
import { spanWithin } from './support/template.js';
import { say } from '../../../core/say.js';

/** A missing column that raises nothing (jinja2 3.1 `runtime.py`: what StrictUndefined lets pass). */
export const undefinedSilent = taskRule(
  {
    id: 'undefined-silent',
    title: 'A missing column that goes unnoticed',
    severity: 'warning',
    fix: 'unsafe',
    prevents: 'A test `is none` that does not hold, or the word Undefined among the choices',
  },
  function* (task, context): Iterable<Finding> {
    for (const { key, value, columns, whose } of templatesWithColumns(task, context)) {
      for (const use of usesIn(value.text)) {
        if (use.missing !== 'silent' || use.guarded || columns.has(use.name)) continue;
        const { meant, fixes } = renameVariable(context, value, use, columns);
        const span = spanWithin(value, use.start, use.end);
        yield {
          span,
          message: say`${whose} no column ${use.name}, and \`${key}\` does not raise: a missing column is not none, and in a list it becomes the word Undefined. Ask with \`is defined\`.${meant === undefined ? '' : say` Did you mean ${meant}?`}`,
          fixes: [...fixes, ...askDefined(context, span)],
        };
      }
    }
    yield* doubtful(task, context);
  },
);

/** Where no row is at hand: a name that is nearly one which is used all around, or that a well-known dataset does not have. */
function* doubtful(task: Task, context: CheckContext): Iterable<Finding> {
  if (usedSamples(task) ?? documentColumns(task, context) ?? rowFileColumns(task, context)) return;
  for (const { key, value } of templateFields(task)) {
    if (!isToldHere(value.span.file, context)) continue;
    for (const use of usesIn(value.text)) {
      if (use.missing !== 'silent' || use.guarded || use.unless.size > 0) continue;
      const doubt = doubtOf(task, context, use.name);
      // Whoever asks whether it is none may know that it is not there.
      if (!doubt || (doubt.meant === undefined && /^\s+is\b/.test(value.text.slice(use.end)))) continue;
      const { meant, dataset } = doubt;
      yield {
        span: spanWithin(value, use.start, use.end),
        message:
          dataset === undefined
            ? say`Nothing else here uses a column ${use.name}, which \`${key}\` does: where the documents have none, nothing raises, but a missing column is not none, and in a list it becomes the word Undefined. Did you mean ${meant!}?`
            : say`The documents of ${dataset} have no column ${use.name}, and \`${key}\` does not raise: a missing column is not none, and in a list it becomes the word Undefined.${meant === undefined ? '' : say` Did you mean ${meant}?`}`,
        fixes: meant === undefined ? [] : renameVariable(context, value, use, [meant]).fixes,
      };
    }
  }
}

/** `x is none` asks of a column that is there; where it may be missing, `x is not defined` does. */
function askDefined({ text }: CheckContext, { file, end }: Span): Fix[] {
  const [test, not] = /^ is( not)? none\b/i.exec(text(file).slice(end)) ?? [];
  if (test === undefined) return [];
  const newText = not ? ' is defined' : ' is not defined';
  return oneEdit(say`Write "${newText.trim()}"`, false, { span: { file, start: end, end: end + test.length }, newText });
}

interface WithColumns {
  readonly key: string;
  readonly value: StrValue;
  readonly columns: ReadonlySet<string>;
  readonly whose: string;
}

function* templatesWithColumns(task: Task, context: CheckContext): Iterable<WithColumns> {
  const documents = documentColumns(task, context);
  if (documents)
    for (const { key, value, ofExamples } of templateFields(task))
      if (!ofExamples) yield { key, value, columns: documents, whose: say`The documents have` };
  const samples = usedSamples(task);
  if (!samples) return;
  const columns = columnsOfSamples(samples);
  for (const { key, value } of exampleTemplates(task)) yield { key, value, columns, whose: say`The samples have` };
}
