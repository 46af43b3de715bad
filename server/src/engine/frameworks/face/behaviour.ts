import type { Evaluation } from '../../core/evaluation.js';
import type { Fields } from './fields.js';
import type { ClassIndex } from '../../classes/class-index.js';
import type { ChatTemplate, ChatVariable } from '../../chat/index.js';
import type { Remembering } from '../../core/cache-key.js';
import type { GivenArguments, LoadedColumns } from '../../classes/columns/load-columns.js';
import type { Signature } from '../../classes/signature.js';
import type { Config, DatasetConfig, ModelConfig } from '../../config/config.js';
import type { ParserKind } from '../../classes/parser-kind.js';
import type { Mode, RenderError, RenderedPrompt } from '../../prompt/rendered-prompt.js';
import type { TokenPlan } from '../../prompt/token-plan.js';
import type { SplitSource } from '../../rows/dataset-rows.js';
import type { Releases } from './release.js';
import type { RunRows } from '../../rows/run-rows.js';
import type { FileId } from '../../core/span.js';
import type { Settings, SettingsSource } from '../../core/settings.js';
import type { DictValue, Value } from '../../core/value.js';
import type { RunningWorld } from '../../python/program/program.js';

/** `opencompass`, `aisbench`, `lm-eval`: as settings and pages of rules name it. */
export type FrameworkId = string;

/** A model × dataset pair that can be previewed. Without a model: "no meta template". */
export interface Target {
  readonly dataset: DatasetConfig;
  readonly model: ModelConfig | undefined;
}

/** The rows that a prompt is made of. Absent ones are replaced by placeholders: `⟦question⟧`. */
export interface Rows {
  readonly train: readonly DictValue[];
  readonly test: DictValue;
  /** The rows of a run, of which `test` is the one at `index`: with them examples are drawn as a run draws them. Absent: they are not known. */
  readonly run?: RunRows;
  /** Whether `test` is as the framework's and the user's code leave it, and not as it lies in a file. */
  readonly processed?: boolean;
}

/** How a run is started, as far as the draws of its examples depend on it. */
export interface RunChoices {
  /** Null: draws are not seeded. Absent: the framework's own. */
  readonly seed?: bigint | null;
  /** The rows alone that have these numbers, from 0. */
  readonly samples?: readonly number[];
  /** So many rows, or below 1 such a part of them. */
  readonly limit?: number;
}

export interface RenderOptions {
  /** Absent: the mode of the target's inferencer. */
  readonly mode?: Mode;
  /** Absent: the first label. */
  readonly label?: string;
  /** How many of the configured examples to use; absent: all. */
  readonly shots?: number;
  readonly rows?: Rows;
  /** Columns that templates ask for and that the dataset does not have: a row of placeholders lacks them, too. */
  readonly unfilled?: ReadonlySet<string>;
  /** What stands in front of the whole prompt, for frameworks that take it on the command line (`--system_instruction`). */
  readonly systemInstruction?: string;
  /** Whether examples are turns of their own or part of the question's; absent: as the framework does by default. */
  readonly multiturn?: boolean;
  /** The chat template of the model's tokenizer, for the prompts that one is applied to. */
  readonly chatTemplate?: ChatTemplate;
  /** The messages leave as they are, as a service takes them: for frameworks that ask for chat templates on the command line. */
  readonly asMessages?: boolean;
  /** For frameworks that take them on the command line. */
  readonly run?: RunChoices;
  /** What the chat template is given beside the messages; absent: nothing. */
  readonly chatVariables?: Readonly<Record<string, ChatVariable>>;
  /** What is set over the generation arguments of a task; absent: nothing. */
  readonly generation?: DictValue;
  /** Which prompt format a task is asked in; absent: its own. */
  readonly format?: string;
  /** The release that makes the prompt, by its name in `Behaviour.releases`; absent: the newest. */
  readonly release?: string;
}

/** What is known of the class of a model or dataset: from its source, where that is within reach, else from what we know of the version that we speak for. */
export interface ClassFacts {
  readonly name: string;
  /** The file that defines it; undefined where the facts come from us. */
  readonly file: FileId | undefined;
  /** What the constructor, or for a dataset the loading, takes of the keys of the config; undefined where that is unknown. */
  readonly signature: Signature | undefined;
  /** Keys that the framework takes out before, `type` among them. */
  readonly taken: ReadonlySet<string>;
  /** Whether the source of the framework's own classes is within reach, so that its release is the one around. */
  readonly isFrameworkRead: boolean;
  /** Of a dataset: its class has a constructor of its own, in which an argument may be refused before `load` is given it. */
  readonly ownConstructor?: boolean;
  /** Of a dataset: the columns that its source tells of. @param given the arguments of a config, on which branches may turn; absent: any */
  readonly columns?: (given?: GivenArguments) => LoadedColumns | undefined;
  /** Of a model. */
  readonly parser?: ParserKind | undefined;
  /** Of a model: `own` the config's meta template; `default` that, else the class's own; `ignored` none, whatever the config says. */
  readonly metaTemplate?: 'own' | 'default' | 'ignored' | undefined;
}

/** What of the templates of a dataset no column fills: the model reads such a placeholder as it stands there. */
export interface Unfilled {
  /** Names in braces that stay, those of formulas among them. */
  readonly left: ReadonlySet<string>;
  /** Those of them that are meant for columns. */
  readonly faults: ReadonlySet<string>;
}

/** What a framework may look up beyond the evaluated document. */
export interface Surroundings extends Remembering, SettingsSource {
  /** Where to look up classes that the framework does not know by name. */
  readonly classes: ClassIndex;
  /** The user's own. */
  readonly settings: Settings;
  /** What code sees of the world that is run as a run of the framework on `file` would run it. */
  running(file: FileId): RunningWorld;
}

/** Where the rows of a dataset are: of the split that is asked, and of the one that examples come from. */
export interface DatasetSplits {
  readonly test: SplitSource;
  /** Absent where its rows are not to be had as they are. */
  readonly train?: SplitSource;
  /** What a run raises that loads the dataset, whatever its files are by themselves: an exception with its message. */
  readonly raises?: string;
  /** Why a run may not be able to load the dataset: a sentence. */
  readonly doubt?: string;
}

/** What the tokens of a prompt may depend on beside its target. */
export interface TokenSurroundings {
  readonly surroundings: Surroundings;
  /** The document. */
  readonly file: FileId;
  /** The folder or name of the model whose tokenizer or chat template the user has picked. */
  readonly model: string | undefined;
}

/** What a framework does with configs, as far as its own rules look at it. The engine never throws through it. */
export interface Behaviour {
  readonly id: FrameworkId;
  readonly title: string;
  /** Whose behaviour this is: `OpenCompass 0.5.3`. */
  readonly version: string;
  readonly fields: Fields;
  /** Its releases, as far as their prompts differ; absent: there is only one. */
  readonly releases?: Releases;
  /** What a prompt is made of: a dataset and a model that meets it, or a task alone. */
  readonly previews: 'pairs' | 'tasks';
  /** Whether the evaluated document is a config of this framework. */
  detect(evaluation: Evaluation): boolean;
  /** @param surroundings absent: nothing is known but the document and its bases */
  read(evaluation: Evaluation, surroundings?: Surroundings): Config;
  /** Pairs of the document's own models and datasets; datasets without models where it has none. */
  targets(config: Config, surroundings?: Surroundings): Target[];
  /** Second passes over datasets, in which a model judges the answers: each a dataset of its own with the one model that it meets. */
  judges?(config: Config, surroundings?: Surroundings): Target[];
  render(target: Target, options?: RenderOptions): RenderedPrompt;
  /** The folder, or the name on the Hugging Face hub, of the tokenizer whose chat template a target's prompts are given; undefined where there is none. */
  tokenizerOf?(target: Target): string | undefined;
  /** How a run gives a target's prompt to the tokenizer of the model; undefined where that is left to a service, or not known. Absent: never. */
  tokens?(target: Target, mode: Mode, around: TokenSurroundings): TokenPlan | undefined;
  /**
   * What the framework raises on a dataset for each of some models (undefined: whatever the model is), for the first label with which it does: what `render`
   * reports, without making the stages.
   * @param release as in RenderOptions
   */
  raises(dataset: DatasetConfig, models: readonly (ModelConfig | undefined)[], release?: string): readonly (RenderError | undefined)[];
  /** Why a run stops before it sends any prompt of a target, a sentence; undefined where it does not. Absent: it never does. @param release as in RenderOptions */
  neverSent?(target: Target, release?: string): string | undefined;
  /** Why a run with this document stops before it asks anything, although it loads: a sentence. Absent: it never does. */
  stopsAtReading?(evaluation: Evaluation): string | undefined;
  /** What is known of the class that a model or dataset names. `file` is the document. Undefined where nothing is. */
  classFacts?(kind: 'model' | 'dataset', type: Value | undefined, file: FileId, classes: ClassIndex): ClassFacts | undefined;
  /**
   * What of a dataset's templates no column fills, as its rules find it. `file` is the document. Absent: never asked.
   * @param row the row that is asked; undefined for placeholders, of which the class and `reader_cfg` tell the columns
   */
  unfilled?(dataset: DatasetConfig, row: DictValue | undefined, file: FileId, classes: ClassIndex): Unfilled;
  /** The files on this machine with the rows of a target; undefined where they are not known. Absent: they never are. @param release as in RenderOptions */
  rows?(target: Target, surroundings: Surroundings, release?: string): DatasetSplits | undefined;
  /** As `rows`, with all that code makes of them on the way to a prompt; asked for where a prompt is shown. Absent: `rows` has it all. */
  runRows?(target: Target, surroundings: Surroundings, release?: string): DatasetSplits | undefined;
  /** The columns that a row must have for the prompt of a target; absent: those that its infer_cfg and reader_cfg name. */
  columns?(target: Target): readonly string[];
}

/** A document read as a config, and what it was read with. */
export interface ReadConfig {
  readonly config: Config;
  readonly surroundings: Surroundings;
}
