import type { ModelConfig } from '../../config/config.js';
import type { FileId } from '../../core/span.js';
import { looksLikeConfig } from '../../frameworks/registry.js';
import type { Project } from '../../project/project.js';
import { noModel } from './choices.js';
import { ownModels, previewed } from './picks.js';
import type { Choice } from './preview-shape.js';

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
  const of = previewed(project, file, loaded);
  if (!of) return [];
  const met = new Map<unknown, Set<ModelConfig>>();
  for (const { dataset, model } of of.targets) if (model) met.set(dataset, (met.get(dataset) ?? new Set()).add(model));
  return of.datasets.flatMap((dataset): PairOf[] => {
    const models = dataset.judge ? undefined : met.get(dataset.dataset());
    const own = ownModels(of, dataset).filter((choice) => !models || models.has(choice.model()!));
    if (own.length === 0) return [{ dataset, model: undefined }];
    return own.map((choice) => ({ dataset, model: choice.id === noModel ? undefined : choice }));
  });
}
