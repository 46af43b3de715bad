import { BoolValue, RefValue, type Value } from '../../value.js';
import { nowhere } from '../objects.js';
import { ModuleValue } from '../runtime.js';
import { pythonFunction } from './module.js';

const cast = pythonFunction('typing.cast', (runtime, args) => args.positional[1] ?? new RefValue('typing.cast', runtime.span, 'function'));

/** The module `typing`: names for annotations, which are never looked into. */
export const typing = new ModuleValue('typing', nowhere, (runtime, name): Value => {
  if (name === 'cast') return cast;
  if (name === 'TYPE_CHECKING') return new BoolValue(false, runtime.span);
  return new RefValue(`typing.${name}`, runtime.span, 'class');
});
