import { replaceScalar } from '../../../edit/index.js';
import { textOf, type StrValue } from '../../../core/value.js';
import type { CheckContext, Finding, Fix } from '../../face/rule.js';
import { isNameSlip } from '../../../checks/support/slip.js';
import { nearest } from '../../../checks/support/nearest.js';
import { documentColumns } from './support/columns.js';
import { cutOff } from './support/cut-by-comment.js';
import { doubtOf } from './support/column-meant.js';
import { templateFields } from './support/template-fields.js';
import { columnsOfSamples, usedSamples } from './support/samples.js';
import type { Task } from './support/task.js';
import { taskRule } from './support/task-rule.js';
import { isToldHere } from './support/told-here.js';
import { TemplateFault } from '../../../jinja/index.js';
import { oneEdit } from '../../../checks/support/fixes.js';
import { expressionsIn, isPlain, looksLikeColumn, templateOf } from './support/template.js';
import { say } from '../../../core/say.js';

/** A word that looks like a column and is none (lm-evaluation-harness 0.4.13 `api/task.py`, `doc_to_text`). */
export const literalNotColumn = taskRule(
  {
    id: 'literal-not-column',
    title: 'A word that is not a column, and stands for itself',
    severity: 'warning',
    fix: 'unsafe',
    prevents: 'The same word for every document, in place of what a column holds',
  },
  function* (task, context): Iterable<Finding> {
    const fields = templateFields(task).filter(
      ({ key, value }) => /^doc_to_(?:text|target|choice)$/.test(key) && isPlain(value.text) && looksLikeColumn(value.text),
    );
    if (fields.length === 0) return;
    const documents = documentColumns(task, context);
    const samples = usedSamples(task);
    const columns = documents ?? (samples && columnsOfSamples(samples));
    for (const { key, value } of fields) {
      if (!columns) yield* doubtful(task, context, key, value);
      if (!columns || columns.has(value.text)) continue;
      const meant = nearest(value.text, columns);
      // Samples need not have all columns of the documents: only what looks like a slip counts.
      if (!documents && meant === undefined) continue;
      if (key === 'doc_to_choice') yield noList(context, value, documents !== undefined, meant);
      else
        yield {
          span: value.span,
          message: say`${documents ? say`The documents` : say`The samples`} have no column ${value.text}: without braces the word itself is used as \`${key}\`, for every document.${meant === undefined ? '' : say` Did you mean ${meant}?`}`,
          fixes: meant === undefined ? [] : writeColumn(context, value, meant),
        };
    }
  },
);

/** Choices are no text: what is no column must be written as a Python list. */
function noList(context: CheckContext, value: StrValue, ofDocuments: boolean, meant: string | undefined): Finding {
  const advice = meant === undefined ? '' : say` Did you mean ${meant}?`;
  return {
    span: value.span,
    severity: 'error',
    message: say`${ofDocuments ? say`The documents` : say`The samples`} have no column ${value.text}: the word is read as a Python list, and loading the task raises ValueError: malformed node or string.${advice}`,
    fixes: meant === undefined ? [] : writeColumn(context, value, meant),
  };
}

/** Where no row is at hand: a word that is nearly a column which is used all around. */
function* doubtful(task: Task, context: CheckContext, key: string, value: StrValue): Iterable<Finding> {
  // Of a text that goes on behind a # more is told.
  if (!isToldHere(value.span.file, context) || cutOff(context, value)) return;
  if (isBehindColumn(task, value.text)) {
    const template = `"{{${value.text}}}"`;
    yield {
      span: value.span,
      message: say`Without braces ${value.text} is the name of a column, or stands for itself, and elsewhere here ${value.text.split('.')[0]!} is the column. Write ${template}.`,
      fixes: oneEdit(say`Write ${template}`, false, { span: value.span, newText: template }),
    };
    return;
  }
  const meant = doubtOf(task, context, value.text)?.meant ?? queried(task, value.text);
  if (meant === undefined) return;
  yield {
    span: value.span,
    message: say`Nothing else here uses a column ${value.text}: where the documents have none, the word itself is used as \`${key}\`, for every document. Did you mean ${meant}?`,
    fixes: writeColumn(context, value, meant),
  };
}

/** Whether a word is `column.key` of a column that a template of the task uses. */
function isBehindColumn(task: Task, word: string): boolean {
  const [column, key] = word.split('.');
  if (!column || !key) return false;
  return templateFields(task).some(({ value: { text } }) => {
    const template = text.includes(column) && !isPlain(text) ? templateOf(text) : undefined;
    if (!template || template instanceof TemplateFault) return false;
    return [...expressionsIn(template.body)].some(({ node }) => node.type === 'Name' && node.name === column);
  });
}

/** The column that `doc_to_decontamination_query` is, of which a word that is the whole of a field is a slip: nobody means such a word as it is. */
function queried(task: Task, word: string): string | undefined {
  const query = textOf(task.config.get('doc_to_decontamination_query')) ?? '';
  return looksLikeColumn(query) && isNameSlip(word, query, 'some') ? query : undefined;
}

function writeColumn({ text }: CheckContext, value: StrValue, column: string): Fix[] {
  const edit = replaceScalar(text(value.span.file), value, column);
  return edit ? [{ title: say`Write ${column}`, safe: false, edits: [edit] }] : [];
}
