import { quoteScalar } from '../../../edit/index.js';
import { lineBreakOf } from '../../../edit/language.js';
import { oneEdit, renameKeyFix } from '../../../checks/support/fixes.js';
import { whatItIs } from '../../../checks/support/types.js';
import { baseName, type FileId } from '../../../core/span.js';
import { defaultLimits } from '../../../core/evaluation.js';
import { pyRepr } from '../../../python/runtime/semantics.js';
import { textOf, type DictEntry } from '../../../core/value.js';
import { isMeantAsTask } from './group-in-task.js';
import type { CheckContext, Finding } from '../../face/rule.js';
import { evaluateTaskFile } from '../load/include.js';
import { kindOf } from '../load/task-file.js';
import { shippedFolderOf } from '../load/find-tasks.js';
import type { Overshadowed } from '../load/task-index.js';
import { releaseOf } from '../releases/find-harness.js';
import { isIncluded } from './support/is-included.js';
import { firstInTree } from './support/names-in-tree.js';
import { isLargeTree, smallIndexOf } from './support/small-index.js';
import { fileRule } from './support/task-rule.js';
import { valuesOfTask } from './support/walk.js';
import { say } from '../../../core/say.js';

/** A file that is never registered (lm-evaluation-harness 0.4.13 `tasks/_index.py`: what raises while indexing is only logged for debugging). */
export const notIndexed = fileRule(
  {
    id: 'not-indexed',
    title: 'A file that the harness silently leaves out',
    severity: 'error',
    fix: 'unsafe',
    prevents: '--tasks says that the task is not found',
  },
  function* (context): Iterable<Finding> {
    const { value } = context.evaluation;
    const kind = kindOf(value);
    const named = value.entry(kind === 'GROUP' ? 'group' : 'task');
    if (kind === 'UNKNOWN' || (kind === 'TASK' && named?.value.kind === 'none')) yield* unnamed(context);
    else if (context.file.endsWith('.yml') && named) yield wrongEnding(context, named.keySpan);
    // A task that names its groups is told so by a rule of its own.
    else if (named && kind === 'GROUP' && isMeantAsTask(value)) return;
    else if (named && (named.value.kind === 'list' || named.value.kind === 'dict'))
      yield {
        span: named.valueSpan,
        message: say`The name of a ${kind === 'GROUP' ? 'group' : 'task'} must be a single text, and this is a ${named.value.kind}: the harness raises TypeError: unhashable type while it indexes the file, and silently skips it.`,
      };
    else if (named && isNumber(named)) yield numbered(context, named, kind === 'GROUP');
    else if (named) yield* taken(context, named);
    if (kind === 'TASK' || kind === 'PY_TASK') yield* numberedTags(context);
  },
);

/** A name that YAML reads as a number, a truth value or a date, and --tasks as a text. */
function isNumber({ value }: DictEntry): boolean {
  return value.kind === 'int' || value.kind === 'float' || value.kind === 'bool';
}

/** All names are sorted when the index is done (0.4.13 `tasks/manager.py`; `tasks/__init__.py` before): what is no text cannot be compared with those that are. */
const stopsAll = say`when the harness sorts the names of all tasks it raises TypeError, and no task at all can be run while this file is among them`;

function numbered({ text }: CheckContext, { value, valueSpan }: DictEntry, isGroup: boolean): Finding {
  return {
    span: valueSpan,
    message: say`The name of this ${isGroup ? 'group' : 'task'} is ${whatItIs(value)}: ${stopsAll}. Put it in quotes.`,
    fixes: oneEdit(say`Put it in quotes`, false, quoteScalar(text(value.span.file), value)),
  };
}

/** Tags are names, too. */
function* numberedTags({ evaluation: { value, file }, text }: CheckContext): Iterable<Finding> {
  const tags = value.get('tag');
  if (tags?.kind !== 'list') return;
  for (const tag of tags.items) {
    if (!['int', 'float', 'bool', 'none'].includes(tag.kind) || tag.span.file !== file) continue;
    yield {
      span: tag.span,
      message: say`This tag is ${whatItIs(tag)}: ${stopsAll}. ${tag.kind === 'none' ? say`Take it out.` : say`Put it in quotes.`}`,
      fixes: tag.kind === 'none' ? [] : oneEdit(say`Put it in quotes`, false, quoteScalar(text(file), tag)),
    };
  }
}

/** A name that another file has already: the first one by its path keeps it, and the harness logs a warning, or until 0.4.9.2 the last one has it. */
function* taken(context: CheckContext, { valueSpan, value }: DictEntry): Iterable<Finding> {
  const { file } = context;
  const other = valueSpan.file === file ? overshadowing(context, textOf(value)) : undefined;
  if (!other || other.name !== textOf(value)) return;
  const by = other.by === undefined ? say`a tag` : toldApart(other.by, file);
  const { surroundings } = context;
  const { firstKeepsName } = releaseOf(file, surroundings);
  const isSkipped = other.by === undefined || firstKeepsName;
  if (other.by !== undefined && areApart(file, other.by))
    return yield {
      span: valueSpan,
      severity: 'warning',
      message: say`The name ${other.name} is also in ${by}: where one run has both folders, it has one of the two tasks only. Give it another name.`,
      related: [{ span: { file: other.by, start: 0, end: 0 }, message: say`the other file` }],
    };
  yield {
    span: valueSpan,
    ...(other.by !== undefined && isSame(context, other.by) && { severity: 'information' }),
    message: isSkipped
      ? say`The name ${other.name} is taken by ${by}: the harness skips this file, and --tasks ${other.name} runs the other. Give it another name.`
      : say`The name ${other.name} is also in ${by}: the harness has one of the two files, the one that it comes to last. Give it another name.`,
    related:
      other.by === undefined
        ? []
        : [{ span: { file: other.by, start: 0, end: 0 }, message: isSkipped ? say`this file is used` : say`the other file` }],
  };
}

/** Whether two files may never meet: outside of the harness's own tasks, folders beside each other may each be the one of `--include_path`. */
function areApart(file: FileId, other: FileId): boolean {
  const [one, two] = [file, other].map((path) => path.slice(0, path.lastIndexOf('/') + 1)) as [string, string];
  return shippedFolderOf(file) === undefined && !one.startsWith(two) && !two.startsWith(one);
}

/** Whether another file is the same task or group, so that it is no matter which of the two is run. Functions are those beside each file. */
function isSame(context: CheckContext, other: FileId): boolean {
  const { workspace } = context.surroundings;
  const read = workspace.read(other);
  if (read.kind !== 'text' || valuesOfTask(context).some(({ kind }) => kind === 'ref')) return false;
  const { value, ok } = evaluateTaskFile(other, read.text, workspace, defaultLimits);
  return ok && pyRepr(value).text === pyRepr(context.evaluation.value).text;
}

/** The file that has the name of this one: by all that they say where they are few, else by their texts alone. */
function overshadowing(context: CheckContext, name: string | undefined): Overshadowed | undefined {
  const { file } = context;
  const index = smallIndexOf(context);
  if (index) return index.overshadowed.find((lost) => lost.file === file);
  const first = name === undefined || !isLargeTree(context) ? undefined : firstInTree(context, name);
  return name === undefined || first === undefined || first >= file ? undefined : { name, file, by: first };
}

/** The name of a file, with that of its folder where another one is called the same. */
function toldApart(file: FileId, other: FileId): string {
  return baseName(file) === baseName(other) ? file.split('/').slice(-2).join('/') : baseName(file);
}

function wrongEnding({ file }: CheckContext, span: Finding['span']): Finding {
  const to = file.replace(/\.yml$/, '.yaml');
  return {
    span,
    message: say`Only files that end in .yaml are looked at: in a .yml file the harness finds neither tasks nor groups.`,
    fixes: [{ title: say`Rename to ${baseName(to)}`, safe: false, edits: [], rename: { from: file, to } }],
  };
}

/** A file with all that a task needs but a name, which no file beside it includes. */
function* unnamed(context: CheckContext): Iterable<Finding> {
  const { file, evaluation } = context;
  const { value } = evaluation;
  const own = evaluation.taskFile?.own ?? value;
  const complete =
    ['dataset_path', 'doc_to_text', 'doc_to_target'].every((key) => value.entry(key)) &&
    (value.entry('test_split') ?? value.entry('validation_split'));
  if (!complete || !/\.ya?ml$/.test(file) || /^_|template|default|base|common/i.test(baseName(file)) || isIncluded(context)) return;
  const named = own.entry('task');
  const first = named?.keySpan.file === file ? named : [...own.entries.values()].find(({ keySpan }) => keySpan.file === file);
  if (!first) return;
  const other = ['name', 'task_name']
    .map((key) => own.entry(key))
    .find((entry) => entry?.value.kind === 'str' && entry.keySpan.file === file);
  if (other && !value.entry('task'))
    return yield {
      span: other.keySpan,
      message: say`The name of a task stands under \`task\`: without it the harness silently skips the file, and --tasks does not find it.`,
      fixes: renameKeyFix(context, other, 'task'),
    };
  yield {
    span: first.keySpan,
    message: value.entry('task')
      ? say`\`task\` is null, and so the task has no name by which --tasks finds it. Give it one, unless other files include this one.`
      : say`Without \`task\` the file is not a task: the harness silently skips it, and --tasks does not find it. Give it a name, unless other files include it.`,
    fixes: own.entry('task')
      ? []
      : [
          {
            title: say`Add task`,
            safe: false,
            edits: [
              {
                span: { file, start: first.keySpan.start, end: first.keySpan.start },
                newText: `task: ${baseName(file).replace(/\.ya?ml$/, '')}${lineBreakOf(context.text(file))}`,
              },
            ],
          },
        ],
  };
}
