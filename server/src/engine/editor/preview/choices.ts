import type { DatasetConfig, ModelConfig } from '../../config/config.js';
import type { Target } from '../../frameworks/face/behaviour.js';
import type { Project } from '../../project/project.js';
import type { LoadedConfig } from '../../frameworks/face/loaded-config.js';
import { baseName, type FileId } from '../../core/span.js';
import type { Value } from '../../core/value.js';
import type { Choice } from './shape.js';
import { modelFiles, nearestFirst } from './model-files.js';
import { say } from '../../core/say.js';

/** Stands for "no meta template" among the models. */
export const noModel = '';

/** So many model configs of the workspace are read to list their models; of the others only the files are listed. */
const readModelFiles = 20;
const listedModelFiles = 300;

export interface DatasetChoice extends Choice {
  readonly dataset: DatasetConfig;
  /** For the second pass over a dataset: the only model that it meets, where that is known, and what the cursor can be at. */
  readonly judge?: { readonly model: ModelConfig | undefined; readonly at: Value | undefined };
}

export interface ModelChoice extends Choice {
  /** The value of a model of the document itself: what the cursor can be at. */
  readonly own?: Value;
  /** The config that holds it; absent for one that no config holds. */
  readonly file?: FileId;
  /** The model; undefined for "no meta template" and for a file that has none. Asking may evaluate another file. */
  readonly model: () => ModelConfig | undefined;
}

/** The datasets among the targets of a document, each once. */
export function datasetChoices(targets: readonly Target[], file: FileId): DatasetChoice[] {
  const ids = new UniqueIds();
  return [...new Set(targets.map((target) => target.dataset))].map((dataset) => ({
    id: ids.next(`${dataset.list}/${dataset.abbr}`),
    label: dataset.abbr,
    ...(dataset.namedAt ? {} : placed(dataset.value.span.file, file)),
    dataset,
  }));
}

/** The second passes over datasets, in which a model judges the answers. */
export function judgeChoices(judges: readonly Target[], file: FileId): DatasetChoice[] {
  const ids = new UniqueIds();
  return judges.map(({ dataset, model }) => ({
    id: ids.next(`judge/${dataset.list}/${dataset.abbr}`),
    label: dataset.abbr,
    ...placed(dataset.value.span.file, file),
    dataset,
    judge: { model, at: dataset.inferCfg },
  }));
}

/** The one model of a second pass. */
export function judgeModels({ model }: NonNullable<DatasetChoice['judge']>, file: FileId): ModelChoice[] {
  return model ? listed([model], file, 'judge/') : [{ id: noModel, label: say`no meta template`, model: () => undefined }];
}

/** The models that a document's datasets can meet: its own, else none and those of the workspace. */
export function modelChoices(project: Project, file: FileId, targets: readonly Target[]): ModelChoice[] {
  const own = [...new Set(targets.map((target) => target.model))].filter((model) => model !== undefined);
  if (own.length > 0) return listed(own, file, '');
  return [{ id: noModel, label: say`no meta template`, model: () => undefined }, ...workspaceChoices(project, file)];
}

function listed(models: readonly ModelConfig[], file: FileId, prefix: string): ModelChoice[] {
  const ids = new UniqueIds();
  return models.map((model) => ({
    id: prefix + ids.next(`${model.list}/${model.abbr}`),
    label: model.abbr,
    ...(model.parser && { detail: model.parser === 'lm' ? say`LM parser` : say`API parser` }),
    ...placed(model.value.span.file, file),
    ...(prefix === '' && { own: model.value }),
    file: prefix.endsWith('#') ? prefix.slice(0, -1) : file,
    model: () => model,
  }));
}

/** The files of the workspace, nearest first, and what open documents define besides: a model that one imports from another comes once. */
function workspaceChoices(project: Project, file: FileId): ModelChoice[] {
  const found = nearestFirst(modelFiles(project), file).filter((other) => other !== file);
  const open = project.openFiles().filter((other) => other !== file && !found.includes(other));
  const known = new Set<string>();
  const fresh = (other: FileId): readonly ModelConfig[] => modelsOf(project.load(other)).filter((model) => isNew(model, known));
  return [
    ...[...found.slice(0, readModelFiles), ...open].flatMap((other) => listed(fresh(other), file, `${other}#`)),
    ...found.slice(readModelFiles, listedModelFiles).map((other) => ({
      id: `${other}#`,
      label: baseName(other).replace(/\.\w+$/, ''),
      place: say`in ${baseName(other)}`,
      file: other,
      model: () => modelsOf(project.load(other))[0],
    })),
  ];
}

function isNew({ value, abbr }: ModelConfig, known: Set<string>): boolean {
  const origin = `${abbr} ${value.span.file} ${value.span.start}`;
  return !known.has(origin) && known.add(origin) !== undefined;
}

function modelsOf(loaded: LoadedConfig | undefined): readonly ModelConfig[] {
  return loaded?.config.models ?? [];
}

function placed(origin: FileId, file: FileId): Pick<Choice, 'place'> {
  return origin === file ? {} : { place: say`from ${baseName(origin)}` };
}

/** Entries of the same name get a number, so that each choice has an id of its own. */
class UniqueIds {
  private readonly used = new Map<string, number>();

  next(id: string): string {
    const count = this.used.get(id) ?? 0;
    this.used.set(id, count + 1);
    return count === 0 ? id : `${id}#${count + 1}`;
  }
}
