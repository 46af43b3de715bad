import { PyError } from '../../../core/errors.js';
import { nowhere } from '../../../core/span.js';
import { TracedText } from '../../../core/traced-text.js';
import { StrValue, textOf, type Value } from '../../../core/value.js';
import { pyRepr, typeName } from '../../../python/runtime/semantics.js';
import { generationKwargs, withRun } from '../values/generation-kwargs.js';
import { endsWithSpace, isNone, isSet, startsWithSpace } from '../values/harness-values.js';
import { textOrPlaceholder } from '../../../python/runtime/unknown-text.js';
import { asksSeveral, classAnswer, classChoices, classTarget, classText } from './class-fields.js';
import { resolveField, type FieldContext, type TaskRow } from './fields.js';
import { metricNames, placeOfFields, type TaskFields } from './task-config.js';
import type { Message, TaskInput, TaskRequestToModel } from './task-prompt.js';
import { buildTurn } from './turn-messages.js';

// What the classes of tasks of 0.5 do with what their fields give (lm-evaluation-harness 0.5.0.dev1 `api/task/`).

const nothing = new StrValue(TracedText.empty, nowhere);

/** A shot: a question with its answer. @param asked the row that is asked, on which `gen_prefix` is rendered */
export function classShot(context: FieldContext, row: TaskRow, asked: TaskRow): Message[] {
  const { fewshot } = context.task;
  const question = classText(context, row, fewshot.docToText);
  const choices = isSet(fewshot.docToChoice) ? classChoices(context, row, fewshot.docToChoice) : undefined;
  const answer = classTarget(context, row, fewshot.docToTarget);
  const genPrefix = resolveField(fewshot.genPrefix, asked, 'fewshot_config.gen_prefix');
  const picked = question.kind === 'list' ? pickedOf(question.items, answer, fewshot.docToText) : undefined;
  return buildTurn({
    question: textQuestion(picked?.question ?? question, 'Expected q to be str', fewshot.docToText),
    choices,
    answer: classAnswer(picked ? picked.answer : answer, choices, fewshot.docToTarget),
    genPrefix,
    targetDelimiter: fewshot.targetDelimiter,
    fewshotDelimiter: fewshot.fewshotDelimiter,
    from: { text: fewshot.docToText, target: fewshot.docToTarget },
  });
}

/** Of several inputs the one that is right, with the only choice as its answer. */
function pickedOf(questions: readonly Value[], answer: Value, field: Value): { readonly question: Value; readonly answer: Value } {
  if (answer.kind !== 'int')
    throw new PyError('AssertionError', 'Multiple-input fewshot examples require integer answer keys', placeOfFields(field));
  const question = questions.at(Number(answer.value));
  if (!question) throw new PyError('IndexError', 'list index out of range', placeOfFields(field));
  return { question, answer: { kind: 'int', value: 0n, span: answer.span } };
}

function textQuestion(question: Value, what: string, field: Value): Value {
  if (question.kind === 'str' || question.kind === 'unknown') return question;
  throw new PyError('AssertionError', `${what}, got ${typeName(question)}: ${pyRepr(question).text}`, placeOfFields(field));
}

/** What is asked of a row: the last turn of each input. */
export function classTurns(
  context: FieldContext,
  row: TaskRow,
  genPrefix: Value,
): { readonly turns: readonly Message[][]; readonly choices: Value | undefined; readonly target: Value } {
  const { task } = context;
  const text = classText(context, row, task.docToText);
  const choices = isSet(task.docToChoice) ? classChoices(context, row, task.docToChoice) : undefined;
  const target = classTarget(context, row, task.docToTarget);
  const turn = (question: Value, targetDelimiter: Value): Message[] =>
    buildTurn({
      question,
      genPrefix,
      targetDelimiter,
      fewshotDelimiter: nothing,
      from: { text: task.docToText, target: task.docToTarget },
    });
  if (!asksSeveral(task)) {
    const question = textQuestion(text, 'Expected doc_to_text to be a string', task.docToText);
    return { turns: [turn(question, task.targetDelimiter)], choices, target };
  }
  if (text.kind === 'unknown') return { turns: [turn(text, nothing)], choices, target };
  if (text.kind !== 'list')
    throw new PyError('AssertionError', 'multiple inputs require choices to be a list', placeOfFields(task.docToText));
  return { turns: text.items.map((item) => turn(item, nothing)), choices, target };
}

/**
 * The requests of a row.
 * @throws PyError ValueError for a row that is skipped: it has no choices, or its target is none of them; AssertionError for a scored target that is no text
 */
export function classRequests(fields: FieldContext, row: TaskRow, inputs: readonly TaskInput[], chat: boolean): TaskRequestToModel[] {
  const { task } = fields;
  const context = inputs[0]?.context && new StrValue(inputs[0].context, nowhere);
  const target = classTarget(fields, row, task.docToTarget);
  switch (textOf(task.outputType)) {
    case 'generate_until':
      return [
        {
          type: 'generate_until',
          input: 0,
          context,
          continuation: withRun(generationKwargs(task.generationKwargs, task.fewshotDelimiter), task.generation),
        },
      ];
    case 'loglikelihood':
      return [{ type: 'loglikelihood', input: 0, context, continuation: scoredText(target, task) }];
    case 'loglikelihood_rolling':
      return [{ type: 'loglikelihood_rolling', input: undefined, context: nothing, continuation: scoredText(target, task) }];
    case 'multiple_choice':
      return choiceRequests(fields, row, inputs, target, chat);
    default:
      if (task.outputType.kind === 'unknown') return [];
      throw new PyError(
        'ValueError',
        `No Task class registered for output_type '${textOf(task.outputType) ?? 'None'}'.`,
        task.outputType.span,
      );
  }
}

function scoredText(target: Value, { docToTarget }: TaskFields): Value {
  if (target.kind === 'str' || target.kind === 'unknown') return target;
  throw new PyError(
    'AssertionError',
    'For loglikelihood tasks, the target should be a string representing the continuation to score.',
    placeOfFields(docToTarget),
  );
}

function choiceRequests(
  context: FieldContext,
  row: TaskRow,
  inputs: readonly TaskInput[],
  target: Value,
  chat: boolean,
): TaskRequestToModel[] {
  const { task } = context;
  const choices = classChoices(context, row, task.docToChoice);
  if (choices.kind === 'unknown' || target.kind === 'unknown')
    return [{ type: 'loglikelihood', input: 0, context: undefined, continuation: choices.kind === 'unknown' ? choices : target }];
  if (choices.kind !== 'list' || choices.items.length === 0 || isNone(target))
    throw new PyError(
      'ValueError',
      'task.build_requests() did not find any docs!',
      placeOfFields(task.docToTarget, task.docToChoice),
      'The row is skipped: it has no choices, or its target is none of them.',
    );
  const delimiter = chat && !followsPrefix(task) ? nothing : task.targetDelimiter;
  const scored = (input: number | undefined, choice: Value): TaskRequestToModel => {
    const before = input === undefined ? TracedText.empty : inputs[input]?.context;
    return {
      type: 'loglikelihood',
      input,
      context: input === undefined ? nothing : before && new StrValue(before, nowhere),
      continuation: delimited(before, delimiter, choice),
    };
  };
  const { items } = choices;
  const asked = asksSeveral(task) ? inputs.map((_, i) => scored(i, items[0]!)) : items.map((choice) => scored(0, choice));
  if (!metricNames(task.config.get('metric_list')).includes('acc_mutual_info')) return asked;
  return [...asked, ...items.map((choice) => scored(undefined, choice))];
}

function followsPrefix({ genPrefix }: TaskFields): boolean {
  return isSet(genPrefix) && !endsWithSpace(genPrefix);
}

/**
 * `_ll_pair`: the delimiter where neither side has white space at the joint, and something stands before; a chat template's text is taken to end in none.
 * @throws PyError IndexError for an empty choice
 */
function delimited(before: TracedText | undefined, delimiter: Value, choice: Value): Value {
  if (choice.kind === 'unknown') return choice;
  const joint = before === undefined || before.length > 0;
  const bare = !joint || (before !== undefined && endsWithSpace(new StrValue(before, nowhere))) || startsWithSpace(choice);
  const parts = bare ? [choice] : [delimiter, choice];
  return new StrValue(TracedText.join(parts.map(textOrPlaceholder).filter(({ length }) => length > 0)), choice.span);
}

/** What 0.5 knows of a task once it is loaded: it does not try a row before. */
export const untried = { multipleInput: 0, multipleTarget: 0 } as const;
