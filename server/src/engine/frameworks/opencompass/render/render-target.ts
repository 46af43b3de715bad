import type { DatasetConfig, ModelConfig } from '../../../config/config.js';
import type { DictValue } from '../../../core/value.js';
import { counted } from '../../../prompt/counted.js';
import type { Mode, Output, RenderError, RenderedPrompt, Stage } from '../../../prompt/rendered-prompt.js';
import { leftOutReason, mostShownShots } from '../../../prompt/shown-shots.js';
import { asInteger, pyStr } from '../../../python/runtime/semantics.js';
import { placeholderRows } from '../../../rows/placeholder.js';
import type { RenderOptions, Target } from '../../face/behaviour.js';
import { caseOf, type InferCase } from './case-of.js';
import { chatTemplateStage, takesChatTemplate } from './chat-template-stage.js';
import type { Dialect } from './dialect.js';
import { excessOf } from './excess.js';
import { inferencerModeOf } from './inferencer-of.js';
import type { InferencerMode } from '../infer/inferencer.js';
import { refusalOf } from '../infer/refusals.js';
import { HarmlessPairs } from './harmless-pairs.js';
import { withLengthNote } from './length-note.js';
import { answerDoubts, doubtsOf, neverSent, notesOf } from './notes.js';
import type { Parsed } from '../parse/parser.js';
import {
  guardedByStage,
  renderWithinLimits,
  type CasePrompt,
  type MetaCase,
  type ParsedResult,
  type RenderCase,
  type RenderCaseResult,
  type RenderedCase,
  type UnknownResult,
} from './render-case.js';
import { scoredBy } from './scored.js';
import { pairVerification } from './target-verification.js';
import { errorStage, examplesStage, messagesStage, outputOf, parsedStage, promptListStage, rowStage, unknownStage } from './stages.js';
import { RoleKinds } from '../parse/turn-kind.js';
import { say } from '../../../core/say.js';

/**
 * The prompt of a dataset for a model, stage by stage. Never throws.
 * @param options rows: absent ones are placeholders, so that any example id has its row
 */
export function renderTarget(dialect: Dialect, target: Target, options: RenderOptions = {}): RenderedPrompt {
  const infer = caseOf(target.dataset.inferCfg);
  const found = inferencerModeOf(target.dataset.value, dialect);
  if (!('mode' in found)) return withoutPrompt(found);
  const excess = excessIn(target, infer);
  if (excess) return withoutPrompt(excess);
  const mode = options.mode === undefined || modeOf(found.mode) === options.mode ? found.mode : options.mode;
  const { dataset, model } = target;
  const request = { ...requestOf(dataset, options, infer, mode), metas: model && !model.parser ? [] : [metaOf(dialect, model, mode)] };
  const result = renderWithinLimits(request, dialect);
  const scored = scoredBy(dataset, mode);
  const prompt: RenderedPrompt = {
    ...(scored !== undefined && { scored }),
    ...new Assembly(dialect, model, infer, mode, request, result, options).prompt(),
    verification: (from) => pairVerification({ dialect, target, infer, mode, request, result, options }, from),
  };
  if (!prompt.error && mode === found.mode && isOfConfigAlone(result, options)) new HarmlessPairs(dialect, dataset).add(model);
  // Placeholders are as long as they are.
  return options.rows ? withLengthNote(prompt, model) : prompt;
}

/** Whether there was one prompt, made of placeholders and of all examples: what a check would make. */
function isOfConfigAlone(result: RenderCaseResult, { rows, shots, unfilled }: RenderOptions): boolean {
  return 'prompts' in result && result.prompts.length === 1 && !rows && shots === undefined && !unfilled?.size;
}

/**
 * What the framework raises on a dataset for each of some models, for the first of its labels with which it does. What no model has a part in is made once
 * for all of them. Never throws.
 */
export function raisedBy(
  dialect: Dialect,
  dataset: DatasetConfig,
  models: readonly (ModelConfig | undefined)[],
): (RenderError | undefined)[] {
  const found = inferencerModeOf(dataset.value, dialect);
  if (!('mode' in found)) return models.map(() => ('error' in found ? found : undefined));
  const infer = caseOf(dataset.inferCfg);
  const harmless = new HarmlessPairs(dialect, dataset);
  const rendered = models.filter((model) => !excessIn({ dataset, model }, infer) && !harmless.has(model));
  if (rendered.length === 0) return models.map(() => undefined);
  const parsers = rendered.filter((model) => !model || model.parser);
  const result = renderWithinLimits(
    { ...requestOf(dataset, {}, infer, found.mode), metas: parsers.map((model) => metaOf(dialect, model, found.mode)) },
    dialect,
  );
  const raised = new Map(
    rendered.map((model) => [
      model,
      raisedFor(dialect, model, parsers.indexOf(model), found.mode, result) ?? refusedBy(dialect, infer, model, result),
    ]),
  );
  for (const [model, error] of raised) if (!error) harmless.add(model);
  return models.map((model) => raised.get(model));
}

/** Why a run stops before it sends any prompt of a pair, without making one. Never throws. */
export function neverSentBy(dialect: Dialect, { dataset, model }: Target): string | undefined {
  const found = inferencerModeOf(dataset.value, dialect);
  return 'mode' in found ? neverSent(caseOf(dataset.inferCfg), found.mode, model, dialect) : undefined;
}

/** @param index of the model's parser among those of the result; -1 for a model that has none */
function raisedFor(
  dialect: Dialect,
  model: ModelConfig | undefined,
  index: number,
  mode: InferencerMode,
  result: RenderCaseResult,
): RenderError | undefined {
  if (!('prompts' in result)) return 'error' in result ? result : undefined;
  for (const prompt of result.prompts) {
    const outcome = 'parsed' in prompt ? prompt.parsed[index] : prompt;
    const given = outcome && 'value' in outcome ? givenTo(dialect, model, shownOf(mode, outcome)) : outcome;
    if (given && 'error' in given) return given;
  }
  return undefined;
}

/** What the inferencer of a case raises though there is a prompt. @param row of a run */
function refusedBy(
  dialect: Dialect,
  { inferencerClass }: InferCase,
  model: ModelConfig | undefined,
  { parts: { reader } }: RenderCaseResult,
  row?: DictValue,
): RenderError | undefined {
  const service = model !== undefined && dialect.modelClass(model.knownClass ?? model.className)?.chat === 'server';
  return refusalOf({ inferencerClass, reader, service, row }) ?? (model && row && dialect.rowRefusal?.(model, reader, row));
}

/** Why a target has too many parts to make even placeholders for them. */
function excessIn({ dataset, model }: Target, infer: InferCase): UnknownResult | undefined {
  return excessOf({ ...infer, readerCfg: dataset.readerCfg, metas: [model?.metaTemplate] });
}

/** What the model is given in the end. */
interface Given {
  readonly output: Output;
  /** Whether that is what its class makes of what the parser gives, in a way that is known. */
  readonly converted: boolean;
}

/** What becomes of a parsed prompt on its way to the model; nothing where there is none. Never throws. */
export function givenTo(dialect: Dialect, model: ModelConfig | undefined, parsed: Parsed): Given | RenderError | UnknownResult {
  if (parsed.value.kind === 'none') return { unknown: madeFromRow };
  return guardedByStage<Given | RenderError | UnknownResult>(dialect, (at) => {
    const converted = model && at('parse', () => dialect.convert(parsed.value, model));
    const isChat = model?.parser === 'api' && !dialect.modelClass(model.className)?.takesText;
    return { output: converted ?? outputOf(parsed.value, isChat), converted: converted !== undefined };
  });
}

/** Of a conversation that is asked turn by turn the last request is shown. */
function shownOf(mode: InferencerMode, parsed: Parsed): Parsed {
  const last = mode === 'multi_turn' && parsed.value.kind === 'list' ? parsed.value.items.at(-1) : undefined;
  return last ? { ...parsed, value: last } : parsed;
}

function modeOf(mode: InferencerMode): Mode {
  return mode === 'ppl' || mode === 'ppl_only' ? 'ppl' : 'gen';
}

function requestOf(dataset: DatasetConfig, options: RenderOptions, infer: InferCase, mode: InferencerMode): Omit<RenderCase, 'metas'> {
  const rows = options.rows ?? placeholderRows(dataset.inferCfg, dataset.readerCfg, options.unfilled);
  return {
    promptTemplate: infer.promptTemplate,
    iceTemplate: infer.iceTemplate,
    readerCfg: dataset.readerCfg,
    retriever: infer.retriever,
    inferencer: { ...infer.inferencer, mode },
    train: rows.train,
    test: rows.test,
    run: options.rows?.run,
    // The dataset's own rows are those that its reader leaves.
    uncut: options.rows !== undefined && options.rows.processed !== true,
    shots: options.shots,
    mostShown: mostShownShots,
  };
}

/** The meta template of a model, and who reads it. Without one both parsers do the same, but for plain messages, which only the API parser lets pass. */
export function metaOf(dialect: Dialect, model: ModelConfig | undefined, mode: InferencerMode): MetaCase {
  const kind = model?.parser ?? 'api';
  const base = model && dialect.modelClass(model.knownClass ?? model.className)?.baseParser;
  // The chat inferencers put their parser in the place of the one that the model was made with.
  const own = model && mode === 'chat' ? [kind] : [];
  return { kind, meta: model?.metaTemplate, before: model?.metaTemplateFromClass ? [] : [...(base ? [base] : []), ...own] };
}

/** There is nothing to show but why. */
function withoutPrompt(failure: RenderError | UnknownResult): RenderedPrompt {
  const isError = 'error' in failure;
  return {
    mode: 'gen',
    labels: [],
    label: undefined,
    shots: { ids: [], configured: 0, standIn: false },
    stages: [isError ? errorStage(failure) : unknownStage('prompt-list', failure.unknown)],
    ...(isError && { error: failure }),
    unknowns: isError ? [] : [failure.unknown],
    notes: [],
  };
}

/** Puts a RenderedPrompt together from what `renderCase` answers. */
class Assembly {
  private readonly stages: Stage[] = [];
  private output: Output | undefined;
  private chatNotes: readonly string[] = [];
  private readonly roles: RoleKinds;
  private readonly mode: Mode;
  private readonly prompts: readonly CasePrompt[];
  private readonly picked: CasePrompt | undefined;

  constructor(
    private readonly dialect: Dialect,
    private readonly model: ModelConfig | undefined,
    private readonly infer: InferCase,
    private readonly inferencerMode: InferencerMode,
    private readonly request: RenderCase,
    private readonly result: RenderCaseResult,
    private readonly options: RenderOptions,
  ) {
    this.roles = new RoleKinds(model?.metaTemplate);
    this.mode = modeOf(inferencerMode);
    this.prompts = 'prompts' in result ? result.prompts : [];
    const { label } = options;
    this.picked = this.prompts.find((prompt) => label !== undefined && labelText(prompt) === label) ?? this.prompts[0];
  }

  prompt(): RenderedPrompt {
    const failure = this.addStages();
    const rendered = this.renderedPrompt();
    const output = this.output ?? this.unparsedOutput(rendered);
    const raw = rendered?.raw;
    return {
      mode: this.mode,
      labels: this.prompts.flatMap((prompt) => labelText(prompt) ?? []),
      label: this.picked && labelText(this.picked),
      shots: this.shots(),
      stages: this.stages,
      ...(takesChatTemplate(this.model, this.dialect) && { choices: ['chat-template'] as const }),
      ...(output && { output }),
      ...(failure && 'error' in failure && { error: failure }),
      unknowns: this.unknowns(failure),
      doubts: [...doubtsOf(this.infer, this.inferencerMode, raw, this.model, this.dialect), ...answerDoubts(this.options.rows?.test)],
      notes: [
        ...this.leftOut(),
        ...notesOf(this.infer, this.inferencerMode, this.result.parts, raw, this.model, this.dialect),
        ...this.chatNotes,
      ],
    };
  }

  private renderedPrompt(): RenderedCase | undefined {
    return this.picked && 'raw' in this.picked ? this.picked : undefined;
  }

  /** A prompt that is never parsed goes to the model as it is. */
  private unparsedOutput(rendered: RenderedCase | undefined): Output | undefined {
    return rendered && this.inferencerMode === 'sw_ce_loss' && !this.refused() ? outputOf(rendered.raw, false) : undefined;
  }

  /** Adds stage after stage until one fails. */
  private addStages(): RenderError | UnknownResult | undefined {
    const { result, picked, stages } = this;
    const { retriever, examples } = result.parts;
    stages.push(rowStage(this.request.test, result.parts, this.masks()));
    const early = 'prompts' in result ? (picked && 'raw' in picked ? undefined : picked) : result;
    if (retriever && examples && examples.kind !== 'none') stages.push(examplesStage(retriever, examples, this.roles));
    if (early) return this.fail(early, retriever ? 'prompt-list' : 'examples');
    const rendered = this.renderedPrompt();
    if (!rendered) return this.fail({ unknown: say`There are no labels, and so no prompts.` }, 'prompt-list');
    stages.push(promptListStage(rendered.raw, this.roles));
    const refused = this.refused();
    return refused ? this.fail(refused, 'prompt-list') : this.addParsed(rendered.parsed[0]);
  }

  /** What the inferencer raises though there is a prompt, where it is asked in its own mode. */
  private refused(): RenderError | undefined {
    const { dialect, infer, model, request, result } = this;
    if (dialect.modeOf(infer.inferencerClass) !== this.inferencerMode) return undefined;
    return refusedBy(dialect, infer, model, result, request.run && request.test);
  }

  /** Whether the answer's column is kept out of the prompt: not from conversations, nor from plain messages. */
  private masks(): boolean {
    const { prompt, ice } = this.result.parts;
    return this.mode === 'gen' && this.inferencerMode !== 'chat' && (prompt ?? ice)?.promptType !== 'raw_messages';
  }

  private addParsed(parsed: ParsedResult | undefined): RenderError | UnknownResult | undefined {
    if (!parsed) {
      if (this.inferencerMode === 'sw_ce_loss') return undefined;
      const name = this.model?.className;
      return this.fail(
        { unknown: say`What ${name ?? say`the model class`} makes of a prompt is known only to its code.` },
        'meta-template',
      );
    }
    if (!('value' in parsed)) return this.fail(parsed, 'meta-template');
    const shown = shownOf(this.inferencerMode, parsed);
    const given = givenTo(this.dialect, this.model, shown);
    if ('output' in given) this.output = given.output;
    if (shown.value.kind !== 'none') this.stages.push(this.parsedStage(shown));
    if (!('output' in given)) return this.fail(given, 'meta-template');
    if (given.converted) this.stages.push(messagesStage(given.output, this.mode === 'gen', this.roles));
    return this.addChatTemplate(given.output);
  }

  private addChatTemplate(messages: Output): RenderError | undefined {
    const chat = chatTemplateStage(this.model, this.dialect, messages, this.options.chatTemplate);
    if (!chat) return undefined;
    this.stages.push(chat.stage);
    this.chatNotes = chat.notes;
    if (chat.output) this.output = chat.output;
    if (chat.error) this.output = undefined;
    return chat.error;
  }

  private parsedStage(parsed: Parsed): Stage {
    return parsedStage(
      parsed,
      this.mode === 'gen',
      this.roles,
      this.summary(parsed),
      this.model?.parser === 'api' && this.output?.kind !== 'text',
    );
  }

  private summary({ value }: Parsed): string {
    if (!this.model) return say`no meta template`;
    if (value.kind === 'list') return counted(value.items.length, 'message');
    if (!this.model.metaTemplate) return say`no meta template`;
    return this.renderedPrompt()?.raw.kind === 'str' ? say`not applied to a text` : say`final text`;
  }

  private fail(failure: RenderError | UnknownResult, stage: Stage['id']): RenderError | UnknownResult {
    const failed = 'error' in failure ? errorStage(failure) : unknownStage(stage, failure.unknown);
    const begun = this.stages.findIndex(({ id }) => id === failed.id);
    if (begun < 0) this.stages.push(failed);
    else this.stages[begun] = { ...failed, turns: this.stages[begun]!.turns };
    return failure;
  }

  private shots(): RenderedPrompt['shots'] {
    const { retriever, examples } = this.result.parts;
    const ids = (examples?.kind === 'none' ? [] : (retriever?.ids ?? [])).map((id) => Number(asInteger(id) ?? 0n));
    const left = ids.length === 0 ? 0 : (retriever?.left ?? 0);
    return {
      ids,
      ...(left > 0 && { count: ids.length + left }),
      configured: retriever?.configured ?? 0,
      standIn: retriever?.standIn ?? false,
      ...(retriever?.byRow && { byRow: true }),
    };
  }

  /** That not all examples are shown, where there are too many. */
  private leftOut(): string[] {
    const { ids, count } = this.shots();
    return count !== undefined ? [leftOutReason(ids.length, count)] : [];
  }

  /** What an unknown part of a text makes unknown, `finish` finds. */
  private unknowns(failure: RenderError | UnknownResult | undefined): string[] {
    return [...(failure && 'unknown' in failure ? [failure.unknown] : []), ...this.leftOut()];
  }
}

const madeFromRow = say`The messages are made from columns of the row while the evaluation runs; the templates and the meta template play no part in it.`;

function labelText(prompt: CasePrompt): string | undefined {
  return prompt.label && pyStr(prompt.label).text;
}
