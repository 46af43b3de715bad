import type { DatasetConfig, ModelConfig } from '../../config/config.js';
import type { Target } from '../../frameworks/face/behaviour.js';
import { say } from '../../core/say.js';
import { baseName, type FileId } from '../../core/span.js';
import type { Value } from '../../core/value.js';
import type { Choice } from './preview-shape.js';

/** Stands for "no meta template" among the models. */
export const noModel = '';

export interface DatasetChoice extends Choice {
  /** What the cursor can be at; absent for a dataset that is not the document's, or is only named in it. */
  readonly own?: Value | undefined;
  /** The dataset; undefined for a file that has none. Asking may evaluate another file. */
  readonly dataset: () => DatasetConfig | undefined;
  /** The name in the document that stands for it. */
  readonly namedAt?: DatasetConfig['namedAt'];
  /** For the second pass over a dataset: the only model that it meets, where that is known. */
  readonly judge?: { readonly model: ModelConfig | undefined };
}

export interface ModelChoice extends Choice {
  /** The value of a model of the document itself: what the cursor can be at. */
  readonly own?: Value;
  /** The config that holds it; absent for one that no config holds. */
  readonly file?: FileId;
  /** The model; undefined for "no meta template" and for a file that has none. Asking may evaluate another file. */
  readonly model: () => ModelConfig | undefined;
}

/** No model at all: the prompt as it is before any meta template. */
export const withoutModel: ModelChoice = { id: noModel, label: say`no meta template`, model: () => undefined };

/**
 * Datasets, each once.
 * @param file the document that offers them @param prefix what stands in front of their ids; not '' where they are another document's
 */
export function datasetChoices(datasets: readonly DatasetConfig[], file: FileId, prefix = ''): DatasetChoice[] {
  const ids = new UniqueIds();
  return [...new Set(datasets)].map((dataset) => ({
    id: prefix + ids.next(`${dataset.list}/${dataset.abbr}`),
    label: dataset.abbr,
    ...(dataset.namedAt ? { group: dataset.list } : placed(dataset.value.span.file, file, dataset.list)),
    ...(prefix === '' && !dataset.namedAt && { own: dataset.value }),
    ...(dataset.namedAt && { namedAt: dataset.namedAt }),
    dataset: () => dataset,
  }));
}

/** The second passes over datasets, in which a model judges the answers. */
export function judgeChoices(judges: readonly Target[], file: FileId): DatasetChoice[] {
  const ids = new UniqueIds();
  return judges.map(({ dataset, model }) => ({
    id: ids.next(`judge/${dataset.list}/${dataset.abbr}`),
    label: dataset.abbr,
    ...placed(dataset.value.span.file, file, dataset.list),
    group: say`judged answers`,
    own: dataset.inferCfg,
    dataset: () => dataset,
    judge: { model },
  }));
}

/** The one model of a second pass. */
export function judgeModels({ model }: NonNullable<DatasetChoice['judge']>, file: FileId): ModelChoice[] {
  return model ? listedModels([model], file, 'judge/') : [withoutModel];
}

/** Models; the parameters are as those of `datasetChoices`. */
export function listedModels(models: readonly ModelConfig[], file: FileId, prefix: string): ModelChoice[] {
  const ids = new UniqueIds();
  return models.map((model) => ({
    id: prefix + ids.next(`${model.list}/${model.abbr}`),
    label: model.abbr,
    ...(model.parser && { detail: model.parser === 'lm' ? say`LM parser` : say`API parser` }),
    ...placed(model.value.span.file, file, model.list),
    ...(prefix === '' && { own: model.value }),
    file: prefix.endsWith('#') ? prefix.slice(0, -1) : file,
    model: () => model,
  }));
}

function placed(origin: FileId, file: FileId, list: string): Pick<Choice, 'place' | 'group'> {
  return origin === file ? { group: list } : { place: say`from ${baseName(origin)}`, group: origin };
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
