import { replaceScalar } from '../../../edit/index.js';
import { TemplateFault } from '../../../jinja/syntax/template-fault.js';
import type { StrValue, Value } from '../../../core/value.js';
import type { CheckContext, Finding } from '../../face/rule.js';
import { oneEdit } from '../../../checks/support/fixes.js';
import { writtenBreaks } from '../../../checks/support/line-breaks.js';
import { templateFields, untilValues, writtenChoices } from './support/template-fields.js';
import type { Task } from './support/task.js';
import { taskRule } from './support/task-rule.js';
import { isPlain, spanWithin, statementsOf, templateOf } from './support/template.js';
import { say } from '../../../core/say.js';

/** A backslash and an n where a line break was meant: only double quotes make one of them (YAML 1.1). */
export const backslashN = taskRule(
  {
    id: 'backslash-n',
    title: 'A backslash and an n in place of a line break',
    severity: 'warning',
    fix: 'unsafe',
    prevents: 'The model sees the two characters, and a stop text never stops it',
  },
  function* (task, context): Iterable<Finding> {
    for (const { key, value } of templateFields(task))
      if (!key.startsWith('doc_to_decont')) yield* inText(context, key, value, templateBreaks(value.text));
    for (const key of ['target_delimiter', 'fewshot_delimiter'])
      yield* inValues(context, key, [task.config.get(key), task.fewshot?.get(key)]);
    yield* inValues(context, 'until', untilValues(task) ?? []);
    yield* inValues(context, 'doc_to_choice', choices(task));
  },
);

function choices(task: Task): readonly Value[] {
  return writtenChoices(task) ?? [];
}

function* inValues(context: CheckContext, key: string, values: readonly (Value | undefined)[]): Iterable<Finding> {
  for (const value of values)
    if (value?.kind === 'str') yield* inText(context, key, value, writtenBreaks(value.text, 0, value.text.length));
}

function* inText(context: CheckContext, key: string, value: StrValue, breaks: readonly number[]): Iterable<Finding> {
  const first = breaks[0];
  if (first === undefined) return;
  const source = context.text(value.span.file);
  const isDoubled = source[value.span.start] === '"';
  if (isDoubled && !isMeantAsBreak(key, value.text, breaks)) return;
  const times = breaks.length === 1 ? '' : say` (${String(breaks.length)} times)`;
  const what = key === 'until' ? say`the model never writes them, and does not stop` : say`the model sees them`;
  yield {
    span: spanWithin(value, first, first + 2),
    message: isDoubled
      ? say`\`${key}\` contains a backslash and an n${times}, not a line break: ${what}. Two backslashes are one in double quotes: write one.`
      : say`\`${key}\` contains a backslash and an n${times}, not a line break: ${what}. Only double quotes make a line break of \\n.`,
    fixes: oneEdit(
      isDoubled ? say`Make it a line break` : say`Write in double quotes`,
      false,
      replaceScalar(source, value, withBreaks(value.text, breaks)),
    ),
  };
}

/**
 * Whether a break with a second backslash in double quotes was meant as one: where it is all that there is, since nobody stops at it or puts it between texts, and in a text
 * that the model reads, unless it speaks of the two characters.
 */
function isMeantAsBreak(key: string, text: string, breaks: readonly number[]): boolean {
  if (readTexts.has(key)) return breaks.some((at) => !isMentioned(text, at));
  return !key.startsWith('doc_to_') && /^(?:\\n)+$/.test(text);
}

/** Choices and targets may be lists as Python writes them, in which it does make a line break. */
const readTexts: ReadonlySet<string> = new Set(['doc_to_text', 'description', 'gen_prefix']);

function isMentioned(text: string, at: number): boolean {
  return /^[\s"'`(\\]?$/.test(text.charAt(at - 1)) && /^[\s"'`),.;\\]?$/.test(text.charAt(at + 2));
}

function withBreaks(text: string, breaks: readonly number[]): string {
  return breaks.toReversed().reduce((result, at) => `${result.slice(0, at)}\n${result.slice(at + 2)}`, text);
}

/** Offsets of the two characters outside of Jinja's tags, in whose strings they do make a line break. */
function templateBreaks(text: string): number[] {
  if (!text.includes('\\n')) return [];
  if (isPlain(text)) return writtenBreaks(text, 0, text.length);
  const template = templateOf(text);
  if (template instanceof TemplateFault) return [];
  return [...statementsOf(template.body)].flatMap((statement) =>
    statement.type === 'Data' ? writtenBreaks(text, statement.start, statement.end) : [],
  );
}
