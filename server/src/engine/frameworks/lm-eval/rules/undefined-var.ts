import type { Use } from '../../../jinja/index.js';
import type { StrValue } from '../../../core/value.js';
import type { CheckContext, Finding } from '../../face/rule.js';
import { documentColumns, renameVariable, rowFileColumns, usesIn } from './support/columns.js';
import { calledNames } from './support/called-names.js';
import { doubtOf } from './support/column-meant.js';
import { namesAround } from './support/names-around.js';
import { templateFields } from './support/template-fields.js';
import { columnsOfSamples, exampleTemplates, usedSamples } from './support/samples.js';
import type { Task } from './support/task.js';
import { taskRule } from './support/task-rule.js';
import { isToldHere } from './support/told-here.js';
import { spanWithin } from './support/template.js';
import { say } from '../../../core/say.js';

/** A variable that is no column (lm-evaluation-harness 0.4.13 `utils.py`: StrictUndefined). */
export const undefinedVar = taskRule(
  {
    id: 'undefined-var',
    title: 'A variable that is not a column',
    severity: 'error',
    fix: 'unsafe',
    prevents: 'UndefinedError, when the task is loaded or in the first prompt with an example',
  },
  function* (task, context): Iterable<Finding> {
    const reported = new Set<number>();
    for (const finding of calls(task, context)) {
      reported.add(finding.span.start);
      yield finding;
    }
    for (const finding of undefinedForDocuments(task, context)) {
      if (reported.has(finding.span.start)) continue;
      reported.add(finding.span.start);
      yield finding;
    }
    const samples = usedSamples(task);
    if (!samples && !isKnown(task, context)) yield* doubtful(task, context);
    if (!samples) return;
    const known = columnsOfSamples(samples);
    for (const { key, value } of exampleTemplates(task)) {
      const found = undefinedIn(context, { key, value, columns: known, whose: say`The samples have`, when: say`a prompt with an example` });
      // Without examples in the config the task loads and runs.
      for (const finding of found)
        if (!reported.has(finding.span.start)) yield task.hasShots ? finding : { ...finding, severity: 'warning' };
    }
  },
);

/** `len(question)`: Jinja has no functions of Python, and no value of a row can be called, whatever the columns are. */
function* calls(task: Task, context: CheckContext): Iterable<Finding> {
  for (const { key, value, ofExamples } of templateFields(task)) {
    for (const { use, start, end, instead } of calledNames(value.text)) {
      const span = spanWithin(value, use.start, use.end);
      if (!isToldHere(span.file, context)) continue;
      const whole = spanWithin(value, start, end);
      const isWritten = context.text(whole.file).slice(whole.start, whole.end) === value.text.slice(start, end);
      yield {
        span,
        severity: use.conditional || ofExamples ? 'warning' : 'error',
        message: say`Jinja has no function ${use.name}, which \`${key}\` calls, and no value of a document can be called: the first prompt raises UndefinedError or TypeError.${instead === undefined ? '' : say` Write ${instead}.`}`,
        fixes:
          instead !== undefined && isWritten
            ? [{ title: say`Write ${instead}`, safe: false, edits: [{ span: whole, newText: instead }] }]
            : [],
      };
    }
  }
}

/** Whether the columns of the documents are at hand. */
function isKnown(task: Task, context: CheckContext): boolean {
  return (documentColumns(task, context) ?? rowFileColumns(task, context)) !== undefined;
}

/** Where no row is at hand: names that are nearly those which are used all around, told where they are written. */
function* doubtful(task: Task, context: CheckContext): Iterable<Finding> {
  for (const { key, value } of templateFields(task)) {
    if (!isToldHere(value.span.file, context)) continue;
    for (const use of usesIn(value.text)) {
      // Behind `if x is defined` whoever wrote it knows that documents differ.
      if (use.missing !== 'raises' || use.guarded || use.unless.size > 0) continue;
      const whole = wholeDocument(task, context, key, value, use);
      if (whole) yield whole;
      const doubt = whole ? undefined : doubtOf(task, context, use.name);
      if (!doubt) continue;
      const { meant, dataset } = doubt;
      yield {
        span: spanWithin(value, use.start, use.end),
        severity: 'warning',
        message:
          dataset !== undefined
            ? say`The documents of ${dataset} have no column ${use.name}, which \`${key}\` uses: loading the task raises UndefinedError: '${use.name}' is undefined.${meant === undefined ? '' : say` Did you mean ${meant}?`}`
            : say`Nothing else here uses a column ${use.name}, which \`${key}\` does: where the documents have none, loading the task raises UndefinedError: '${use.name}' is undefined. Did you mean ${meant!}?`,
        fixes: meant === undefined ? [] : renameVariable(context, value, use, [meant]).fixes,
      };
    }
  }
}

/** What functions and loops call a document. No task that we have seen has a column of one of these names, and takes a part of it. */
const documentNames: ReadonlySet<string> = new Set(['doc', 'row', 'item', 'example', 'sample', 'record']);

/** Behind the name of a document: `.question`, `['question']`; no method. */
const part = /^(?:\.([A-Za-z_]\w*)(?!\w*[ \t]*\()|\[(['"])([A-Za-z_]\w*)\2\])/;

/** `{{doc.question}}`, as functions write it: in a template the columns are variables themselves. */
function wholeDocument(task: Task, context: CheckContext, key: string, value: StrValue, { name, start, end }: Use): Finding | undefined {
  const taken = documentNames.has(name) ? part.exec(value.text.slice(end, end + 100)) : null;
  const column = taken?.[1] ?? taken?.[3];
  const samples = task.samples ? columnsOfSamples(task.samples) : undefined;
  if (!taken || column === undefined || samples?.has(name) || namesAround(context).has(name)) return undefined;
  const whole = spanWithin(value, start, end + taken[0].length);
  const isWritten = context.text(whole.file).slice(whole.start, whole.end) === name + taken[0];
  const edit = taken[1] === undefined ? { span: whole, newText: column } : { span: spanWithin(value, start, end + 1), newText: '' };
  return {
    span: spanWithin(value, start, end),
    severity: 'warning',
    message: say`\`${key}\` asks for a column ${name}, and takes ${column} of it: the columns of a document are variables themselves, and where there is none of this name loading the task raises UndefinedError: '${name}' is undefined. Write {{${column}}}.`,
    fixes: isWritten ? [{ title: say`Write ${column}`, safe: false, edits: [edit] }] : [],
  };
}

/** By the columns of the documents, else by those of the row file, whose rows may be others. */
function* undefinedForDocuments(task: Task, context: CheckContext): Iterable<Finding> {
  const documents = documentColumns(task, context);
  const rowFile = documents ? undefined : rowFileColumns(task, context);
  const columns = documents ?? rowFile;
  if (!columns) return;
  const whose = rowFile ? say`The row file ${String(context.surroundings.settings.rowFile)} has` : say`The documents have`;
  const when = rowFile ? say`with its rows, loading the task` : say`loading the task`;
  for (const { key, value, ofExamples } of templateFields(task)) {
    if (ofExamples || columns.has(value.text)) continue;
    for (const finding of undefinedIn(context, { key, value, columns, whose, when }))
      yield rowFile ? { ...finding, severity: 'warning' } : finding;
  }
}

interface WithColumns {
  readonly key: string;
  readonly value: StrValue;
  readonly columns: ReadonlySet<string>;
  readonly whose: string;
  readonly when: string;
}

function* undefinedIn(context: CheckContext, { key, value, columns, whose, when }: WithColumns): Iterable<Finding> {
  for (const use of usesIn(value.text)) {
    if (use.missing !== 'raises' || use.guarded || columns.has(use.name) || [...use.unless].some((name) => columns.has(name))) continue;
    const { meant, fixes } = renameVariable(context, value, use, columns);
    yield {
      span: spanWithin(value, use.start, use.end),
      severity: use.conditional ? 'warning' : 'error',
      message: say`${whose} no column ${use.name}, which \`${key}\` uses: ${when} raises UndefinedError: '${use.name}' is undefined${use.conditional ? say`, if it gets that far` : ''}.${meant === undefined ? '' : say` Did you mean ${meant}?`}`,
      fixes,
    };
  }
}
