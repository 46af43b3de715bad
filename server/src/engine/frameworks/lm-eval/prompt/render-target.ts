import type { ChatResult, ChatTemplate } from '../../../chat/index.js';
import { PyError } from '../../../core/errors.js';
import { say } from '../../../core/say.js';
import { generating, turnsOfTemplate } from '../../../prompt/chat-turns.js';
import { counted } from '../../../prompt/counted.js';
import type { Mode, Output, PromptChoice, RenderError, RenderedPrompt, Stage, Turn } from '../../../prompt/rendered-prompt.js';
import { mostShownShots, shownShots } from '../../../prompt/shown-shots.js';
import { asInteger, pyStr } from '../../../python/runtime/semantics.js';
import { TracedText } from '../../../core/traced-text.js';
import { DictValue, textOf, UnknownValue } from '../../../core/value.js';
import type { RenderOptions, Rows, Target } from '../../face/behaviour.js';
import { fewShotSource, type FewShotSource } from './few-shot.js';
import { applyFormat, selectionOf } from '../formats/index.js';
import { presets } from '../formats/presets.js';
import { unknownReason, textOrPlaceholder } from '../../../python/runtime/unknown-text.js';
import type { Descendant } from '../load/descendant.js';
import type { TaskDataset } from '../load/own-harness.js';
import { raisedByFields } from '../load/raised-by-fields.js';
import { raisedByAggregation, raisedByMetrics } from '../load/raised-by-metrics.js';
import { raisedByPlace } from '../load/raised-by-place.js';
import { raisedByImports } from '../load/raised-by-imports.js';
import { ownClassOf, type OwnClass } from '../functions/own-class.js';
import type { TaskFunctions } from '../functions/task-functions.js';
import { placeholderDoc } from './placeholder-doc.js';
import {
  taskErrorStage,
  taskExamplesStage,
  generationSummary,
  taskMessagesStage,
  taskRowStage,
  scoredTurn,
  scoredWords,
  turnsOfChat,
  turnsOfMessages,
  taskUnknownStage,
} from './prompt-stages.js';
import { chatTextOf, messagesIn } from './chat-text.js';
import { renderTask } from './render-task.js';
import { taskVerification } from './task-verification.js';
import type { NotVerifiable, Verification } from '../../../prompt/verification.js';
import { harnessRelease } from '../releases/find-harness.js';
import type { HarnessRelease } from '../releases/harness-release.js';
import { drawnFrom } from './preview-shots.js';
import type { RunRows } from '../../../rows/run-rows.js';
import { rowDoc } from './row-doc.js';
import type { TaskError, TaskInput, TaskMode, TaskPrompt, TaskRequest, TaskRequestToModel } from './task-prompt.js';

/** What is known of a task beside its config. */
type AroundTask = Pick<TaskDataset, 'harness' | 'functions'> & Pick<TaskRequest, 'own'>;

/** So many shots can be asked for where the rows of the split are not known. */
const mostShots = 99;

/** What can be chosen for a prompt without a chat template, and with one. */
const plainChoices: readonly PromptChoice[] = ['chat-template', 'system-instruction'];
const chatChoices: readonly PromptChoice[] = [...plainChoices, 'multiturn'];

/**
 * The prompt of a task, stage by stage (lm-evaluation-harness 0.4.13 `api/task.py`, `models/huggingface.py`). Never throws.
 * @param options rows: absent ones are placeholders made from the task's templates
 */
export function renderTaskTarget({ dataset }: Target, options: RenderOptions = {}): RenderedPrompt {
  const task: TaskDataset = dataset;
  const prompt = renderByHarness(task, options);
  return task.descendant ? renderedForAnother(prompt, task.descendant) : withReleaseDoubt(prompt, task, options);
}

/** What a release never sends, because of where the file lies, of its metrics, its functions or other fields, is shown all the same: other releases do, and it is soon mended. */
function withReleaseDoubt(prompt: RenderedPrompt, task: TaskDataset, options: RenderOptions): RenderedPrompt {
  const { value, namedAt, functions } = task;
  if (prompt.error) return prompt;
  const release = harnessRelease(options.release);
  const imports = functions && raisedByImports(value, functions, release);
  const asked = options.shots !== undefined;
  const known =
    imports && 'raises' in imports
      ? imports.raises
      : (raisedByMetrics(value, release) ?? raisedByAggregation(task, release) ?? raisedByFields(value, release, asked));
  // Members of a group are not called by their names.
  const raised = known ?? (namedAt ? undefined : raisedByPlace(value, value.span.file, release));
  if (raised) {
    const message = [`${raised.type}: ${raised.text}`, ...(raised.reason === undefined ? [] : [raised.reason])].join(' ');
    return withDoubt(prompt, { kind: 'never-sent', message });
  }
  return imports && 'doubt' in imports ? withDoubt(prompt, { kind: 'incomplete', message: imports.doubt }) : prompt;
}

function withDoubt(prompt: RenderedPrompt, doubt: NonNullable<RenderedPrompt['doubts']>[number]): RenderedPrompt {
  return { ...prompt, doubts: [...(prompt.doubts ?? []), doubt] };
}

/** What the harness would make of a task of a program that took over its files: most of it is alike, nothing of it is sure. */
function renderedForAnother({ error, verification: _, ...prompt }: RenderedPrompt, { name }: Descendant): RenderedPrompt {
  const message =
    name === undefined
      ? say`This task has fields that lm-evaluation-harness does not know: the program that it is for may ask something else.`
      : say`${name} makes its prompts in its own way: this is what lm-evaluation-harness would make of the task.`;
  if (!error) return withDoubt(prompt, { kind: 'incomplete', message });
  const unknown = say`lm-evaluation-harness would raise ${error.error}. ${message}`;
  return { ...prompt, stages: [...prompt.stages.filter((stage) => !stage.error), taskUnknownStage(unknown)], unknowns: [unknown] };
}

/** The format behind the `@` of a task's own name. To a release without formats it is part of the name; where the release is not known, as long as no format is called so. */
function formatInName({ value, abbr }: TaskDataset, release: string | undefined): string | undefined {
  const selection = selectionOf(abbr);
  if (selection === undefined || value.entry('formats')) return selection;
  const isFormat = release === undefined ? presets.has(selection) : harnessRelease(release).taskFields.has('formats');
  return isFormat ? selection : undefined;
}

function renderByHarness(task: TaskDataset, options: RenderOptions): RenderedPrompt {
  const { value } = task;
  if (value.entry('class')) return renderClass(task, options);
  const selection = options.format ?? formatInName(task, options.release);
  const format = value.entry('formats') || selection !== undefined ? applyFormat(value, selection) : undefined;
  if (!format) return renderConfig(value, options, task);
  if ('config' in format) {
    const prompt = renderConfig(format.config, options, task);
    return { ...prompt, notes: [format.note, ...prompt.notes] };
  }
  const frame = { ...frameOf(value, requestOf(value, options, task), options), notes: [format.note] };
  if ('unknown' in format) return { ...frame, stages: [taskUnknownStage(format.unknown)], unknowns: [format.unknown] };
  const error = asRenderError(format.error, 'template');
  return { ...frame, stages: [taskErrorStage(error)], error, unknowns: [] };
}

/** The prompt of a task that is a class: of what a YAML file would say in its place. */
function renderClass(task: TaskDataset, options: RenderOptions): RenderedPrompt {
  const { value, harness, functions } = task;
  const frame = (): Frame => frameOf(value, { config: value, doc: value, mode: asPlain }, options);
  try {
    functions?.startOver();
    const own = ownClassOf(value, functions, harnessRelease(options.release));
    if (own && !('kind' in own))
      return withRowDoubt(renderConfig(own.config, options, { harness, functions: own.functions, own }), own, options);
    const unknown = own?.reason ?? '';
    return { ...frame(), stages: [taskUnknownStage(unknown)], unknowns: [unknown], notes: [] };
  } catch (error) {
    if (!(error instanceof PyError)) throw error;
    const raised = asRenderError(error, 'template');
    return { ...frame(), stages: [taskErrorStage(raised)], error: raised, unknowns: [], notes: [] };
  }
}

/** How the harness starts without options. */
const asPlain: TaskMode = { applyChatTemplate: false, fewshotAsMultiturn: false };

/** A row that is given by hand has not gone through what the class makes its rows by. */
function withRowDoubt(prompt: RenderedPrompt, { task }: OwnClass, { rows }: RenderOptions): RenderedPrompt {
  if (!rows || rows.processed || rows.run || !task.makesRows) return prompt;
  const message = say`The class makes the rows in its own way: this row is taken as it is.`;
  return withDoubt(prompt, { kind: 'unprocessed-row', message });
}

function renderConfig(config: DictValue, options: RenderOptions, around: AroundTask): RenderedPrompt {
  const request = requestOf(config, options, around);
  const result = renderTask(request);
  const frame = frameOf(config, request, options);
  const row = rowDoc(request.doc, 'test', 0);
  const verification = (): Verification | NotVerifiable => {
    const whole = { ...request, mostShown: undefined };
    return taskVerification(whole, renderTask(whole));
  };
  if (!('error' in result)) return { ...new Assembly(frame, row, result, options).prompt(), verification };
  const error = options.rows ? renderError(result) : raisedOnAnyRow(request);
  if (!error) {
    const unknown = say`With placeholders in place of a row the harness would raise ${result.error.type}: ${result.error.text}. Give a row to see the prompt.`;
    return { ...frame, stages: [taskRowStage(row), taskUnknownStage(unknown)], unknowns: [unknown], notes: [] };
  }
  return {
    ...frame,
    stages: [taskRowStage(row), taskErrorStage(error)],
    error,
    unknowns: [],
    notes: result.atLoad ? [atLoad] : [],
    verification,
  };
}

/** Why a run need not meet an exception. */
export const notInChat = say`With --apply_chat_template it is not raised.`;

/** What the harness raises whatever the rows are: placeholders may be of another kind than what the templates need. */
function raisedOnAnyRow(request: TaskRequest): RenderError | undefined {
  const { doc, fewshotDocs } = request;
  // All shots are alike, so that one stands for all.
  const onAnyRow = {
    ...request,
    anyRow: true,
    doc: unknownRow(doc),
    ...(fewshotDocs && { fewshotDocs: fewshotDocs.slice(0, 1).map(unknownRow) }),
  };
  const result = renderTask(onAnyRow);
  if (!('error' in result)) return undefined;
  const error = renderError(result);
  if (result.atLoad || request.mode.applyChatTemplate || 'error' in renderTask({ ...onAnyRow, mode: asChat })) return error;
  return { ...error, reason: notInChat };
}

/** How the harness starts with `--apply_chat_template`. */
const asChat: TaskMode = { applyChatTemplate: true, fewshotAsMultiturn: true };

function unknownRow(row: DictValue): DictValue {
  const unknown = new DictValue(row.span);
  for (const [id, entry] of row.entries)
    unknown.entries.set(id, { ...entry, value: new UnknownValue(say`What the column holds is not known.`, row.span) });
  return unknown;
}

function renderError({ error, atLoad }: TaskError): RenderError {
  return asRenderError(error, atLoad ? 'template' : 'prompt');
}

function asRenderError({ type, text, span, reason }: PyError, stage: RenderError['stage']): RenderError {
  return { error: `${type}: ${text}`, stage, ...(span && { span }), ...(reason !== undefined && { reason }) };
}

const atLoad = say`The harness tests a task on its first row as it loads it: this is raised before any request is built.`;

/** What the harness raises on a task whatever its rows are: the error of `renderTaskTarget`, without the stages. */
export function raisedOnEveryRow(task: TaskDataset, release?: string): RenderError | undefined {
  if (task.descendant) return undefined;
  const format = applyFormat(task.value, selectionOf(task.abbr));
  if (format && 'error' in format) return asRenderError(format.error, 'template');
  if (format && 'unknown' in format) return undefined;
  const config = format?.config ?? task.value;
  const options = { ...(release !== undefined && { release }) };
  // What functions make of a row of which nothing is known is not known: they need not be run.
  const raised = raisedOnAnyRow(requestOf(config, options, { harness: task.harness }));
  // Where placeholders make a prompt, it is shown.
  return raised && 'error' in renderTask(requestOf(config, options, task)) ? raised : undefined;
}

function requestOf(config: DictValue, options: RenderOptions, { harness, functions, own }: AroundTask): TaskRequest {
  const { rows, systemInstruction, chatTemplate, asMessages = false, multiturn, generation } = options;
  const numFewshot = wantedShots(config, options.shots);
  const applyChatTemplate = asMessages || chatTemplate !== undefined;
  const release = harnessRelease(options.release);
  const placeholders = rows ? undefined : placeholderDoc(config, functions);
  const made = rows && !rows.processed ? processedRow(config, functions, rows.test) : rows?.test;
  const doc = made ?? rows?.test ?? placeholders!.doc;
  const source = fewShotSource(config, harness, release);
  const asTurns = multiturn ?? release.multiturnByDefault;
  const drawn = rows?.run && drawnFrom(source, rows.run, numFewshot, options.run, applyChatTemplate && !asTurns);
  const pool = rows && poolWithoutRow(rows, source, release).slice(0, numFewshot);
  return {
    config,
    harness,
    functions,
    own,
    release,
    doc,
    ...(placeholders ?? { processed: made !== undefined }),
    ...(source?.pool.kind !== 'samples' &&
      shotsOf(pool, numFewshot, rows?.run !== undefined, () => (rows ? placeholderDoc(config, functions).doc : doc))),
    ...(drawn && { drawn, row: rows.run.index, ...firstOf(rows.run) }),
    numFewshot,
    mostShown: mostShownShots,
    ...(generation && { generation }),
    mode: { applyChatTemplate, fewshotAsMultiturn: applyChatTemplate && asTurns, systemInstruction },
  };
}

/**
 * The rows that stand for the shots.
 * @param pool undefined where the row itself is a placeholder @param areRun whether these are the rows of a run: else it is no fault of the task that there are
 * fewer than it asks for
 */
function shotsOf(
  pool: readonly DictValue[] | undefined,
  wanted: number,
  areRun: boolean,
  placeholder: () => DictValue,
): Pick<TaskRequest, 'fewshotDocs' | 'fewshotCount' | 'shotsStandIn' | 'madeShots'> {
  if (pool && (areRun || pool.length >= wanted)) return { fewshotDocs: pool, fewshotCount: pool.length, shotsStandIn: false };
  const made = placeholder();
  const fewshotDocs = Array.from({ length: shownShots(wanted) }, () => made);
  return { fewshotDocs, fewshotCount: wanted, shotsStandIn: true, ...(pool && { madeShots: true }) };
}

/** The rows that shots are taken from, but for the one that is asked, unless the release leaves it in. */
function poolWithoutRow({ train, test }: Rows, source: FewShotSource | undefined, release: HarnessRelease): readonly DictValue[] {
  const keepsRow = source?.order === 'first_n' && release.firstNKeepsRow;
  return train.filter((row) => keepsRow || row !== test);
}

/** What `process_docs` makes of a row that is given by hand; undefined where it cannot be followed, raises or drops the row. */
function processedRow(config: DictValue, functions: TaskFunctions | undefined, row: DictValue): DictValue | undefined {
  const field = config.get('process_docs');
  if (!field || field.kind !== 'ref') return undefined;
  functions?.startOver();
  try {
    const rows = functions?.onRows(field, [row]);
    const [first] = rows && !('kind' in rows) ? rows : [];
    return first?.kind === 'dict' ? first : undefined;
  } catch (error) {
    if (error instanceof PyError) return undefined;
    throw error;
  }
}

/** The first row of the split, on which the harness tests the task. */
function firstOf({ test }: RunRows): Pick<TaskRequest, 'firstDoc'> {
  const firstDoc = test.at(0);
  return firstDoc ? { firstDoc } : {};
}

/** The config's own number; `--num_fewshot` wins over it unless the config says 0. */
function wantedShots(config: DictValue, asked: number | undefined): number {
  const own = configuredShots(config);
  return own === 0 || asked === undefined ? (own ?? 0) : asked;
}

function configuredShots(config: DictValue): number | undefined {
  const value = config.get('num_fewshot');
  const count = value && asInteger(value);
  return count === undefined ? undefined : Math.min(Number(count), Number.MAX_SAFE_INTEGER);
}

/** What a rendered prompt says of a task whatever becomes of it. */
type Frame = Pick<RenderedPrompt, 'mode' | 'labels' | 'label' | 'shots' | 'choices' | 'multiturn'>;

function frameOf(config: DictValue, { numFewshot = 0, mode, fewshotDocs, madeShots }: TaskRequest, { rows }: RenderOptions): Frame {
  const configured = configuredShots(config);
  const most = configured === 0 ? 0 : rows && !madeShots ? Math.max(0, rows.train.length - 1) : mostShots;
  return {
    mode: modeOf(config),
    labels: [],
    label: undefined,
    shots: {
      ...shotCount(shownShots(numFewshot), numFewshot),
      configured: configured ?? 0,
      most,
      standIn: false,
      ...(!fewshotDocs && { written: true }),
      ...(madeShots && { made: true }),
    },
    choices: mode.applyChatTemplate ? chatChoices : plainChoices,
    ...(mode.applyChatTemplate && { multiturn: mode.fewshotAsMultiturn }),
  };
}

/** The numbers of the shots that are shown, and how many there are. */
function shotCount(shown: number, count: number): Pick<RenderedPrompt['shots'], 'ids' | 'count'> {
  return { ids: Array.from({ length: Math.max(0, shown) }, (_, i) => i), ...(count > shown && { count }) };
}

function modeOf(config: DictValue): Mode {
  return (textOf(config.get('output_type')) ?? 'generate_until') === 'generate_until' ? 'gen' : 'ppl';
}

/** Puts a RenderedPrompt together from what the harness builds. */
class Assembly {
  private readonly labels: readonly string[];
  private readonly request: TaskRequestToModel | undefined;
  private readonly input: TaskInput;
  private readonly label: string | undefined;
  private readonly template: ChatTemplate | undefined;
  private readonly variables: RenderOptions['chatVariables'];

  constructor(
    private readonly frame: Frame,
    private readonly doc: DictValue,
    private readonly task: TaskPrompt,
    { label, chatTemplate, chatVariables }: RenderOptions,
  ) {
    this.labels = labelsOf(task);
    const index = Math.max(0, this.labels.indexOf(label ?? ''));
    this.label = this.labels[index];
    this.request = task.requests[index];
    this.input = task.inputs[this.request?.input ?? 0] ?? task;
    this.template = chatTemplate;
    this.variables = chatVariables;
  }

  prompt(): RenderedPrompt {
    const { task, frame, input } = this;
    const { shown, left, exact } = task.shots;
    const common = {
      ...frame,
      labels: this.labels,
      label: this.label,
      shots: { ...frame.shots, ...shotCount(shown, shown + left), standIn: shown > 0 && !exact, ...(task.shots.byRow && { byRow: true }) },
      doubts: task.doubts,
    };
    const stages: Stage[] = [taskRowStage(this.doc)];
    if (shown > 0) stages.push(taskExamplesStage(input.messages, shown + left, exact));
    stages.push(taskMessagesStage(input.messages, counted(input.messages.length, 'message')));
    const chat = this.applied();
    if (chat && 'error' in chat) {
      stages.push({ id: 'chat-template', title: say`Chat template`, summary: say`raises`, turns: [], error: chat });
      return { ...common, stages, error: chat, unknowns: task.unknowns, notes: task.notes };
    }
    if (chat)
      stages.push({
        id: 'chat-template',
        title: say`Chat template`,
        summary: withoutBrackets(this.template!.name),
        turns: turnsOfTemplate(chat, messagesIn(input)),
      });
    stages.push(this.requestsStage(chat));
    const notes = [...task.notes, ...(chat?.notes ?? [])];
    const scored = this.request && scoredWords(this.request.type, this.labels.length, /\s$/.test(this.turns(chat).at(-1)?.text.text ?? ''));
    return { ...common, stages, output: this.output(chat), ...(scored !== undefined && { scored }), unknowns: this.unknowns(chat), notes };
  }

  /** The messages in the chat template, where there is one. */
  private applied(): ChatResult | RenderError | undefined {
    const { template, input } = this;
    if (!template || !input.chat) return undefined;
    try {
      return chatTextOf(template, input.chat, input, this.variables);
    } catch (error) {
      if (!(error instanceof PyError)) throw error;
      return asRenderError(error, 'parse');
    }
  }

  /** What the model is asked in the end: the prompt of one request, with what is scored, or up to where the model starts to write. */
  private requestsStage(chat: ChatResult | undefined): Stage {
    const { request } = this;
    const type = request?.type ?? 'generate_until';
    const count = this.task.requests.length;
    const stage = { id: 'requests', title: count > 1 ? say`Requests` : say`Request` } as const;
    if (type === 'generate_until')
      return { ...stage, summary: summaryOf(type, generationSummary(request?.continuation)), turns: generating(this.turns(chat)) };
    const summary = count > 1 ? `${String(count)} × ${type}` : type;
    return { ...stage, summary, turns: [...this.turns(chat), ...this.scored()] };
  }

  private turns(chat: ChatResult | undefined): Turn[] {
    const { input, request } = this;
    if (request?.input === undefined && request !== undefined) return [];
    if (chat) return turnsOfTemplate(chat, messagesIn(input));
    return input.chat ? turnsOfChat(messagesIn(input)) : turnsOfMessages(input.messages);
  }

  private scored(): Turn[] {
    const text = this.scoredText();
    if (!text) return [];
    return [scoredTurn(say`scored`, text, this.label === undefined ? undefined : say`choice ${String(this.labels.indexOf(this.label))}`)];
  }

  private scoredText(): TracedText | undefined {
    const { request } = this;
    if (!request || request.type === 'generate_until') return undefined;
    const value = request.continuation ?? request.context;
    return value && textOrPlaceholder(value);
  }

  private output(chat: ChatResult | undefined): Output {
    const { input } = this;
    const scored = this.scoredText()?.noted({ scored: true });
    if (!chat && input.chat && this.request?.input !== undefined && !scored) return { kind: 'messages', messages: messagesIn(input) };
    const parts = [...this.turns(chat).map(({ text }) => text), ...(scored ? [scored] : [])].filter(({ length }) => length > 0);
    return { kind: 'text', text: parts.length === 0 ? TracedText.empty : TracedText.join(parts) };
  }

  private unknowns(chat: ChatResult | undefined): string[] {
    const reason = chat ? unknownReason(chat.text) : this.unscored();
    return [...new Set([...this.task.unknowns, ...(reason === undefined ? [] : [reason])])];
  }

  /** Why the text that is scored is not known: messages are scored by no service, and a local model has them in its chat template. */
  private unscored(): string | undefined {
    const { input, request } = this;
    if (!input.chat || request?.input === undefined || !this.scoredText()) return undefined;
    return say`The messages are exact; what is scored is the text that the tokenizer's chat template makes of them. Choose one to see it.`;
  }
}

/** The choices that are scored, each a request; none for other tasks. */
function labelsOf({ choices, requests }: TaskPrompt): string[] {
  if (requests[0]?.type !== 'loglikelihood' || !choices || (choices.kind !== 'list' && choices.kind !== 'tuple')) return [];
  return choices.items.map((choice) => (choice.kind === 'unknown' ? '?' : pyStr(choice).text));
}

/** `llama3 (a family)` without what stands in brackets at its end. */
function withoutBrackets(name: string): string {
  const open = name.endsWith(')') ? name.indexOf(' (') : -1;
  return open < 0 ? name : name.slice(0, open);
}

function summaryOf(type: string, settings: string): string {
  return settings === '' ? type : `${type} · ${settings}`;
}
