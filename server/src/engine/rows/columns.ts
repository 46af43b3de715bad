import { dialogueItems, templateVariants, dialogueSections, isDialogue } from '../config/dialogue.js';
import { readInferCfg, type InferCfg, type TemplateConfig } from '../config/infer-cfg.js';
import { readReaderCfg } from '../config/reader-cfg.js';
import { itemsOf, oneOrMany } from '../config/sequence.js';
import { textOf, type Value } from '../core/value.js';

/** What a dataset's config says of the columns that its rows must have. */
export interface Columns {
  /** Input columns, the output column, then the placeholders of the templates in the order of their appearance; each once. */
  readonly names: readonly string[];
  /** Those of them that the prompt is made of: without an input column that nothing reads. */
  readonly used: readonly string[];
  readonly output: string | undefined;
  /** Columns that hold a list of messages: those that a RawPromptTemplate expands. */
  readonly conversations: ReadonlySet<string>;
  /** Columns that hold a list, a text for each turn: those of a MultiTurnPromptTemplate. */
  readonly turns: ReadonlySet<string>;
  /** What a MMPromptTemplate's column `content` has segments of: `image`, `text`; none without such a template. */
  readonly segments: readonly string[];
  /** Keys of an ice template that is a dict of labels: a train row's answer must be one of them. */
  readonly exampleLabels: readonly Value[];
}

/** Reads the columns out of an infer_cfg and a reader_cfg; what is unknown counts as absent. */
export function columnsOf(inferCfg: Value | undefined, readerCfg: Value | undefined): Columns {
  const infer = readInferCfg(inferCfg);
  const reader = readReaderCfg(readerCfg);
  const templates = [infer?.promptTemplate, infer?.iceTemplate].filter((template) => template !== undefined);
  const conversations = new Set(templates.flatMap(expandedColumns));
  const output = reader.outputColumn?.text;
  const names = [...(output === undefined ? [] : [output]), ...templates.flatMap(placeholders), ...conversations];
  // This inferencer reads a column of its own (OpenCompass 0.5.3 `openicl/icl_inferencer/icl_inference_ppl_only_inferencer.py`).
  if (infer?.inferencer?.className === 'InferencePPLOnlyInferencer') names.push('label');
  // And this one makes its messages of columns alone (AISBench 3.1.0 `openicl/icl_inferencer/icl_bfcl_v3_inferencer.py`).
  if (infer?.inferencer?.className === 'BFCLV3FunctionCallInferencer') names.push('question', 'function', 'id');
  const segments = [...new Set(templates.flatMap(segmentsOf))];
  if (segments.length > 0) names.push('content');
  const turns = new Set(templates.some(({ className }) => className === 'MultiTurnPromptTemplate') ? ['question', 'answer'] : []);
  const inputs = reader.inputColumns;
  const used = new Set([...(readsInputs(infer) ? inputs : []), ...names, ...turns]);
  return {
    names: [...new Set([...inputs, ...names, ...turns])],
    used: [...used],
    output,
    conversations,
    turns,
    segments,
    exampleLabels: labels(infer?.iceTemplate),
  };
}

/** Retrievers that choose examples without looking at the rows, in OpenCompass and AISBench. */
const blindRetrievers: ReadonlySet<string | undefined> = new Set([
  'ZeroRetriever',
  'FixKRetriever',
  'RandomRetriever',
  'SlidingWindowRetriever',
]);

/** Whether something reads the input columns beside the templates: a retriever that compares rows, an inferencer that makes a conversation of them, a class that is not known. */
function readsInputs(infer: InferCfg | undefined): boolean {
  return (
    !blindRetrievers.has(infer?.retriever?.className) ||
    !['GenInferencer', 'PPLInferencer', 'LMMGenInferencer'].includes(infer?.inferencer?.className ?? '')
  );
}

/** `{name}` in every text of a template. */
function placeholders(template: TemplateConfig): string[] {
  return texts(template).flatMap((text) => [...text.matchAll(/\{([A-Za-z_]\w*)\}/g)].map((match) => match[1]!));
}

function texts(template: TemplateConfig): string[] {
  if (template.messages) return (itemsOf(template.messages) ?? []).flatMap(strings);
  return templateVariants(template.template).flatMap(({ value }) => {
    if (value.kind !== 'dict') return strings(value);
    return dialogueSections.flatMap((section) => oneOrMany(value.get(section)).flatMap(strings));
  });
}

/** All texts within a value, but those of `prompt_mm`: their places are filled from the column `content`. */
function strings(value: Value): string[] {
  if (value.kind === 'str') return [value.text];
  if (value.kind === 'dict')
    return [...value.entries.values()].flatMap((entry) => (textOf(entry.key) === 'prompt_mm' ? [] : strings(entry.value)));
  return (itemsOf(value) ?? []).flatMap(strings);
}

/** What the turns of a MMPromptTemplate can show, in the order in which models are shown it: pictures and sounds, then text. */
function segmentsOf({ className, template }: TemplateConfig): string[] {
  if (className !== 'MMPromptTemplate') return [];
  const parts = dialogueItems(template).map((item) => (item.value.kind === 'dict' ? item.value.get('prompt_mm') : undefined));
  return ['image', 'video', 'audio', 'text'].filter((kind) => parts.some((part) => part?.kind === 'dict' && part.get(kind) !== undefined));
}

function expandedColumns(template: TemplateConfig): string[] {
  return (itemsOf(template.messages) ?? []).flatMap((message) =>
    message.kind === 'dict' ? (textOf(message.get('expand_column')) ?? []) : [],
  );
}

function labels(template: TemplateConfig | undefined): readonly Value[] {
  const value = template?.template;
  if (value?.kind !== 'dict' || isDialogue(value)) return [];
  return [...value.entries.values()].map((entry) => entry.key);
}
