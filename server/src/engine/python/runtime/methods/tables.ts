import type { Value } from '../../../core/value.js';
import { FrozenSetValue } from '../objects.js';
import { bytesMethods } from './bytes.js';
import { configDictMethods, dictMethods } from './dict.js';
import { listMethods } from './list.js';
import type { MethodTable } from './method.js';
import { floatMethods, intMethods } from './numbers.js';
import { frozenSetMethods, setMethods } from './set.js';
import { strMethods } from './str.js';
import { tupleMethods } from './tuple.js';
import { counterMethods, orderedDictMethods } from './dict-subclasses.js';

/** The method tables by the last name of their type. */
const byType: Readonly<Record<string, MethodTable | undefined>> = {
  str: strMethods,
  list: listMethods,
  tuple: tupleMethods,
  dict: dictMethods,
  ConfigDict: configDictMethods,
  Dict: configDictMethods,
  OrderedDict: orderedDictMethods,
  Counter: counterMethods,
  defaultdict: dictMethods,
  set: setMethods,
  frozenset: frozenSetMethods,
  int: intMethods,
  bool: intMethods,
  float: floatMethods,
  bytes: bytesMethods,
};

/** The methods of the values of a type, by the type's name. */
export function tableOfType(name: string): MethodTable | undefined {
  return Object.hasOwn(byType, name) ? byType[name] : undefined;
}

/** The methods of a value. */
export function tableOf(value: Value): MethodTable | undefined {
  if (value.kind === 'dict') return tableOfType(value.className) ?? dictMethods;
  if (value.kind === 'set') return value instanceof FrozenSetValue ? frozenSetMethods : setMethods;
  return value.kind === 'object' || value.kind === 'unknown' ? undefined : tableOfType(value.kind);
}
