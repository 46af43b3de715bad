import type { Config } from '../../config/config.js';
import { readInferCfg, type InferCfg, type TemplateConfig } from '../../config/infer-cfg.js';
import { modeOf, parseModeOf } from '../../frameworks/opencompass/inferencer.js';
import { retrieve } from '../../frameworks/opencompass/retriever.js';
import type { DictValue } from '../../value.js';
import { usedPlaces } from './places.js';
import { classSchemas } from '../schemas.js';

const read = new WeakMap<Config, readonly InferCfg[]>();

/** Every infer_cfg of the document, its own and its bases', in the order of the config. Read once a config. */
export function inferCfgs(config: Config): readonly InferCfg[] {
  let found = read.get(config);
  if (!found) {
    found = usedPlaces(config).flatMap(({ kind, value }) => (kind === 'infer-cfg' ? (readInferCfg(value) ?? []) : []));
    read.set(config, found);
  }
  return found;
}

/**
 * Whether the inferencer makes its prompt through the retriever's methods, so that the rules of templates and ice tokens hold. The chat inferencers
 * do not, and what a class of the user's does is not known.
 */
export function usesTemplates(inferCfg: InferCfg): boolean {
  const mode = modeOf(inferCfg.inferencer?.className);
  return mode !== undefined && mode !== 'chat';
}

/** Whether the model's parser reads the prompt, so that the rules of roles hold. */
export function usesParser(inferCfg: InferCfg): boolean {
  const mode = modeOf(inferCfg.inferencer?.className);
  return mode !== undefined && mode !== 'chat' && parseModeOf(mode) !== undefined;
}

/** How many in-context examples the retriever puts in a prompt; undefined where that is unknown or the retriever is one of the user's. */
export function shotCount(inferCfg: InferCfg): number | undefined {
  try {
    if (!classSchemas.has(inferCfg.retriever?.className ?? '')) return undefined;
    return retrieve(inferCfg.retriever?.value, Number.MAX_SAFE_INTEGER).ids.length;
  } catch {
    return undefined; // What the retriever itself raises is reported as such.
  }
}

/** Whether a part of the dict is given: there, and not None. Undefined where that is unknown. */
export function given(owner: DictValue, key: string): boolean | undefined {
  const value = owner.get(key);
  if (!value || value.kind === 'none') return false;
  return value.kind === 'unknown' ? undefined : true;
}

/** The templates of an infer_cfg by their keys. */
export function templatesOf(inferCfg: InferCfg): { readonly key: 'ice_template' | 'prompt_template'; readonly template: TemplateConfig }[] {
  const found: { key: 'ice_template' | 'prompt_template'; template: TemplateConfig }[] = [];
  if (inferCfg.iceTemplate) found.push({ key: 'ice_template', template: inferCfg.iceTemplate });
  if (inferCfg.promptTemplate) found.push({ key: 'prompt_template', template: inferCfg.promptTemplate });
  return found;
}
