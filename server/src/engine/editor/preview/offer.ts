import { say } from '../../core/say.js';
import { baseName, isAtOrBelow, type FileId } from '../../core/span.js';
import type { Project } from '../../project/project.js';
import { withoutModel, type DatasetChoice, type ModelChoice } from './choices.js';
import type { PreviewData } from './data.js';
import { allChoices, ownModels, pickPair, previewed, type Picked, type Previewed } from './picks.js';
import { mostListedChoices, mostShownChoices, shownChoices } from './room.js';
import type { Choice, Choices, RequestOf } from './preview-shape.js';
import { portableId } from './workspace-choices.js';
import { workspaceConfigs } from './workspace-configs.js';

/** What a preview says of the choices: the one that is made, and the first of the document's own. */
export function offered(of: Previewed, picked: Picked): Pick<PreviewData, 'datasets' | 'models' | 'own' | 'portable'> {
  const { datasets } = of;
  const models = ownModels(of, picked.dataset);
  const { dataset, model } = picked.target;
  return {
    datasets: few(datasets, picked.dataset).map((choice) => plainChoice(of, choice)),
    models: picked.model ? few(models, picked.model).map((choice) => plainChoice(of, choice)) : [],
    own: { datasets: datasets.length, models: models.length },
    portable: { dataset: portableId(dataset), ...(model && { model: portableId(model) }) },
  };
}

/**
 * All that a document can be previewed with: its own datasets and models, and where it has only one half of a pair, the other halves of the workspace.
 * Undefined where the document cannot be previewed.
 */
export function previewChoices(project: Project, file: FileId, request: RequestOf<number>): Choices | undefined {
  const loaded = project.load(file);
  const of = loaded && previewed(project, file, loaded);
  const picked = of && pickPair(of, request);
  if (!picked) return undefined;
  const all = allChoices(of, picked);
  const datasets = shownChoices(all.datasets, ({ id }) => id === picked.dataset.id, mostListedChoices);
  const models = shownChoices(all.models, ({ id }) => id === picked.model?.id, mostListedChoices);
  const left = all.datasets.length - datasets.length + all.models.length - models.length;
  const searched = of.datasets.length === 0 || (picked.model !== undefined && ownModels(of, picked.dataset).length === 0);
  const cut = left > 0 ? say`${left} more are not listed.` : searched ? workspaceConfigs(project).cut : undefined;
  const paired = of.models.length > 0 ? of.models : [withoutModel];
  return {
    datasets: datasets.map((choice) => plainChoice(of, choice)),
    models: models.map((choice) => plainChoice(of, choice)),
    ...(picked.dataset.judge && { paired: paired.map((choice) => plainChoice(of, choice)) }),
    ...(cut !== undefined && { cut }),
  };
}

/** The first of the document's own, and the one that is made, which may be none of them. */
function few<C extends Choice>(own: readonly C[], made: C): readonly C[] {
  const shown = shownChoices(own, ({ id }) => id === made.id, mostShownChoices);
  return shown.some(({ id }) => id === made.id) ? shown : [made, ...shown];
}

/** A choice as others see it. */
export function plainChoice({ project, file }: Previewed, { id, label, detail, place, group }: DatasetChoice | ModelChoice): Choice {
  return {
    id,
    label,
    ...(detail !== undefined && { detail }),
    ...(place !== undefined && { place }),
    ...(group !== undefined && { group: fromFolder(project, group, file) }),
  };
}

/** A path from the folder that is open; the name of a list as it is. */
function fromFolder({ workspace: { folders = [] } }: Project, group: string, file: FileId): string {
  if (!group.includes('/')) return group;
  const folder = folders.find((each) => isAtOrBelow(group, each));
  if (folder !== undefined && folder !== '/') return group === folder ? baseName(folder) : group.slice(folder.length + 1);
  const beside = `${file.slice(0, file.lastIndexOf('/'))}/`;
  return group.startsWith(beside) ? group.slice(beside.length) : group;
}
