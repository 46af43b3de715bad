import type { ConfigKind } from '../../../config/config.js';
import type { Document } from '../../../core/document.js';
import { ownersByBracket, ownersByIndent } from '../../../cursor/keys-around.js';

/** The kind of dict that stands under a key. */
const kindOfKey: Readonly<Record<string, ConfigKind>> = {
  infer_cfg: 'infer-cfg',
  reader_cfg: 'reader-cfg',
  eval_cfg: 'eval-cfg',
  meta_template: 'meta-template',
  prompt_template: 'prompt-template',
  ice_template: 'prompt-template',
  template: 'dialogue',
  retriever: 'retriever',
  inferencer: 'inferencer',
  evaluator: 'evaluator',
  run_cfg: 'run-cfg',
  generation_kwargs: 'generation-kwargs',
  reserved_roles: 'meta-role',
  models: 'model',
  datasets: 'dataset',
};

/** The kind of the dict around a place, told by the names that its brackets are given to, in YAML by the keys above it. Undefined where the names tell nothing. */
export function kindInConfig(document: Document, offset: number): ConfigKind | undefined {
  return kindOf(document.language === 'yaml' ? ownersByIndent(document, offset) : ownersByBracket(document.text, offset));
}

/** @param owners names of the keys around, innermost first */
function kindOf(owners: readonly string[]): ConfigKind | undefined {
  for (const [index, owner] of owners.entries()) {
    if (owner === 'round' || owner === 'begin' || owner === 'end') {
      return owners.slice(index).some((outer) => /(^|_)meta_template$/.test(outer)) ? 'meta-role' : 'dialogue-item';
    }
    const known = Object.hasOwn(kindOfKey, owner)
      ? owner
      : (/(infer_cfg|reader_cfg|eval_cfg|meta_template|datasets|models)$/.exec(owner)?.[1] ?? '');
    // A dict within a dataset or model is none itself, whatever it is; the labels of a template have names of their own.
    if (Object.hasOwn(kindOfKey, known)) return index > 0 && /^(?:datasets|models)$/.test(known) ? undefined : kindOfKey[known];
  }
  return undefined;
}
