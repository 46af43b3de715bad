import type { Evaluation } from '../../../core/evaluation.js';
import { itemsOf } from '../../../config/sequence.js';
import { classNameOf, classPathOf } from '../../../config/class-name.js';
import { kindByName } from '../../../config/standalone.js';
import { original, textOf, type DictValue, type Value } from '../../../core/value.js';
import { openCompassModelClass } from '../classes/model-classes.js';

/** How many items of a list are looked at. */
const sample = 3;

/** Whether a document is an OpenCompass config: it imports from the package, or holds what only such configs hold. */
export function isOpenCompass(evaluation: Evaluation): boolean {
  if (evaluation.baseImports.some((base) => base.module.split('.')[0] === 'opencompass')) return true;
  const names = [...evaluation.value.entries.values(), ...evaluation.hidden.entries.values()];
  return names.some((entry) => isFromPackage(entry.value) || isPart(textOf(entry.key) ?? '', entry.value));
}

function isFromPackage(value: Value): boolean {
  return value.kind === 'ref' && value.path.startsWith('opencompass.');
}

function isPart(name: string, given: Value): boolean {
  const value = original(given);
  if (value.kind === 'dict') return looksLikePart(name, value);
  if (name.endsWith('_summary_groups')) return itemsOf(value)?.slice(0, sample).some(isSummaryGroup) ?? false;
  const isDatasets = name === 'datasets' || name.endsWith('_datasets');
  const looksLike = (item: Value): boolean =>
    item.kind === 'dict' && (isDataset(item) || isModel(item) || (isDatasets && isCustomDataset(item)));
  // The originals: a copy that is looked into is a value of its own from then on.
  return (
    itemsOf(value)
      ?.slice(0, sample)
      .some((item) => looksLike(original(item))) ?? false
  );
}

function looksLikePart(name: string, value: DictValue): boolean {
  if (isDataset(value) || isModel(value)) return true;
  const kind = kindByName(name);
  if (kind === 'infer-cfg') return hasSome(value, ['inferencer', 'retriever', 'prompt_template', 'ice_template']);
  if (kind === 'reader-cfg') return hasSome(value, ['input_columns', 'output_column']);
  if (kind === 'meta-template') return hasSome(value, ['round', 'reserved_roles']);
  return kind === 'prompt-template' && hasSome(value, ['template', 'messages']);
}

/** What the framework's summaries average: other programs have no use for it. */
function isSummaryGroup(given: Value): boolean {
  const value = original(given);
  return value.kind === 'dict' && value.get('subsets') !== undefined;
}

function isDataset(value: DictValue): boolean {
  return hasSome(value, ['infer_cfg', 'reader_cfg']);
}

/** A dataset whose templates the framework makes itself: it has a file and a name. */
function isCustomDataset(value: DictValue): boolean {
  return value.get('abbr') !== undefined && value.get('path') !== undefined;
}

function isModel(value: DictValue): boolean {
  const type = value.get('type');
  if (!type) return false;
  return (
    value.get('meta_template') !== undefined ||
    openCompassModelClass(classNameOf(type)) !== undefined ||
    (classPathOf(type)?.startsWith('opencompass.models') ?? false)
  );
}

function hasSome(value: DictValue, keys: readonly string[]): boolean {
  return keys.some((key) => value.get(key) !== undefined);
}
