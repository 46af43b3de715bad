import type { DictEntry, StrValue, Value } from '../../../core/value.js';
import { say } from '../../../core/say.js';
import { endWithout } from '../../../core/text-ends.js';
import type { CheckContext, Finding, Fix } from '../../face/rule.js';
import { oneEdit } from '../../../checks/support/fixes.js';
import { replaceScalar } from '../../../edit/index.js';
import { knownColumns } from '../values/known-columns.js';
import { documentColumns } from './support/columns.js';
import { isToldHere } from './support/told-here.js';
import { releaseOf } from '../releases/find-harness.js';
import type { Task } from './support/task.js';
import { choiceTexts, writtenChoices } from './support/template-fields.js';
import { tagsAndWords } from './support/tags-and-words.js';
import { taskRule } from './support/task-rule.js';

const filled = /\{\{-?[ \t]*[A-Za-z_][^{}]*\}\}/;
const onlyFilled = /^\{\{-?[ \t]*([A-Za-z_][^{}]*)\}\}$/;

/** A template among choices that are written as a list or a mapping, which are taken as they are (lm-evaluation-harness 0.4.13 `api/task.py`, `doc_to_choice`). */
export const choiceTemplate = taskRule(
  {
    id: 'choice-template',
    title: 'A template in a list of choices',
    severity: 'warning',
    fix: 'unsafe',
    prevents: 'Choices that are the braces and the name of a column, alike for every document',
  },
  function* (task, context): Iterable<Finding> {
    yield* ofTarget(task, context);
    yield* ofColumns(task, context);
    const choices = writtenChoices(task) ?? [];
    const first = choices.find((choice): choice is StrValue => choice.kind === 'str' && filled.test(choice.text));
    // Where a task is made of classes a list may be filled in.
    if (!first || releaseOf(context.file, context.surroundings).build === 'classes') return;
    const entry = task.given('doc_to_choice')!;
    yield {
      span: first.span,
      message: say`Choices that are written one by one are taken as they are, and nothing is filled in: the model is asked for ${first.text} itself. Write one template that gives a list.`,
      fixes: entry.value.kind === 'list' ? oneTemplate(context, entry, choices) : [],
    };
  },
);

/** `[sol1, sol2]`, and `{{['sol1', 'sol2']}}`: the names of columns as texts, all of which the documents have. */
function* ofColumns(task: Task, context: CheckContext): Iterable<Finding> {
  const entry = task.given('doc_to_choice');
  const value = entry?.value;
  if (!entry || !value || !isToldHere(value.span.file, context)) return;
  const inside = value.kind === 'str' ? literals.exec(value.text)?.[1] : undefined;
  const names = inside === undefined ? (choiceTexts(task) ?? []) : inside.split(',').map((one) => one.trim().slice(1, -1));
  // What the prompt calls by these names may be answered by them.
  const words = tagsAndWords(task.text('doc_to_text') ?? '').words;
  if (task.outputType !== 'multiple_choice' || names.some((name) => words.includes(name))) return;
  // Letters stand for themselves.
  if (names.length < 2 || !names.every((name) => /^[a-z]\w{2,}$/i.test(name))) return;
  const columns = documentColumns(task, context) ?? knownColumns(task.text('dataset_path') ?? '', task.text('dataset_name'));
  if (!columns || !names.every((name) => columns.has(name))) return;
  const meant = `{{[${names.join(', ')}]}}`;
  const isWritten = value.kind === 'list' && context.text(value.span.file)[value.span.start] === '[';
  yield {
    span: entry.valueSpan,
    message: say`Each of these choices is the name of a column, and taken as it is: the model is asked for ${names[0]!} itself. Write ${meant}.`,
    fixes: oneEdit(
      say`Write the columns`,
      false,
      value.kind === 'str'
        ? replaceScalar(context.text(value.span.file), value, meant)
        : isWritten
          ? { span: value.span, newText: JSON.stringify(meant) }
          : undefined,
    ),
  };
}

const literals = /^\{\{-?\s*\[\s*((?:'\w+'|"\w+")(?:\s*,\s*(?:'\w+'|"\w+"))*)\s*,?\s*\]\s*-?\}\}$/;

/** The same of a list of targets (0.4.13 `api/task.py`, `doc_to_target`). */
function* ofTarget(task: Task, context: CheckContext): Iterable<Finding> {
  const target = task.given('doc_to_target')?.value;
  // Of choices each would be a number.
  if (target?.kind !== 'list' || task.outputType === 'multiple_choice' || releaseOf(context.file, context.surroundings).build === 'classes')
    return;
  const first = target.items.find((item): item is StrValue => item.kind === 'str' && filled.test(item.text));
  if (!first) return;
  yield {
    span: first.span,
    message: say`Targets that are written one by one are taken as they are, and nothing is filled in: answers are compared with ${first.text} itself. Write one template that gives a list.`,
    fixes: oneTemplate(context, task.given('doc_to_target')!, target.items),
  };
}

/** One template in place of a list of which each item is one expression. */
function oneTemplate({ text }: CheckContext, { keySpan, valueSpan }: DictEntry, choices: readonly Value[]): Fix[] {
  const expressions = choices.map((choice) => (choice.kind === 'str' ? expressionOf(choice.text) : undefined));
  const { file, start, end } = valueSpan;
  if (keySpan.file !== file || !expressions.every((one) => one !== undefined)) return [];
  if (!/^:\s*$/.test(text(file).slice(keySpan.end, start))) return [];
  const newText = `: ${JSON.stringify(`{{[${expressions.join(', ')}]}}`)}`;
  return [{ title: say`Write one template`, safe: false, edits: [{ span: { file, start: keySpan.end, end }, newText }] }];
}

/** The expression that a text prints; undefined where it is not that alone. */
function expressionOf(text: string): string | undefined {
  const inside = onlyFilled.exec(text)?.[1];
  return inside && inside.slice(0, endWithout(inside.endsWith('-') ? inside.slice(0, -1) : inside, ' \t'));
}
