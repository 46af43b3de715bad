import { readConfig } from '../../config/read-config.js';
import type { Framework } from '../framework.js';
import { modelReader } from '../opencompass/read-model.js';
import { raisedBy, renderTarget } from '../opencompass/render.js';
import { targetsOf } from '../opencompass/targets.js';
import { isAisBench } from './detect.js';
import { aisBenchDialect } from './dialect.js';
import { aisBenchException } from './faults.js';
import { defaultMeta, modelClass } from './model-classes.js';

const readModel = modelReader(modelClass, defaultMeta);

/** AISBench, as of version 3.1.0. */
export const aisBench: Framework = {
  id: 'aisbench',
  title: 'AISBench',
  version: 'AISBench 3.1.0',
  detect: isAisBench,
  read: (evaluation) => readConfig(evaluation, readModel),
  targets: targetsOf,
  render: (target, options) => renderTarget(aisBenchDialect, target, options),
  exception: aisBenchException,
  raises: (target) => raisedBy(aisBenchDialect, target),
};
