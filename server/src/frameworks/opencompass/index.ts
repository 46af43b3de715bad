import type { Framework } from '../framework.js';
import { readConfig } from '../../config/read-config.js';
import { openCompassDialect } from './dialect.js';
import { isOpenCompass } from './detect.js';
import { readModel } from './read-model.js';
import { raisedBy, renderTarget } from './render.js';
import { targetsOf } from './targets.js';

/** OpenCompass, as of version 0.5.3. */
export const openCompass: Framework = {
  id: 'opencompass',
  title: 'OpenCompass',
  version: 'OpenCompass 0.5.3',
  detect: isOpenCompass,
  read: (evaluation) => readConfig(evaluation, readModel),
  targets: targetsOf,
  render: (target, options) => renderTarget(openCompassDialect, target, options),
  raises: (target) => raisedBy(openCompassDialect, target),
};
