import type { FileId } from '../../core/span.js';
import type { Project } from '../../project/project.js';
import { withoutModel } from './choices.js';
import { plainChoice } from './offer.js';
import { ownModels, previewed } from './picks.js';
import type { Choice, PairState } from './preview-shape.js';
import { pairStates } from './states.js';

/** All pairs of a document. */
export interface Matrix {
  readonly datasets: readonly Choice[];
  /** Without any: what is asked is a task, or a dataset without a model. */
  readonly models: readonly Choice[];
  /** All models of the first dataset first; each is looked at when it is asked for. */
  readonly states: Iterable<PairState>;
}

/** The document's own datasets, each with each of its models; undefined where it has no datasets. */
export function matrixOf(project: Project, file: FileId): Matrix | undefined {
  const loaded = project.load(file);
  const of = loaded && previewed(project, file, loaded);
  const datasets = (of?.datasets ?? []).filter(({ judge }) => !judge);
  const [first] = datasets;
  if (!of || !first) return undefined;
  const models = ownModels(of, first);
  const asked = models.length > 0 ? models.map(({ id }) => id) : [withoutModel.id];
  return {
    datasets: datasets.map((choice) => plainChoice(of, choice)),
    models: models.map((choice) => plainChoice(of, choice)),
    states: pairStates(project, file, { datasets: datasets.map(({ id }) => id), models: asked }),
  };
}
