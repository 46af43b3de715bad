import type { Project } from '../../engine/project/project.js';
import { preview as previewOf } from '../../engine/editor/preview/preview.js';
import { previewChoices } from '../../engine/editor/preview/offer.js';
import type { PreviewData, PreviewResult } from '../../engine/editor/preview/data.js';
import type { PreviewSelection } from '../../engine/editor/preview/preview-shape.js';
import { shownLine } from '../../engine/core/shown.js';
import type { FileId, Span } from '../../engine/core/span.js';
import { checkInParts } from '../../worker/check-steps.js';
import { beacon } from '../../worker/own-beacon.js';
import { CommandError, oneOf, readArguments, UsageError, wholeNumber } from './command.js';
import { openConfig, openProject } from './open-project.js';
import { linesOfFile } from './lines-of-file.js';
import { insistOnPick, pickChoice } from './pick-prompt.js';
import { shownPath } from './shown-path.js';
import { nameOptions, spreadOptions } from './name-options.js';
import { namesOf, openNamed, pathsOf, type Names } from './named-configs.js';
import { isTaskName, openTask } from './named-task.js';
import { knownReleases, releaseChoice } from './release-choice.js';
import { askedRows, filesOfRows, insistOnRow, rowOptions } from './row-options.js';
import { asHarness, filesOf, taskOptions, taskSelection } from './task-options.js';
import { note } from './terminal.js';

/** The options that say which prompt is meant. */
const askedOptions = {
  ...nameOptions,
  ...taskOptions,
  dataset: { type: 'string' },
  model: { type: 'string' },
  mode: { type: 'string' },
  label: { type: 'string' },
  shots: { type: 'string' },
  ...rowOptions,
  stage: { type: 'string' },
  as: { type: 'string' },
  format: { type: 'string' },
  release: { type: 'string', multiple: true },
  python: { type: 'string' },
  timeout: { type: 'string' },
  'package-root': { type: 'string', multiple: true },
} as const;

/** What stands on the command line of `preview` and of the commands that take the same. @throws UsageError */
export function askedArguments(args: readonly string[]) {
  return readArguments(asHarness(spreadOptions(args, ['models', 'datasets'])), askedOptions);
}

export type AskedArguments = ReturnType<typeof askedArguments>;

/** A preview, and what it is made with. */
export interface AskedPreview {
  readonly project: Project;
  readonly data: PreviewData;
  /** The same preview for another of its labels. */
  readonly labelled: (label: string) => Promise<PreviewData>;
  /** The same preview with what an installed framework is asked to hold it against. */
  readonly verified: () => Promise<PreviewData>;
  readonly file: FileId;
}

/**
 * The preview that the command line asks for, and the project that it is made in.
 * @param release the release that it is made for; absent: the one within reach
 * @throws UsageError, CommandError where there is none
 */
export async function askedPreview({ values, positionals }: AskedArguments, release?: string): Promise<AskedPreview> {
  const [path] = positionals;
  const names = namesOf(values);
  if (names ? path !== undefined : path === undefined || positionals.length > 1)
    throw new UsageError('Say which file to preview, and only one.');
  if (names && names.datasets.length === 0 && !names.custom) throw new UsageError('Say with --datasets what to preview.');
  const mode = values.mode === undefined ? undefined : oneOf('mode', values.mode, ['gen', 'ppl'], 'gen');
  const shots = wholeNumber('shots', values.shots);
  const rows = askedRows(values);
  const starts = path === undefined ? pathsOf(names!) : [path];
  const task = taskSelection(values);
  const byName = path !== undefined && isTaskName(path);
  const project = await openProject([...(byName ? ['.'] : starts), ...filesOfRows(rows), ...filesOf(task)], {
    packageRoots: values['package-root'],
    includePaths: values['include-path'],
    rows: rows.files,
    release: release === undefined ? undefined : releaseChoice(release),
    trust: values.trust,
  });
  const { file, format: promptFormat } = names
    ? { file: openPair(project, names) }
    : byName
      ? openTask(project, path)
      : { file: openConfig(project, path!) };
  const first = await render(project, file, {});
  const all = previewChoices(project, file, { selection: {} }) ?? first;
  const picked: PreviewSelection = {
    dataset: pickChoice('dataset', values.dataset, all.datasets),
    model: pickChoice('model', values.model === 'none' ? 'no meta template' : values.model, all.models),
    ...(mode && { mode }),
    ...(values.label !== undefined && { label: values.label }),
    ...optional('shots', shots),
    ...task,
    ...formatChoice(promptFormat, all.datasets),
    ...optional('row', rows.index),
  };
  const isPicked = Object.values(picked).some((value) => value !== undefined);
  const data = isPicked ? await render(project, file, picked) : first;
  insistOnPick(data, picked);
  insistOnRow(rows, data);
  insistOnRelease(data, release);
  return {
    project,
    data,
    file,
    labelled: (label) => render(project, file, { ...picked, label }),
    verified: () => render(project, file, picked, true),
  };
}

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

/** The preview with all rows that it shows. @throws CommandError where there is no prompt to show */
async function render(project: Project, file: FileId, selection: PreviewSelection, verify = false): Promise<PreviewData> {
  // A piece of work of its own: of a config of a thousand pairs both together would take longer than one may.
  checkInParts(project, { what: 'check', file });
  const shown = (): PreviewResult => beacon.during({ what: 'preview', file }, () => previewOf(project, file, { selection, verify }));
  const result = await whenRead(project, shown);
  if (result.kind === 'preview') return result.preview;
  const place = result.kind === 'broken' && result.span ? `${placeOf(project, result.span)}: ` : '';
  throw new CommandError(shownLine(place + result.reason));
}

/** What is asked, once all that it reads on the way has been read. */
export async function whenRead<T>(project: Project, ask: () => T): Promise<T> {
  let result = ask();
  for (let { pending } = project.reads; pending; { pending } = project.reads) {
    await pending;
    result = ask();
  }
  return result;
}

function optional<K extends string>(key: K, value: number | undefined): Partial<Record<K, number>> {
  return value === undefined ? {} : ({ [key]: value } as Record<K, number>);
}

function placeOf(project: Project, { file, start }: Span): string {
  const { line, character } = linesOfFile(project, file).positionAt(start);
  return `${shownPath(file)}:${line + 1}:${character + 1}`;
}

/** Whoever names a release means the framework of this very file. */
function insistOnRelease({ framework, release }: PreviewData, asked: string | undefined): void {
  if (asked !== undefined && release?.by !== 'set')
    throw new CommandError(`The release ${asked} is none of ${framework.title}. Known are: ${knownReleases(framework.id).join(', ')}.`);
}
