import { charge } from '../../core/cost.js';
import type { DictValue, Value } from '../../core/value.js';
import { ClassValue, DescriptorValue, FunctionValue, InstanceDict, InstanceValue, isMember, OwnDictValue } from './class-objects.js';
import { DeferredEntry } from './deferred-entry.js';
import { DictViewValue, ExceptionValue, LibraryObject } from './objects.js';
import { BuiltinValue, IteratorValue } from './runtime.js';

/** Whether a value can be changed in place, by itself: what may be seen of it through one name, is seen through all. Functions and classes are left out. */
export function isChangeable(value: Value): boolean {
  switch (value.kind) {
    case 'list':
    case 'dict':
    case 'set':
      return true;
    case 'object':
      return (
        value instanceof InstanceValue ||
        value instanceof IteratorValue ||
        (value instanceof LibraryObject && value.protocol.forget !== undefined)
      );
    default:
      return false;
  }
}

/** The values that a value holds: its items, its attributes, what an iterator takes its items from, what a method is bound to. */
export function heldBy(value: Value): Iterable<Value> {
  switch (value.kind) {
    case 'list':
    case 'tuple':
      return value.items;
    case 'dict':
      return partsOfDict(value);
    case 'set':
      return value.members.values();
    case 'callable':
      return partsOfCallable(value);
    case 'object':
      return partsOfObject(value);
    case 'str':
    case 'int':
      return isMember(value) ? value.attributes.values() : [];
    default:
      return [];
  }
}

function* partsOfDict(dict: DictValue): Iterable<Value> {
  for (const entry of dict.entries.values()) {
    // What was imported and not used so far is made when it is: nothing that has run can have changed it.
    if (entry instanceof DeferredEntry && !entry.settled) continue;
    if (!isPlain(entry.key)) yield entry.key;
    yield entry.value;
  }
  if (dict instanceof OwnDictValue) yield* [...dict.attributes.values(), dict.ofClass];
}

function isPlain(key: Value): boolean {
  return key.kind === 'str' || key.kind === 'int';
}

function partsOfCallable(value: Value): Iterable<Value> {
  if (value instanceof BuiltinValue) return value.self ? [value.self] : [];
  if (value instanceof FunctionValue) return [...value.attributes.values(), ...value.defaults.values()];
  // The members of an Enum are what they are.
  return value instanceof ClassValue && !value.meta ? [...dataOf(value).map(([, member]) => member), ...value.ancestors] : [];
}

function partsOfObject(value: Value): Iterable<Value> {
  if (value instanceof InstanceValue) return [...value.attributes.values(), value.ofClass];
  if (value instanceof IteratorValue) return value.parts?.() ?? [];
  if (value instanceof DictViewValue) return [value.dict];
  if (value instanceof DescriptorValue) return [value.wrapped, value.setter, value.deleter].filter((part) => part !== undefined);
  if (value instanceof ExceptionValue) return value.args;
  return value instanceof LibraryObject ? (value.protocol.parts?.() ?? []) : [];
}

/** The members of a class that are no functions, by their names. */
export function dataOf(value: ClassValue): [string, Value][] {
  return [...value.members].filter(([, member]) => member.kind !== 'callable' && !(member instanceof DescriptorValue));
}

/** The value itself and all that it holds, and what that holds. @param most how many of them are looked at */
export function* reachable(value: Value, most = Infinity): Iterable<Value> {
  const open: Value[] = [value];
  const seen = new Set<Value>();
  for (let next = open.pop(); next && seen.size < most; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    charge(2);
    yield next;
    for (const part of heldBy(next)) {
      if (open.length > most) break;
      open.push(part);
    }
  }
}

/** The values that can be changed among those that a value is, and with `deep` those that it holds. */
export function aliasesOf(value: Value, deep = false): Set<Value> {
  const aliases = new Set<Value>();
  for (const next of deep ? reachable(value) : [value]) {
    if (isChangeable(next)) aliases.add(next);
    if (next instanceof InstanceDict) aliases.add(next.owner);
    if (next instanceof InstanceValue && next.dict) aliases.add(next.dict);
  }
  return aliases;
}
