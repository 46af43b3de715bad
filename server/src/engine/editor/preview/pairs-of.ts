import type { ModelConfig } from '../../config/config.js';
import type { FileId } from '../../core/span.js';
import { looksLikeConfig } from '../../frameworks/registry.js';
import type { Project } from '../../project/project.js';
import { datasetChoices, judgeChoices, judgeModels, modelChoices, noModel } from './choices.js';
import type { Choice } from './shape.js';

/** A prompt that a document has: the ids that pick it, and the names that it goes by. */
export interface PairOf {
  readonly dataset: Pick<Choice, 'id' | 'label'>;
  /** Undefined where the framework's prompts need no model, and for a document that names none. */
  readonly model: Pick<Choice, 'id' | 'label'> | undefined;
}

/**
 * All that a document by itself has to be previewed, in its order: each dataset with each model that the run asks, judges, tasks. Models of other files are no
 * part of it. Empty for what is no config, or cannot be evaluated.
 */
export function pairsOf(project: Project, file: FileId): readonly PairOf[] {
  const document = project.document(file);
  if (!document || !looksLikeConfig(document.text, document.language)) return [];
  const loaded = project.evaluate(file)?.ok ? project.load(file) : undefined;
  if (!loaded) return [];
  const targets = loaded.framework.targets(loaded.config, loaded.surroundings);
  const judges = judgeChoices(loaded.framework.judges?.(loaded.config, loaded.surroundings) ?? [], file);
  const datasets = datasetChoices(targets, file);
  if (loaded.framework.previews === 'tasks') return datasets.map((dataset) => ({ dataset, model: undefined }));
  const met = new Map<unknown, Set<ModelConfig>>();
  for (const { dataset, model } of targets) if (model) met.set(dataset, (met.get(dataset) ?? new Set()).add(model));
  const own = met.size === 0 ? [] : modelChoices(project, file, targets).map((choice) => ({ choice, model: choice.model() }));
  return [
    ...datasets.flatMap((dataset): PairOf[] => {
      const models = met.get(dataset.dataset);
      if (!models) return [{ dataset, model: undefined }];
      return own.flatMap(({ choice, model }) => (model && models.has(model) ? [{ dataset, model: choice }] : []));
    }),
    ...judges.flatMap((dataset) =>
      judgeModels(dataset.judge!, file).map((model): PairOf => ({ dataset, model: model.id === noModel ? undefined : model })),
    ),
  ];
}
