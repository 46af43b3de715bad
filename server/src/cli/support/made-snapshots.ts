import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { PreviewData } from '../../engine/editor/preview/data.js';
import { pairsOf, type PairOf } from '../../engine/editor/preview/pairs-of.js';
import { preview } from '../../engine/editor/preview/preview.js';
import type { PreviewSelection } from '../../engine/editor/preview/preview-shape.js';
import { snapshotText } from '../../engine/editor/take-away/snapshot-text.js';
import { looksLikeConfig } from '../../engine/frameworks/registry.js';
import type { Project } from '../../engine/project/project.js';
import type { FileId } from '../../engine/core/span.js';
import { beacon } from '../../worker/own-beacon.js';
import { whenRead } from './asked-preview.js';
import { CommandError } from './command.js';
import { shownPath } from './shown-path.js';
import { distinctNames, safeName } from './snapshot-names.js';

/** A prompt has so many labels at most that are asked for. */
const mostLabels = 100;

/** Which snapshots are made, and of which rows. */
export interface SnapshotChoice {
  readonly selection: PreviewSelection;
  /** In words; undefined for placeholders. */
  readonly rows: string | undefined;
  /** Whether a pair is wanted, by its names. */
  readonly wants: (pair: PairOf) => boolean;
}

export interface Snapshot {
  /** Below the folder of snapshots: folders, then the file. */
  readonly path: readonly string[];
  readonly text: string;
}

/** A document that snapshots are made of. */
export interface SnapshotSource {
  readonly file: FileId;
  /** What the folder is called that they go to: a path, or the name of a task. */
  readonly shown: string;
  /** Of a task that was named with it. */
  readonly format?: string | undefined;
}

/**
 * The snapshots of a document, one for each pair that it has by itself.
 * @throws CommandError where the document cannot be evaluated, or a prompt not be made
 */
export async function* snapshotsOf(project: Project, source: SnapshotSource, choice: SnapshotChoice): AsyncGenerator<Snapshot> {
  const { file, shown } = source;
  const all = await whenRead(project, () => beacon.during({ what: 'snapshot', file }, () => pairsOf(project, file)));
  insistOnSound(project, file);
  const names = distinctNames(all.map((pair) => ({ name: nameOf(pair), key: `${pair.dataset.id}\n${pair.model?.id ?? ''}` })));
  for (const [i, pair] of all.entries()) {
    if (!choice.wants(pair)) continue;
    const asked = await previewsOf(project, source, pair, choice);
    const of = { config: shown, dataset: pair.dataset.label, model: pair.model?.label, rows: choice.rows ?? 'placeholder rows' };
    yield { path: [...folderOfSnapshots(shown), `${names[i]!}.txt`], text: snapshotText(of, asked, withoutPlace) };
  }
}

/** The names of the folders for a path, as it is seen from the working directory. */
export function folderOfSnapshots(path: string): string[] {
  const near = isAbsolute(path) ? relative(process.cwd(), path) : path;
  const outside = near.startsWith('..') || isAbsolute(near);
  return (outside ? resolve(path) : near)
    .split(/[\\/]/)
    .filter((part) => part !== '' && part !== '.')
    .map(safeName);
}

function nameOf({ dataset, model }: PairOf): string {
  return model ? `${safeName(dataset.label)}--${safeName(model.label)}` : safeName(dataset.label);
}

function insistOnSound(project: Project, file: FileId): void {
  const document = project.document(file);
  if (!document) throw new CommandError(`${shownPath(file)} cannot be read.`);
  if (!looksLikeConfig(document.text, document.language)) return;
  const evaluation = project.evaluate(file);
  if (!evaluation || evaluation.ok) return;
  const reason = evaluation.problems[0]?.message ?? evaluation.error?.message ?? 'it cannot be evaluated.';
  throw new CommandError(`${shownPath(file)}: ${reason}`);
}

/** One preview for each label, in the order of the labels. */
async function previewsOf(
  project: Project,
  { file, format }: SnapshotSource,
  { dataset, model }: PairOf,
  { selection, rows }: SnapshotChoice,
): Promise<PreviewData[]> {
  const render = async (label?: string): Promise<PreviewData> => {
    const picked = { ...selection, dataset: dataset.id, ...(model && { model: model.id }), ...(format !== undefined && { format }) };
    const asked = { ...picked, ...(label !== undefined && { label }) };
    const request = { selection: asked, placeholders: rows === undefined, sentOnly: true };
    const result = await whenRead(project, () => beacon.during({ what: 'snapshot', file }, () => preview(project, file, request)));
    if (result.kind === 'preview') return result.preview;
    throw new CommandError(`${shownPath(file)}: ${result.reason}`);
  };
  const first = await render();
  if (first.labels.length === 0) return [first];
  const all: PreviewData[] = [];
  for (const label of first.labels.slice(0, mostLabels)) all.push(label === first.selection.label ? first : await render(label));
  return all;
}

/** Paths below the working directory are told from there. */
function withoutPlace(text: string): string {
  return text.replaceAll(`${process.cwd().split(sep).join('/')}/`, '');
}
