import { LimitError, PyError } from '../../core/errors.js';
import type { Span } from '../../core/span.js';
import { TupleValue, UnknownValue, type RefValue, type Value } from '../../core/value.js';
import { GenericAlias, LibraryObject } from '../runtime/objects.js';
import { cacheTypeName } from '../runtime/modules/function-cache.js';
import { BuiltinValue, type Arguments } from '../runtime/runtime.js';
import { typeName } from '../runtime/semantics.js';
import { bindArguments } from './arguments.js';
import { isLazy } from './attribute-access.js';
import { invalidateEffects } from './effects.js';
import { evaluate } from './expressions.js';
import { makeGenerator } from './generators.js';
import type { Interpreter } from './interpreter.js';
import { ClassValue, DescriptorValue, FunctionValue, InstanceValue } from '../runtime/class-objects.js';
import { functionNames } from '../syntax/tree/bound-names.js';
import { type Frame } from '../runtime/frame.js';
import { executeBlock } from './statements.js';
import { UnknownSignal } from '../runtime/unknown-signal.js';

/**
 * Calls a value. What Python would run outside the config gives an unknown value; a lazily imported object raises as mmengine's does
 * (`config/lazy.py`).
 * @throws PyError what the call raises; LimitError
 */
export function callValue(it: Interpreter, callee: Value, args: Arguments): Value {
  it.step();
  if (callee instanceof FunctionValue) return callFunction(it, callee, args);
  if (callee instanceof BuiltinValue) return callBuiltin(it, callee, args);
  if (callee instanceof ClassValue) return instantiate(it, callee, args);
  if (callee instanceof GenericAlias) return it.call(callee.origin, args);
  if (callee.kind === 'unknown') return callee;
  if (callee.kind === 'ref') return callReference(it, callee);
  const method = callee instanceof InstanceValue ? callee.ofClass.find('__call__') : undefined;
  if (method) return it.call(bindMethod(method, callee), args);
  if (callee.kind === 'object') return callObject(it, callee, args);
  throw new PyError('TypeError', `'${typeName(callee)}' object is not callable`);
}

function callReference(it: Interpreter, callee: RefValue): Value {
  if (isLazy(callee)) throw lazyUse(callee, 'called', it.span);
  if (callee.refKind === 'module') throw new PyError('TypeError', "'module' object is not callable");
  return it.unknown(`What ${callee.path}(…) gives is only known when it runs.`);
}

/** The RuntimeError without a text that mmengine's lazy objects raise. @param how what cannot be done with the object: `called` */
export function lazyUse(object: RefValue, how: string, span: Span): PyError {
  return new PyError('RuntimeError', '', span, `${object.name} is imported lazily and cannot be ${how} while the config loads.`);
}

/** An object of the library may be callable (`functools.partial`). */
function callObject(it: Interpreter, callee: Value, args: Arguments): Value {
  const method = callee instanceof LibraryObject ? callee.attribute('__call__') : undefined;
  if (method) return it.call(method, args);
  throw new PyError('TypeError', `'${typeName(callee)}' object is not callable`);
}

function callBuiltin(it: Interpreter, callee: BuiltinValue, args: Arguments): Value {
  const nesting = it.nesting;
  const depth = it.callDepth;
  const frames = it.frames.length;
  it.enterCall();
  try {
    const result = callee.invoke(it, args);
    it.callDepth = depth;
    return result;
  } catch (error) {
    it.frames.length = frames;
    it.nesting = nesting;
    it.callDepth = depth;
    if (error instanceof UnknownSignal) return error.value;
    throw error;
  }
}

function callFunction(it: Interpreter, callee: FunctionValue, args: Arguments): Value {
  const { node } = callee;
  const frame: Frame = {
    kind: 'function',
    file: callee.frame.file,
    globals: callee.frame.globals,
    locals: bindArguments(it, callee, args),
    parent: callee.frame,
    names: functionNames(node, callee.frame.module.baseModules),
    module: callee.frame.module,
    prefix: `${callee.path}.<locals>.`,
  };
  if (node.type === 'FunctionDef' && node.async) return it.unknown('Coroutines are not run.');
  if (node.type === 'FunctionDef' && node.generator) return makeGenerator(it, node, frame);
  return runFunction(it, callee, frame);
}

function runFunction(it: Interpreter, callee: FunctionValue, frame: Frame): Value {
  const { node } = callee;
  const caller = it.node;
  const nesting = it.nesting;
  const depth = it.callDepth;
  it.enterCall();
  it.frames.push(frame);
  try {
    if (node.type === 'Lambda') return evaluate(it, node.body);
    const how = executeBlock(it, node.body);
    return how === 'return' && it.returned ? it.returned : it.none();
  } catch (error) {
    if (error instanceof UnknownSignal) {
      invalidateEffects(it, node.type === 'Lambda' ? [node.body] : node.body, error.value);
      return error.value;
    }
    if (error instanceof PyError || error instanceof LimitError) it.placeError(error);
    throw error;
  } finally {
    it.frames.pop();
    it.callDepth = depth;
    it.nesting = nesting;
    it.node = caller;
  }
}

/** `K(…)`: makes an object of a config's class and runs its `__init__`. */
function instantiate(it: Interpreter, ofClass: ClassValue, args: Arguments): Value {
  it.step(ofClass.ancestors.length);
  const special = ofClass.specialMethod();
  if (special !== undefined) return it.unknown(`Objects of ${ofClass.name} have a method ${special}, which is not followed.`);
  const instance = new InstanceValue(ofClass, it.span);
  if (ofClass.exceptionBase !== undefined) instance.attributes.set('args', new TupleValue(args.positional, it.span));
  const init = ofClass.find('__init__');
  if (init) {
    const result = it.call(bindMethod(init, instance), args);
    return result instanceof UnknownValue ? result : instance;
  }
  if (ofClass.exceptionBase === undefined && args.positional.length + args.keywords.size > 0)
    throw new PyError('TypeError', `${ofClass.name}() takes no arguments`);
  return instance;
}

/** A function found in a class, cached or not, bound to one of its objects, or to the class itself; other members are as they are. */
export function bindMethod(member: Value, object: Value): Value {
  if (member instanceof DescriptorValue && member.typeName === 'staticmethod') return member.wrapped;
  if (member instanceof DescriptorValue && member.typeName === 'classmethod') return bindMethod(member.wrapped, object instanceof InstanceValue ? object.ofClass : object);
  if (!(member instanceof FunctionValue || (member instanceof LibraryObject && member.typeName === cacheTypeName))) return member;
  const path = member instanceof FunctionValue ? member.path : `${typeName(object)}.${cacheTypeName}`;
  return new BuiltinValue(path, member.span, (runtime, args) => runtime.call(member, { ...args, positional: [object, ...args.positional] }), 'method');
}
