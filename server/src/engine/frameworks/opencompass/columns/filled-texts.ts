import { dialogueItems, templateTexts } from '../../../config/dialogue.js';
import { readInferCfg, type InferCfg, type TemplateConfig } from '../../../config/infer-cfg.js';
import { itemsOf } from '../../../config/sequence.js';
import { oncePer } from '../../../core/once-per.js';
import { textOf, type StrValue, type Value } from '../../../core/value.js';

/** A text into which a framework puts columns. */
export interface FilledText {
  readonly text: StrValue;
  /** The columns that alone can be put in, whatever a row has: none where the class leaves the text as it is; undefined where all of the row's can. */
  readonly only: readonly string[] | undefined;
}

/** The texts of the templates of a dataset that columns are put into; of template classes of the user's it is not known. */
export function filledTexts(inferCfg: Value | undefined): readonly FilledText[] {
  return inferCfg ? textsOf(inferCfg) : [];
}

/** Several rules go through them, of thousands of datasets. */
const textsOf = oncePer((inferCfg: Value): readonly FilledText[] => {
  const infer = readInferCfg(inferCfg);
  return infer ? templatesOf(infer).flatMap(textsOfTemplate) : [];
});

/**
 * Inferencers that make their messages of columns and read no template: the first always (AISBench 3.1.0 `openicl/icl_inferencer/icl_bfcl_v3_inferencer.py`), an
 * agent where a column holds the conversation (OpenCompass 0.5.3 `openicl/icl_inferencer/icl_chat_inferencer.py`), or the fork has one of its own, like GTA.
 */
const withoutTemplate: ReadonlySet<string> = new Set(['BFCLV3FunctionCallInferencer', 'AgentInferencer']);

/** Whether the inferencer may read no template, so that nothing in one is sent. */
export function readsNoTemplate(inferCfg: Value | undefined): boolean {
  return withoutTemplate.has(readInferCfg(inferCfg)?.inferencer?.className ?? '');
}

/** The columns that are put in besides those of the row (OpenCompass 0.5.3 `openicl/icl_inferencer/icl_attack_inferencer.py`). */
export function attackColumns(inferCfg: Value | undefined): readonly string[] {
  const inferencer = readInferCfg(inferCfg)?.inferencer;
  if (inferencer?.className !== 'AttackInferencer') return [];
  const key = inferencer.value.get('adv_key');
  return [key?.kind === 'str' ? key.text : 'adv_prompt'];
}

function templatesOf({ promptTemplate, iceTemplate }: InferCfg): TemplateConfig[] {
  return [promptTemplate, iceTemplate].filter((template) => template !== undefined);
}

/** The same of one template. */
export function textsOfTemplate({ className, template, messages, value }: TemplateConfig): readonly FilledText[] {
  switch (className) {
    case 'PromptTemplate':
      return [...templateTexts(template).map((text) => ({ text, only: undefined })), ...passedOn(mediaTexts(template))];
    case 'RawPromptTemplate':
      return isFalse(value.get('format_variables')) ? [] : messageTexts(messages);
    case 'MultiTurnPromptTemplate':
      return roundTexts(template).map((text) => ({ text, only: ['question', 'answer'] }));
    case 'MMPromptTemplate':
      return [...mediaTexts(template), ...passedOn(promptTexts(template))];
    default:
      return [];
  }
}

/** Texts of a template that its class fills with nothing: PromptTemplate those of `prompt_mm`, MMPromptTemplate those of `prompt` (AISBench 3.1.0 `utils/prompt/prompt.py`). */
function passedOn(texts: readonly Pick<FilledText, 'text'>[]): readonly FilledText[] {
  return texts.map(({ text }) => ({ text, only: [] }));
}

/** What the model is to write is not sent. */
function promptTexts(template: Value | undefined): Pick<FilledText, 'text'>[] {
  return dialogueItems(template).flatMap(({ value, prompt }) =>
    value.kind === 'dict' && prompt?.value.kind === 'str' && textOf(value.get('role')) !== 'BOT' ? [{ text: prompt.value }] : [],
  );
}

function isFalse(value: Value | undefined): boolean {
  return value?.kind === 'bool' && !value.value;
}

function messageTexts(messages: Value | undefined): FilledText[] {
  return (itemsOf(messages) ?? []).flatMap((message) => {
    const content = message.kind === 'dict' && !message.get('expand_column') ? message.get('content') : undefined;
    return content?.kind === 'str' ? [{ text: content, only: undefined }] : [];
  });
}

function roundTexts(template: Value | undefined): StrValue[] {
  return dialogueItems(template).flatMap(({ section, prompt }) =>
    section === 'round' && prompt?.value.kind === 'str' ? [prompt.value] : [],
  );
}

/** Of each kind of part the key that is filled, and the one column that fills it. AISBench 3.1.0 `utils/prompt/prompt.py`, `format_mm`. */
const mediaColumns = [
  ['text', 'text', 'question'],
  ['image', 'image_url', 'image'],
  ['video', 'video_url', 'video'],
  ['audio', 'audio_url', 'audio'],
] as const;

function mediaTexts(template: Value | undefined): FilledText[] {
  return dialogueItems(template).flatMap(({ value }) => {
    const parts = value.kind === 'dict' ? value.get('prompt_mm') : undefined;
    if (parts?.kind !== 'dict') return [];
    return mediaColumns.flatMap(([part, key, column]) => {
      const look = parts.get(part);
      const given = look?.kind === 'dict' ? look.get(key) : undefined;
      const text = given?.kind === 'dict' ? given.get('url') : given;
      return text?.kind === 'str' ? [{ text, only: [column] }] : [];
    });
  });
}
