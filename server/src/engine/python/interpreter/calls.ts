import { say } from '../../core/say.js';
import { LimitError, PyError } from '../../core/errors.js';
import { nowhere, type Span } from '../../core/span.js';
import { TupleValue, UnknownValue, type RefValue, type Value } from '../../core/value.js';
import { GenericAlias, LibraryObject } from '../runtime/objects.js';
import { cacheTypeName } from '../runtime/modules/function-cache.js';
import { BuiltinValue, IteratorValue, type Arguments } from '../runtime/runtime.js';
import { builtins } from '../runtime/builtins/index.js';
import { mayChangeArguments } from './changing-methods.js';
import { typeName } from '../runtime/semantics.js';
import { bindArguments } from './arguments.js';
import { isLazy } from './attribute-access.js';
import { invalidateEffects, invalidateGiven, invalidateUsed } from './effects.js';
import { evaluate } from './expressions.js';
import { namedTuple } from '../runtime/modules/named-tuple.js';
import { makeGenerator } from './generators.js';
import { protocolMaker, unfollowedMethod } from './instance-protocol.js';
import type { Interpreter } from './interpreter.js';
import { classOfObject, ClassValue, DescriptorValue, FunctionValue, InstanceValue, isMember } from '../runtime/class-objects.js';
import { functionNames } from '../syntax/tree/bound-names.js';
import { type Frame } from '../runtime/frame.js';
import type { FunctionDef, Lambda } from '../syntax/tree/ast.js';
import { makeOwnDict } from './own-dicts.js';
import { letGoOfLocals } from './left-generators.js';
import { executeBlock } from './statements.js';
import { UnknownSignal } from '../runtime/unknown-signal.js';

/**
 * Calls a value. What Python would run outside the config gives an unknown value; a lazily imported object raises as mmengine's does
 * (`config/lazy.py`).
 * @throws PyError what the call raises; LimitError
 */
export function callValue(interpreter: Interpreter, callee: Value, args: Arguments): Value {
  interpreter.step();
  if (callee instanceof FunctionValue) return callFunction(interpreter, callee, args);
  if (callee instanceof BuiltinValue) return callBuiltin(interpreter, callee, args);
  if (callee instanceof ClassValue) return instantiate(interpreter, callee, args);
  if (callee instanceof GenericAlias) return interpreter.call(callee.origin, args);
  if (callee.kind === 'unknown') {
    invalidateGiven(interpreter, valuesOf(args), callee);
    return callee;
  }
  if (callee.kind === 'ref') return callReference(interpreter, callee);
  const method = callee instanceof InstanceValue ? callee.ofClass.find('__call__') : undefined;
  if (method) return interpreter.call(bindMethod(method, callee), args);
  if (callee.kind === 'object') return callObject(interpreter, callee, args);
  throw new PyError('TypeError', `'${typeName(callee)}' object is not callable`);
}

function callReference(interpreter: Interpreter, callee: RefValue): Value {
  if (isLazy(callee)) throw lazyUse(callee, 'called', interpreter.span);
  if (callee.refKind === 'module') throw new PyError('TypeError', "'module' object is not callable");
  return interpreter.unknown(say`What ${callee.path}(…) returns is only known when it runs.`);
}

/** The RuntimeError without a text that mmengine's lazy objects raise. @param how what cannot be done with the object: `called` */
export function lazyUse(object: RefValue, how: string, span: Span): PyError {
  return new PyError('RuntimeError', '', span, `${object.name} is imported lazily and cannot be ${how} while the config loads.`);
}

/** An object of the library may be callable (`functools.partial`). */
function callObject(interpreter: Interpreter, callee: Value, args: Arguments): Value {
  const method = callee instanceof LibraryObject ? callee.attribute('__call__') : undefined;
  if (method) return interpreter.call(method, args);
  throw new PyError('TypeError', `'${typeName(callee)}' object is not callable`);
}

function callBuiltin(interpreter: Interpreter, callee: BuiltinValue, args: Arguments): Value {
  const nesting = interpreter.nesting;
  const depth = interpreter.callDepth;
  const frames = interpreter.frames.length;
  interpreter.enterCall();
  try {
    const result = callee.invoke(interpreter, args);
    interpreter.callDepth = depth;
    return builtinResult(interpreter, callee, args, result);
  } catch (error) {
    interpreter.frames.length = frames;
    interpreter.nesting = nesting;
    interpreter.callDepth = depth;
    if (error instanceof UnknownSignal) return builtinResult(interpreter, callee, args, error.value);
    throw error;
  }
}

/** An iterator takes from what it was made of. What is unknown may have taken from iterators already, and called functions. */
function builtinResult(interpreter: Interpreter, callee: BuiltinValue, args: Arguments, result: Value): Value {
  if (result instanceof IteratorValue) result.parts ??= () => (callee.self ? [callee.self, ...valuesOf(args)] : valuesOf(args));
  if (result.kind !== 'unknown' || callee === builtins.get('next')) return result;
  if (callsUnknown(callee, args)) invalidateGiven(interpreter, valuesOf(args), result);
  else invalidateUsed(interpreter, valuesOf(args), result);
  return result;
}

/** Whether a builtin that was given an unknown function would call it. */
function callsUnknown(callee: BuiltinValue, { positional: [first], keywords }: Arguments): boolean {
  const calls = callee === builtins.get('map') || callee === builtins.get('filter') || callee.path === '_functools.reduce';
  return (calls && first?.kind === 'unknown') || keywords.get('key')?.kind === 'unknown' || mayChangeArguments(callee);
}

function valuesOf({ positional, keywords }: Arguments): Value[] {
  return [...positional, ...keywords.values()];
}

/** What a frame costs beside what runs in it: it has a dict of its own, and what is defined in it keeps it. */
const newFrame = 8;

function callFunction(interpreter: Interpreter, callee: FunctionValue, args: Arguments): Value {
  const { node } = callee;
  interpreter.step(newFrame);
  const frame: Frame = {
    kind: 'function',
    file: callee.frame.file,
    globals: callee.frame.globals,
    locals: bindArguments(interpreter, callee, args),
    parent: callee.frame,
    names: functionNames(node, callee.frame.module.baseModules),
    module: callee.frame.module,
    prefix: `${callee.path}.<locals>.`,
  };
  if (node.type === 'FunctionDef' && node.async) return interpreter.unknown(say`Coroutines are not run.`);
  if (node.type === 'FunctionDef' && node.generator) return makeGenerator(interpreter, node, frame);
  return runFunction(interpreter, callee, frame);
}

function runFunction(interpreter: Interpreter, callee: FunctionValue, frame: Frame): Value {
  const { node } = callee;
  const caller = interpreter.node;
  const nesting = interpreter.nesting;
  const depth = interpreter.callDepth;
  let left: Value | undefined;
  interpreter.enterCall();
  interpreter.frames.push(frame);
  try {
    if (node.type === 'Lambda') return evaluate(interpreter, node.body);
    const how = executeBlock(interpreter, node.body);
    const result = how === 'return' && interpreter.returned ? interpreter.returned : interpreter.none();
    left = result;
    return result;
  } catch (error) {
    if (error instanceof UnknownSignal) {
      invalidateEffects(interpreter, node.type === 'Lambda' ? [node.body] : node.body, error.value);
      return error.value;
    }
    if (error instanceof PyError || error instanceof LimitError) interpreter.placeError(error);
    throw error;
  } finally {
    interpreter.frames.pop();
    interpreter.callDepth = depth;
    interpreter.nesting = nesting;
    interpreter.node = caller;
    if (left && interpreter.hasCleanUps) letGoOfLocals(interpreter, frame, new Set(parameterNames(node)), left);
  }
}

function parameterNames({ parameters: { positionalOnly, positional, keywordOnly, varArgs, kwArgs } }: FunctionDef | Lambda): string[] {
  return [...positionalOnly, ...positional, ...keywordOnly, varArgs, kwArgs].flatMap((parameter) => parameter?.name.name ?? []);
}

/** An object of a class whose `__init__` is not called; unknown where its special methods are not followed. */
export function makeInstance(interpreter: Interpreter, ofClass: ClassValue): Value {
  interpreter.step(ofClass.ancestors.length);
  const names = ofClass.specialMethods();
  const special = unfollowedMethod(interpreter, names);
  if (special !== undefined) return interpreter.unknown(say`Objects of ${ofClass.name} have a method ${special}, which is not followed.`);
  return new InstanceValue(ofClass, interpreter.span, protocolMaker(interpreter, ofClass, names));
}

/** @throws PyError TypeError for a class of `abc` with a method that is still abstract */
function checkAbstract(ofClass: ClassValue): void {
  if (!ofClass.ancestors.some(({ name, span }) => span.file === nowhere.file && (name === 'ABC' || name === 'ABCMeta'))) return;
  const open = [...ofClass.memberNames()].filter((name) => isAbstract(ofClass.find(name)));
  if (open.length > 0)
    throw new PyError(
      'TypeError',
      `Can't instantiate abstract class ${ofClass.name} with abstract method${open.length > 1 ? 's' : ''} ${open.sort().join(', ')}`,
    );
}

function isAbstract(member: Value | undefined): boolean {
  const method = member instanceof DescriptorValue ? member.wrapped : member;
  return method instanceof FunctionValue && method.attributes.has('__isabstractmethod__');
}

/** `K(…)`: makes an object of a config's class and runs its `__init__`. */
function instantiate(interpreter: Interpreter, ofClass: ClassValue, args: Arguments): Value {
  if (ofClass.meta?.call) return ofClass.meta.call(args);
  if (ofClass.tupleFields) return namedTuple(interpreter.span, ofClass, ofClass.tupleFields, args);
  if (ofClass.mixin === 'dict' && ofClass.exceptionBase === undefined) return makeOwnDict(interpreter, ofClass, args);
  checkAbstract(ofClass);
  const instance = makeInstance(interpreter, ofClass);
  if (!(instance instanceof InstanceValue)) return instance;
  if (ofClass.exceptionBase !== undefined) instance.attributes.set('args', new TupleValue(args.positional, interpreter.span));
  const init = ofClass.find('__init__');
  if (init) {
    const result = interpreter.call(bindMethod(init, instance), args);
    return result instanceof UnknownValue ? result : (interpreter.forgotten?.get(instance) ?? instance);
  }
  if (ofClass.exceptionBase === undefined && args.positional.length + args.keywords.size > 0)
    throw new PyError('TypeError', `${ofClass.name}() takes no arguments`);
  return instance;
}

const noMembers: Readonly<Record<string, Value>> = {};

/** A function found in a class, cached or not, bound to one of its objects, or to the class itself; other members are as they are. */
export function bindMethod(member: Value, object: Value): Value {
  if (member instanceof DescriptorValue && member.typeName === 'staticmethod') return member.wrapped;
  if (member instanceof DescriptorValue && member.typeName === 'classmethod')
    return bindMethod(member.wrapped, isMember(object) ? object.ofClass : (classOfObject(object) ?? object));
  if (!(member instanceof FunctionValue || (member instanceof LibraryObject && member.typeName === cacheTypeName))) return member;
  const path = member instanceof FunctionValue ? member.path : `${typeName(object)}.${cacheTypeName}`;
  return new BuiltinValue(
    path,
    member.span,
    (runtime, args) => runtime.call(member, { ...args, positional: [object, ...args.positional] }),
    'method',
    noMembers,
    object,
  );
}
