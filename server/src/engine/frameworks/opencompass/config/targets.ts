import type { Config } from '../../../config/config.js';
import type { Target } from '../../face/behaviour.js';

/** Every dataset with every model of the document; datasets alone where it has no models. */
export function targetsOf(config: Config): Target[] {
  const models = config.models.length > 0 ? config.models : [undefined];
  return config.datasets.flatMap((dataset) => models.map((model) => ({ dataset, model })));
}
