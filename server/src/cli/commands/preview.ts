import { statSync } from 'node:fs';
import type { Project } from '../../engine/project/project.js';
import { preview as previewOf } from '../../engine/editor/preview/preview.js';
import type { PreviewData } from '../../engine/editor/preview/data.js';
import type { PreviewSelection } from '../../engine/editor/preview/shape.js';
import { LineIndex } from '../../engine/core/line-index.js';
import { safeJson, shownLine } from '../../engine/core/shown.js';
import type { FileId, Span } from '../../engine/core/span.js';
import { CommandError, exitCode, oneOf, readArguments, UsageError, wholeNumber, type Command } from '../support/command.js';
import { openConfig, openProject } from '../support/open-project.js';
import { shownPath } from '../support/shown-path.js';
import { nameHelp, nameOptions, namesOf, openNamed, pathsOf, spreadOptions, type Names } from '../support/named-configs.js';
import { isTaskName, openTask } from '../support/named-task.js';
import { asHarness, filesOf, taskHelp, taskOptions, taskSelection } from '../support/task-options.js';
import { previewText, stageWords, type StageChoice } from '../support/preview-text.js';
import { note, print, styleFor } from '../support/terminal.js';

/** `preview`: the prompt of one dataset and one model, stage by stage. */
export const previewCommand: Command = {
  help: `Usage: prompt-preflight preview FILE [options]
       prompt-preflight preview --datasets NAME… [--models NAME…] [options]

Prints the prompt that a model receives for one row of a dataset. A line break in the prompt is shown as ↵.

${nameHelp}  --dataset NAME       abbr of a dataset of the config (default: the first)
  --model NAME         abbr of a model of the config or, for a dataset config alone, of a model config in the same project; 'none' for no
                       meta template
  --mode gen|ppl       how the inferencer asks (default: the dataset's own)
  --label LABEL        in ppl mode: the label to show (default: the first)
  --shots N            how many of the configured in-context examples to use (default: all)
  --row FILE:N         take rows from a file (JSON Lines, JSON, CSV, TSV, Parquet, Arrow) and ask its row N, counted from 1
                       (default: placeholders)
  --stage NAME         ${stageWords.join(', ')}
                       (default: the last one that is known)
  --format text|json   text for people (default), or one JSON document with all stages and the origin of each segment
  --package-root DIR   a directory that holds framework packages (opencompass/ …); may be given several times

${taskHelp}
Exit code: 0 shown, 1 the framework raises instead of making a prompt, 2 could not run.
`,
  async run(args) {
    const { values, positionals } = readArguments(asHarness(spreadOptions(args, ['models', 'datasets'])), {
      ...nameOptions,
      ...taskOptions,
      dataset: { type: 'string' },
      model: { type: 'string' },
      mode: { type: 'string' },
      label: { type: 'string' },
      shots: { type: 'string' },
      row: { type: 'string' },
      stage: { type: 'string' },
      format: { type: 'string' },
      'package-root': { type: 'string', multiple: true },
    });
    const [path] = positionals;
    const names = namesOf(values);
    if (names ? path !== undefined : path === undefined || positionals.length > 1)
      throw new UsageError('Say which file to preview, and only one.');
    if (names && names.datasets.length === 0 && !names.custom) throw new UsageError('Say with --datasets what to preview.');
    const format = oneOf('format', values.format, ['text', 'json'], 'text');
    const stage = oneOf<StageChoice>('stage', values.stage, stageWords, 'last');
    const mode = values.mode === undefined ? undefined : oneOf('mode', values.mode, ['gen', 'ppl'], 'gen');
    const shots = wholeNumber('shots', values.shots);
    const row = values.row === undefined ? undefined : rowOf(values.row);
    const starts = path === undefined ? pathsOf(names!) : [path];
    const task = taskSelection(values);
    const byName = path !== undefined && isTaskName(path);
    const project = await openProject(
      [...(byName ? ['.'] : starts), ...(row ? [row.file] : []), ...filesOf(task)],
      values['package-root'],
      row?.file,
      values['include-path'],
    );
    const { file, format: promptFormat } = names
      ? { file: openPair(project, names) }
      : byName
        ? openTask(project, path)
        : { file: openConfig(project, path!) };
    const first = await render(project, file, {});
    const picked: PreviewSelection = {
      dataset: pick('dataset', values.dataset, first.datasets),
      model: pick('model', values.model === 'none' ? 'no meta template' : values.model, first.models),
      ...(mode && { mode }),
      ...(values.label !== undefined && { label: values.label }),
      ...optional('shots', shots),
      ...task,
      ...formatChoice(promptFormat, first.datasets),
      ...optional('row', row?.index),
    };
    const data = await render(project, file, picked);
    insist(data, picked);
    if (row && data.selection.row !== row.index) throw new CommandError(noRow(row, data));
    await print(format === 'json' ? json(project, data) : previewText(data, stage, shownPath, styleFor(process.stdout)));
    return data.exactness.level === 'raises' ? exitCode.findings : exitCode.clean;
  },
};

/** A format of several is a choice of its own; the only one is picked by its name, which must be right. */
function formatChoice(format: string | undefined, choices: PreviewData['datasets']): PreviewSelection {
  if (format === undefined) return {};
  const choice = choices.find(({ label }) => label.endsWith(`@${format}`));
  return choice ? { dataset: choice.id } : { format };
}

/** The document that pairs what was named; what the framework would warn of is noted. */
function openPair(project: Project, names: Names): FileId {
  const { together, notes } = openNamed(project, names);
  if (together === undefined) throw new CommandError(notes.at(-1) ?? 'There is nothing to preview.');
  for (const text of notes) note(text);
  return together;
}

/** Why the row that was asked for is not shown. */
function noRow(row: { readonly file: string; readonly index: number }, { rows }: PreviewData): string {
  return rows.problem === undefined
    ? `${row.file} has ${rows.count} rows; there is no row ${row.index + 1}.`
    : `${row.file}: ${rows.problem}`;
}

/** The preview with all rows that it shows. @throws CommandError where there is no prompt to show */
async function render(project: Project, file: FileId, selection: PreviewSelection): Promise<PreviewData> {
  let result = previewOf(project, file, { selection });
  for (let { pending } = project.reads; pending; { pending } = project.reads) {
    await pending;
    result = previewOf(project, file, { selection });
  }
  if (result.kind === 'preview') return result.preview;
  const place = result.kind === 'broken' && result.span ? `${placeOf(project, result.span)}: ` : '';
  throw new CommandError(shownLine(place + result.reason));
}

/** The id of the choice that a name means. @throws CommandError with the choices where it means none or several */
function pick(what: string, name: string | undefined, choices: PreviewData['datasets']): string | undefined {
  if (name === undefined) return undefined;
  const named = choices.filter(({ id, label }) => id === name || label === name);
  if (named.length > 0) return named[0]!.id;
  const shown = choices.slice(0, 20).map(({ label }) => label);
  if (choices.length > shown.length) shown.push(`and ${choices.length - shown.length} more`);
  throw new CommandError(`There is no ${what} '${name}'. There ${choices.length === 1 ? 'is' : 'are'}: ${shown.join(', ')}.`);
}

/** The engine falls back where a dataset lacks the mode or label; who named one on the command line wants to know. */
function insist(data: PreviewData, picked: PreviewSelection): void {
  if (picked.chatTemplate !== undefined && data.selection.chatTemplate !== picked.chatTemplate)
    throw new CommandError(data.notes[0] ?? `There is no chat template '${picked.chatTemplate}'.`);
  if (picked.mode !== undefined && data.selection.mode !== picked.mode)
    throw new CommandError(`This dataset cannot be asked in ${picked.mode} mode.`);
  if (picked.label !== undefined && data.selection.label !== picked.label) {
    const labels = data.labels.length > 0 ? `Its labels are ${data.labels.join(', ')}.` : 'It has no labels in this mode.';
    throw new CommandError(`The dataset has no label '${picked.label}'. ${labels}`);
  }
}

/** Why a path leads to no file of rows. */
function problemOf(path: string): string | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats) return 'does not exist';
    if (stats.isDirectory()) return 'is a directory';
    return stats.isFile() ? undefined : 'is not a regular file';
  } catch (error) {
    return `cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`;
  }
}

/** `FILE:N`, with N from 1. */
function rowOf(text: string): { file: string; index: number } {
  const match = /^(.+):(\d{1,9})$/.exec(text);
  if (!match || Number(match[2]) < 1) throw new UsageError(`--row must be FILE:N with a row number from 1, not '${text}'.`);
  const file = match[1]!;
  const problem = problemOf(file);
  if (problem !== undefined) throw new CommandError(`The row file ${file} ${problem}.`);
  return { file, index: Number(match[2]) - 1 };
}

function optional<K extends string>(key: K, value: number | undefined): Partial<Record<K, number>> {
  return value === undefined ? {} : ({ [key]: value } as Record<K, number>);
}

function placeOf(project: Project, { file, start }: Span): string {
  const { line, character } = linesOf(project, file).positionAt(start);
  return `${shownPath(file)}:${line + 1}:${character + 1}`;
}

function linesOf(project: Project, file: FileId): LineIndex {
  const read = project.workspace.read(file);
  return new LineIndex(read.kind === 'text' ? read.text : '');
}

/** All of the preview, with spans as paths and ranges, lines and characters from 0. */
function json(project: Project, data: PreviewData): string {
  const indexes = new Map<FileId, LineIndex>();
  const ranged = (_key: string, value: unknown): unknown => {
    if (!isSpan(value)) return value;
    let lines = indexes.get(value.file);
    if (!lines) indexes.set(value.file, (lines = linesOf(project, value.file)));
    return { path: shownPath(value.file), range: { start: lines.positionAt(value.start), end: lines.positionAt(value.end) } };
  };
  return safeJson(JSON.stringify(data, ranged, 2)) + '\n';
}

function isSpan(value: unknown): value is Span {
  if (typeof value !== 'object' || value === null || !('file' in value) || !('start' in value)) return false;
  return typeof value.file === 'string' && typeof value.start === 'number';
}
