import type { ConfigRule } from '../../face/rule.js';
import { strayArguments } from './support/class-keys.js';
import { say } from '../../../core/say.js';

/** A key of a dataset config that neither the base class nor `load` takes. OpenCompass 0.5.3 `datasets/base.py`. */
export const unknownDatasetKey: ConfigRule = {
  id: 'unknown-dataset-key',
  title: 'A key of a dataset config that the load method of its class does not take',
  frameworks: ['opencompass', 'aisbench'],
  severity: 'error',
  fix: 'unsafe',
  prevents: "TypeError: load() got an unexpected keyword argument 'x'",
  scope: 'document',
  check: (context) =>
    strayArguments(context, 'dataset', ({ name, ownConstructor }, key) =>
      ownConstructor
        ? say`building the dataset raises TypeError`
        : say`building the dataset raises TypeError: ${name}.load() got an unexpected keyword argument '${key}'`,
    ),
};
