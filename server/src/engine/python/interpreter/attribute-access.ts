import { say } from '../../core/say.js';
import { PyError } from '../../core/errors.js';
import { nameKey, NoneValue, RefValue, str, TupleValue, type DictValue, type Value } from '../../core/value.js';
import { attributeError, getAttribute as libraryAttribute, getMethod } from '../runtime/types/attributes.js';
import { bind } from '../runtime/call-arguments.js';
import { freeze } from '../runtime/dicts.js';
import { causeOf } from '../runtime/exceptions.js';
import { deleteItem, setItem } from '../runtime/operators/index.js';
import { LibraryObject } from '../runtime/objects.js';
import { BuiltinValue, ModuleValue } from '../runtime/runtime.js';
import { builtins } from '../runtime/builtins/index.js';
import { UnknownSignal } from '../runtime/unknown-signal.js';
import { truthy, typeName } from '../runtime/semantics.js';
import { bindMethod } from './calls.js';
import { evaluate } from './expressions.js';
import { isReallyImported } from './imports.js';
import type { Interpreter } from './interpreter.js';
import { callOwn, memberOfDict, missingAttribute } from './own-dicts.js';
import { namedTupleAttribute, tupleClassAttribute } from '../runtime/modules/named-tuple.js';
import {
  ClassValue,
  DescriptorValue,
  FunctionValue,
  InstanceValue,
  isMember,
  NamedTupleValue,
  type MemberValue,
  OwnDictValue,
} from '../runtime/class-objects.js';

/** Methods of mmengine's ConfigDict that no config needs. */
const unfollowed = new Set(['merge', 'build_lazy']);

/** `object.name`. @throws PyError AttributeError */
export function readAttribute(interpreter: Interpreter, object: Value, name: string): Value {
  if (object instanceof InstanceValue) return instanceAttribute(interpreter, object, name);
  if (object instanceof OwnDictValue) return ownDictAttribute(interpreter, object, name);
  if (isMember(object)) return memberAttribute(interpreter, object, name);
  if (object instanceof NamedTupleValue) return tupleAttribute(interpreter, object, name);
  if (object instanceof ClassValue) return classAttribute(interpreter, object, name);
  if (object instanceof FunctionValue) return functionAttribute(interpreter, object, name);
  if (isReference(object) && interpreter.referenceAttributes.has(`${object.path}.${name}`))
    return interpreter.unknown(say`${object.path}.${name} was assigned to, which is not followed.`);
  if (object.kind === 'ref' && isLazy(object)) return lazyAttribute(interpreter, object, name);
  if (object.kind === 'dict' && object.className === 'ConfigDict') {
    if (unfollowed.has(name)) return interpreter.unknown(say`The method ${name} of a ConfigDict is not followed.`);
    if (name === 'freeze' || name === 'unfreeze') return freezing(interpreter, object, name);
  }
  const value = libraryAttribute(interpreter, object, name);
  if (value instanceof BuiltinValue && object instanceof LibraryObject && object.protocol.forget) value.self ??= object;
  if (value !== undefined) return value;
  if (object.kind === 'dict' && withAttributes.has(object))
    return interpreter.unknown(say`The attributes of a ${object.className} are not followed.`);
  throw attributeError(object, name);
}

/** What is not the config's own, but may be given attributes. */
function isReference(object: Value): object is RefValue | ModuleValue {
  return object.kind === 'ref' || object instanceof ModuleValue;
}

/** Whether a reference is one of mmengine's lazy objects: a name or a module that is imported on the lazy path. */
export function isLazy(object: RefValue): boolean {
  return object.refKind === 'lazy' || (object.refKind === 'module' && !isReallyImported(object.path));
}

/** What mmengine's LazyObject and LazyAttr have themselves; any other attribute is a LazyAttr (0.11 `config/lazy.py`). */
function lazyAttribute(interpreter: Interpreter, object: RefValue, name: string): Value {
  if (name.startsWith('__')) {
    const value = libraryAttribute(interpreter, object, name);
    if (value === undefined) throw attributeError(object, name);
    return value;
  }
  if (object.attribute && name === 'name') return str(object.name, interpreter.span);
  if (name === 'module' && object.refKind === 'lazy' && !object.attribute)
    return str(object.path.slice(0, object.path.lastIndexOf('.')), interpreter.span);
  if ((object.attribute ? ownOfLazyAttr : ownOfLazyObject).has(name))
    return interpreter.unknown(say`${name} is what mmengine itself knows of ${object.path}, and is not followed.`);
  return new RefValue(`${object.path}.${name}`, interpreter.span, 'lazy', object.from, true);
}

const ownOfLazyObject = new Set(['build', 'module', 'location', '_module', '_imported']);
const ownOfLazyAttr = new Set(['build', 'module', 'location', '_module', 'source']);

/** `freeze(shouldFreeze=True)` and `unfreeze()`, bound to a ConfigDict. */
function freezing(interpreter: Interpreter, dict: DictValue, name: 'freeze' | 'unfreeze'): Value {
  return new BuiltinValue(`Dict.${name}`, interpreter.span, (runtime, args) => {
    const [should] = bind(name, args, name === 'freeze' ? ['shouldFreeze'] : [], 0);
    const on = name === 'freeze' && (should === undefined || truthy(should));
    if (typeof on !== 'boolean') return on;
    freeze(dict, on);
    return new NoneValue(runtime.span);
  });
}

/** What an object has of its own, or its class has; undefined where neither has the name. A property of the class comes first. */
function definedAttribute(interpreter: Interpreter, object: InstanceValue | MemberValue | OwnDictValue, name: string): Value | undefined {
  const own = object.attributes.get(name);
  const member = object.ofClass.find(name);
  if (own && !isProperty(member)) return own;
  if (isProperty(member)) return interpreter.call(member.wrapped, { positional: [object], keywords: new Map() });
  if (member) return bindMethod(member, object);
  return name === '__class__' ? object.ofClass : undefined;
}

function instanceAttribute(interpreter: Interpreter, object: InstanceValue, name: string): Value {
  const defined = definedAttribute(interpreter, object, name);
  if (defined) return defined;
  if (name === '__cause__' && object.ofClass.exceptionBase !== undefined) return causeOf(object);
  if (name === '__dict__' && !object.ofClass.find('__slots__')) return object.makeDict(interpreter.span);
  const getter = interpreter.host.importer ? object.ofClass.find('__getattr__') : undefined;
  if (getter && !isSpecial(name))
    return interpreter.call(bindMethod(getter, object), { positional: [str(name, interpreter.span)], keywords: new Map() });
  if (object.ofClass.find('__getattr__') || isSpecial(name))
    return interpreter.unknown(say`The attribute ${name} of a ${object.typeName} object is not followed.`);
  throw new PyError('AttributeError', `'${object.typeName}' object has no attribute '${name}'`);
}

/** What the class itself defines comes before what texts have; what Enum has of special methods is theirs alone. */
function memberAttribute(interpreter: Interpreter, object: MemberValue, name: string): Value {
  const value = definedAttribute(interpreter, object, name) ?? libraryAttribute(interpreter, object, name);
  if (value === undefined) throw new PyError('AttributeError', `'${object.ofClass.name}' object has no attribute '${name}'`);
  return value;
}

/** A dict of a class of the program's: what it holds itself, its class has, dicts have, or its `__getattr__` makes. */
function ownDictAttribute(interpreter: Interpreter, object: OwnDictValue, name: string): Value {
  const item = object.attributesAreItems && !isProperty(object.ofClass.find(name)) ? object.get(name) : undefined;
  return (
    item ??
    definedAttribute(interpreter, object, name) ??
    memberOfDict(interpreter, object, name) ??
    missingAttribute(interpreter, object, name)
  );
}

/** `object.name = value` of such a dict. @throws UnknownSignal where what is done with it is not known */
function setOnOwnDict(interpreter: Interpreter, object: OwnDictValue, name: string, value: Value): void {
  const setter = object.ofClass.find('__setattr__');
  if (setter && name !== '__dict__') {
    const result = callOwn(interpreter, setter, object, str(name, interpreter.span), value);
    if (result.kind === 'unknown') throw new UnknownSignal(result);
  } else if (name !== '__dict__') {
    const property = object.ofClass.find(name);
    if (isProperty(property)) setProperty(interpreter, object, name, value);
    else object.setAttribute(name, value);
  } else if (value === object && object.attributes.size === 0) object.attributesAreItems = true;
  else throw new UnknownSignal(interpreter.unknown(say`What is set as the __dict__ of this object is not followed.`));
}

/** `del object.name` of such a dict. */
function deleteOfOwnDict(interpreter: Interpreter, object: OwnDictValue, name: string): void {
  const deleter = object.ofClass.find('__delattr__');
  if (deleter) {
    const result = callOwn(interpreter, deleter, object, str(name, interpreter.span));
    if (result.kind === 'unknown') throw new UnknownSignal(result);
    return;
  }
  const there = object.attributesAreItems ? object.entries.delete(nameKey(name)) : object.attributes.delete(name);
  if (!there) throw attributeError(object, name);
}

function tupleAttribute(interpreter: Interpreter, object: NamedTupleValue, name: string): Value {
  const member = object.ofClass.find(name);
  if (isProperty(member)) return interpreter.call(member.wrapped, { positional: [object], keywords: new Map() });
  if (member) return bindMethod(member, object);
  if (name === '__class__') return object.ofClass;
  const value = namedTupleAttribute(interpreter, object, name) ?? libraryAttribute(interpreter, object, name);
  if (value === undefined) throw new PyError('AttributeError', `'${object.ofClass.name}' object has no attribute '${name}'`);
  return value;
}

function classAttribute(interpreter: Interpreter, object: ClassValue, name: string): Value {
  const own = tupleClassAttribute(interpreter.span, object, name);
  if (own) return own;
  const member = object.find(name);
  if (member) return member instanceof DescriptorValue ? bindMethod(member, object) : member;
  if (name === '__name__') return str(object.name, interpreter.span);
  if (name === '__qualname__') return str(object.qualifiedName, interpreter.span);
  if (name === '__mro__' && object.exceptionBase === undefined)
    return new TupleValue([object, ...object.ancestors, builtins.get('object')!], interpreter.span);
  if (name === '__bases__' && object.bases.length > 0) return new TupleValue(object.bases, interpreter.span);
  if (name === 'mro') return interpreter.unknown(say`The method mro of a class is not followed.`);
  if (isSpecial(name)) return interpreter.unknown(say`The attribute ${name} of a class is not followed.`);
  throw new PyError('AttributeError', `type object '${object.name}' has no attribute '${name}'`);
}

function functionAttribute(interpreter: Interpreter, object: FunctionValue, name: string): Value {
  const own = object.attributes.get(name);
  if (own) return own;
  if (name === '__name__') return str(object.path.slice(object.path.lastIndexOf('.') + 1), interpreter.span);
  if (name === '__qualname__') return str(object.path, interpreter.span);
  if (name === '__defaults__') return defaultsOf(interpreter, object);
  if (name === '__doc__') return docstring(interpreter, object);
  if (isSpecial(name)) return interpreter.unknown(say`The attribute ${name} of a function is not followed.`);
  throw new PyError('AttributeError', `'function' object has no attribute '${name}'`);
}

/** The defaults of the parameters that may be given by position, or None. */
function defaultsOf(interpreter: Interpreter, { node, defaults }: FunctionValue): Value {
  const { positionalOnly, positional } = node.parameters;
  const values = [...positionalOnly, ...positional].flatMap(({ name }) => defaults.get(name.name) ?? []);
  return values.length > 0 ? new TupleValue(values, interpreter.span) : interpreter.none();
}

/** The text that a function begins with, or None. */
function docstring(interpreter: Interpreter, { node }: FunctionValue): Value {
  const first = node.type === 'FunctionDef' ? node.body[0] : undefined;
  return first?.type === 'ExpressionStatement' && first.value.type === 'String' ? evaluate(interpreter, first.value) : interpreter.none();
}

/** `object.name = value`. A ConfigDict takes it as an entry. @throws PyError AttributeError */
export function setAttribute(interpreter: Interpreter, object: Value, name: string, value: Value): void {
  if (object.kind === 'unknown') return;
  if (object instanceof OwnDictValue) setOnOwnDict(interpreter, object, name, value);
  else if (isReference(object)) interpreter.referenceAttributes.add(`${object.path}.${name}`);
  else if (object instanceof InstanceValue && object.ofClass.find('__setattr__')) setByMethod(interpreter, object, name, value);
  else if (object instanceof InstanceValue && isProperty(object.ofClass.find(name))) setProperty(interpreter, object, name, value);
  else if (object instanceof InstanceValue || object instanceof FunctionValue) object.attributes.set(name, value);
  else if (object instanceof ClassValue) object.members.set(name, value);
  else if (object instanceof LibraryObject && object.protocol.setAttribute) object.protocol.setAttribute(name, value);
  else if (object.kind === 'dict' && isConfigDict(object.className)) {
    if (getMethod(object, name)) throw new PyError('AttributeError', `'Dict' object attribute '${name}' is read-only`);
    setItem(interpreter, object, str(name, interpreter.span), value);
  } else if (getMethod(object, name)) throw new PyError('AttributeError', `'${typeName(object)}' object attribute '${name}' is read-only`);
  else if (object.kind === 'dict' && (object.className === 'OrderedDict' || object.className === 'Counter')) withAttributes.add(object);
  else throw attributeError(object, name);
}

/** By the setter of a property. @throws PyError AttributeError where it has none */
function setProperty(interpreter: Interpreter, object: InstanceValue | OwnDictValue, name: string, value: Value): void {
  const { setter } = object.ofClass.find(name) as DescriptorValue;
  if (!setter) throw new PyError('AttributeError', `property '${name}' of '${object.ofClass.name}' object has no setter`);
  interpreter.call(setter, { positional: [object, value], keywords: new Map() });
}

/** By the `__setattr__` of its class. */
function setByMethod(interpreter: Interpreter, object: InstanceValue, name: string, value: Value): void {
  const result = interpreter.call(bindMethod(object.ofClass.find('__setattr__')!, object), {
    positional: [str(name, interpreter.span), value],
    keywords: new Map(),
  });
  if (result.kind === 'unknown') throw new UnknownSignal(result);
}

/** Dicts of classes whose objects can have attributes, that were given some: what they are is not followed. */
const withAttributes = new WeakSet<DictValue>();

/** `del object.name`. @throws PyError AttributeError, for a ConfigDict KeyError */
export function deleteAttribute(interpreter: Interpreter, object: Value, name: string): void {
  if (object.kind === 'unknown' || object.kind === 'ref') return;
  if (object instanceof OwnDictValue) deleteOfOwnDict(interpreter, object, name);
  else if (object.kind === 'dict' && isConfigDict(object.className)) deleteItem(interpreter, object, str(name, interpreter.span));
  else if (object instanceof InstanceValue && isProperty(object.ofClass.find(name))) deleteProperty(interpreter, object, name);
  else if (object instanceof InstanceValue || object instanceof FunctionValue) {
    if (!object.attributes.delete(name)) throw attributeError(object, name);
  } else if (object instanceof ClassValue) {
    // What is inherited is not the class's own to delete.
    if (!object.members.delete(name)) throw new PyError('AttributeError', `type object '${object.name}' has no attribute '${name}'`);
  } else if (getMethod(object, name)) throw new PyError('AttributeError', `'${typeName(object)}' object attribute '${name}' is read-only`);
  else throw attributeError(object, name);
}

function deleteProperty(interpreter: Interpreter, object: InstanceValue, name: string): void {
  const { deleter } = object.ofClass.find(name) as DescriptorValue;
  if (!deleter) throw new PyError('AttributeError', `property '${name}' of '${object.typeName}' object has no deleter`);
  interpreter.call(deleter, { positional: [object], keywords: new Map() });
}

function isSpecial(name: string): boolean {
  return name.startsWith('__') && name.endsWith('__');
}

function isProperty(member: Value | undefined): member is DescriptorValue {
  return member instanceof DescriptorValue && member.typeName === 'property';
}

function isConfigDict(className: string): boolean {
  return className === 'ConfigDict' || className === 'Dict';
}
