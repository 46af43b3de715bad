import type { Config } from '../../../../config/config.js';
import { readInferCfg, type InferCfg } from '../../../../config/infer-cfg.js';
import type { Behaviour } from '../../../face/behaviour.js';
import type { CheckContext } from '../../../face/rule.js';
import { dialectOf } from '../../render/family.js';
import { oncePer, oncePerLast } from '../../../../core/once-per.js';
import { parseModeOf, type InferencerMode } from '../../infer/inferencer.js';
import { retrieve, type RetrieverClasses } from '../../retrieve/retriever.js';
import type { DictValue } from '../../../../core/value.js';
import { ofKind, usedPlaces, writesNothing } from '../../../../checks/support/places.js';

/** Every infer_cfg, its own and its bases', of a document that writes something of its datasets or models, in the order of the config; none of another. */
export function inferCfgs(context: CheckContext): readonly InferCfg[] {
  return writesNothing(context) ? [] : inferCfgsOf(context.config);
}

/** Read once a config. */
const inferCfgsOf = oncePer((config: Config): readonly InferCfg[] =>
  ofKind(usedPlaces(config), 'infer-cfg').flatMap(({ value }) => readInferCfg(value) ?? []),
);

/** How the inferencer of an infer_cfg makes its prompts in a framework; undefined for a class that is not known there. */
export function modeOfInferCfg(inferCfg: InferCfg, framework: Behaviour): InferencerMode | undefined {
  return dialectOf(framework).modeOf(inferCfg.inferencer?.className);
}

/**
 * Whether the inferencer makes its prompt through the retriever's methods, so that the rules of templates and ice tokens hold. Those that ask in
 * another way do not, and what a class of the user's does is not known.
 */
export function usesTemplates(inferCfg: InferCfg, framework: Behaviour): boolean {
  const mode = modeOfInferCfg(inferCfg, framework);
  return mode !== undefined && mode !== 'chat' && mode !== 'function_call';
}

/** Whether the model's parser reads the prompt, so that the rules of roles hold. */
export function usesParser(inferCfg: InferCfg, framework: Behaviour): boolean {
  const mode = modeOfInferCfg(inferCfg, framework);
  return mode !== undefined && mode !== 'chat' && mode !== 'function_call' && parseModeOf(mode) !== undefined;
}

/** How many in-context examples the retriever puts in a prompt; undefined where that is unknown or the retriever is one of the user's. */
export function shotCount(inferCfg: InferCfg, framework: Behaviour): number | undefined {
  // Most retrievers, which need not be built to know it.
  if (inferCfg.retriever?.className === 'ZeroRetriever') return 0;
  return shotCounts(inferCfg)(dialectOf(framework).retrievers);
}

/** Asked by several rules of each dataset. */
const shotCounts = oncePer((inferCfg: InferCfg) => oncePerLast((retrievers: RetrieverClasses) => countShots(inferCfg, retrievers)));

function countShots(inferCfg: InferCfg, retrievers: RetrieverClasses): number | undefined {
  try {
    if (!retrievers.byName.has(inferCfg.retriever?.className ?? '')) return undefined;
    return retrieve(inferCfg.retriever?.value, Number.MAX_SAFE_INTEGER, retrievers).ids.length;
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
