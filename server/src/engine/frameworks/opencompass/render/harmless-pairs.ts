import type { DatasetConfig, ModelConfig } from '../../../config/config.js';
import { oncePer } from '../../../core/once-per.js';
import { RecentMap } from '../../../core/recent-map.js';
import type { Dialect } from './dialect.js';
import { spelled } from './spelled.js';

/** So many characters of what datasets and models say are kept: all that a checkout of OpenCompass has. */
const mostKept = 8_000_000;

const kept = oncePer((_dialect: Dialect) => new RecentMap<string, true>(mostKept, (key) => key.length));

/**
 * Pairs whose prompts are known to raise nothing, by what their dataset and model say, wherever they say it: an edit makes all values of a document anew that
 * are not a base's, and files have the same templates. What raises is not kept, since it tells of a place.
 */
export class HarmlessPairs {
  private readonly known: RecentMap<string, true>;
  /** Undefined for a dataset that is not kept. */
  private readonly ofDataset: string | undefined;

  constructor(dialect: Dialect, { value, inferCfg, readerCfg }: DatasetConfig) {
    this.known = kept(dialect);
    // A dataset without an infer_cfg is asked what else it has.
    this.ofDataset = inferCfg && value.get('infer_cfg') === inferCfg ? spelled([inferCfg, readerCfg]) : undefined;
  }

  has(model: ModelConfig | undefined): boolean {
    const key = this.keyOf(model);
    return key !== undefined && this.known.get(key) === true;
  }

  add(model: ModelConfig | undefined): void {
    const key = this.keyOf(model);
    if (key !== undefined) this.known.set(key, true);
  }

  private keyOf(model: ModelConfig | undefined): string | undefined {
    if (this.ofDataset === undefined || !model) return this.ofDataset;
    const ofModel = textOfModel(model);
    return ofModel && `${ofModel} ${this.ofDataset}`;
  }
}

/** With what its class gives beside the values. */
const textOfModel = oncePer(({ value, metaTemplate, className, knownClass, parser, metaTemplateFromClass }: ModelConfig) => {
  const said = spelled([value, metaTemplate]);
  return said && [className, knownClass, parser, metaTemplateFromClass, said].join(' ');
});
