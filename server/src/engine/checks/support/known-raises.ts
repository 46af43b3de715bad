import { CacheKey } from '../../core/cache-key.js';
import type { DatasetConfig, ModelConfig } from '../../config/config.js';
import type { Behaviour, Surroundings } from '../../frameworks/face/behaviour.js';
import type { RenderError } from '../../prompt/rendered-prompt.js';
import type { Value } from '../../core/value.js';

/** What a pair raised, and all that it was told by. */
interface Known {
  readonly framework: Behaviour;
  readonly release: string | undefined;
  readonly readerCfg: Value | undefined;
  readonly model: ModelConfig | undefined;
  readonly error: RenderError | undefined;
}

/** By the infer_cfg of the dataset and the value of the model, or of the reader_cfg where there is no model. */
type KnownRaises = WeakMap<Value, WeakMap<Value, Known>>;

const key = new CacheKey<KnownRaises>('what pairs raise');

/**
 * What a framework raises on a dataset for each of some models (`Behaviour.raises`). What a config has from its bases and does not change is the same value
 * from one evaluation to the next, so of an evaluation of many datasets only those are rendered that the last edit has to do with.
 */
export function raisesOf(
  framework: Behaviour,
  dataset: DatasetConfig,
  models: readonly (ModelConfig | undefined)[],
  surroundings: Surroundings,
): (RenderError | undefined)[] {
  const known = surroundings.remember(key, () => ({ value: new WeakMap() as KnownRaises, concerns: () => false }));
  const release = framework.releases?.find(dataset.value.span.file, surroundings).name;
  const ofDataset = dataset.inferCfg && known.get(dataset.inferCfg);
  const there = models.map((model) => {
    const place = placeOf(dataset, model);
    const found = place && ofDataset?.get(place);
    return found && isSame(found, { framework, release }, dataset, model) ? found : undefined;
  });
  const missing = models.filter((_, i) => !there[i]);
  if (missing.length === 0) return there.map((found) => found?.error);
  const made = new Map(framework.raises(dataset, missing, release).map((error, i) => [missing[i], error]));
  for (const [model, error] of made) keep(known, dataset, model, { framework, release, readerCfg: dataset.readerCfg, model, error });
  return models.map((model, i) => (there[i] ? there[i].error : made.get(model)));
}

function keep(known: KnownRaises, dataset: DatasetConfig, model: ModelConfig | undefined, of: Known): void {
  const place = placeOf(dataset, model);
  if (!dataset.inferCfg || !place) return;
  const ofDataset = known.get(dataset.inferCfg) ?? new WeakMap<Value, Known>();
  known.set(dataset.inferCfg, ofDataset.set(place, of));
}

function placeOf({ readerCfg }: DatasetConfig, model: ModelConfig | undefined): Value | undefined {
  return model ? model.value : readerCfg;
}

/** Beside the values, what the class of the model gives: it may be another one when the class's file has changed. */
function isSame(
  known: Known,
  { framework, release }: Pick<Known, 'framework' | 'release'>,
  { readerCfg }: DatasetConfig,
  model: ModelConfig | undefined,
): boolean {
  if (known.framework !== framework || known.release !== release || known.readerCfg !== readerCfg) return false;
  const before = known.model;
  if (!before || !model) return before === model;
  return classFacts.every((fact) => before[fact] === model[fact]);
}

const classFacts = [
  'value',
  'metaTemplate',
  'className',
  'parser',
  'metaTemplateFromClass',
  'knownClass',
] as const satisfies readonly (keyof ModelConfig)[];
