/** A dataset, a model, a task, a group or a tag of a document. */
export interface TargetOf<Place> {
  readonly name: string;
  readonly kind: 'dataset' | 'model' | 'task' | 'group' | 'tag';
  /** Small print: `LM parser`, `from gsm8k_gen.py`. */
  readonly detail?: string;
  /** The id by which it is picked and asked for; absent where it has no prompt in this document. */
  readonly id?: string;
  /** Where it is written. */
  readonly at?: Place;
  /** What building it raises. */
  readonly problem?: string;
  readonly members: readonly TargetOf<Place>[];
}

/** What a document has to be previewed. `tasks`: prompts are made of a task alone, which `datasets` are then, as a tree. */
export interface TargetsOf<Place> {
  readonly previews: 'pairs' | 'tasks';
  /** The framework's name. */
  readonly framework: string;
  readonly datasets: readonly TargetOf<Place>[];
  readonly models: readonly TargetOf<Place>[];
}
