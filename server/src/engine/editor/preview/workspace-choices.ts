import { CacheKey } from '../../core/cache-key.js';
import { say } from '../../core/say.js';
import { baseName, type FileId } from '../../core/span.js';
import type { DatasetConfig, ModelConfig } from '../../config/config.js';
import type { LoadedConfig } from '../../frameworks/face/loaded-config.js';
import type { Project } from '../../project/project.js';
import { datasetChoices, listedModels, type DatasetChoice, type ModelChoice } from './choices.js';
import { nearestFirst, workspaceConfigs, type HalfKind } from './workspace-configs.js';

/** So many configs of the workspace are read to list what is in them: the nearest. Of the others the files are listed, each with what it defines first. */
const readFiles = 20;

/** The half of a pair that a document lacks, as a workspace offers it: `from` is the document that asks. */
export interface Asking {
  readonly project: Project;
  readonly file: FileId;
  readonly loaded: LoadedConfig;
}

/** What one file offers, each under an id that is good in every document of the workspace: `/ws/models/river.py#models/river-7b`. */
interface Offer<C> {
  readonly kind: HalfKind;
  readonly of: (asking: Asking, other: FileId) => readonly C[];
  readonly unread: (asking: Asking, other: FileId) => C;
}

const models: Offer<ModelChoice> = {
  kind: 'models',
  of: (asking, other) => listedModels(modelsIn(asking, other), asking.file, `${other}#`),
  unread: (asking, other) => ({ ...unreadChoice(other), model: () => modelsIn(asking, other)[0] }),
};

const datasets: Offer<DatasetChoice> = {
  kind: 'datasets',
  of: (asking, other) => datasetChoices(datasetsIn(asking, other), asking.file, `${other}#`),
  unread: (asking, other) => ({ ...unreadChoice(other), dataset: () => datasetsIn(asking, other)[0] }),
};

/** The models of the workspace's other files, nearest first, and what open documents define besides. */
export function workspaceModels(asking: Asking, picked: string | undefined): readonly ModelChoice[] {
  return allOf(models, asking, picked);
}

/** As `workspaceModels`, datasets. */
export function workspaceDatasets(asking: Asking, picked: string | undefined): readonly DatasetChoice[] {
  return allOf(datasets, asking, picked);
}

/** The model that an id of `workspaceModels` names; undefined where there is none any more. */
export function workspaceModel(asking: Asking, id: string): ModelChoice | undefined {
  return named(models, asking, id);
}

/** As `workspaceModel`, a dataset. */
export function workspaceDataset(asking: Asking, id: string): DatasetChoice | undefined {
  return named(datasets, asking, id);
}

/** The first dataset of the nearest file that has one; where files come from afar, of the open documents. */
export function nearestDataset(asking: Asking): DatasetChoice | undefined {
  const { project, file } = asking;
  const near = project.workspace.far === true ? nearestFirst(project.openFiles(), file) : filesOf(datasets, asking);
  for (const other of near.filter((each) => each !== file).slice(0, readFiles)) {
    const [first] = datasets.of(asking, other);
    if (first) return first;
  }
  return undefined;
}

/** How an entry of a file is named in every document of the workspace. */
export function portableId({ value, list, abbr }: ModelConfig | DatasetConfig): string {
  return `${value.span.file}#${list}/${abbr}`;
}

const sortedKey = new CacheKey<Map<string, readonly FileId[]>>('nearest configs of the workspace');
const mostSorted = 50;

function filesOf({ kind }: Offer<unknown>, { project, file }: Asking): readonly FileId[] {
  const found = workspaceConfigs(project);
  // As good as the list of files that it is made of, which is made anew where one comes or goes.
  const sorted = project.remember(sortedKey, () => ({ value: new Map<string, readonly FileId[]>(), concerns: (_file, typing) => !typing }));
  const key = `${kind} ${file}`;
  const known = sorted.get(key);
  if (known) return known;
  if (sorted.size >= mostSorted) sorted.clear();
  const files = nearestFirst(found[kind], file).filter((other) => other !== file);
  sorted.set(key, files);
  return files;
}

function allOf<C extends ModelChoice | DatasetChoice>(offer: Offer<C>, asking: Asking, picked: string | undefined): readonly C[] {
  const found = filesOf(offer, asking);
  const { project, file } = asking;
  const open = project.openFiles().filter((other) => other !== file && !found.includes(other));
  const pickedFile = picked === undefined ? undefined : fileOfId(picked);
  const read = new Set([
    ...found.slice(0, readFiles),
    ...open,
    ...(pickedFile !== undefined && found.includes(pickedFile) ? [pickedFile] : []),
  ]);
  const places = new Set<string>();
  // What one file has from another comes once.
  const isNew = (choice: C): boolean => !places.has(placeOf(choice)) && places.add(placeOf(choice)) !== undefined;
  return [...found, ...open].flatMap((other) => (read.has(other) ? offer.of(asking, other).filter(isNew) : [offer.unread(asking, other)]));
}

function placeOf(choice: ModelChoice | DatasetChoice): string {
  const config = 'model' in choice ? choice.model() : choice.dataset();
  return config ? `${config.abbr} ${config.value.span.file} ${String(config.value.span.start)}` : choice.id;
}

function named<C extends ModelChoice | DatasetChoice>(offer: Offer<C>, asking: Asking, id: string): C | undefined {
  const other = fileOfId(id);
  if (other === undefined || other === asking.file) return undefined;
  const offered = offer.of(asking, other);
  if (id.endsWith('#') && id.length === other.length + 1) return offered[0];
  // The list may have another name where it was seen.
  const abbr = id.slice(id.indexOf('/', other.length + 1) + 1);
  return offered.find((choice) => choice.id === id) ?? offered.find(({ label }) => label === abbr);
}

function fileOfId(id: string): FileId | undefined {
  return /^(.+?\.(?:py|ya?ml|json))#/i.exec(id)?.[1];
}

function unreadChoice(other: FileId): { id: string; label: string; place: string; group: string } {
  return {
    id: `${other}#`,
    label: baseName(other).replace(/\.\w+$/, ''),
    place: say`in ${baseName(other)}`,
    group: other.slice(0, other.lastIndexOf('/')) || '/',
  };
}

function modelsIn(asking: Asking, other: FileId): readonly ModelConfig[] {
  return loadedOf(asking, other)?.config.models ?? [];
}

function datasetsIn(asking: Asking, other: FileId): readonly DatasetConfig[] {
  const loaded = loadedOf(asking, other);
  return loaded ? [...new Set(loaded.framework.targets(loaded.config, loaded.surroundings).map(({ dataset }) => dataset))] : [];
}

/** A half that another framework reads makes no prompt with this one. */
function loadedOf({ project, loaded }: Asking, other: FileId): LoadedConfig | undefined {
  const there = project.load(other);
  return there?.framework === loaded.framework ? there : undefined;
}
