import type { Evaluation } from '../../core/evaluation.js';
import type { RenderOptions, RunChoices, Target } from '../../frameworks/face/behaviour.js';
import type { Framework } from '../../frameworks/face/framework.js';
import { frameworkShown } from './framework-shown.js';
import type { Project } from '../../project/project.js';
import type { LoadedConfig } from '../../frameworks/face/loaded-config.js';
import { finish } from '../../prompt/finish.js';
import type { Mode, Output, RenderedPrompt } from '../../prompt/rendered-prompt.js';
import { grouped } from '../../core/grouped.js';
import { say } from '../../core/say.js';
import { looksLikeConfig } from '../../frameworks/registry.js';
import { touches, type FileId, type Span } from '../../core/span.js';
import type { DictValue, Value } from '../../core/value.js';
import { importOf } from '../import-at.js';
import { chatTemplateChoices, chatTemplateOf, pickedTemplate, type PickedChatTemplate } from './chat-templates.js';
import { datasetChoices, judgeChoices, judgeModels, modelChoices, noModel, type DatasetChoice, type ModelChoice } from './choices.js';
import { atCursor } from './cursor.js';
import { labelTexts } from './label-texts.js';
import { keysOf } from './keys.js';
import { unfilledColumns } from './unfilled.js';
import type { PreviewData, PreviewResult } from './data.js';
import { exactnessOf } from './exactness.js';
import { problemsOf, worstFirst } from './problems.js';
import { lackingColumns, noRows, previewRows, rowsFor, type PreviewRows } from './rows.js';
import { mostShownCharacters, mostShownProblems, mostShownSegments, shownChoices, shownPart } from './room.js';
import { previewStage } from './segments.js';
import { tokensShown } from './tokens.js';
import type { LabelText, PreviewSelection, RequestOf } from './shape.js';

/** The prompt that the request asks for, with all that a page shows around it. Never throws for any document. */
export function preview(project: Project, file: FileId, request: RequestOf<number>): PreviewResult {
  const document = project.document(file);
  if (!document) return { kind: 'none', reason: say`This document cannot be read as a config.` };
  const evaluation = project.refusal(file) || looksLikeConfig(document.text, document.language) ? project.evaluate(file)! : undefined;
  if (evaluation && !evaluation.ok) return broken(evaluation);
  const loaded = project.load(file);
  if (!loaded) return { kind: 'none', reason: say`This is not an evaluation config: it defines neither datasets nor models nor a task.` };
  const targets = loaded.framework.targets(loaded.config, loaded.surroundings);
  if (targets.length === 0) return { kind: 'none', reason: nothingToPreview(loaded) };
  const judges = loaded.framework.judges?.(loaded.config, loaded.surroundings) ?? [];
  return { kind: 'preview', preview: render(project, file, loaded, { targets, judges }, request) };
}

function broken(evaluation: Evaluation): PreviewResult {
  const problem = evaluation.problems[0];
  const reason = problem?.message ?? evaluation.error?.message ?? say`The config cannot be evaluated.`;
  return { kind: 'broken', reason, span: problem?.span ?? evaluation.error?.span };
}

function nothingToPreview({ config, framework }: LoadedConfig): string {
  if (framework.previews === 'tasks') return noTask(config.evaluation.value);
  if (config.models.length > 0)
    return say`This config defines models but no datasets. Open a dataset config, or an eval config that imports both, to see a prompt of its models.`;
  return say`This config defines no datasets. Open a config with a list of datasets to see its prompts.`;
}

function noTask(task: DictValue): string {
  if (task.entry('class')) return say`The task is a class in Python, which is not run: its prompts are known only to its code.`;
  if (task.entry('group')) return say`This file defines a group none of whose members is found, so there is no prompt to show.`;
  return say`This file defines no task whose prompt could be shown: it has no \`task\`. Files that include it may have one.`;
}

/** What the request leads to. */
interface Picked {
  readonly dataset: DatasetChoice;
  /** Undefined where the framework's prompts need no model. */
  readonly model: ModelChoice | undefined;
  readonly target: Target;
}

/** What a document has to be previewed: judges beside its own pairs. */
interface Targets {
  readonly targets: readonly Target[];
  readonly judges: readonly Target[];
}

function render(
  project: Project,
  file: FileId,
  loaded: LoadedConfig,
  { targets, judges }: Targets,
  request: RequestOf<number>,
): PreviewData {
  const chooser = new Chooser(project, loaded.config.evaluation, request);
  const datasets = [...datasetChoices(targets, file), ...judgeChoices(judges, file)];
  const dataset = chooser.dataset(datasets);
  const models =
    loaded.framework.previews !== 'pairs' ? [] : dataset.judge ? judgeModels(dataset.judge, file) : modelChoices(project, file, targets);
  const model = chooser.model(models);
  const picked: Picked = { dataset, model, target: { dataset: dataset.dataset, model: model?.model() } };
  const known = request.placeholders ? noRows : previewRows(project, loaded, picked.target, request.selection.row);
  const rows = rowsFor(known, request.selection.row);
  const unfilled = unfilledColumns(loaded, dataset, rows?.rows.test);
  const lacking = rows && lackingColumns(loaded.framework, picked.target, rows.rows.test);
  const own = loaded.framework.tokenizerOf?.(picked.target);
  const chat = chatTemplateOf(loaded.surroundings, file, pickedTemplate(request.selection, model?.id ?? noModel), own);
  const release = loaded.framework.releases?.find(file, loaded.surroundings);
  const rendered = renderModes(loaded.framework, picked.target, request.selection, {
    ...(release && { release: release.name }),
    ...(rows && { rows: rows.rows }),
    unfilled,
    ...chatOptions(chat),
  });
  const { prompt } = rendered;
  const verification = request.verify ? verificationOf(project, file, loaded, picked, prompt) : undefined;
  const { characters, ...output } = sent(prompt);
  const choices = prompt.choices ?? [];
  const chain = (span: Span): readonly Span[] => {
    const base = importOf(project, file, span.file);
    return base ? [span, base.moduleSpan] : [span];
  };
  return {
    ...frameworkShown(loaded.framework, release),
    datasets: shownChoices(datasets, (choice) => choice === dataset).map(plain),
    models: shownChoices(models, (choice) => choice === model).map(plain),
    modes: rendered.modes,
    labels: shownChoices(prompt.labels, (label) => label === prompt.label),
    labelTexts: rendered.labelTexts,
    selection: selectionShown(picked, prompt, rows?.row, chat.id, request.selection),
    chatTemplates: choices.includes('chat-template')
      ? chatTemplateChoices(loaded.surroundings, file, loaded.framework.previews === 'tasks', chat, own)
      : [],
    choices,
    shots: { configured: prompt.shots.configured, most: prompt.shots.most ?? prompt.shots.configured, standIn: prompt.shots.standIn },
    rows: { file: known.file, count: known.count, complete: known.complete, problem: known.problem },
    stages: prompt.stages.map((stage) => previewStage(stage, chain, unfilled)),
    keys: keysOf(picked.target),
    ...output,
    ...tokensShown(loaded, file, picked.target, prompt, request.selection, chat.id),
    problems: (loaded.framework.previews === 'tasks'
      ? worstFirst(project.check(file))
      : problemsOf(picked.target, [...targets, ...judges], project.check(file))
    ).slice(0, mostShownProblems),
    exactness: exactnessOf(prompt, { rows: known, real: rows !== undefined, template: chat.template, lacking }),
    notes: [
      ...(characters > mostShownCharacters
        ? [say`Only the first ${grouped(mostShownCharacters)} of ${grouped(characters)} characters are shown.`]
        : []),
      ...chat.problems,
      ...notesOf(prompt, known, lacking),
    ],
    characters,
    ...(verification && { verification }),
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
  if (dataset.judge) return { refused: 'The prompt of a judge cannot be verified.' };
  if (project.workspace.stat(file) === undefined) return { refused: 'This prompt cannot be verified, since no file holds its config.' };
  const { workingDirectory, dataRoots = [] } = surroundings.running(file);
  const packageRoots = project.settings.packageRoots;
  return prompt.verification?.({ file, modelFile: model?.file, workingDirectory, dataRoots, packageRoots });
}

/** What is sent, as text, and how long it is. */
function sent({ output }: RenderedPrompt): Pick<PreviewData, 'output' | 'characters'> {
  return output ? { output: outputOf(output), characters: charactersOf(output) } : { characters: 0 };
}

function chatOptions({ template, asMessages }: PickedChatTemplate): RenderOptions {
  return { ...(template && { chatTemplate: template }), ...(asMessages && { asMessages: true }) };
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
    systemInstruction: asked.systemInstruction ?? '',
    multiturn: asked.multiturn ?? prompt.multiturn ?? true,
  };
}

/** What of the choices the request means: by name, or by the cursor. */
class Chooser {
  constructor(
    private readonly project: Project,
    private readonly evaluation: Evaluation,
    private readonly request: RequestOf<number>,
  ) {}

  /** @param choices not empty; a judge's prompt lies within its dataset, so it is asked first */
  dataset(choices: readonly DatasetChoice[]): DatasetChoice {
    const { selection } = this.request;
    const near = [...choices.filter(({ judge }) => judge), ...choices.filter(({ judge }) => !judge)];
    const valueOf = ({ judge, dataset: { namedAt, value } }: DatasetChoice): Value | undefined =>
      judge ? judge.at : namedAt ? undefined : value;
    return namedAtCursor(choices, this.request) ?? this.choose(near, selection.dataset, valueOf) ?? choices[0]!;
  }

  model(choices: readonly ModelChoice[]): ModelChoice | undefined {
    return this.choose(choices, this.request.selection.model, (choice) => choice.own) ?? choices[0];
  }

  private choose<T extends DatasetChoice | ModelChoice>(
    choices: readonly T[],
    id: string | undefined,
    valueOf: (choice: T) => Value | undefined,
  ): T | undefined {
    const { cursor, cursorWins = false } = this.request;
    const named = choices.find((choice) => choice.id === id);
    const near =
      cursor === undefined || (named && !cursorWins) ? undefined : atCursor(this.project, this.evaluation, cursor, choices, valueOf);
    return near ?? named;
  }
}

/** The task of a group whose name the cursor is at. */
function namedAtCursor(
  datasets: readonly DatasetChoice[],
  { cursor, cursorWins = false, selection }: RequestOf<number>,
): DatasetChoice | undefined {
  if (cursor === undefined || (selection.dataset !== undefined && !cursorWins)) return undefined;
  return datasets.find(({ dataset: { namedAt } }) => namedAt && touches(namedAt, cursor));
}

/**
 * Renders in the mode and for the label that were asked for, as far as the target has them: after another dataset was picked, the old
 * mode and label may not exist.
 */
function renderModes(
  framework: Framework,
  target: Target,
  selection: PreviewSelection,
  given: RenderOptions,
): { prompt: RenderedPrompt; modes: readonly Mode[]; labelTexts: readonly LabelText[] } {
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
  const withLabels = (prompt: RenderedPrompt, modes: readonly Mode[]): ReturnType<typeof renderModes> => {
    return { prompt, modes, labelTexts: labelTexts(prompt, (label) => render({ ...common, mode: prompt.mode, label })) };
  };
  const own = render(common);
  // A task is asked in one way.
  if (framework.previews === 'tasks') return withLabels(labelled(own), [own.mode]);
  const other = render({ ...common, mode: own.mode === 'gen' ? 'ppl' : 'gen' });
  const modes: readonly Mode[] = other.error || other.mode === own.mode ? [own.mode] : [own.mode, other.mode];
  const inMode = selection.mode === other.mode && modes.includes(other.mode) ? other : own;
  return withLabels(labelled(inMode), modes);
}

function runChoices({ seed, ...others }: NonNullable<PreviewSelection['run']>): RunChoices {
  return { ...others, ...(seed !== undefined && { seed: seed === null ? null : BigInt(seed) }) };
}

function plain({ id, label, detail, place }: DatasetChoice | ModelChoice): PreviewData['datasets'][number] {
  return { id, label, ...(detail !== undefined && { detail }), ...(place !== undefined && { place }) };
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
