import type { ConfigKind } from './config.js';

/** How variables are named that hold a part for others to use: `mmlu_infer_cfg`, `api_meta_template`. */
const endings: readonly (readonly [string, ConfigKind])[] = [
  ['infer_cfg', 'infer-cfg'],
  ['reader_cfg', 'reader-cfg'],
  ['eval_cfg', 'eval-cfg'],
  ['meta_template', 'meta-template'],
  ['prompt_template', 'prompt-template'],
  ['ice_template', 'prompt-template'],
];

/** What a top-level variable of this name is by custom; undefined where the name says nothing. */
export function kindByName(name: string): ConfigKind | undefined {
  return endings.find(([ending]) => name === ending || name.endsWith(`_${ending}`))?.[1];
}
