import { NoneValue, UnknownValue, type DictValue, type Value } from '../../../core/value.js';
import { nowhere } from '../../../core/span.js';
import { typeError, unknown } from '../call-arguments.js';
import { isMember, OwnDictValue } from '../class-objects.js';
import { keyError, putEntry } from '../dicts.js';
import { rawItem } from '../operators/subscript.js';
import { constructors } from './constructors.js';
import { fromKeys } from '../methods/dict.js';
import { maketrans } from '../methods/str-translate.js';
import { tableOf, tableOfType } from '../methods/tables.js';
import { LibraryObject, undecidedType } from '../objects.js';
import { BuiltinValue, type Arguments, type Runtime } from '../runtime.js';
import { keyOf, typeName } from '../semantics.js';
import { say } from '../../../core/say.js';

/** Types that do not live in `builtins`, by their last name. */
const homes: Readonly<Record<string, string>> = {
  ConfigDict: 'mmengine.config.config',
  LazyObject: 'mmengine.config.lazy',
  LazyAttr: 'mmengine.config.lazy',
  Dict: 'addict.addict',
  OrderedDict: 'collections',
  Counter: 'collections',
  defaultdict: 'collections',
  TextIOWrapper: '_io',
  Pattern: 're',
  Match: 're',
  partial: 'functools',
  JSONDecodeError: 'json.decoder',
  error: 're',
  Error: '_csv',
  Random: 'random',
  chain: 'itertools',
  DataFrame: 'pandas.core.frame',
  Series: 'pandas.core.series',
  DataFrameGroupBy: 'pandas.core.groupby.generic',
  SeriesGroupBy: 'pandas.core.groupby.generic',
  Column: 'datasets.arrow_dataset',
  Dataset: 'datasets.arrow_dataset',
  DatasetDict: 'datasets.dataset_dict',
  Features: 'datasets.features.features',
  LazyBatch: 'datasets.formatting.formatting',
  LazyRow: 'datasets.formatting.formatting',
};

// No state: what is asked for a second time is what would be made anew, but `is` must find it the same.
// eslint-disable-next-line no-restricted-syntax
const made = new Map<string, BuiltinValue>();

/** The type of a name, always the same object: `dict`, `ConfigDict`, `dict_keys`. */
export function typeNamed(name: string): BuiltinValue {
  const there = made.get(name);
  if (there) return there;
  const type = makeType(name, {});
  made.set(name, type);
  return type;
}

function makeType(name: string, members: Readonly<Record<string, Value>>): BuiltinValue {
  const construct = Object.hasOwn(constructors, name) ? constructors[name] : undefined;
  return new BuiltinValue(
    `${homeOf(name)}.${name}`,
    nowhere,
    construct ?? ((runtime) => unknown(runtime, say`making a ${name} is not modelled`)),
    'class',
    members,
  );
}

/** `type(value)` of everything but objects of a config's own classes. */
export function typeOf(runtime: Runtime, value: Value): Value {
  if (value.kind === 'unknown') return value;
  const undecided = undecidedType(value);
  if (undecided) return undecided;
  if (value.kind === 'ref' && !typeName(value).startsWith('Lazy'))
    return new UnknownValue(say`the type of ${value.path} is only known when it is loaded`, runtime.span);
  const members = value instanceof LibraryObject ? value.protocol.ofClass : undefined;
  // Types are the same where their paths are.
  return members ? makeType(typeName(value), members) : typeNamed(typeName(value));
}

/** Whether of a class of this path only the objects are modelled: what it lacks is not known then. */
export function isOpenType({ path }: BuiltinValue): boolean {
  const dot = path.lastIndexOf('.');
  const [home, name] = [path.slice(0, dot), path.slice(dot + 1)];
  return home === homeOf(name) && !Object.hasOwn(constructors, name) && tableOfType(name) === undefined;
}

function homeOf(name: string): string {
  return Object.hasOwn(homes, name) ? homes[name]! : 'builtins';
}

/**
 * An attribute of a type itself: `dict.fromkeys`, `str.join`, where the first argument is the object.
 * @returns undefined where the type has none of that name
 */
export function typeAttribute(type: BuiltinValue, name: string): Value | undefined {
  const owner = type.path.slice(type.path.lastIndexOf('.') + 1);
  const methods = tableOfType(owner);
  if (!methods) return undefined;
  if (name === 'fromkeys' && methods.fromkeys)
    return new BuiltinValue(`${owner}.fromkeys`, nowhere, (runtime, args) => fromKeys(runtime, args, owner));
  if (name === 'maketrans' && methods.maketrans) return new BuiltinValue(`${owner}.maketrans`, nowhere, maketrans);
  if (owner === 'dict' && Object.hasOwn(ofItems, name)) return unboundOfItems(name);
  const method = methods[name];
  if (!method) return undefined;
  return new BuiltinValue(
    `${owner}.${name}`,
    nowhere,
    (runtime, args) => {
      const [self, ...rest] = args.positional;
      if (!self) throw typeError(`unbound method ${owner}.${name}() needs an argument`);
      if (self.kind === 'unknown') return self;
      const own = tableOf(self)?.[name];
      if (!own || !(isOf(owner, self) || fits(owner, typeName(self))))
        throw typeError(`descriptor '${name}' for '${owner}' objects doesn't apply to a '${typeName(self)}' object`);
      return method(runtime, self, { ...args, positional: rest });
    },
    'method_descriptor',
  );
}

/** `dict.__setitem__` and its like. */
const ofItems: Readonly<Record<string, (runtime: Runtime, dict: DictValue, key: Value, value: Value | undefined) => Value>> = {
  __getitem__: rawItem,
  __setitem__: (runtime, dict, key, value) => {
    if (!value) throw typeError('expected 2 arguments, got 1');
    putEntry(dict, key, value);
    return new NoneValue(runtime.span);
  },
  __delitem__: (runtime, dict, key) => {
    if (!dict.entries.delete(keyOf(key))) throw keyError(key);
    return new NoneValue(runtime.span);
  },
};

function unboundOfItems(name: string): Value {
  const run = (runtime: Runtime, { positional: [dict, key, value] }: Arguments): Value => {
    const hole = [dict, key].find((one) => one?.kind === 'unknown');
    if (hole) return hole;
    if (dict?.kind !== 'dict' || !key) throw typeError(`unbound method dict.${name}() needs an argument`);
    return ofItems[name]!(runtime, dict, key, value);
  };
  return new BuiltinValue(`dict.${name}`, nowhere, run, 'method_descriptor');
}

/** Whether a value of a class of the program's is a value of the builtin type `owner` too. */
function isOf(owner: string, value: Value): boolean {
  return (isMember(value) || value instanceof OwnDictValue) && value.kind === owner;
}

/** Whether objects of a type are objects of `owner` too. */
function fits(owner: string, type: string): boolean {
  if (owner === type) return true;
  if (owner === 'int') return type === 'bool';
  return owner === 'dict' && ['ConfigDict', 'Dict', 'OrderedDict', 'Counter', 'defaultdict'].includes(type);
}
