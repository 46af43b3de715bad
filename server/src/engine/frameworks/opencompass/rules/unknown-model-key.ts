import type { ConfigRule } from '../../face/rule.js';
import { strayArguments } from './support/class-keys.js';
import { say } from '../../../core/say.js';

/** A key of a model config that its class does not take. OpenCompass 0.5.3 `utils/build.py`: all but a few keys become arguments. */
export const unknownModelKey: ConfigRule = {
  id: 'unknown-model-key',
  title: 'A key of a model config that the constructor of its class does not take',
  frameworks: ['opencompass', 'aisbench'],
  severity: 'error',
  fix: 'unsafe',
  prevents: "TypeError: __init__() got an unexpected keyword argument 'x'",
  scope: 'document',
  check: (context) =>
    strayArguments(
      context,
      'model',
      ({ name }, key) => say`building the model raises TypeError: ${name}.__init__() got an unexpected keyword argument '${key}'`,
    ),
};
