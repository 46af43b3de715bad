import { classNameOf } from '../../config/class-name.js';
import type { Value } from '../../value.js';
import { modeOf, type InferencerCase, type InferencerMode } from './inferencer.js';
import type { RenderCase } from './render-case.js';

/** The part of a case that a dataset's infer_cfg gives. */
export type InferCase = Pick<RenderCase, 'promptTemplate' | 'iceTemplate' | 'retriever'> & {
  readonly inferencer: Omit<InferencerCase, 'mode'>;
  /** Last name of the inferencer's class; undefined where it is unknown. */
  readonly inferencerClass: string | undefined;
  /** Undefined where the class is not known to us. */
  readonly mode: InferencerMode | undefined;
};

/** Reads an infer_cfg for rendering. Anything but a dict has no templates, as the framework sees it. */
export function caseOf(inferCfg: Value | undefined): InferCase {
  const dict = inferCfg?.kind === 'dict' ? inferCfg : undefined;
  const inferencer = dict?.get('inferencer');
  const config = inferencer?.kind === 'dict' ? inferencer : undefined;
  const inferencerClass = classNameOf(config?.get('type'));
  return {
    promptTemplate: dict?.get('prompt_template'),
    iceTemplate: dict?.get('ice_template'),
    retriever: dict?.get('retriever'),
    inferencer: { labels: config?.get('labels'), genFieldReplaceToken: config?.get('gen_field_replace_token'), advKey: config?.get('adv_key') },
    inferencerClass,
    mode: modeOf(inferencerClass),
  };
}
