import type { Config, DatasetConfig, ModelConfig } from '../../../../config/config.js';
import { itemsOf } from '../../../../config/sequence.js';
import { original, textOf, type DictValue, type Value } from '../../../../core/value.js';

/** Datasets and models of which each meets each. */
export interface Combination {
  readonly datasets: readonly DatasetConfig[];
  readonly models: readonly ModelConfig[];
}

/**
 * Which datasets meet which models: those of `model_dataset_combinations` where the config has it, else all of them. OpenCompass 0.5.3
 * `partitioners/base.py`. None where the combinations are not fully known.
 */
export function combinationsOf(config: Config): Combination[] {
  const given = config.evaluation.value.get('model_dataset_combinations');
  if (!given || given.kind === 'none') return [config];
  const items = itemsOf(given);
  if (!items?.every((item) => item.kind === 'dict' && itemsOf(item.get('datasets')) && itemsOf(item.get('models')))) return [];
  return items.flatMap((item) =>
    item.kind === 'dict'
      ? [{ datasets: named(config.datasets, item.get('datasets')), models: named(config.models, item.get('models')) }]
      : [],
  );
}

/**
 * The models that each dataset meets, by their abbrs; of two datasets with one abbr each meets its own. Absent: the config has no combinations, so that
 * all meet all. A dataset that is in none, or combinations that are not fully known, give no models.
 */
export function modelsOfDatasets(config: Config): ((dataset: DictValue) => readonly string[]) | undefined {
  const given = config.evaluation.value.get('model_dataset_combinations');
  if (!given || given.kind === 'none') return undefined;
  const met = new Map<Value, Set<string>>();
  for (const item of itemsOf(given) ?? []) {
    if (item.kind !== 'dict') continue;
    const models = (itemsOf(item.get('models')) ?? []).flatMap((model) => (model.kind === 'dict' ? (textOf(model.get('abbr')) ?? []) : []));
    for (const dataset of (itemsOf(item.get('datasets')) ?? []).map((one) => original(one)))
      met.set(dataset, new Set([...(met.get(dataset) ?? []), ...models]));
  }
  return (dataset) => [...(met.get(original(dataset)) ?? [])];
}

/** Those of the configs that a list holds: the very same dict, or one of the same abbr. */
function named<T extends { readonly value: DictValue; readonly abbr: string }>(configs: readonly T[], list: Value | undefined): T[] {
  const items = new Set(itemsOf(list)?.map((item) => original(item)));
  const abbrs = new Set([...items].flatMap((item) => (item.kind === 'dict' ? (textOf(item.get('abbr')) ?? []) : [])));
  return configs.filter(({ value, abbr }) => items.has(value) || abbrs.has(abbr));
}
