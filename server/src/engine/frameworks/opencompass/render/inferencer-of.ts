import { classNameOf } from '../../../config/class-name.js';
import type { RenderError } from '../../../prompt/rendered-prompt.js';
import type { DictValue, Value } from '../../../core/value.js';
import type { Dialect } from './dialect.js';
import type { InferencerMode } from '../infer/inferencer.js';
import type { UnknownResult } from './render-case.js';
import { say } from '../../../core/say.js';

/**
 * The way in which a dataset's inferencer makes its prompts, or why there is none. OpenCompass 0.5.3 `tasks/openicl_infer.py`, `utils/run.py`.
 * @param dataset the dataset's config, whose infer_cfg holds the inferencer
 */
export function inferencerModeOf(dataset: DictValue, dialect: Dialect): { readonly mode: InferencerMode } | RenderError | UnknownResult {
  const inferCfg = dataset.get('infer_cfg');
  if (!inferCfg) return withoutInferCfg(dataset, dialect);
  if (inferCfg.kind === 'unknown') return { unknown: inferCfg.reason, span: inferCfg.span };
  // Without any template the framework stops before it looks at the inferencer, which any mode shows.
  if (inferCfg.kind !== 'dict') return { mode: 'gen' };
  const inferencer = inferCfg.get('inferencer');
  if (!inferencer) return { error: "KeyError: 'inferencer'", stage: 'prompt', span: inferCfg.span };
  return modeOfType(inferencer, dialect);
}

function withoutInferCfg(dataset: DictValue, dialect: Dialect): RenderError | UnknownResult {
  const reason = dialect.withoutInferCfg(dataset);
  if (reason !== undefined) return { unknown: reason, span: dataset.span };
  return { error: "KeyError: 'infer_cfg'", stage: 'template', span: dataset.span };
}

function modeOfType(inferencer: Value, dialect: Dialect): { readonly mode: InferencerMode } | RenderError | UnknownResult {
  if (inferencer.kind === 'unknown') return { unknown: inferencer.reason, span: inferencer.span };
  const type = inferencer.kind === 'dict' ? inferencer.get('type') : undefined;
  if (!type) return { error: 'KeyError: \'`cfg` or `default_args` must contain the key "type"\'', stage: 'prompt', span: inferencer.span };
  if (type.kind === 'unknown') return { unknown: type.reason, span: type.span };
  const name = classNameOf(type) ?? '';
  const isLater = dialect.laterInferencers?.has(name) ?? false;
  const mode = isLater ? undefined : dialect.modeOf(name);
  if (mode) return { mode };
  if (isLater || (type.kind === 'str' && !type.text.includes('.') && !dialect.otherInferencers.has(name)))
    return { error: `KeyError: '${name} is not in the ${dialect.inferencerRegistry} registry.'`, stage: 'prompt', span: type.span };
  return { unknown: say`How ${name} makes its prompts is known only to its code.`, span: type.span };
}
