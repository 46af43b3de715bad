import type { Span } from '../core/span.js';
import type { DictValue, Value } from '../core/value.js';
import type { Evaluation } from '../core/evaluation.js';
import type { ParserKind } from '../classes/parser-kind.js';

/** One entry of a dataset list. */
export interface DatasetConfig {
  readonly value: DictValue;
  /** The name that the preview shows: `abbr`, else what the framework derives. */
  readonly abbr: string;
  /** The top-level name of the list that holds it (`gsm8k_datasets`), and its index there. */
  readonly list: string;
  readonly index: number;
  /** Where the document names it, for one that is defined elsewhere and read only when its value is asked for. */
  readonly namedAt?: Span;
  readonly inferCfg: Value | undefined;
  readonly readerCfg: Value | undefined;
  /** Whether the framework makes it of what is written: another release may make another one. */
  readonly made?: true;
  /** Of the second pass over a dataset, in which a model judges the answers: what its rows are. Absent: any other dataset, and where that is not known. */
  readonly judged?: JudgedRows;
}

/** The rows that a judge is asked about: those of a dataset, with columns that the run adds. */
export interface JudgedRows {
  /** The dataset that loads them. */
  readonly of: DictValue;
  /** The dataset that is judged. */
  readonly answered: DictValue;
  /** The columns that hold what its rows have for an answer. */
  readonly references: readonly string[];
  /** Further columns with what models have answered, and what stands beside it. */
  readonly answers?: readonly string[];
  /** Names that look like such columns and are none. */
  readonly lacking: readonly string[];
  /** The judge reads the rows of the dataset that is judged as they are, not a dataset that is made anew of them. */
  readonly asTheyAre?: true;
}

/** The column with what the judged model has answered, which nobody knows before. */
export const answerColumn = 'prediction';

/** Stands for what the judged model has answered. */
export const unknownAnswer = `⟦${answerColumn}⟧`;

/** One entry of a model list. */
export interface ModelConfig {
  readonly value: DictValue;
  readonly abbr: string;
  readonly list: string;
  readonly index: number;
  /** Last name of the class: `HuggingFacewithChatTemplate`; undefined where it is unknown. */
  readonly className: string | undefined;
  /** Which parser reads the meta template; undefined where the class is not known to us. */
  readonly parser: ParserKind | undefined;
  /** The effective meta template: the config's own, or the class's default; undefined where the model has none. */
  readonly metaTemplate: Value | undefined;
  /** True where the class ignores `meta_template` (HuggingFaceBaseModel) or brings its default. */
  readonly metaTemplateFromClass: boolean;
  /** The class of the framework that it is, or is nearest derived from; absent where none is known. */
  readonly knownClass?: string | undefined;
}

/** A kind of dict that a framework has a schema for: `meta-template`, `prompt-template`, `task`. */
export type ConfigKind = string;

/** A value whose meaning is known: "this dict is a meta template". Each value appears once a kind, however often it is used. */
export interface Place {
  readonly kind: ConfigKind;
  readonly value: Value;
  /** Where the value is given to its owner: in `meta_template=my_template` that is `my_template`. */
  readonly useSpan: Span;
  /** How it is reached: `models[0].meta_template.round[1]`. */
  readonly path: string;
  /** The place that owns this one: the infer_cfg of a prompt template, the meta template of a role. */
  readonly parent?: Place | undefined;
}

/** The typed reading of an evaluated document. */
export interface Config {
  readonly evaluation: Evaluation;
  readonly datasets: readonly DatasetConfig[];
  readonly models: readonly ModelConfig[];
  /** Those of other lists: judges, and models that are compared. */
  readonly otherModels?: readonly ModelConfig[];
  /** Those that evaluators hold, whatever they do with them. */
  readonly judgers?: readonly ModelConfig[];
  /** All places of this document and its bases, owners before owned. */
  readonly places: readonly Place[];
}
