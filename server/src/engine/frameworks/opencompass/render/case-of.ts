import { classNameOf } from '../../../config/class-name.js';
import type { Value } from '../../../core/value.js';
import type { InferencerCase } from '../infer/inferencer.js';
import type { Dialect } from './dialect.js';
import type { RenderCase } from './render-case.js';

/** The part of a case that a dataset's infer_cfg gives. */
export type InferCase = Pick<RenderCase, 'promptTemplate' | 'iceTemplate' | 'retriever'> & {
  readonly inferencer: Omit<InferencerCase, 'mode'>;
  /** Last name of the inferencer's class; undefined where it is unknown. */
  readonly inferencerClass: string | undefined;
  /** Whether `multiround` of an inferencer that knows it is set; what becomes of it is the release's (`asksByTurn`). */
  readonly multiround: boolean;
};

/** Inferencers whose constructor takes `multiround`: others swallow it among their keywords. OpenCompass 0.5.4 `icl_gen_inferencer.py`, `icl_gen_inferencer_parallel.py`. */
const takeMultiround: ReadonlySet<string> = new Set(['GenInferencer', 'ParallelGenInferencer']);

/** Whether conversations are asked turn by turn. */
export function asksByTurn({ multiround }: InferCase, dialect: Dialect): boolean {
  return multiround && dialect.multiround === 'followed';
}

/** Reads an infer_cfg for rendering. Anything but a dict has no templates, as the framework sees it. */
export function caseOf(inferCfg: Value | undefined): InferCase {
  const dict = inferCfg?.kind === 'dict' ? inferCfg : undefined;
  const inferencer = dict?.get('inferencer');
  const config = inferencer?.kind === 'dict' ? inferencer : undefined;
  const multiround = config?.get('multiround');
  const inferencerClass = classNameOf(config?.get('type'));
  return {
    promptTemplate: dict?.get('prompt_template'),
    iceTemplate: dict?.get('ice_template'),
    retriever: dict?.get('retriever'),
    inferencer: {
      labels: config?.get('labels'),
      genFieldReplaceToken: config?.get('gen_field_replace_token'),
      advKey: config?.get('adv_key'),
      inferMode: config?.get('infer_mode'),
    },
    inferencerClass,
    multiround: takeMultiround.has(inferencerClass ?? '') && multiround?.kind === 'bool' && multiround.value,
  };
}
