import type { PyError } from '../../core/errors.js';
import type { ModelConfig, ParserKind } from '../../config/config.js';
import type { Output } from '../../prompt/rendered-prompt.js';
import type { DictValue, Value } from '../../core/value.js';
import { openCompassTemplates, type TemplateClasses } from './template/build-template.js';
import { modeOf, promptOf, type InferencerCase, type InferencerMode, type PromptParts } from './infer/inferencer.js';
import { modelClass, type ModelClass } from './classes/model-classes.js';
import type { Parser } from './parse/parser.js';
import { buildParserFor } from './infer/parser-for.js';
import { openCompassRetrievers, type RetrieverClasses } from './retrieve/retriever.js';
import { chatOutput } from './send/chat-messages.js';

/** All that sets apart the frameworks that render prompts by the code of this folder. */
export interface Dialect {
  readonly templates: TemplateClasses;
  /** Whether a dataset without any template is refused before anything else is looked at. */
  readonly refusesNoTemplates: boolean;
  readonly retrievers: RetrieverClasses;
  readonly inferencerRegistry: string;
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
  /** What the default meta template of a model class does that a reader may not expect. */
  readonly defaultMetaNote: string;
  /** Why a model cannot score prompts, as a sentence; undefined where it can, or where that is not known. */
  scoringNote(model: ModelConfig | undefined): string | undefined;
  /**
   * What the model class makes of what the parser gives; undefined where it hands that on as it is, or where its way is not known.
   * @throws PyError what the class raises on it
   */
  convert(value: Value, model: ModelConfig): Output | undefined;
}

/** OpenCompass 0.5.3. */
export const openCompassDialect: Dialect = {
  templates: openCompassTemplates,
  refusesNoTemplates: true,
  retrievers: openCompassRetrievers,
  inferencerRegistry: 'opencompass::icl_inferencer',
  modeOf,
  otherInferencers: new Set(['ChatMLInferencer', 'ParallelChatMLInferencer']),
  withoutInferCfg: (dataset) => (dataset.get('type') ? undefined : 'OpenCompass makes the templates of a custom dataset from its data when it runs.'),
  promptOf,
  buildParser: ({ mode }, kind, meta) => buildParserFor(mode, kind, meta),
  raised: (error) => error,
  modelClass,
  defaultMetaNote: "system turns are sent as the user's",
  scoringNote,
  convert: chatOutput,
};

function scoringNote(model: ModelConfig | undefined): string | undefined {
  const chat = modelClass(model?.className)?.chat;
  if (chat !== 'tokenizer' && chat !== 'server') return undefined;
  return `${model?.className ?? 'The class'} cannot score a prompt: in ppl mode the run stops with NotImplementedError.`;
}
