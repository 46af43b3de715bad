import { classNameOf } from '../../config/class-name.js';
import type { RenderError } from '../../prompt/rendered-prompt.js';
import type { DictValue, Value } from '../../value.js';
import { modeOf, type InferencerMode } from './inferencer.js';
import type { UnknownResult } from './render-case.js';

/** Inferencers that OpenCompass registers but whose prompts depend on more than template and row. */
const ownWays = new Set(['ChatMLInferencer', 'ParallelChatMLInferencer']);

/**
 * The way in which a dataset's inferencer makes its prompts, or why there is none. OpenCompass 0.5.3 `tasks/openicl_infer.py`, `utils/run.py`.
 * @param dataset the dataset's config, whose infer_cfg holds the inferencer
 */
export function inferencerModeOf(dataset: DictValue): { readonly mode: InferencerMode } | RenderError | UnknownResult {
  const inferCfg = dataset.get('infer_cfg');
  if (!inferCfg) return withoutInferCfg(dataset);
  if (inferCfg.kind === 'unknown') return { unknown: inferCfg.reason, span: inferCfg.span };
  // Without any template the framework stops before it looks at the inferencer, which any mode shows.
  if (inferCfg.kind !== 'dict') return { mode: 'gen' };
  const inferencer = inferCfg.get('inferencer');
  if (!inferencer) return { error: "KeyError: 'inferencer'", stage: 'prompt', span: inferCfg.span };
  return modeOfType(inferencer);
}

function withoutInferCfg(dataset: DictValue): RenderError | UnknownResult {
  if (!dataset.get('type')) return { unknown: 'OpenCompass makes the templates of a custom dataset from its data when it runs.', span: dataset.span };
  return { error: "KeyError: 'infer_cfg'", stage: 'template', span: dataset.span };
}

function modeOfType(inferencer: Value): { readonly mode: InferencerMode } | RenderError | UnknownResult {
  if (inferencer.kind === 'unknown') return { unknown: inferencer.reason, span: inferencer.span };
  const type = inferencer.kind === 'dict' ? inferencer.get('type') : undefined;
  if (!type) return { error: 'KeyError: \'`cfg` or `default_args` must contain the key "type"\'', stage: 'prompt', span: inferencer.span };
  if (type.kind === 'unknown') return { unknown: type.reason, span: type.span };
  const name = classNameOf(type) ?? '';
  const mode = modeOf(name);
  if (mode) return { mode };
  if (type.kind === 'str' && !type.text.includes('.') && !ownWays.has(name))
    return { error: `KeyError: '${name} is not in the opencompass::icl_inferencer registry.'`, stage: 'prompt', span: type.span };
  return { unknown: `How ${name} makes its prompts is known only to its code.`, span: type.span };
}
