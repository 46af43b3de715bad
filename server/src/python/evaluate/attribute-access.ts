import { PyError } from '../../errors.js';
import { RefValue, str, TupleValue, type Value } from '../../value.js';
import { attributeError, getAttribute as libraryAttribute, getMethod } from '../attributes.js';
import { deleteItem, setItem } from '../operators.js';
import { typeName } from '../semantics.js';
import { bindMethod } from './calls.js';
import { isReallyImported } from './imports.js';
import type { Interpreter } from './interpreter.js';
import { ClassValue, FunctionValue, InstanceValue } from './objects.js';

/** Methods of mmengine's ConfigDict that no config needs. */
const unfollowed = new Set(['merge', 'freeze', 'unfreeze', 'build_lazy']);

/** `object.name`. @throws PyError AttributeError */
export function getAttribute(it: Interpreter, object: Value, name: string): Value {
  if (object instanceof InstanceValue) return instanceAttribute(it, object, name);
  if (object instanceof ClassValue) return classAttribute(it, object, name);
  if (object instanceof FunctionValue) return functionAttribute(it, object, name);
  if (object.kind === 'ref' && it.referenceAttributes.has(`${object.path}.${name}`))
    return it.unknown(`${object.path}.${name} was assigned to, which is not followed.`);
  // A module that is imported lazily: its members are references too (mmengine 0.11 `config/lazy.py`).
  if (object.kind === 'ref' && object.refKind === 'module' && !isReallyImported(object.path)) return new RefValue(`${object.path}.${name}`, it.span);
  if (object.kind === 'dict' && object.className === 'ConfigDict' && unfollowed.has(name))
    return it.unknown(`The method ${name} of a ConfigDict is not followed.`);
  const value = libraryAttribute(it, object, name);
  if (value === undefined) throw attributeError(object, name);
  return value;
}

function instanceAttribute(it: Interpreter, object: InstanceValue, name: string): Value {
  const own = object.attributes.get(name);
  if (own) return own;
  const member = object.ofClass.find(name);
  if (member) return bindMethod(member, object);
  if (name === '__class__') return object.ofClass;
  if (object.ofClass.find('__getattr__') || name.startsWith('__')) return it.unknown(`The attribute ${name} of a ${object.typeName} object is not followed.`);
  throw new PyError('AttributeError', `'${object.typeName}' object has no attribute '${name}'`);
}

function classAttribute(it: Interpreter, object: ClassValue, name: string): Value {
  const member = object.find(name);
  if (member) return member;
  if (name === '__name__' || name === '__qualname__') return str(object.name, it.span);
  if (name === '__mro__') return new TupleValue([object, ...object.ancestors], it.span);
  if (name === 'mro') return it.unknown('The method mro of a class is not followed.');
  if (name.startsWith('__')) return it.unknown(`The attribute ${name} of a class is not followed.`);
  throw new PyError('AttributeError', `type object '${object.name}' has no attribute '${name}'`);
}

function functionAttribute(it: Interpreter, object: FunctionValue, name: string): Value {
  const own = object.attributes.get(name);
  if (own) return own;
  if (name === '__name__') return str(object.path.slice(object.path.lastIndexOf('.') + 1), it.span);
  if (name === '__qualname__') return str(object.path, it.span);
  if (name === '__defaults__') return object.defaults.size > 0 ? new TupleValue([...object.defaults.values()], it.span) : it.none();
  if (name.startsWith('__')) return it.unknown(`The attribute ${name} of a function is not followed.`);
  throw new PyError('AttributeError', `'function' object has no attribute '${name}'`);
}

/** `object.name = value`. A ConfigDict takes it as an entry. @throws PyError AttributeError */
export function setAttribute(it: Interpreter, object: Value, name: string, value: Value): void {
  if (object.kind === 'unknown') return;
  if (object.kind === 'ref') it.referenceAttributes.add(`${object.path}.${name}`);
  else if (object instanceof InstanceValue || object instanceof FunctionValue) object.attributes.set(name, value);
  else if (object instanceof ClassValue) object.members.set(name, value);
  else if (object.kind === 'dict' && isConfigDict(object.className)) {
    if (getMethod(object, name)) throw new PyError('AttributeError', `'Dict' object attribute '${name}' is read-only`);
    setItem(it, object, str(name, it.span), value);
  } else if (getMethod(object, name)) throw new PyError('AttributeError', `'${typeName(object)}' object attribute '${name}' is read-only`);
  else throw attributeError(object, name);
}

/** `del object.name`. @throws PyError AttributeError, for a ConfigDict KeyError */
export function deleteAttribute(it: Interpreter, object: Value, name: string): void {
  if (object.kind === 'unknown' || object.kind === 'ref') return;
  if (object.kind === 'dict' && isConfigDict(object.className)) deleteItem(it, object, str(name, it.span));
  else if (object instanceof InstanceValue || object instanceof FunctionValue) {
    if (!object.attributes.delete(name)) throw attributeError(object, name);
  } else throw attributeError(object, name);
}

function isConfigDict(className: string): boolean {
  return className === 'ConfigDict' || className === 'Dict';
}
