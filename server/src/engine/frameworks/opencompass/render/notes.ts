import { metaRoles, readMetaTemplate, type MetaTemplate } from '../../../config/meta-template.js';
import { answerColumn, unknownAnswer, type ModelConfig } from '../../../config/config.js';
import { textOf, type DictValue, type Value } from '../../../core/value.js';
import { asksByTurn, type InferCase } from './case-of.js';
import type { RenderedPrompt } from '../../../prompt/rendered-prompt.js';
import type { Dialect } from './dialect.js';
import { exampleNote } from '../parse/join-turns.js';
import { PromptList, isMarker } from '../values/prompt-list.js';
import type { CaseParts } from './render-case.js';
import { textOfItem } from '../parse/turns.js';
import type { InferencerMode } from '../infer/inferencer.js';
import { isAbsentOrNone } from '../values/python-value.js';
import { sendsByTurn } from './turns-asked.js';
import type { Template } from '../template/template.js';
import { say } from '../../../core/say.js';

/** What the user should know of a prompt that the prompt itself does not show. Whole sentences. */
export function notesOf(
  infer: InferCase,
  mode: InferencerMode,
  parts: CaseParts,
  raw: Value | undefined,
  model: ModelConfig | undefined,
  dialect: Dialect,
): string[] {
  const generating = mode !== 'ppl' && mode !== 'ppl_only';
  return [
    ...retrieverNotes(parts, raw),
    ...inferencerNotes(infer, mode, parts, raw, dialect),
    ...[neverSent(infer, mode, model, dialect), nothingByTurn(infer, raw, dialect)].filter((note) => note !== undefined),
    ...(raw && mode !== 'chat' ? parserNotes(raw, model, dialect, generating) : []),
  ];
}

function retrieverNotes({ retriever, examples }: CaseParts, raw: Value | undefined): string[] {
  if (!retriever || retriever.ids.length === 0 || examples?.kind === 'none') return [];
  const notes: string[] = [];
  if (retriever.standIn)
    notes.push(say`${retriever.className} chooses its examples when it runs; the first train rows stand in for them here.`);
  if (raw && !holdsExamples(raw)) notes.push(say`There is no example in the prompt: the template does not contain its ice token.`);
  return notes;
}

function holdsExamples(raw: Value): boolean {
  const items = raw.kind === 'list' ? raw.items : [raw];
  return items.some((item) => shotNoted(item));
}

function shotNoted(item: Value): boolean {
  return (
    !isMarker(item) && (exampleNote(item).shot !== undefined || textOfItem(item).pieces.some((piece) => piece.note?.shot !== undefined))
  );
}

/** Why a prompt is not all that is sent, or is never sent. */
export function doubtsOf(
  infer: InferCase,
  mode: InferencerMode,
  raw: Value | undefined,
  model: ModelConfig | undefined,
  dialect: Dialect,
): NonNullable<RenderedPrompt['doubts']> {
  const never = [neverSent(infer, mode, model, dialect), nothingByTurn(infer, raw, dialect)].filter((message) => message !== undefined);
  return [
    ...never.map((message) => ({ kind: 'never-sent', message }) as const),
    ...incompleteNotes(infer, mode, raw, dialect).map((message) => ({ kind: 'incomplete', message }) as const),
  ];
}

/** Of a row that a judge is asked about: that it lacks what the judged model answers. */
export function answerDoubts(row: DictValue | undefined): NonNullable<RenderedPrompt['doubts']> {
  if (textOf(row?.get(answerColumn)) !== unknownAnswer) return [];
  return [
    { kind: 'incomplete', message: say`What the judged model answers is not known before it is asked: ${unknownAnswer} stands for it.` },
  ];
}

/** Why a run sends nothing of a prompt that it would ask turn by turn: it answers with an empty list. */
function nothingByTurn(infer: InferCase, raw: Value | undefined, dialect: Dialect): string | undefined {
  if (!raw || !asksByTurn(infer, dialect) || sendsByTurn(raw) !== false) return undefined;
  return say`${nameOf(infer)} sends nothing: with multiround it asks for each message of the role assistant that has no content, and this prompt has none.`;
}

function nameOf({ inferencerClass }: InferCase): string {
  return inferencerClass ?? say`The inferencer`;
}

/** Why a run stops before a prompt is sent: the model cannot be asked in this way. */
export function neverSent(
  { inferencer }: InferCase,
  mode: InferencerMode,
  model: ModelConfig | undefined,
  dialect: Dialect,
): string | undefined {
  return (
    dialect.brokenNote?.(model, { ...inferencer, mode }) ?? (mode === 'ppl' || mode === 'ppl_only' ? dialect.scoringNote(model) : undefined)
  );
}

/** What is sent beside, or in place of, a part of the prompt. */
function incompleteNotes(infer: InferCase, mode: InferencerMode, raw: Value | undefined, dialect: Dialect): string[] {
  const notes: string[] = [];
  const name = nameOf(infer);
  if (name === 'AgentInferencer') notes.push(say`An agent adds its own instructions and tools to this conversation; they are not shown.`);
  if (name === 'ToTInferencer')
    notes.push(say`ToTInferencer wraps this prompt in prompts of its own while it searches; they are not shown.`);
  if (asksByTurn(infer, dialect) && nothingByTurn(infer, raw, dialect) === undefined)
    notes.push(say`${name} asks turn by turn (multiround): each empty answer is filled before the next turn is sent.`);
  if (mode === 'multi_turn' && asksWithOwnAnswers(infer))
    notes.push(say`${name} asks turn by turn; the last request is shown, with ⟦gen#0⟧ for what the model answers to the first.`);
  if (mode === 'adv') notes.push(say`${name} fills one column with a text that it finds while it runs: ⟦adv⟧.`);
  return notes;
}

/** Whether an inferencer of conversations puts what the model has answered into the next request: so it does by itself, and `infer_mode` may say otherwise. */
function asksWithOwnAnswers({ inferencer: { inferMode } }: InferCase): boolean {
  return inferMode === undefined || textOf(inferMode) === 'every';
}

function inferencerNotes(infer: InferCase, mode: InferencerMode, parts: CaseParts, raw: Value | undefined, dialect: Dialect): string[] {
  const notes: string[] = [];
  const name = nameOf(infer);
  if (mode === 'chat')
    notes.push(say`${name} makes a conversation of the row's input and output columns; in-context examples are not used.`);
  notes.push(...incompleteNotes(infer, mode, raw, dialect));
  if (mode === 'multi_turn' && textOf(infer.inferencer.inferMode) === 'every_with_gt')
    notes.push(say`${name} asks turn by turn, with the row's own answers between; the last request is shown.`);
  if (infer.multiround && dialect.multiround === 'ignored')
    notes.push(say`multiround has no effect: this release of OpenCompass does not read it, and the prompt is sent once, as it is.`);
  if (mode === 'sw_ce_loss') notes.push(say`${name} gives the prompt to the model as it is; no meta template is applied.`);
  if (mode === 'ppl' && labelsFromData(infer, parts))
    notes.push(say`The labels are the values of the output column in the whole test split; only this row's is known here.`);
  return notes;
}

function labelsFromData(infer: InferCase, parts: CaseParts): boolean {
  const hasKeys = (template: Template | undefined): boolean => template?.template?.kind === 'dict';
  return isAbsentOrNone(infer.inferencer.labels) && !hasKeys(parts.prompt) && !(parts.ice?.iceToken && hasKeys(parts.ice));
}

function parserNotes(raw: Value, model: ModelConfig | undefined, dialect: Dialect, generating: boolean): string[] {
  if (raw.kind === 'str') return textNotes(model, dialect);
  const meta = readMetaTemplate(model?.metaTemplate);
  if (!(raw instanceof PromptList))
    return meta ? [say`Plain messages are passed on as they are: the roles of the meta template are not applied.`] : [];
  if (meta) return [...originNotes(model, dialect), ...metaNotes(meta, raw, model?.parser === 'api', generating)];
  const uncut =
    generating && endsWithAnswer(raw)
      ? [say`Without a meta template nothing says where the model starts: the text of the last BOT turn is sent too.`]
      : [];
  return [...originNotes(model, dialect), ...uncut, ...droppedParts(raw, model)];
}

/** Models that are no chat models take the `prompt` of turns alone (AISBench 3.1 `models/local_models/base.py`). */
function droppedParts({ items }: PromptList, model: ModelConfig | undefined): string[] {
  const drops = model?.parser !== 'api' && items.some((item) => item.kind === 'dict' && item.get('prompt_mm') !== undefined);
  return drops
    ? [say`Without a meta template the parts of \`prompt_mm\` are left out: only chat models are sent pictures and the texts beside them.`]
    : [];
}

function endsWithAnswer({ items }: PromptList): boolean {
  const last = items.findLast((item) => !isMarker(item));
  return last?.kind === 'dict' && textOf(last.get('role')) === 'BOT' && textOfItem(last).length > 0;
}

function textNotes(model: ModelConfig | undefined, dialect: Dialect): string[] {
  const notes =
    model?.metaTemplate && !model.metaTemplateFromClass ? [say`A text template is sent as it is: the meta template is not applied.`] : [];
  return model?.parser === 'api' && !dialect.modelClass(model.className)?.takesText
    ? [...notes, say`A text for a chat model is sent as one user message.`]
    : notes;
}

/** Where the meta template is not the config's own. */
function originNotes(model: ModelConfig | undefined, dialect: Dialect): string[] {
  if (!model?.metaTemplateFromClass) return [];
  const name = model.className ?? say`the class`;
  if (model.metaTemplate) return [say`The meta template is the default of ${name}: ${dialect.defaultMetaNote}.`];
  return model.value.get('meta_template') ? [say`${name} ignores meta_template.`] : [];
}

function metaNotes(meta: MetaTemplate, raw: PromptList, isChat: boolean, generating: boolean): string[] {
  const notes: string[] = [];
  if (generating && meta.complete && !metaRoles(meta).some((role) => role.generates !== false))
    notes.push(say`No role of the meta template has generate=True: the prompt ends with a closed turn.`);
  if (!isChat) return notes;
  if (meta.value.get('end')) notes.push(say`The API parser ignores the end of the meta template.`);
  if (raw.items.some((item) => item.kind === 'str' && item.text.trim() !== ''))
    notes.push(say`The API parser drops text that is outside of any turn.`);
  return notes;
}
