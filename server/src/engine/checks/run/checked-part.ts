import type { Config, DatasetConfig } from '../../config/config.js';
import { grouped } from '../../core/grouped.js';
import { say } from '../../core/say.js';
import type { Value } from '../../core/value.js';
import type { Finding } from '../../frameworks/face/rule.js';
import { isPartOf } from '../support/places.js';

/** Several times what the largest evaluation has; all rules together take about a second for so many that stand there one by one. */
const mostDatasets = 5000;

/** What of a config the rules look at. */
export interface CheckedPart {
  readonly config: Config;
  /** Says where the datasets begin that are not looked at; undefined where all are. */
  readonly beyond: Finding | undefined;
}

/** A config without its datasets behind the first thousands, and without what these are made of: its check takes no longer than one waits for it. */
export function checkedPart(config: Config): CheckedPart {
  const first = config.datasets[mostDatasets];
  if (!first) return { config, beyond: undefined };
  const datasets = config.datasets.slice(0, mostDatasets);
  const left = new Set<Value>(config.datasets.slice(mostDatasets).map(({ value }) => value));
  // One dataset may be listed several times.
  for (const { value } of datasets) left.delete(value);
  const places = config.places.filter((place) => !isPartOf(place, left));
  return { config: { ...config, datasets, places }, beyond: beyondFinding(first, config) };
}

function beyondFinding({ value, namedAt }: DatasetConfig, { datasets }: Config): Finding {
  return {
    span: namedAt ?? value.span,
    severity: 'information',
    message: say`The datasets from this one on are not checked: there are ${grouped(datasets.length)}, and the first ${grouped(mostDatasets)} are.`,
  };
}
