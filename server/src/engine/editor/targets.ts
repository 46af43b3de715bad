import type { FileId, Span } from '../core/span.js';
import { say } from '../core/say.js';
import type { NamedTarget } from '../frameworks/face/editor.js';
import type { Project } from '../project/project.js';
import type { DatasetChoice, ModelChoice } from './preview/choices.js';
import { ownModels, previewed } from './preview/picks.js';
import type { TargetOf, TargetsOf } from './target-shape.js';

/** Datasets and models that an editor is given. */
const mostShown = 2_000;

/** What a document has to be previewed by itself, or a sentence that says why there is nothing; undefined while something is being read that decides it (`project.reads`). */
export function viewTargets(project: Project, file: FileId): TargetsOf<Span> | string | undefined {
  const loaded = project.load(file);
  if (!loaded) return say`This file is no config that can be previewed.`;
  const { framework, config, surroundings } = loaded;
  const of = previewed(project, file, loaded);
  const datasets = (of?.datasets ?? []).filter(({ judge }) => !judge);
  const named = framework.editor?.tree?.(config.evaluation, surroundings);
  if (framework.editor?.tree && !named) return undefined;
  if (named) {
    const ids = new Map(datasets.map(({ label, id }) => [label, id]));
    return { previews: 'tasks', framework: framework.title, datasets: named.map((target) => withId(target, ids)), models: [] };
  }
  if (!of) return say`This config has neither datasets nor models.`;
  const models = ownModels(of, datasets[0] ?? { id: '', label: '', dataset: () => undefined });
  return {
    previews: 'pairs',
    framework: framework.title,
    datasets: datasets.slice(0, mostShown).map((choice) => targetOf(choice, 'dataset', choice.dataset()?.value.span)),
    models: models.slice(0, mostShown).map((choice) => targetOf(choice, 'model', choice.model()?.value.span)),
  };
}

function targetOf(
  { id, label, detail, place }: DatasetChoice | ModelChoice,
  kind: 'dataset' | 'model',
  at: Span | undefined,
): TargetOf<Span> {
  const small = [detail, place].filter((words) => words !== undefined).join(' · ');
  return { name: label, kind, id, members: [], ...(small !== '' && { detail: small }), ...(at && { at }) };
}

function withId({ name, kind, at, problem, members }: NamedTarget, ids: ReadonlyMap<string, string>): TargetOf<Span> {
  const id = kind === 'task' ? ids.get(name) : undefined;
  return {
    name,
    kind,
    at,
    ...(id !== undefined && { id }),
    ...(problem !== undefined && { problem }),
    members: members.map((member) => withId(member, ids)),
  };
}
