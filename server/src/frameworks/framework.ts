import type { Evaluation } from '../evaluation.js';
import type { Config, DatasetConfig, ModelConfig } from '../config/config.js';
import type { Mode, RenderError, RenderedPrompt } from '../prompt/rendered-prompt.js';
import type { DictValue } from '../value.js';

export type FrameworkId = 'opencompass' | 'aisbench' | 'lm-eval';

/** A model × dataset pair that can be previewed. Without a model: "no meta template". */
export interface Target {
  readonly dataset: DatasetConfig;
  readonly model: ModelConfig | undefined;
}

/** The rows that a prompt is made of. Absent ones are replaced by placeholders: `⟦question⟧`. */
export interface Rows {
  readonly train: readonly DictValue[];
  readonly test: DictValue;
}

export interface RenderOptions {
  /** Absent: the mode of the target's inferencer. */
  readonly mode?: Mode;
  /** Absent: the first label. */
  readonly label?: string;
  /** How many of the configured examples to use; absent: all. */
  readonly shots?: number;
  readonly rows?: Rows;
}

/** A framework is a folder with this one face. The engine never throws through it. */
export interface Framework {
  readonly id: FrameworkId;
  readonly title: string;
  /** Whose behaviour this is: `OpenCompass 0.5.3`. */
  readonly version: string;
  /** Whether the evaluated document is a config of this framework. */
  detect(evaluation: Evaluation): boolean;
  read(evaluation: Evaluation): Config;
  /** Pairs of the document's own models and datasets; datasets without models where it has none. */
  targets(config: Config): Target[];
  render(target: Target, options?: RenderOptions): RenderedPrompt;
  /** What the framework raises on a pair, for the first label with which it does: what `render` reports, without making the stages. */
  raises(target: Target): RenderError | undefined;
}
