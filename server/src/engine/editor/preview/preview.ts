import type { Evaluation } from '../../core/evaluation.js';
import type { RenderOptions, Rows, RunChoices, Target, Unfilled } from '../../frameworks/face/behaviour.js';
import type { Framework } from '../../frameworks/face/framework.js';
import type { Diagnostic } from '../../frameworks/face/rule.js';
import { frameworkShown } from './framework-shown.js';
import type { Project } from '../../project/project.js';
import type { LoadedConfig } from '../../frameworks/face/loaded-config.js';
import { finish } from '../../prompt/finish.js';
import type { Mode, Output, RenderedPrompt } from '../../prompt/rendered-prompt.js';
import { grouped } from '../../core/grouped.js';
import { rowJson } from '../../rows/row-json.js';
import { say } from '../../core/say.js';
import { looksLikeConfig } from '../../frameworks/registry.js';
import type { FileId, Span } from '../../core/span.js';
import type { DictValue } from '../../core/value.js';
import { importOf } from '../import-at.js';
import { chatTemplateChoices, chatTemplateOf, pickedTemplate, type PickedChatTemplate } from './chat-templates.js';
import { labelTexts } from './label-texts.js';
import { noModel } from './choices.js';
import { KeyPaths } from './key-paths.js';
import { keysOf } from './keys.js';
import { unfilledColumns } from './unfilled.js';
import type { PreviewData, PreviewResult, RestToMake } from './data.js';
import { examplesOf, examplesSource } from './examples.js';
import { exactnessOf } from './exactness.js';
import { lackOf, type BaseLack } from './lack.js';
import { offered } from './offer.js';
import { pickPair, previewed, type Picked, type Previewed } from './picks.js';
import { PairProblems, worstFirst } from './problems.js';
import {
  rowDoubt,
  isOtherRow,
  lackingColumns,
  madeExamples,
  noRows,
  previewRows,
  rowsFor,
  withPlaceholderExamples,
  type PreviewRows,
} from './rows.js';
import { mostShownCharacters, mostShownProblems, mostShownSegments, shownChoices, shownPart } from './room.js';
import { StagesShown } from './stages-shown.js';
import { tokensShown, withRoomNote } from './tokens.js';
import type { LabelText, PreviewSelection, RequestOf } from './preview-shape.js';

/** The prompt that the request asks for, with all that a page shows around it. Never throws for any document. */
export function preview(project: Project, file: FileId, request: RequestOf<number>): PreviewResult {
  const document = project.document(file);
  if (!document) return { kind: 'none', reason: say`This document cannot be read as a config.` };
  const evaluation = project.refusal(file) || looksLikeConfig(document.text, document.language) ? project.evaluate(file)! : undefined;
  const unloaded = evaluation && !evaluation.ok ? evaluation : undefined;
  const lack = request.partial && unloaded ? lackOf(unloaded) : undefined;
  if (unloaded && !lack) return broken(unloaded);
  const loaded = project.load(file);
  if (unloaded && !loaded) return broken(unloaded);
  if (!loaded) return { kind: 'none', reason: say`This is not an evaluation config: it defines neither datasets nor models nor a task.` };
  const of = previewed(project, file, loaded);
  const picked = of && (lack ? pickKnown(of, lack, request) : pickPair(of, request));
  if (unloaded && !picked) return broken(unloaded);
  if (!picked) return { kind: 'none', reason: nothingToPreview(loaded) };
  const problems = (): readonly Diagnostic[] => problemsOf(of, picked);
  const later = request.restLater === true && !project.isChecked(file);
  const { first, stages, rest } = render(of, picked, request, lack);
  // What would be raised next is not what a run comes to: it stops at the base.
  if (unloaded && first.exactness.level === 'raises') return broken(unloaded);
  const looked = (): PreviewData => ({ ...first, modes: [], labelTexts: [], stages: stages.looked(), paths: stages.paths(), problems: [] });
  if (request.sentOnly) return { kind: 'preview', preview: looked() };
  if (later) {
    const made: RestToMake['made'] = () => ({ ...rest(), stages: stages.others(), paths: stages.paths() });
    return { kind: 'preview', preview: { ...looked(), behind: true }, rest: { made, problems } };
  }
  return { kind: 'preview', preview: { ...first, ...rest(), stages: stages.all(), paths: stages.paths(), problems: problems() } };
}

/**
 * The pair of a config that lacks a base. Undefined where its datasets are what it lacks, and where what was picked hangs on the base: its last good prompt tells
 * more than that of another dataset.
 */
function pickKnown(of: Previewed, lack: BaseLack, request: RequestOf<number>): Picked | undefined {
  if (lack.of.datasets && of.datasets.length === 0) return undefined;
  const { halves = {}, ...others } = request;
  const dataset = halves.dataset !== undefined && { halves: { dataset: halves.dataset } };
  const picked = pickPair(of, lack.of.models ? { ...others, ...dataset } : request);
  return picked && isPicked(picked, request) ? picked : undefined;
}

function isPicked({ dataset, model }: Picked, { selection }: RequestOf<number>): boolean {
  const isAsked = (asked: string | undefined, id: string | undefined): boolean => asked === undefined || asked === id;
  return isAsked(selection.dataset, dataset.id) && isAsked(selection.model, model?.id);
}

function broken(evaluation: Evaluation): PreviewResult {
  const problem = evaluation.problems[0];
  const reason = problem?.message ?? evaluation.error?.message ?? say`The config cannot be evaluated.`;
  return { kind: 'broken', reason, span: problem?.span ?? evaluation.error?.span };
}

function nothingToPreview({ config, framework, surroundings: { workspace } }: LoadedConfig): string {
  if (framework.previews === 'tasks') return noTask(config.evaluation.value);
  if (config.models.length > 0 && workspace.far === true)
    return say`This config defines models but no datasets. Open a config with datasets beside it: here only open documents are looked at.`;
  if (config.models.length > 0)
    return say`This config defines models but no datasets, and the workspace has no dataset config whose prompts they could be asked.`;
  return say`This config defines no datasets. Open a config with a list of datasets to see its prompts.`;
}

function noTask(task: DictValue): string {
  if (task.entry('group')) return say`This file defines a group none of whose members is found, so there is no prompt to show.`;
  if (task.entry('tasks') && !task.entry('task'))
    return say`None of the tasks that this config names is found: those of the harness are where its package is within reach, your own in the folder of this file or below include_path.`;
  return say`This file defines no task whose prompt could be shown: it has no \`task\`. Files that include it may have one.`;
}

/** What is wrong with the pair, the worst first. */
function problemsOf({ project, file, loaded, targets, judges }: Previewed, { target }: Picked): readonly Diagnostic[] {
  const found =
    loaded.framework.previews === 'tasks'
      ? worstFirst(project.check(file))
      : new PairProblems([target, ...targets, ...judges], project.check(file)).of(target);
  return found.slice(0, mostShownProblems);
}

/** What is made of a preview at once, and what when it is asked for. */
interface Made {
  readonly first: Omit<PreviewData, 'modes' | 'labelTexts' | 'stages' | 'paths' | 'problems'>;
  readonly stages: StagesShown;
  readonly rest: () => Pick<PreviewData, 'modes' | 'labelTexts'>;
}

function render(of: Previewed, picked: Picked, request: RequestOf<number>, lack: BaseLack | undefined): Made {
  const { project, file, loaded } = of;
  const asked = askedRows(of, picked, request);
  const looked = new Map<DictValue | undefined, Unfilled>();
  const unfilledBy = (rows: Rows | undefined): Unfilled => {
    const found = looked.get(rows?.test) ?? unfilledColumns(loaded, picked, rows?.test);
    looked.set(rows?.test, found);
    return found;
  };
  const own = loaded.framework.tokenizerOf?.(picked.target);
  const chat = chatTemplateOf(loaded.surroundings, file, pickedTemplate(request.selection, picked.model?.id ?? noModel), own);
  const release = loaded.framework.releases?.find(file, loaded.surroundings);
  const given = {
    ...(release && { release: release.name }),
    ...chatOptions(chat),
  };
  const withRows = (rows: Rows | undefined): Rendered => {
    const { left } = unfilledBy(rows);
    return renderModes(loaded.framework, picked.target, request.selection, {
      ...given,
      ...(rows && { rows }),
      unfilled: left,
    });
  };
  const { known, there, lacking, fitting } = fitted(loaded.framework, picked.target, asked, withRows);
  const rows = fitting.misfit === undefined ? there : undefined;
  const { rendered } = fitting;
  const { prompt } = rendered;
  const verification = request.verify ? verificationOf(project, file, loaded, picked, prompt) : undefined;
  const { characters, ...output } = sent(prompt);
  const { faults } = unfilledBy(rows?.rows);
  const choices = prompt.choices ?? [];
  const tokens = withRoomNote(prompt, loaded.framework, tokensShown(loaded, file, picked.target, prompt, request.selection, chat.id));
  const paths = new KeyPaths(project, picked.target);
  const imports = new Map<FileId, Span | undefined>();
  const chain = (span: Span): readonly Span[] => {
    if (!imports.has(span.file)) imports.set(span.file, importOf(project, file, span.file)?.moduleSpan);
    const module = imports.get(span.file);
    return module ? [span, module] : [span];
  };
  const first: Made['first'] = {
    ...frameworkShown(loaded.framework, release),
    ...offered(of, picked),
    labels: shownChoices(prompt.labels, (label) => label === prompt.label),
    ...(prompt.scored !== undefined && prompt.output && { scored: prompt.scored }),
    selection: selectionShown(picked, prompt, there?.row, chat.id, request.selection),
    chatTemplates: choices.includes('chat-template')
      ? chatTemplateChoices(loaded.surroundings, file, loaded.framework.previews === 'tasks', chat, own)
      : [],
    choices,
    shots: shotsShown(prompt, known, rows !== undefined),
    rows: rowsShown(known, there, picked.target.dataset.abbr),
    keys: keysOf(picked.target),
    ...output,
    ...tokens,
    exactness: exactnessOf(prompt, {
      rows: known,
      real: rows !== undefined,
      template: chat.template,
      lacking: rows && lacking,
      doubt: rowDoubt(loaded.framework, picked.target, known),
      unloaded: lack?.message ?? loaded.framework.stopsAtReading?.(loaded.config.evaluation),
    }),
    notes: [
      ...notesOfLength(characters),
      ...[tokens.tokens?.byBytes ?? prompt.byBytes].filter((note) => note !== undefined),
      ...(lack ? [lack.note] : []),
      ...chat.problems,
      ...notesOf(prompt, known, fitting.misfit ?? lacking),
    ],
    characters,
    ...(verification && { verification }),
  };
  const stages = new StagesShown(prompt, paths, { chain, unfilled: faults }, request.stage);
  return { first, stages, rest: () => ({ modes: rendered.modes(), labelTexts: rendered.labelTexts() }) };
}

function shotsShown(prompt: RenderedPrompt, rows: PreviewRows, real: boolean): PreviewData['shots'] {
  const { configured, most = configured, standIn } = prompt.shots;
  const examples = examplesOf(prompt);
  return {
    configured,
    most,
    standIn,
    ...(examples.length > 0 && { source: examplesSource(prompt, rows, real) }),
    ...(rows.trainPicked && { picked: true }),
    examples,
  };
}

/** What an installed framework is asked about a prompt; the second pass over a dataset is none that the config alone makes. */
function verificationOf(
  project: Project,
  file: FileId,
  { surroundings }: LoadedConfig,
  { dataset, model }: Picked,
  prompt: RenderedPrompt,
): PreviewData['verification'] {
  if (dataset.judge) return { refused: say`The prompt of a judge cannot be verified.` };
  if (project.workspace.stat(file) === undefined) return { refused: say`This prompt cannot be verified, since no file holds its config.` };
  const { workingDirectory, dataRoots = [] } = surroundings.running(file);
  const packageRoots = project.settingsOf(file).packageRoots;
  return prompt.verification?.({ file, modelFile: model?.file, workingDirectory, dataRoots, packageRoots });
}

/** What is sent, as text, and how long it is. */
function sent({ output }: RenderedPrompt): Pick<PreviewData, 'output' | 'characters'> {
  return output ? { output: outputOf(output), characters: charactersOf(output) } : { characters: 0 };
}

function chatOptions({ template, asMessages }: PickedChatTemplate): RenderOptions {
  return { ...(template && { chatTemplate: template }), ...(asMessages && { asMessages: true }) };
}

function notesOfLength(characters: number): readonly string[] {
  return characters > mostShownCharacters
    ? [say`Only the first ${grouped(mostShownCharacters)} of ${grouped(characters)} characters are shown.`]
    : [];
}

/** The rows that are asked for; none where placeholders are wanted. */
function askedRows({ project, file, loaded }: Previewed, { target }: Picked, request: RequestOf<number>): ReturnType<typeof previewRows> {
  return request.placeholders ? { rows: noRows, row: undefined } : previewRows(project, file, loaded, target, request.selection);
}

/** A row that is long as JSON is not handed out to be edited. */
const mostRowText = 100_000;

function rowsShown(
  { file, count, complete, problem, by }: PreviewRows,
  there: ReturnType<typeof rowsFor>,
  of: string,
): PreviewData['rows'] {
  const text = there && rowJson(there.rows.test);
  return {
    file,
    count,
    complete,
    problem,
    of,
    ...(by && { by }),
    ...(text !== undefined && text.length <= mostRowText && { text }),
  };
}

/** What comes of a target, in the modes that it can be asked in. */
interface Rendered {
  readonly prompt: RenderedPrompt;
  /** The other mode, and each label, is a rendering: asked for of what is shown. */
  readonly modes: () => readonly Mode[];
  readonly labelTexts: () => readonly LabelText[];
}

/** How a row fits a dataset. */
interface Fit {
  /** Which columns it lacks, a sentence. */
  readonly lacking: string | undefined;
  /** It is one of the dataset's own. */
  readonly own: boolean;
  /** It has none of the columns. */
  readonly other: boolean;
}

/**
 * Renders with rows, but with placeholders where the rows are others than those that the prompt is made for: then what raises is no fault of the config.
 * @returns `misfit`: why the rows were left out, a sentence
 */
function renderFitting(
  withRows: (rows: Rows | undefined) => Rendered,
  rows: Rows | undefined,
  { lacking, own, other }: Fit,
): { readonly rendered: Rendered; readonly misfit?: string } {
  const rendered = withRows(rows);
  const misfits = other || (lacking !== undefined && rendered.prompt.error !== undefined);
  // What the framework makes of the dataset's own rows is what a run comes to, and what it makes of a row that has all columns is no fault of the row's shape.
  if (!rows || own || !misfits) return { rendered };
  const without = withRows(undefined);
  if (without.prompt.error) return { rendered };
  return {
    rendered: without,
    misfit: say`The row does not fit this dataset, so placeholders stand in for it. ${lacking ?? rendered.prompt.error?.error ?? ''}`,
  };
}

/** Renders with the rows that are asked for; where these are fewer than the examples of the prompt, with placeholders for the examples. */
function fitted(
  framework: Framework,
  target: Target,
  { rows: known, row }: ReturnType<typeof askedRows>,
  withRows: (rows: Rows | undefined) => Rendered,
): {
  readonly known: PreviewRows;
  readonly there: ReturnType<typeof rowsFor>;
  readonly lacking: string | undefined;
  readonly fitting: ReturnType<typeof renderFitting>;
} {
  const there = rowsFor(known, row);
  const lacking = there && lackingColumns(framework, target, there.rows.test);
  const other = there !== undefined && isOtherRow(framework, target, there.rows.test);
  const fit: Fit = { lacking, own: known.by === 'own', other };
  const fitting = renderFitting(withRows, there?.rows, fit);
  if (fitting.rendered.prompt.shots.made) return { known: { ...known, examples: madeExamples() }, there, lacking, fitting };
  if (known.examples === undefined || fitting.rendered.prompt.error?.stage !== 'retriever') return { known, there, lacking, fitting };
  const enough = withPlaceholderExamples(known, target);
  const again = rowsFor(enough, row);
  return { known: enough, there: again, lacking, fitting: renderFitting(withRows, again?.rows, fit) };
}

/** What is picked in the end, so that a page shows it as chosen. */
function selectionShown(
  { dataset, model }: Picked,
  prompt: RenderedPrompt,
  row: number | undefined,
  chatTemplate: string,
  asked: PreviewSelection,
): PreviewData['selection'] {
  return {
    dataset: dataset.id,
    model: model?.id ?? noModel,
    mode: prompt.mode,
    label: prompt.label,
    shots: prompt.shots.count ?? prompt.shots.ids.length,
    row,
    chatTemplate,
    systemInstruction: asked.systemInstruction ?? prompt.systemInstruction ?? '',
    multiturn: asked.multiturn ?? prompt.multiturn ?? true,
  };
}

/**
 * Renders in the mode and for the label that were asked for, as far as the target has them: after another dataset was picked, the old
 * mode and label may not exist.
 */
function renderModes(framework: Framework, target: Target, selection: PreviewSelection, given: RenderOptions): Rendered {
  const { shots, systemInstruction, multiturn, format, run } = selection;
  const common: RenderOptions = {
    ...given,
    ...(shots !== undefined && { shots }),
    ...(systemInstruction !== undefined && systemInstruction !== '' && { systemInstruction }),
    ...(multiturn !== undefined && { multiturn }),
    ...(format !== undefined && { format }),
    ...(run && { run: runChoices(run) }),
  };
  const render = (options: RenderOptions): RenderedPrompt => finish(framework.render(target, options));
  const labelled = (prompt: RenderedPrompt): RenderedPrompt => {
    if (selection.label === undefined || selection.label === prompt.label || !prompt.labels.includes(selection.label)) return prompt;
    return render({ ...common, mode: prompt.mode, label: selection.label });
  };
  const withLabels = (prompt: RenderedPrompt, modes: () => readonly Mode[]): Rendered => {
    return { prompt, modes, labelTexts: () => labelTexts(prompt, (label) => render({ ...common, mode: prompt.mode, label })) };
  };
  const own = render(common);
  // A task is asked in one way.
  if (framework.previews === 'tasks') return withLabels(labelled(own), () => [own.mode]);
  const mode = own.mode === 'gen' ? 'ppl' : 'gen';
  const modesWith = (other: RenderedPrompt): readonly Mode[] =>
    other.error || other.mode === own.mode ? [own.mode] : [own.mode, other.mode];
  if (selection.mode !== mode)
    return withLabels(labelled(own), () => modesWith(framework.render(target, { ...common, ...few(own), mode })));
  const other = render({ ...common, mode });
  const modes = modesWith(other);
  return withLabels(labelled(modes.includes(mode) ? other : own), () => modes);
}

/** Whether a prompt can be made one shot tells as well as twenty, for a part of the time. */
function few({ shots: { count, ids }, error }: RenderedPrompt): Pick<RenderOptions, 'shots'> {
  return error || (count ?? ids.length) <= 1 ? {} : { shots: 1 };
}

function runChoices({ seed, ...others }: NonNullable<PreviewSelection['run']>): RunChoices {
  return { ...others, ...(seed !== undefined && { seed: seed === null ? null : BigInt(seed) }) };
}

function outputOf(output: Output): NonNullable<PreviewData['output']> {
  if (output.kind === 'text') return { kind: 'text', text: shownPart(output.text.text) };
  const messages = output.messages.slice(0, mostShownSegments).map(({ role, text }) => ({ role, content: shownPart(text.text) }));
  return { kind: 'messages', text: shownPart(JSON.stringify(messages, null, 2)) };
}

function charactersOf(output: Output): number {
  if (output.kind === 'text') return output.text.length;
  return output.messages.reduce((sum, message) => sum + message.text.length, 0);
}

/** Beside an error there is nothing to note but what the row lacks: no prompt is sent. */
function notesOf(prompt: RenderedPrompt, known: PreviewRows, lacking: string | undefined): readonly string[] {
  const first = [known.note, lacking].filter((note) => note !== undefined);
  if (prompt.error) return first;
  const examples = known.count === 0 || prompt.shots.ids.length === 0 || prompt.shots.written ? undefined : known.examples;
  return [...first, ...prompt.notes, ...(examples === undefined ? [] : [examples])];
}
