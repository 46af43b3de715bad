import { replaceScalar } from '../../../edit/index.js';
import { TemplateFault } from '../../../jinja/syntax/template-fault.js';
import { textOf, type DictEntry, type Value } from '../../../core/value.js';
import type { CheckContext, Finding } from '../../face/rule.js';
import { oneEdit } from '../../../checks/support/fixes.js';
import { quoted } from '../../../checks/support/words.js';
import { choiceMetrics } from '../values/metric-facts.js';
import { metricsOf } from './support/metrics.js';
import type { Task } from './support/task.js';
import { isPlain, spanWithin, templateOf } from './support/template.js';
import { choiceTexts, templateFields, writtenChoices } from './support/template-fields.js';
import { taskRule } from './support/task-rule.js';
import { say } from '../../../core/say.js';

/** A target index that no choice has (lm-evaluation-harness 0.4.13 `api/task.py`, `ConfigurableTask.__init__`). */
export const choiceRange = taskRule(
  {
    id: 'choice-range',
    title: 'A target index that no choice has',
    severity: 'error',
    fix: 'unsafe',
    prevents: 'IndexError: list index out of range, when the task is loaded',
  },
  function* (task, context): Iterable<Finding> {
    yield* otherCase(task, context);
    yield* lookedUp(task);
    yield* listOfTexts(task);
    yield* fewerThanShown(task);
    const target = task.given('doc_to_target');
    const count = numberOfChoices(task);
    const index = target && indexOf(target.value);
    if (!task.whole || !target || count === undefined || index === undefined) return;
    if (index < 0 && index >= -count) yield* fromTheEnd(task, context, target, count + index);
    if (index < count && index >= -count) return;
    yield {
      span: target.valueSpan,
      message: say`The target is choice ${String(index)}, and there are ${String(count)}, counted from 0: loading the task raises IndexError: list index out of range.`,
      related: [{ span: task.given('doc_to_choice')!.keySpan, message: say`the choices` }],
    };
  },
);

/** How many choices there are: those that are written out, or those of a template that prints one list. */
function numberOfChoices(task: Task): number | undefined {
  const written = writtenChoices(task);
  const field = templateFields(task).find(({ key, ofExamples }) => key === 'doc_to_choice' && !ofExamples);
  if (written || !field || isPlain(field.value.text)) return written?.length;
  const template = templateOf(field.value.text);
  const [only, ...more] = template instanceof TemplateFault ? [] : template.body;
  return only?.type === 'Print' && only.value.type === 'List' && more.length === 0 ? only.value.items.length : undefined;
}

/** `['A', 'B', 'C'].index(answer)` beside another number of choices. */
function* lookedUp(task: Task): Iterable<Finding> {
  const target = task.given('doc_to_target')?.value;
  const count = numberOfChoices(task);
  if (!task.whole || target?.kind !== 'str' || count === undefined || count === 0 || !target.text.includes('.index(')) return;
  const template = templateOf(target.text);
  const [only, ...more] = template instanceof TemplateFault ? [] : template.body;
  if (only?.type !== 'Print' || more.length > 0 || only.value.type !== 'Call' || only.value.callee.type !== 'Attribute') return;
  const { object, name } = only.value.callee;
  if (name !== 'index' || object.type !== 'List' || object.items.length === count) return;
  const length = object.items.length;
  yield {
    span: spanWithin(target, object.start, object.end),
    severity: 'warning',
    message:
      length > count
        ? say`The target is looked up in a list of ${String(length)}, and there are ${String(count)} choices: a document whose target comes behind the last of them has no right choice, and counts as wrong.`
        : say`The target is looked up in a list of ${String(length)}, and there are ${String(count)} choices: a document whose target is one of the others raises ValueError.`,
    related: [{ span: task.given('doc_to_choice')!.keySpan, message: say`the choices` }],
  };
}

/** `["A", "B", "C"]` beside a prompt that shows choices up to `D. {{choices[3]}}`. */
function* fewerThanShown(task: Task): Iterable<Finding> {
  const choices = choiceTexts(task);
  const prompt = task.text('doc_to_text') ?? '';
  const entry = task.given('doc_to_choice');
  // What is only shown under a condition may be of documents that there are not.
  if (!entry || !choices || choices.length < 2 || task.outputType !== 'multiple_choice' || prompt.includes('{%')) return;
  const letter = (place: number): string => String.fromCharCode(65 + place);
  if (!choices.every((choice, place) => choice.trim() === letter(place))) return;
  const shown = [...prompt.matchAll(/(?<!\w)\(?([A-Z])[.):][ \t]*\{\{/g)].map(([, one]) => one);
  if (shown.length <= choices.length || !shown.every((one, place) => one === letter(place))) return;
  yield {
    span: entry.valueSpan,
    severity: 'warning',
    message: say`The prompt shows the choices A to ${shown.at(-1)!}, and here there are ${String(choices.length)}: a document whose answer is one of the others counts as wrong.`,
  };
}

/** Several targets as texts: those of choices are compared as numbers (`process_results`). */
function* listOfTexts(task: Task): Iterable<Finding> {
  const target = task.given('doc_to_target')?.value;
  if (!task.whole || target?.kind !== 'list' || task.outputType !== 'multiple_choice' || !task.lacks('process_results')) return;
  const first = target.items.find(({ kind }) => kind === 'str');
  if (!first) return;
  yield {
    span: first.span,
    message: say`In a list of targets each is the number of a choice, and this is a text: after the run, when the answers are scored, it raises TypeError: '<' not supported between instances of 'str' and 'int'.`,
  };
}

/** An index below zero: Python takes the choice from the end, and the likeliest one is counted from the beginning. */
function* fromTheEnd(task: Task, { text }: CheckContext, { value }: DictEntry, meant: number): Iterable<Finding> {
  if (task.outputType !== 'multiple_choice' || !task.lacks('process_results') || !countsLikeliest(task)) return;
  const { file, start, end } = value.span;
  const isPlainNumber = /^-\d+$/.test(text(file).slice(start, end));
  yield {
    span: value.span,
    message: say`The likeliest choice is counted from 0, and never is ${text(file).slice(start, end)}: every answer counts as wrong. From the end this is choice ${String(meant)}.`,
    fixes: oneEdit(say`Write ${String(meant)}`, false, isPlainNumber ? { span: value.span, newText: String(meant) } : undefined),
  };
}

/** Whether a metric of the task compares the target with the number of the likeliest choice; `exact_match` and `brier_score` take the choice of an index. */
function countsLikeliest(task: Task): boolean {
  // Where the text is an index, that is what is compared.
  if (task.text('doc_to_text') === undefined) return false;
  if (task.lacks('metric_list')) return true;
  return metricsOf(task).some((metric) => choiceMetrics.includes(textOf(metric.get('metric')) ?? ''));
}

/** A written target that differs from a choice in case or blanks alone (`process_results`: it is looked for letter by letter). */
function* otherCase(task: Task, context: CheckContext): Iterable<Finding> {
  const target = task.given('doc_to_target')?.value;
  const choices = choiceTexts(task);
  if (target?.kind !== 'str' || !choices || task.outputType !== 'multiple_choice' || !task.whole || !task.lacks('process_results')) return;
  if (target.text.includes('{') || choices.includes(target.text)) return;
  if (/^-\d+$/.test(target.text))
    return yield {
      span: target.span,
      message: say`The harness takes only digits for the number of a choice: ${target.text} is a text, none of the choices is, and every answer counts as wrong.`,
    };
  const bare = (text: string): string => text.trim().toLowerCase();
  const meant = choices.filter((choice) => bare(choice) === bare(target.text) && bare(choice) !== '');
  if (meant.length !== 1) return;
  yield {
    span: target.span,
    severity: 'warning',
    message: say`The target is the text ${quoted(target.text)}, and none of the choices is, only ${quoted(meant[0]!)}: every answer counts as wrong.`,
    fixes: oneEdit(say`Write ${meant[0]!}`, false, replaceScalar(context.text(target.span.file), target, meant[0]!)),
  };
}

/** The index that a written target is: an int, or a text of digits without one that makes it another kind of number. */
function indexOf(value: Value): number | undefined {
  if (value.kind === 'int') return Number(value.value);
  const digits = value.kind === 'str' ? /^(?:\{\{ *(\d{1,9}) *\}\}|(\d{1,9}))$/.exec(value.text) : undefined;
  const written = digits?.[1] ?? digits?.[2];
  // A zero in front makes it no number of Python's.
  return written !== undefined && /^(?:0|[1-9]\d*)$/.test(written) ? Number(written) : undefined;
}
