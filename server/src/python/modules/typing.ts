import { BoolValue, RefValue, UnknownValue, type Value } from '../../value.js';
import { nowhere } from '../objects.js';
import { ModuleValue } from '../runtime.js';
import { typeNamed } from '../types.js';
import { pythonFunction } from './module.js';
import { isPythonFunction } from './star-names.js';

const cast = pythonFunction('typing.cast', (runtime, args) => args.positional[1] ?? new RefValue('typing.cast', runtime.span, 'function'));

/** Those of its names that are classes in each version of Python. */
const classes = new Set(['BinaryIO', 'ForwardRef', 'Generic', 'IO', 'Protocol', 'TextIO', 'TypeVar']);

/** The module `typing`: names for annotations, which are never looked into. Most are objects that stand for a type and are none. */
export const typing = new ModuleValue('typing', nowhere, (runtime, name): Value => {
  if (name === 'cast') return cast;
  if (name === 'TYPE_CHECKING') return new BoolValue(false, runtime.span);
  if (name === 'Text') return typeNamed('str');
  if (isPythonFunction('typing', name)) return new RefValue(`typing.${name}`, runtime.span, 'function');
  if (classes.has(name) || name.startsWith('Supports')) return new RefValue(`typing.${name}`, runtime.span, 'class');
  return new UnknownValue(`typing.${name} is for annotations and is not modelled`, runtime.span);
});
