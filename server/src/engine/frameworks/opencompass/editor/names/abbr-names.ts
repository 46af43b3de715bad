import type { Config } from '../../../../config/config.js';
import { itemsOf } from '../../../../config/sequence.js';
import type { Value } from '../../../../core/value.js';
import type { GatheredNames } from '../../../face/gathered-names.js';

/**
 * The abbrs of a config, and where its summarizer names them: `dataset_abbrs`, and the groups of datasets, whose names stand beside abbrs. OpenCompass 0.5.3
 * `summarizers/default.py`; `utils/run.py` for `rs_exist_models`, `partitioners/base.py` for `given_pred`.
 */
export function gatherAbbrs(config: Config, gathered: GatheredNames): void {
  const { datasets, models, otherModels = [], evaluation } = config;
  for (const { value } of datasets) gathered.whole('dataset', datasets, value.get('abbr'), true);
  for (const { value } of [...models, ...otherModels]) gathered.whole('model', models, value.get('abbr'), true);
  const summarizer = evaluation.value.get('summarizer');
  gathered.unless('dataset', datasets, summarizer, ({ kind }) => kind !== 'unknown');
  if (summarizer?.kind === 'dict') {
    named(datasets, summarizer.get('dataset_abbrs'), gathered);
    for (const group of listed(datasets, summarizer.get('summary_groups'), gathered)) ofGroup(datasets, group, gathered);
  }
  for (const { key, value } of evaluation.value.entries.values())
    if (key.kind === 'str' && key.text.endsWith('_summary_groups'))
      for (const group of listed(datasets, value, gathered)) ofGroup(datasets, group, gathered);
  for (const model of listed(models, evaluation.value.get('rs_exist_models'), gathered, 'model'))
    gathered.whole('model', models, model, false);
  for (const given of listed(models, evaluation.value.get('given_pred'), gathered, 'model'))
    if (given.kind === 'dict') gathered.whole('model', models, given.get('abbr'), false);
}

function ofGroup(scope: object, group: Value, gathered: GatheredNames): void {
  gathered.unless('dataset', scope, group, ({ kind }) => kind === 'dict');
  if (group.kind !== 'dict') return;
  gathered.whole('dataset', scope, group.get('name'), true);
  named(scope, group.get('subsets'), gathered);
  const weights = group.get('weights');
  gathered.unless('dataset', scope, weights, ({ kind }) => kind === 'dict');
  if (weights?.kind === 'dict') for (const { key } of weights.entries.values()) gathered.whole('dataset', scope, key, false);
}

/** Abbrs, each alone or with its metric behind it. */
function named(scope: object, list: Value | undefined, gathered: GatheredNames): void {
  for (const item of listed(scope, list, gathered)) {
    const [first] = itemsOf(item) ?? [item];
    gathered.whole('dataset', scope, first, false);
  }
}

function listed(scope: object, list: Value | undefined, gathered: GatheredNames, kind: 'dataset' | 'model' = 'dataset'): readonly Value[] {
  gathered.unless(kind, scope, list, (value) => itemsOf(value) !== undefined);
  return itemsOf(list) ?? [];
}
