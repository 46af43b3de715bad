import type { Place } from '../../../../config/config.js';
import type { DictValue } from '../../../../core/value.js';

/** What tells the parts of a dataset apart: each has one of these, and the others have none. */
const marks: Readonly<Record<string, readonly string[]>> = {
  reader_cfg: ['input_columns', 'output_column'],
  infer_cfg: ['inferencer', 'retriever', 'prompt_template', 'ice_template'],
  eval_cfg: ['evaluator', 'pred_postprocessor', 'dataset_postprocessor'],
};

/**
 * The part that a dataset is given in the place of another one: `infer_cfg` where `reader_cfg=my_infer_cfg` is written. Undefined where the value is what it should be,
 * where it has nothing that tells, and where it belongs to no dataset.
 */
export function otherPart({ kind, value, parent }: Place): string | undefined {
  if (parent?.kind !== 'dataset' || value.kind !== 'dict') return undefined;
  const name = kind.replace('-', '_');
  if (!Object.hasOwn(marks, name) || hasOneOf(value, marks[name]!)) return undefined;
  return Object.keys(marks).find((part) => part !== name && hasOneOf(value, marks[part]!));
}

function hasOneOf(dict: DictValue, keys: readonly string[]): boolean {
  for (const key of keys) if (dict.entry(key)) return true;
  return false;
}
