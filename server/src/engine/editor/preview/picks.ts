import type { Evaluation } from '../../core/evaluation.js';
import { touches, type FileId } from '../../core/span.js';
import type { Target } from '../../frameworks/face/behaviour.js';
import type { LoadedConfig } from '../../frameworks/face/loaded-config.js';
import type { Project } from '../../project/project.js';
import { datasetChoices, judgeChoices, judgeModels, listedModels, withoutModel, type DatasetChoice, type ModelChoice } from './choices.js';
import { atCursor } from './cursor.js';
import type { RequestOf } from './preview-shape.js';
import { nearestDataset, workspaceDataset, workspaceDatasets, workspaceModel, workspaceModels, type Asking } from './workspace-choices.js';

/** A document that can be previewed, and what a prompt of it is made of: its own pairs, and beside them the judges of their answers. */
export interface Previewed extends Asking {
  readonly targets: readonly Target[];
  readonly judges: readonly Target[];
  /** The datasets of the document itself, listed once: there may be thousands. None where it has models alone. */
  readonly datasets: readonly DatasetChoice[];
  /** The models that they meet; none where the document has no models. */
  readonly models: readonly ModelChoice[];
}

/** What a request leads to. */
export interface Picked {
  readonly dataset: DatasetChoice;
  /** Undefined where the framework's prompts need no model. */
  readonly model: ModelChoice | undefined;
  readonly target: Target;
}

/** The document as one that can be previewed; undefined where it has neither datasets nor models that datasets can meet. */
export function previewed(project: Project, file: FileId, loaded: LoadedConfig): Previewed | undefined {
  const { framework, config, surroundings } = loaded;
  const targets = framework.targets(config, surroundings);
  if (targets.length === 0 && (framework.previews === 'tasks' || config.models.length === 0)) return undefined;
  const judges = framework.judges?.(config, surroundings) ?? [];
  const datasets = [
    ...datasetChoices(
      targets.map(({ dataset }) => dataset),
      file,
    ),
    ...judgeChoices(judges, file),
  ];
  const met = targets.length > 0 ? targets.flatMap(({ model }) => model ?? []) : config.models;
  const models = framework.previews === 'pairs' ? listedModels([...new Set(met)], file, '') : [];
  return { project, file, loaded, targets, judges, datasets, models };
}

/** The pair that a request means. Undefined where the document has no datasets, and the workspace none either. */
export function pickPair(of: Previewed, request: RequestOf<number>): Picked | undefined {
  const dataset = pickDataset(of, request);
  const config = dataset?.dataset();
  if (!dataset || !config) return undefined;
  const model = pickModel(of, dataset, request);
  return { dataset, model, target: { dataset: config, model: model?.model() } };
}

/** The models that a dataset of the document can meet; none where the document has no models. */
export function ownModels({ models, file, loaded: { framework } }: Previewed, { judge }: DatasetChoice): readonly ModelChoice[] {
  return judge && framework.previews === 'pairs' ? judgeModels(judge, file) : models;
}

/** All datasets that there are to pick, and all models for the dataset that is picked: the document's own, else those of the workspace. */
export function allChoices(
  of: Previewed,
  picked: Picked,
): { readonly datasets: readonly DatasetChoice[]; readonly models: readonly ModelChoice[] } {
  const { datasets } = of;
  const models = ownModels(of, picked.dataset);
  const takesModel = of.loaded.framework.previews === 'pairs';
  return {
    datasets: datasets.length > 0 ? datasets : withPicked(workspaceDatasets(of, picked.dataset.id), picked.dataset),
    models:
      models.length > 0 || !takesModel
        ? models
        : withPicked([withoutModel, ...workspaceModels(of, picked.model?.id)], picked.model ?? withoutModel),
  };
}

/** What is picked may lie where nobody searches. */
function withPicked<C extends DatasetChoice | ModelChoice>(choices: readonly C[], picked: C): readonly C[] {
  return choices.some(({ id }) => id === picked.id) ? choices : [picked, ...choices];
}

function pickDataset(of: Previewed, request: RequestOf<number>): DatasetChoice | undefined {
  const own = of.datasets;
  if (own.length > 0) return new Chooser(of.project, of.loaded.config.evaluation, request).dataset(own);
  const wanted = [request.selection.dataset, request.halves?.dataset].filter((id) => id !== undefined);
  for (const id of wanted) {
    const found = workspaceDataset(of, id);
    if (found) return found;
  }
  return nearestDataset(of);
}

function pickModel(of: Previewed, dataset: DatasetChoice, request: RequestOf<number>): ModelChoice | undefined {
  if (of.loaded.framework.previews !== 'pairs') return undefined;
  const own = ownModels(of, dataset);
  if (own.length > 0) return new Chooser(of.project, of.loaded.config.evaluation, request).model(own);
  const id = request.selection.model ?? request.halves?.model ?? withoutModel.id;
  return (id === withoutModel.id ? undefined : workspaceModel(of, id)) ?? withoutModel;
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
    const near = [...choices.filter(({ judge }) => judge), ...choices.filter(({ judge }) => !judge)];
    return namedAtCursor(choices, this.request) ?? this.choose(near, this.request.selection.dataset) ?? choices[0]!;
  }

  model(choices: readonly ModelChoice[]): ModelChoice | undefined {
    return this.choose(choices, this.request.selection.model) ?? choices[0];
  }

  private choose<T extends DatasetChoice | ModelChoice>(choices: readonly T[], id: string | undefined): T | undefined {
    const { cursor, cursorWins = false } = this.request;
    const chosen = choices.find((choice) => choice.id === id);
    const near =
      cursor === undefined || (chosen && !cursorWins)
        ? undefined
        : atCursor(this.project, this.evaluation, cursor, choices, ({ own }) => own);
    return near ?? chosen;
  }
}

/** The task of a group whose name the cursor is at. */
function namedAtCursor(
  datasets: readonly DatasetChoice[],
  { cursor, cursorWins = false, selection }: RequestOf<number>,
): DatasetChoice | undefined {
  if (cursor === undefined || (selection.dataset !== undefined && !cursorWins)) return undefined;
  return datasets.find(({ namedAt }) => namedAt && touches(namedAt, cursor));
}
