import type { ParserKind } from '../../../classes/parser-kind.js';
import type { ModelConfig } from '../../../config/config.js';
import type { ModelAttr } from '../../../config/model-attrs.js';
import type { Severity } from '../../../core/severity.js';
import type { PyError } from '../../../core/errors.js';
import type { DictValue, Value } from '../../../core/value.js';
import type { Output, RenderError } from '../../../prompt/rendered-prompt.js';
import type { ModelClass } from '../classes/model-classes.js';
import type { FaultName } from '../values/fault.js';
import type { InferencerMode, InferencerCase, PromptParts } from '../infer/inferencer.js';
import type { Parser } from '../parse/parser.js';
import type { DatasetReader } from '../retrieve/dataset-reader.js';
import type { ReaderWays } from '../retrieve/reader-splits.js';
import type { RetrieverClasses } from '../retrieve/retriever.js';
import type { TemplateClasses } from '../template/build-template.js';

/** What becomes of a dataset that lacks a part. */
export interface LackingPart {
  readonly severity: Severity;
  readonly does: string;
}

/** How model classes are asked by a framework that has a task for services and one for local models. */
export interface ModelAsking {
  /** Which of the two a class is made for; undefined for one that is not the framework's own. */
  attrOf(className: string): ModelAttr | undefined;
  /** Classes whose services answer with the likelihood of a prompt. */
  readonly scoring: ReadonlySet<string>;
  /** Classes that stream, whatever `stream` says. */
  readonly streaming: ReadonlySet<string>;
}

/** All that sets apart the frameworks that render prompts by the code of this folder. */
export interface Dialect {
  /** The name by which our script for installed frameworks (`server/verify/`) knows it. */
  readonly framework: string;
  readonly templates: TemplateClasses;
  /** Whether a dataset without any template is refused before anything else is looked at. */
  readonly refusesNoTemplates: boolean;
  readonly retrievers: RetrieverClasses;
  readonly reading: ReaderWays;
  readonly inferencerRegistry: string;
  /** Inferencers of later releases: naming one raises, by whatever module. */
  readonly laterInferencers?: ReadonlySet<string>;
  /** What becomes of `multiround` of the inferencers that generate; absent where the framework has nothing of that name. */
  readonly multiround?: 'followed' | 'ignored';
  /** The way in which an inferencer class makes its prompts; undefined for a class that is not known. */
  modeOf(className: string | undefined): InferencerMode | undefined;
  /** Inferencer classes that are registered but whose prompts depend on more than template and row. */
  readonly otherInferencers: ReadonlySet<string>;
  /** Why a dataset without infer_cfg has no prompt, where that is not simply an exception. */
  withoutInferCfg(dataset: DictValue): string | undefined;
  /**
   * The prompt before the parser.
   * @throws PyError what the framework raises
   */
  promptOf(inferencer: InferencerCase, parts: PromptParts, label: Value | undefined): Value;
  /** @throws PyError what the parser's constructor raises on a malformed meta template */
  buildParser(inferencer: InferencerCase, kind: ParserKind, meta: Value | undefined): Parser;
  /** The exception under the name that this framework gives it. */
  raised(error: PyError): PyError;
  modelClass(className: string | undefined): ModelClass | undefined;
  /** Absent: one task asks all models. */
  readonly asking?: ModelAsking;
  /** What the default meta template of a model class does that a reader may not expect. */
  readonly defaultMetaNote: string;
  /** Why a model cannot score prompts, as a sentence; undefined where it can, or where that is not known. */
  scoringNote(model: ModelConfig | undefined): string | undefined;
  /** Why a run stops before it asks for anything, whatever the prompt, as a sentence: for the model's class or the inferencer's ways; absent where none is like that. */
  brokenNote?(model: ModelConfig | undefined, inferencer: InferencerCase): string | undefined;
  /** What a model class raises on a row before it sends anything, whatever the prompt; absent where none is like that. @param row of a run */
  rowRefusal?(model: ModelConfig, reader: DatasetReader | undefined, row: DictValue): RenderError | undefined;
  /**
   * What the model class makes of what the parser gives; undefined where it hands that on as it is, or where its way is not known.
   * @throws PyError what the class raises on it
   */
  convert(value: Value, model: ModelConfig): Output | undefined;
  /** The name under which the framework raises something that is wrong, for messages: `AISBenchValueError [ICLR-PARAM-001]`. */
  exception(fault: FaultName): string;
  /** The names that its API models know for an `api_role`. */
  readonly apiRoles: readonly string[];
  /** Whether a turn that is asked under its fallback role loses or garbles its text. */
  readonly fallbackGarbles: boolean;
  /** Fields of a model that are checked before it is built: `invalid-model-field` tells of these. */
  readonly checkedModelFields: ReadonlySet<string>;
  /** The package in whose folders its classes are: `ais_bench.benchmark`. */
  readonly classPackage: string;
  /** The package of the framework whose configs look the same, which has other classes under these names. */
  readonly siblingPackage: string;
  /** Whether the evaluation looks up `pred_role` among the roles of a local model. */
  readonly readsPredRole: boolean;
  /** What becomes of a dataset that lacks a part, by its key, as the rest of a sentence; of other parts the renderer tells what they raise. */
  readonly withoutPart: Readonly<Record<string, LackingPart>>;
  /** Whether a run gives a stage without a partitioner one, and a runner without a class. */
  readonly fillsStages: boolean;
  /** Whether the number of tokens to write is read of the inferencer's config, too. */
  readonly inferencerHasLength: boolean;
  /** What a dataset raises whose `k` is above its `n`. */
  readonly tooFewAnswers: string;
  /** Whether the evaluation refuses a list of numbers in `k` of a dataset. */
  readonly countsOneNumber: boolean;
  /** The kinds of runs that `attr` of a summarizer is for; absent where nothing reads it. */
  readonly summarizerAttrs?: readonly string[];
  /** Whether datasets of one abbr are evaluated once, whatever sets them apart. */
  readonly evaluatesOnce: boolean;
  /** What a run does that looks first whether its lists are lists of dicts, as the rest of a sentence; undefined where it does not look. */
  readonly onWrongList: string | undefined;
  /** What a run does without any dataset, as the rest of a sentence. */
  readonly onEmptyList: string;
  /** The columns of answers that a judge is given besides those of the rows; the first is the answer to the row itself. */
  readonly judgedColumns: readonly string[];
  /** What the parsers do with a begin or an end of a wrong type, as the rest of a sentence. */
  readonly onWrongAffix: string;
}
