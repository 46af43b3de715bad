import { oncePer } from '../core/once-per.js';
import type { DictValue, Value } from '../core/value.js';
import { classNameOf } from './class-name.js';
import { templateShape, type TemplateShape } from './dialogue.js';

/** A prompt or ice template of an infer_cfg: `dict(type=PromptTemplate, template=…, ice_token=…)`. */
export interface TemplateConfig {
  readonly value: DictValue;
  readonly className: string | undefined;
  /** `template` of a PromptTemplate. */
  readonly template: Value | undefined;
  readonly shape: TemplateShape;
  /** `messages` of a RawPromptTemplate. */
  readonly messages: Value | undefined;
  readonly iceToken: Value | undefined;
  readonly sepToken: Value | undefined;
}

/** A part of an infer_cfg that is known by its class: the retriever, the inferencer. */
export interface PartConfig {
  readonly value: DictValue;
  readonly className: string | undefined;
}

/** The typed reading of an `infer_cfg`. A part that is absent or no dict is undefined. */
export interface InferCfg {
  readonly value: DictValue;
  readonly iceTemplate: TemplateConfig | undefined;
  readonly promptTemplate: TemplateConfig | undefined;
  readonly retriever: PartConfig | undefined;
  readonly inferencer: PartConfig | undefined;
}

/** Reads an infer_cfg; undefined for anything but a dict. */
export function readInferCfg(value: Value | undefined): InferCfg | undefined {
  return value?.kind === 'dict' ? readParts(value) : undefined;
}

/** Read once: every rule and stage asks for it, of thousands of datasets. */
const readParts = oncePer((value: DictValue): InferCfg => ({
  value,
  iceTemplate: readTemplate(value.get('ice_template')),
  promptTemplate: readTemplate(value.get('prompt_template')),
  retriever: readPart(value.get('retriever')),
  inferencer: readPart(value.get('inferencer')),
}));

/** Reads the dict of a prompt or ice template; undefined for anything but a dict. */
export function readTemplate(value: Value | undefined): TemplateConfig | undefined {
  if (value?.kind !== 'dict') return undefined;
  const template = value.get('template');
  return {
    value,
    className: classNameOf(value.get('type')),
    template,
    shape: templateShape(template),
    messages: value.get('messages'),
    iceToken: value.get('ice_token'),
    sepToken: value.get('sep_token'),
  };
}

function readPart(value: Value | undefined): PartConfig | undefined {
  return value?.kind === 'dict' ? { value, className: classNameOf(value.get('type')) } : undefined;
}
