import { DictValue, type Value } from '../../../core/value.js';
import { typeError } from '../call-arguments.js';
import { countInto } from '../methods/dict-subclasses.js';
import { defaultFactories } from '../default-factories.js';
import type { Runtime } from '../runtime.js';
import { typeName } from '../semantics.js';
import { makeDict } from '../types/constructors.js';
import { typeNamed } from '../types/types.js';
import { namedtuple } from './named-tuple.js';
import { moduleClass, moduleOf, unknowable, type ModuleFunction } from './module.js';
import { say } from '../../../core/say.js';

const orderedDict: ModuleFunction = (runtime, args) => makeDict(runtime, args, 'OrderedDict');

/** `defaultdict(factory, …)`: what it makes for a missing key is found in `defaultFactories`. */
const defaultDict: ModuleFunction = (runtime, args) => {
  const [factory, ...rest] = args.positional;
  if (factory && !isFactory(factory)) throw typeError('first argument must be callable or None');
  const dict = makeDict(runtime, { ...args, positional: rest }, 'defaultdict');
  if (dict.kind === 'dict' && factory && factory.kind !== 'none') defaultFactories.set(dict, factory);
  return dict;
};

function isFactory(v: Value): boolean {
  return v.kind === 'none' || v.kind === 'callable' || v.kind === 'ref' || v.kind === 'object' || v.kind === 'unknown';
}

const counter: ModuleFunction = (runtime: Runtime, args) => {
  const [source] = args.positional;
  if (source?.kind === 'unknown') return source;
  if (source?.kind === 'int' || source?.kind === 'float' || source?.kind === 'bool')
    throw typeError(`'${typeName(source)}' object is not iterable`);
  const result = new DictValue(runtime.span, 'Counter');
  countInto(runtime, result, args, 1n);
  return result;
};

/** Classes of the same name that `type(x)` gives are the same object as these. */
function dictClass(name: string, run: ModuleFunction): Value {
  const type = typeNamed(name);
  return moduleClass(type.path, run, type.members);
}

/** The module `collections`. */
export const collections = moduleOf('collections', {
  OrderedDict: dictClass('OrderedDict', orderedDict),
  defaultdict: dictClass('defaultdict', defaultDict),
  Counter: dictClass('Counter', counter),
  namedtuple,
  deque: unknowable('collections.deque', say`deques are not modelled`, 'class'),
  ChainMap: unknowable('collections.ChainMap', say`ChainMap is not modelled`, 'class'),
});

const abstractClasses = [
  'Callable',
  'Collection',
  'Container',
  'Hashable',
  'Iterable',
  'Iterator',
  'Mapping',
  'MutableMapping',
  'MutableSequence',
  'MutableSet',
  'Sequence',
  'Set',
  'Sized',
  'Generator',
  'KeysView',
  'ValuesView',
  'ItemsView',
  'Reversible',
];

/** The classes of `collections.abc` by name, for `isinstance`. */
export const abstractClassesByName: ReadonlyMap<string, Value> = new Map(
  abstractClasses.map((name) => [
    name,
    moduleClass(`collections.abc.${name}`, () => {
      throw typeError(`Can't instantiate abstract class ${name}`);
    }),
  ]),
);

/** The module `collections.abc`. */
export const collectionsAbc = moduleOf('collections.abc', Object.fromEntries(abstractClassesByName));
