import type { Framework, Target } from '../framework.js';
import type { Config } from '../../config/config.js';
import { readConfig } from '../../config/read-config.js';
import { openCompassDialect } from './dialect.js';
import { isOpenCompass } from './detect.js';
import { readModel } from './read-model.js';
import { raisedBy, renderTarget } from './render.js';

/** OpenCompass, as of version 0.5.3. */
export const openCompass: Framework = {
  id: 'opencompass',
  title: 'OpenCompass',
  version: 'OpenCompass 0.5.3',
  detect: isOpenCompass,
  read: (evaluation) => readConfig(evaluation, readModel),
  targets,
  render: (target, options) => renderTarget(openCompassDialect, target, options),
  raises: (target) => raisedBy(openCompassDialect, target),
};

/** Every dataset with every model of the document; datasets alone where it has no models. */
function targets(config: Config): Target[] {
  const models = config.models.length > 0 ? config.models : [undefined];
  return config.datasets.flatMap((dataset) => models.map((model) => ({ dataset, model })));
}
