import { PyError } from '../../../core/errors.js';
import { say } from '../../../core/say.js';
import { leftOutReason, leftOutText, mostShownText } from '../../../prompt/shown-shots.js';
import { equals, pyStr } from '../../../python/runtime/semantics.js';
import { TracedText } from '../../../core/traced-text.js';
import { NoneValue, StrValue, UnknownValue, textOf, type DictValue, type Value } from '../../../core/value.js';
import { nowhere } from '../../../core/span.js';
import { RenderBudget } from '../../../jinja/index.js';
import {
  docToChoice,
  docToPrefix,
  docToTarget,
  docToText,
  renderDescription,
  resolveField,
  type FieldContext,
  type TaskRow,
} from './fields.js';
import { drawnShots, sourceOf, takeShots, type FewShotSource, type Shots } from './few-shot.js';
import { unknownReason } from '../../../python/runtime/unknown-text.js';
import { checkFirstRow, checkSplits, type LoadedTask } from './load-check.js';
import { blaming } from './blame.js';
import { buildTurn, chatMessages, maybeDelimit, harnessMessage, notedMessages, plainText } from './turn-messages.js';
import { isNone, isSet, itemAt, iteratedItems } from '../values/harness-values.js';
import { requestsOf } from './requests.js';
import { rowDoc, type DocPlace } from './row-doc.js';
import { readTaskFields, type TaskFields } from './task-config.js';
import type { Chat, HarnessMessage, Message, TaskError, TaskInput, TaskMode, TaskPrompt, TaskRequest } from './task-prompt.js';
import { ownClassOf } from '../functions/own-class.js';
import { requestsByClass } from './requests-by-class.js';
import { newestHarness, type HarnessRelease } from '../releases/harness-release.js';
import { classRequests, classShot, classTurns, untried } from './class-tasks.js';
import { addedQuestion, addedShot, addedSystemText } from './added-texts.js';
import { promptOfRegistry } from './use-prompt.js';

export type * from './task-prompt.js';

const nothing = new StrValue(TracedText.empty, nowhere);

/**
 * The prompt of one row of a task, as lm-evaluation-harness 0.4.13 builds it (`api/task.py`, `fewshot_context` and `construct_requests`), after the checks that it makes
 * when it loads the task. Never throws what the harness raises: that is the result.
 */
export function renderTask(request: TaskRequest): TaskPrompt | TaskError {
  const own = request.own ?? ownClassOf(request.config, undefined, request.release ?? newestHarness);
  if (own && 'kind' in own) return unknownPrompt(own.reason, own);
  let loaded: Task | undefined;
  try {
    loaded = load(request);
    return prompt(request, loaded);
  } catch (error) {
    if (error instanceof PyError) return { error, atLoad: loaded === undefined };
    throw error;
  }
}

/** The prompt of a task of which nothing is known. */
function unknownPrompt(reason: string, like: Value): TaskPrompt {
  const messages = [unknownMessage(reason)];
  const whole: TaskInput = { messages, context: plainText(messages) };
  const target = new UnknownValue(reason, like.span);
  const shots = { wanted: 0, shown: 0, left: 0, exact: false, byRow: false };
  return {
    ...whole,
    inputs: [whole],
    requests: [],
    outputType: undefined,
    target,
    multipleInput: 0,
    multipleTarget: 0,
    shots,
    unknowns: [reason],
    doubts: [],
    notes: [],
  };
}

/** A task with what is known of it once it is loaded. */
interface Task extends LoadedTask {
  readonly context: FieldContext;
  readonly source: FewShotSource;
  readonly row: TaskRow;
}

function load(request: TaskRequest): Task {
  const { config, doc, row: asked = 0, firstDoc, mode, mostShown, anyRow, harness, functions, release, generation } = request;
  functions?.startOver();
  const given = mode.genPrefix ?? undefined;
  const genPrefix = given === undefined ? undefined : frameworkText(given, say`gen_prefix of the run`);
  const task = readTaskFields(config, { genPrefix, harness, release, generation });
  const selfPrompt = task.release.build === 'classes' ? undefined : promptOfRegistry(task.usePrompt);
  const source = sourceOf(task);
  checkSplits(task);
  const first = firstDoc ?? doc;
  const features = new Set([...first.entries.values()].flatMap(({ key }) => (key.kind === 'str' ? [key.text] : [])));
  const context = { task, prompt: selfPrompt, features, anyRow, functions };
  const budget = mostShown === undefined ? undefined : new RenderBudget();
  const shared = { budget, anyRow, release };
  const row = rowOf(doc, { split: 'test', index: asked }, shared);
  // A function may change the document that it is given: the one that is asked is another object.
  const tried = firstDoc || functions ? rowOf(first, row.place, shared) : row;
  const checked = task.release.build === 'classes' ? untried : checkFirstRow(context, tried);
  return { context, source, row, ...checked };
}

function rowOf(doc: DictValue, place: DocPlace, { budget, anyRow, release }: Pick<TaskRow, 'budget' | 'anyRow' | 'release'>): TaskRow {
  return { doc: rowDoc(doc, place.split, place.index), place, budget, anyRow, release, rendered: new Map() };
}

function frameworkText(text: string, what: string): StrValue {
  return new StrValue(TracedText.of(text, { kind: 'framework', what }), nowhere);
}

function prompt(request: TaskRequest, task: Task): TaskPrompt {
  const { context, source, row, multipleInput, multipleTarget } = task;
  const { mode } = request;
  const wanted = request.numFewshot ?? configuredShots(context.task.config);
  const { release } = context.task;
  const genPrefix = release.build === 'classes' ? resolveField(context.task.genPrefix, row, 'gen_prefix') : docToPrefix(context, row);
  let built: Parts | undefined;
  const parts = (): Parts => (built ??= partsOf(task, request, wanted, genPrefix));
  const own = request.own && requestsByClass(request.own, request, { row, built: () => parts().inputs, multipleInput, wanted, genPrefix });
  // A class that makes its context itself need not ask for any of them.
  const { before, shots, asked, common }: Omit<Parts, 'inputs'> =
    own && !built ? { ...noParts, asked: { target: docToTarget(context, row), choices: undefined } } : parts();
  const inputs = own?.inputs ?? parts().inputs;
  const requests =
    own?.requests ??
    (release.build === 'classes'
      ? classRequests(context, row, inputs, mode.applyChatTemplate)
      : requestsOf(context, row, inputs, asksChoices(task), mode.applyChatTemplate));
  const { target } = asked;
  const choices = own ? own.choices : asked.choices;
  return {
    ...(inputs[0] ?? { messages: [] }),
    inputs,
    ...(common && !own && { common }),
    requests,
    outputType: textOf(context.task.outputType),
    ...(choices && { choices }),
    target,
    multipleInput,
    multipleTarget,
    shots: {
      wanted,
      shown: shots.docs.length,
      left: shots.left,
      exact: shots.exact,
      byRow: source.order === 'random' || source.excludesRow,
    },
    // Only asked for where the prompt is shown.
    get unknowns() {
      return unknownsOf(
        [...inputs.flatMap(({ messages }) => messages), ...before],
        [target, choices, ...requests.map(({ continuation }) => continuation)],
        shots,
      );
    },
    doubts: doubtsOf(task, request),
    notes: notesOf(task, shots, wanted, request),
  };
}

/** What the harness puts a prompt together of, and the inputs that it makes of it. */
interface Parts {
  readonly before: readonly Message[];
  readonly shots: Shots;
  readonly asked: Pick<Asked, 'target' | 'choices'>;
  readonly inputs: readonly TaskInput[];
  readonly common?: TaskPrompt['common'];
}

const noParts: Pick<Parts, 'before' | 'shots'> = { before: [], shots: { docs: [], rows: [], left: 0, exact: true, fromConfig: false } };

/** @throws PyError what the harness raises */
function partsOf(task: Task, request: TaskRequest, wanted: number, genPrefix: Value): Parts {
  const { context, source, row } = task;
  const { mode, fewshotDocs = [], fewshotCount = fewshotDocs.length, shotsStandIn, mostShown, drawn } = request;
  const before = notedMessages(systemMessage(context, row, mode), 0);
  const taken = drawn
    ? drawnShots(blamingShots(request.config, drawn), mostShown)
    : takeShots(source, wanted, { docs: fewshotDocs, count: fewshotCount, standIn: shotsStandIn }, request.doc, mostShown);
  const { shots, messages: shown } = shotMessages(task, taken, before.length, { bounded: mostShown !== undefined, mode, genPrefix });
  const asked = askedTurns(task, genPrefix, mode);
  return { before, shots, asked, ...inputsOf(task, [...before, ...shown], asked, mode, genPrefix) };
}

/** That no shots can be drawn comes of how many are asked for, where the config says it. */
function blamingShots<T>(config: DictValue, draw: () => T): T {
  const wanted = config.get('num_fewshot');
  return wanted ? blaming(wanted, draw) : draw();
}

/** `num_fewshot` of the config, of which `true` is 1 as in Python; 0 where it has none. */
function configuredShots(config: DictValue): number {
  const value = config.get('num_fewshot');
  return value?.kind === 'int' || value?.kind === 'bool' ? Number(value.value) : 0;
}

/** System instruction and description, which is rendered on the row that is asked about. */
function systemMessage({ task }: FieldContext, row: TaskRow, { systemInstruction }: TaskMode): Message[] {
  const { release } = task;
  const description = release.descriptionNamesColumn
    ? resolveField(task.description, row, 'description')
    : renderDescription(task.description, row);
  const instruction = systemInstruction === undefined ? undefined : frameworkText(systemInstruction, '--system_instruction');
  const join = release.joinsSystemText ? maybeDelimit : addedSystemText;
  const text = blaming(task.description, () => join(instruction, description, task.fewshotDelimiter));
  return isSet(text) ? [harnessMessage('system', text, nothing, release.build === 'texts')] : [];
}

/** In which way shots are shown. */
interface ShotsShown {
  /** Whether no more are shown once their text is long, or their templates have taken much of the prompt's budget. */
  readonly bounded: boolean;
  readonly mode: TaskMode;
  /** That of the row that is asked. */
  readonly genPrefix: Value;
}

/** The messages of the shots, behind which a hole stands for those that are not shown. */
function shotMessages(
  task: Task,
  shots: Shots,
  first: number,
  { bounded, mode, genPrefix }: ShotsShown,
): { readonly shots: Shots; readonly messages: readonly Message[] } {
  const messages: Message[] = [];
  if (shots.unknown !== undefined) messages.push(...notedMessages([unknownMessage(shots.unknown)], first));
  const { budget } = task.row;
  let length = 0;
  let shown = 0;
  let changed = false;
  for (const value of shots.docs) {
    if (bounded && (length > mostShownText || budget?.isLow)) break;
    const shotRow = shots.rows[shown]!;
    const place: DocPlace = { split: 'train', index: shotRow };
    const row =
      value.kind === 'dict' && !shots.fromConfig
        ? rowOf(value, place, task.row)
        : { doc: value, place, budget, release: task.row.release, rendered: new Map() };
    const turn = notedMessages(shotOf(task, row, mode, genPrefix), first + messages.length, {
      shot: shown,
      // Which row a run takes is not said of one that stands in for it.
      ...(shots.exact && { shotRow }),
    });
    for (const { text, delimiter } of turn) length += text.length + delimiter.length;
    messages.push(...turn);
    changed ||= task.context.functions !== undefined && value.kind === 'dict' && equals(row.doc, value) !== true;
    shown++;
  }
  const left = shots.left + shots.docs.length - shown;
  if (left > 0) messages.push(...notedMessages(leftOut(messages, shown, left), first + messages.length));
  return { shots: { ...shots, docs: shots.docs.slice(0, shown), left, ...(changed && { unknown: changesExamples }) }, messages };
}

/** The pool of a run is made once, for all rows. */
const changesExamples = say`A function changes the examples that it is given: a run gives it the same ones again for the next row.`;

/** A turn in place of the shots that are not shown: of the same roles as the last one shown, so that a chat template meets what it would meet. */
function leftOut(messages: readonly Message[], shown: number, left: number): Message[] {
  const last = messages.at(-1);
  const roles: readonly Message['role'][] = last?.role === 'assistant' ? ['user', 'assistant'] : ['user'];
  const reason = leftOutReason(shown, shown + left);
  const hole = (text: string): TracedText => TracedText.of(text, { kind: 'unknown', reason });
  return roles.map((role, i) => ({
    role,
    text: hole(i === 0 ? leftOutText(left) : '⟨…⟩'),
    delimiter: i === roles.length - 1 && last ? last.delimiter : TracedText.empty,
  }));
}

function unknownMessage(reason: string): Message {
  return harnessMessage('user', new UnknownValue(reason, nowhere), nothing);
}

/** A shot as the release builds it. */
function shotOf(task: Task, row: TaskRow, mode: TaskMode, genPrefix: Value): Message[] {
  const { task: fields } = task.context;
  if (fields.release.build === 'classes') return classShot(task.context, row, task.row);
  return fields.release.build === 'texts' ? addedShotOf(task, row, mode, genPrefix) : shotTurn(task, row);
}

function shotTurn({ context, multipleInput, row: asked }: Task, row: TaskRow): Message[] {
  const { fewshot } = context.task;
  const text = docToText(context, row, fewshot.docToText);
  const choices = isSet(fewshot.docToChoice) ? docToChoice(context, row, fewshot.docToChoice) : undefined;
  const answer = docToTarget(context, row, fewshot.docToTarget);
  const prefixRow = context.task.release.shotPrefixOfRow ? asked : row;
  const genPrefix = resolveField(fewshot.genPrefix, prefixRow, 'fewshot_config.gen_prefix');
  const { targetDelimiter, fewshotDelimiter } = fewshot;
  const from = { text: fewshot.docToText, target: fewshot.docToTarget };
  const picked = multipleInput > 0 ? blaming(fewshot.docToText, () => itemAt(choices ?? { kind: 'none', span: nowhere }, text)) : undefined;
  return buildTurn({
    question: picked ?? text,
    choices: picked ? undefined : choices,
    answer,
    genPrefix,
    targetDelimiter,
    fewshotDelimiter,
    from,
  });
}

/** A shot of 0.4.9.2 and before. */
function addedShotOf({ context }: Task, row: TaskRow, mode: TaskMode, genPrefix: Value): Message[] {
  const { task } = context;
  const { fewshot } = task;
  const question = docToText(context, row, fewshot.docToText);
  return addedShot(
    {
      question,
      answer: docToTarget(context, row, fewshot.docToTarget),
      prefix: genPrefix,
      hasChoices: !isNone(task.docToChoice),
      choices: () => docToChoice(context, row, fewshot.docToChoice),
      targetDelimiter: task.targetDelimiter,
      fewshotDelimiter: task.fewshotDelimiter,
      asTurns: mode.applyChatTemplate && mode.fewshotAsMultiturn,
      from: { text: fewshot.docToText, target: fewshot.docToTarget },
    },
    task.release,
  );
}

interface Asked {
  /** The last turn of each input. */
  readonly turns: readonly Message[][];
  /** The harness makes no text of the question, and hands on none. */
  readonly lost?: true;
  readonly choices: Value | undefined;
  readonly target: Value;
}

/** The question of the row, without its answer; in a task with several inputs one for each choice. */
function askedTurns({ context, row, multipleInput }: Task, genPrefix: Value, mode: TaskMode): Asked {
  const { task } = context;
  if (task.release.build === 'classes') return classTurns(context, row, genPrefix);
  const text = docToText(context, row);
  const choices = isNone(task.docToChoice) ? undefined : docToChoice(context, row);
  const target = docToTarget(context, row);
  if (task.release.build === 'texts') return { ...addedTurns(task, { text, choices, genPrefix }, multipleInput, mode), choices, target };
  const turn = (question: Value, targetDelimiter: Value, field: Value): Message[] =>
    buildTurn({ question, genPrefix, targetDelimiter, fewshotDelimiter: nothing, from: { text: field, target: task.docToTarget } });
  if (multipleInput === 0) return { turns: [turn(text, task.targetDelimiter, task.docToText)], choices, target };
  if (choices?.kind !== 'list' && choices?.kind !== 'unknown')
    throw new PyError('AssertionError', 'multiple inputs require choices to be a list', task.docToChoice.span);
  return { turns: (iteratedItems(choices) ?? [choices]).map((choice) => turn(choice, nothing, task.docToChoice)), choices, target };
}

/** The question as 0.4.9.2 and before add it; a list of questions makes an input of each. */
function addedTurns(
  task: TaskFields,
  { text, choices, genPrefix }: { readonly text: Value; readonly choices: Value | undefined; readonly genPrefix: Value },
  multipleInput: number,
  { applyChatTemplate }: TaskMode,
): Pick<Asked, 'turns' | 'lost'> {
  if (multipleInput > 0) {
    const all = blaming(task.docToChoice, () => iteratedItems(choices!)) ?? [choices!];
    return { turns: all.map((choice) => [harnessMessage('user', choice, nothing, true)]) };
  }
  const question = (value: Value): Message[] | undefined =>
    addedQuestion(
      {
        question: value,
        prefix: genPrefix,
        hasChoices: choices !== undefined,
        choices: () => choices!,
        targetDelimiter: task.targetDelimiter,
        from: { text: task.docToText, target: task.docToTarget },
      },
      applyChatTemplate,
    );
  const turns = (text.kind === 'list' ? text.items : [text]).map(question);
  return turns.includes(undefined) ? { turns: [[]], lost: true } : { turns: turns.map((turn) => turn!) };
}

/** The inputs of a task, each with all that stands before its question. */
function inputsOf(
  task: Task,
  first: readonly Message[],
  { turns, lost }: Asked,
  mode: TaskMode,
  genPrefix: Value,
): Pick<TaskPrompt, 'inputs' | 'common'> {
  const { multipleInput, context } = task;
  const { release } = context.task;
  const noted = turns.map((turn) => notedMessages(turn, first.length));
  if (release.build === 'texts' && multipleInput > 0) return choiceInputs(first, asksChoices(task) ? noted : [], mode, release);
  if (lost && !mode.applyChatTemplate) return { inputs: [{ messages: first }] };
  return { inputs: noted.map((turn) => input([...first, ...turn], mode, genPrefix)) };
}

/** Whether each choice is a question of its own: until 0.4.9.2 only in tasks of multiple_choice, others were asked nothing. */
function asksChoices({ context: { task }, multipleInput }: Task): boolean {
  return multipleInput > 0 && (task.release.build !== 'texts' || textOf(task.outputType) === 'multiple_choice');
}

/** Until 0.4.9.2 what stands before is put together once, without a `gen_prefix`, and each choice is added to it (`api/task.py`, `construct_requests`). */
function choiceInputs(
  first: readonly Message[],
  turns: readonly (readonly Message[])[],
  mode: TaskMode,
  { choiceInputIsChat }: HarnessRelease,
): Pick<TaskPrompt, 'inputs' | 'common'> {
  if (turns.length === 0) return { inputs: [input(first, mode, new NoneValue(nowhere))] };
  if (!mode.applyChatTemplate) {
    const inputs = turns.map((turn) => ({ messages: [...first, ...turn], context: plainText([...first, ...turn]) }));
    return { inputs, common: { context: plainText(first) } };
  }
  const chat: Chat = { messages: mode.fewshotAsMultiturn ? chatMessages(first, true) : inOneTurn(first), addGenerationPrompt: true };
  if (!choiceInputIsChat)
    return {
      inputs: turns.map((turn) => ({ messages: [...first, ...turn], chat, bareAfter: plainText(turn) })),
      common: { chat },
    };
  const inputs = turns.map((turn) => ({
    messages: [...first, ...turn],
    ...(first.length > 0 && { chatBefore: chat }),
    chat: { messages: chatMessages(turn, true), addGenerationPrompt: true },
  }));
  return { inputs, common: first.length > 0 ? { chat } : { context: TracedText.empty } };
}

/** All shots as one message of the user, with what stands behind the last of them. */
function inOneTurn(first: readonly Message[]): HarnessMessage[] {
  const system = first.filter(({ role }) => role === 'system');
  const shots = first.filter(({ role }) => role !== 'system');
  return [...chatMessages(system, true), ...(shots.length > 0 ? [{ role: 'user', text: plainText(shots) } as const] : [])];
}

function input(messages: readonly Message[], { applyChatTemplate, fewshotAsMultiturn }: TaskMode, genPrefix: Value): TaskInput {
  if (!applyChatTemplate) return { messages, context: plainText(messages) };
  const chat = messages.length === 0 ? [] : chatMessages(messages, fewshotAsMultiturn);
  return { messages, chat: { messages: chat, addGenerationPrompt: !isSet(genPrefix) } };
}

function unknownsOf(messages: readonly Message[], values: readonly (Value | undefined)[], shots: Shots): string[] {
  const reasons = messages.flatMap(({ text, delimiter }) => [unknownReason(text), unknownReason(delimiter)]);
  for (const value of values)
    reasons.push(value?.kind === 'unknown' ? value.reason : value?.kind === 'str' ? unknownReason(value.traced) : undefined);
  return [...new Set([shots.unknown, ...reasons].filter((reason) => reason !== undefined))];
}

function samplerName(config: DictValue): string {
  const fewshot = config.get('fewshot_config');
  const sampler = fewshot?.kind === 'dict' ? fewshot.get('sampler') : undefined;
  return sampler && sampler.kind !== 'unknown' ? pyStr(sampler).text : say`what is not known`;
}

/** Why this is not all of what a run sends. */
function doubtsOf({ context: { task, functions } }: Task, { processed }: TaskRequest): TaskPrompt['doubts'] {
  const doubts: { kind: 'unprocessed-row' | 'unfollowed-call' | 'incomplete'; message: string }[] = [];
  if (isSet(task.config.get('process_docs')) && !processed) doubts.push({ kind: 'unprocessed-row', message: notProcessed });
  const unfollowed = functions?.unfollowed;
  if (unfollowed !== undefined) doubts.push({ kind: 'unfollowed-call', message: unfollowed });
  if (sendsMore(task.config)) doubts.push({ kind: 'incomplete', message: moreIsSent });
  return doubts;
}

const notProcessed = say`process_docs is not run: the row is taken as it is.`;
const moreIsSent = say`The images and sounds of the row are sent too; they are not shown.`;

function sendsMore(config: DictValue): boolean {
  return isSet(config.get('doc_to_image')) || isSet(config.get('doc_to_audio'));
}

function notesOf({ context, source }: Task, shots: Shots, wanted: number, { mode, processed }: TaskRequest): string[] {
  const { task } = context;
  const notes: string[] = [];
  if (wanted > 0 && source.order === 'random' && !shots.exact)
    notes.push(say`The harness draws the shots at random, different ones for each row. These stand in for them.`);
  if (wanted > 0 && source.order === 'custom')
    notes.push(say`The shots are drawn by ${samplerName(task.config)}, which is not run. These stand in for them.`);
  const there = shots.docs.length + shots.left;
  if (there > 0 && there < wanted)
    notes.push(say`The task is asked for ${String(wanted)} shots, and only ${String(there)} rows are available.`);
  if (shots.left > 0) notes.push(leftOutReason(shots.docs.length, there));
  if (isSet(task.config.get('process_docs')) && !processed) notes.push(notProcessed);
  if (sendsMore(task.config)) notes.push(moreIsSent);
  if (mode.applyChatTemplate && task.outputType.kind === 'str' && task.outputType.text === 'loglikelihood_rolling')
    notes.push(say`The prompt is built and thrown away: only the target is scored.`);
  return notes;
}
