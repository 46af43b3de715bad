import { CacheKey } from '../../core/cache-key.js';
import { shownLine } from '../../core/shown.js';
import type { FileId } from '../../core/span.js';
import { raisesOf } from '../../checks/support/known-raises.js';
import type { Target } from '../../frameworks/face/behaviour.js';
import type { Framework } from '../../frameworks/face/framework.js';
import type { Diagnostic } from '../../frameworks/face/rule.js';
import { say } from '../../core/say.js';
import type { Project } from '../../project/project.js';
import { withoutModel, type DatasetChoice, type ModelChoice } from './choices.js';
import { ownModels, previewed, type Previewed } from './picks.js';
import { PairProblems, worstFirst } from './problems.js';
import type { PairState } from './preview-shape.js';
import { workspaceDataset, workspaceModel } from './workspace-choices.js';

/** Models that are asked about at once: a dataset's prompt is made once for them. */
const together = 8;

const fine: PairState = { state: 'fine', reason: '' };

/** Which pairs are asked about: each of these datasets with each of these models, by the ids of the choices. */
export interface AskedPairs {
  readonly datasets: readonly string[];
  readonly models: readonly string[];
}

/** What is known of the choices of a document, as long as nothing changes. */
interface Known {
  readonly diagnostics: readonly Diagnostic[];
  readonly of: Previewed;
  /** The worst of the diagnostics that concern a pair. */
  readonly worstOf: (pair: Target) => Diagnostic | undefined;
  /** Why the document does not load, so that no run asks anything. */
  readonly unloaded: string | undefined;
  readonly datasets: ReadonlyMap<string, DatasetChoice>;
  readonly models: ReadonlyMap<string, ModelChoice>;
}

const key = new CacheKey<Map<FileId, Known>>('what is known of pairs');

/**
 * What is known of pairs without showing their prompts: the worst of the diagnostics that concern one, and what the framework raises on it. They come one
 * after the other, dataset by dataset, so that whoever asks can stop in between. Undefined where the document cannot be previewed.
 */
export function* pairStates(project: Project, file: FileId, asked: AskedPairs): Generator<PairState> {
  const known = knownOf(project, file);
  if (!known) return;
  const { of } = known;
  // A task is asked without a model.
  const models = asked.models.length > 0 ? asked.models : [withoutModel.id];
  for (const id of asked.datasets) {
    const dataset = known.datasets.get(id) ?? workspaceDataset(of, id);
    for (let i = 0; i < models.length; i += together) yield* statesWith(known, dataset, models.slice(i, i + together));
  }
}

function knownOf(project: Project, file: FileId): Known | undefined {
  const diagnostics = project.check(file);
  const all = project.remember(key, () => ({ value: new Map<FileId, Known>(), concerns: () => true }));
  const before = all.get(file);
  if (before?.diagnostics === diagnostics) return before;
  const loaded = project.load(file);
  const of = loaded && previewed(project, file, loaded);
  if (!of) return undefined;
  const { datasets } = of;
  const made: Known = {
    diagnostics,
    of,
    unloaded: unloadedBy(project, file, of.loaded.framework),
    worstOf: worstOf(of, diagnostics),
    datasets: new Map(datasets.map((choice) => [choice.id, choice])),
    models: new Map(datasets[0] ? ownModels(of, withoutJudge(datasets)).map((choice) => [choice.id, choice]) : ownOf(of)),
  };
  all.set(file, made);
  return made;
}

function unloadedBy(project: Project, file: FileId, framework: Framework): string | undefined {
  const evaluation = project.evaluate(file);
  if (!evaluation || evaluation.ok) return evaluation && framework.stopsAtReading?.(evaluation);
  return shownLine(evaluation.problems[0]?.message ?? evaluation.error?.message ?? '');
}

function withoutJudge(datasets: readonly DatasetChoice[]): DatasetChoice {
  return datasets.find(({ judge }) => !judge) ?? datasets[0]!;
}

function ownOf(of: Previewed): [string, ModelChoice][] {
  return ownModels(of, { id: '', label: '', dataset: () => undefined }).map((choice) => [choice.id, choice]);
}

function statesWith(known: Known, dataset: DatasetChoice | undefined, ids: readonly string[]): PairState[] {
  const config = dataset?.dataset();
  if (!dataset || !config) return ids.map(() => ({ state: 'error', reason: say`There is no dataset in this file.` }));
  if (known.unloaded !== undefined) return ids.map(() => ({ state: 'error', reason: known.unloaded! }));
  const { of } = known;
  const found = ids.map((id) => (dataset.judge ? { model: () => dataset.judge?.model } : modelOf(known, id)));
  const models = found.map((choice) => choice?.model());
  const { framework, surroundings } = of.loaded;
  const errors = raisesOf(framework, config, models, surroundings);
  const release = framework.releases?.find(of.file, surroundings).name;
  return ids.map((id, i) => {
    const model = models[i];
    if (id !== withoutModel.id && !model && !dataset.judge) return { state: 'error', reason: say`There is no model in this file.` };
    const pair = { dataset: config, model };
    return stateOf(errors[i]?.error ?? framework.neverSent?.(pair, release), known.worstOf(pair));
  });
}

/** The model that a dataset would be shown with. Of a document with models of its own that is one of these: while a judge is looked at, its model is none of theirs. */
function modelOf({ models, of }: Known, id: string): ModelChoice | undefined {
  const [first] = models.values();
  if (first && id !== withoutModel.id) return models.get(id) ?? first;
  return id === withoutModel.id ? withoutModel : workspaceModel(of, id);
}

/** What is wrong with a document of tasks is shown with each of them. */
function worstOf({ loaded, targets, judges }: Previewed, diagnostics: readonly Diagnostic[]): Known['worstOf'] {
  if (loaded.framework.previews === 'tasks') {
    const [worst] = worstFirst(diagnostics);
    return () => worst;
  }
  const problems = new PairProblems([...targets, ...judges], diagnostics);
  return (pair) => problems.worstOf(pair);
}

function stateOf(raised: string | undefined, worst: Diagnostic | undefined): PairState {
  if (raised !== undefined) return { state: 'error', reason: shownLine(raised) };
  if (worst?.severity === 'error' || worst?.severity === 'warning') return { state: worst.severity, reason: shownLine(worst.message) };
  return fine;
}
