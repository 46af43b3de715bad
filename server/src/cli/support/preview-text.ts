import { pushAll } from '../../engine/core/push-all.js';
import { stageIds, type StageId } from '../../engine/prompt/rendered-prompt.js';
import type { PreviewData } from '../../engine/editor/preview/data.js';
import { shownLine, shownText } from '../../engine/core/shown.js';
import type { FileId, Span } from '../../engine/core/span.js';
import type { SegmentOf, StageOf, TurnOf } from '../../engine/editor/preview/preview-shape.js';
import { terminalColumns, type Style } from './terminal.js';
import { grouped } from '../../engine/core/grouped.js';

/** What `--stage` takes. */
export type StageChoice = 'last' | 'all' | StageId;
export const stageWords: readonly StageChoice[] = ['last', 'all', ...stageIds];

/**
 * A preview for people: what it is of, the turns of the chosen stages with who speaks at the margin, the problems of the pair, and how exact
 * it is.
 */
export function previewText(raw: PreviewData, choice: StageChoice, shown: (file: FileId) => string, style: Style): string {
  const data = shownStrings(raw);
  const stages =
    choice === 'all' ? data.stages : choice === 'last' ? lastKnown(data.stages) : data.stages.filter(({ id }) => id === choice);
  const body =
    stages.length > 0 ? stages.map((stage) => stageText(stage, style)) : [style.dim(`This prompt has no stage ${choice}.`) + '\n'];
  return [headline(data, style), ...body, ...problems(data, style), foot(data, shown, style)].join('\n');
}

/** The last stage that there is something to see of, and what is said of those behind it. */
function lastKnown(stages: readonly StageOf<Span>[]): readonly StageOf<Span>[] {
  const last = stages.findLastIndex(({ turns }) => turns.length > 0);
  return stages.slice(last < 0 ? -1 : last);
}

function headline({ datasets, models, selection, shots, labels, framework }: PreviewData, style: Style): string {
  const dataset = datasets.find(({ id }) => id === selection.dataset)?.label ?? selection.dataset;
  const model = models.find(({ id }) => id === selection.model);
  const modelName = model?.detail === undefined ? model?.label : `${model.label} (${model.detail})`;
  const label = selection.label === undefined ? '' : ` · label ${selection.label} of ${labels.join(', ')}`;
  const examples =
    selection.shots === 0 && shots.configured === 0
      ? 'no shots'
      : shots.configured === 0
        ? `${selection.shots} shots`
        : `${selection.shots} of ${shots.configured} shots`;
  const pair =
    framework.previews === 'tasks' ? style.bold(dataset) : `${style.bold(dataset)} × ${style.bold(modelName ?? 'no meta template')}`;
  return `${pair} · ${selection.mode}${label} · ${examples}\n`;
}

function stageText(stage: StageOf<Span>, style: Style): string {
  const lines = [`${style.bold(stage.title)} ${style.dim(stage.summary)}`];
  const margin = stage.turns.reduce((widest, turn) => Math.max(widest, terminalColumns(speaker(turn))), 0);
  for (const turn of stage.turns) pushAll(lines, turnLines(turn, margin, style));
  if (stage.error !== undefined) lines.push(style.red(`raises ${stage.error}`));
  if (stage.unknown !== undefined) lines.push(style.yellow(`unknown: ${stage.unknown}`));
  if (stage.unknown !== undefined && stage.id === 'chat-template')
    lines.push('--apply-chat-template NAME|FILE shows the text that a chat template makes of them.');
  return lines.join('\n') + '\n';
}

/** Who speaks, and what the stage says of it. */
function speaker({ who, detail }: TurnOf<Span>): string {
  return detail === undefined ? who : `${who} · ${detail}`;
}

function turnLines(turn: TurnOf<Span>, margin: number, style: Style): string[] {
  const colour = { system: style.magenta, user: style.cyan, assistant: style.green, meta: style.dim, other: style.dim }[turn.kind];
  const text = turn.segments.map((segment) => segmentText(segment, style)).join('');
  const end = turn.generates ? ` ${style.green('◀ the model writes from here')}` : '';
  const lines = (text + end).split('\n');
  if (lines.length > 1 && lines.at(-1) === '') lines.pop();
  return lines.map((line, i) => `${colour(right(i === 0 ? speaker(turn) : '', margin))} ${colour('│')} ${line}`);
}

/** What was put in for a column is marked; what the meta template or the framework adds is dimmed. Line breaks are shown. */
function segmentText(segment: SegmentOf<Span>, style: Style): string {
  const paint = { prompt: (text: string) => text, data: style.yellow, meta: style.dim, framework: style.dim, unknown: style.red }[
    segment.kind
  ];
  const text = segment.kind === 'unknown' && segment.text === '' ? `⟨unknown: ${segment.title}⟩` : segment.text;
  return text
    .split('\n')
    .map(paint)
    .join(`${style.dim('↵')}\n`);
}

/** All that is said in a preview, so that nothing in it does anything in a terminal; the lines and tabs of the prompt stay, at any length. */
function shownStrings<T>(value: T, key?: string): T {
  if (typeof value === 'string') return (key === 'text' ? shownText(value, Infinity) : shownLine(value)) as T;
  if (Array.isArray(value)) return value.map((item: unknown) => shownStrings(item, key)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shownStrings(member as unknown, name)])) as T;
}

function right(text: string, margin: number): string {
  return ' '.repeat(Math.max(0, margin - terminalColumns(text))) + text;
}

function problems(data: PreviewData, style: Style): string[] {
  if (data.problems.length === 0) return [];
  const colours = { error: style.red, warning: style.yellow, information: style.blue, hint: style.dim };
  return [data.problems.map(({ severity, rule, message }) => `${colours[severity](severity)} ${style.dim(rule)} ${message}\n`).join('')];
}

/** Which row is shown, and where it is from; undefined where there are no rows. */
function rowShown({ rows: { file, count, complete }, selection }: PreviewData, shown: (file: FileId) => string): string | undefined {
  if (count === 0) return undefined;
  const row = `row ${(selection.row ?? 0) + 1} of ${count}${complete ? '' : '+'}`;
  return file === undefined ? row : `${row} in ${shown(file)}`;
}

function foot(data: PreviewData, shown: (file: FileId) => string, style: Style): string {
  const { level, reason } = data.exactness;
  const exact = {
    exact: style.green('exact'),
    'stand-in-shots': style.yellow('exact · stand-in shots'),
    'placeholder-rows': style.yellow('exact · placeholder rows'),
    close: style.yellow(`close: ${reason}`),
    'never-sent': style.red(`never sent: ${reason}`),
    unknown: style.yellow(`not fully known: ${reason}`),
    raises: style.red('the framework raises here'),
  }[level];
  const rows = rowShown(data, shown);
  const facts = [exact, `${data.framework.title} ${data.framework.version.replace(`${data.framework.title} `, '')} rules`];
  if (level !== 'placeholder-rows' && rows !== undefined) facts.push(rows);
  if (data.shots.standIn) facts.push('examples stand in for those of the run');
  if (data.output) facts.push(`${grouped(data.characters)} characters`);
  const notes = [...data.notes, ...(data.rows.problem === undefined ? [] : [data.rows.problem])];
  return [...notes.map((text) => `${style.dim('note:')} ${text}`), facts.join(' · '), ''].join('\n');
}
