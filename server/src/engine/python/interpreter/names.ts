import { PyError } from '../../core/errors.js';
import type { Span } from '../../core/span.js';
import { DictValue, nameKey, str, type UnknownValue, type Value } from '../../core/value.js';
import { builtins } from '../runtime/builtins/index.js';
import type { Interpreter } from './interpreter.js';
import type { Frame } from '../runtime/frame.js';
import { namesIn, type Node } from '../syntax/tree/walk.js';

/**
 * The value of a name, looked up as Python does: own names, those of enclosing functions, the module's, the builtins.
 * @throws PyError NameError or UnboundLocalError
 */
export function lookUp(interpreter: Interpreter, name: string): Value {
  for (let frame: Frame | undefined = interpreter.frame; frame && frame.kind !== 'module'; frame = enclosing(frame)) {
    if (frame.names?.globals.has(name)) break;
    const value = frame.locals.get(name);
    if (value) return value;
    if (frame.names?.locals.has(name)) throw unbound(interpreter.frame === frame, name);
  }
  return interpreter.frame.globals.entries.get(nameKey(name))?.value ?? outermost(interpreter, name);
}

/** The value of a name, or undefined where it is bound nowhere. */
export function lookUpQuietly(interpreter: Interpreter, name: string): Value | undefined {
  try {
    return lookUp(interpreter, name);
  } catch (error) {
    if (error instanceof PyError) return undefined;
    throw error;
  }
}

function unbound(own: boolean, name: string): PyError {
  if (own) return new PyError('UnboundLocalError', `cannot access local variable '${name}' where it is not associated with a value`);
  return new PyError('NameError', `cannot access free variable '${name}' where it is not associated with a value in enclosing scope`);
}

function outermost(interpreter: Interpreter, name: string): Value {
  const builtin = builtins.get(name);
  if (builtin) return builtin;
  // mmengine runs configs without a `__name__` of their own: the one of the builtins module is found.
  if (name === '__name__') return str('builtins', interpreter.span);
  const { incomplete } = interpreter.frame.module;
  if (incomplete !== undefined) return interpreter.unknown(incomplete);
  throw new PyError('NameError', `name '${name}' is not defined`);
}

/** The frame in which a name that is not its own is looked up next: names of a class body are not seen from inside its functions and comprehensions. */
function enclosing(frame: Frame): Frame | undefined {
  let parent = frame.parent;
  while (parent?.kind === 'class' && frame.kind !== 'class') parent = parent.parent;
  return parent;
}

/** Binds a name where an assignment in the running code puts it. */
export function bindName(interpreter: Interpreter, name: string, value: Value, keySpan: Span, valueSpan: Span): void {
  const frame = frameToBind(interpreter.frame, name);
  if (frame.kind === 'module') frame.globals.set(name, value, keySpan, valueSpan);
  else frame.locals.set(name, value);
}

/** Removes a name. @throws PyError NameError where it is not bound */
export function unbind(interpreter: Interpreter, name: string): void {
  const frame = frameToBind(interpreter.frame, name);
  const there = frame.kind === 'module' ? frame.globals.entries.delete(nameKey(name)) : frame.locals.delete(name);
  if (!there) throw frame.kind === 'module' ? new PyError('NameError', `name '${name}' is not defined`) : unbound(true, name);
}

function frameToBind(from: Frame, name: string): Frame {
  if (from.kind === 'module') return from;
  if (from.names?.globals.has(name)) return moduleOf(from);
  if (!from.names?.nonlocals.has(name)) return from;
  for (let frame = from.parent; frame && frame.kind !== 'module'; frame = frame.parent) {
    if (frame.kind === 'function' && frame.names?.locals.has(name)) return frame;
  }
  return from;
}

/** The frame in which `:=` binds: comprehensions are passed over. */
export function frameOfWalrus(frame: Frame): Frame {
  while (frame.kind === 'comprehension' && frame.parent) frame = frame.parent;
  return frame;
}

function moduleOf(frame: Frame): Frame {
  while (frame.parent) frame = frame.parent;
  return frame;
}

/** `locals()`: the module's own dict of names, or a copy of the function's. */
export function localsOf(interpreter: Interpreter, frame: Frame): DictValue {
  if (frame.kind === 'module') return frame.globals;
  const dict = new DictValue(interpreter.span);
  for (const [name, value] of frame.locals) dict.set(name, value);
  return dict;
}

/** Makes a name unknown where the running code would bind it. */
export function bindUnknown(interpreter: Interpreter, name: string, value: UnknownValue): void {
  const frame = frameToBind(frameOfWalrus(interpreter.frame), name);
  if (frame.kind !== 'module') frame.locals.set(name, value);
  else frame.globals.set(name, value, frame.globals.entry(name)?.keySpan ?? value.span);
}

/** The name of `except … as name` is gone behind the handler, unless the handler has deleted it itself. */
export function unbindQuietly(interpreter: Interpreter, name: string): void {
  try {
    unbind(interpreter, name);
  } catch (error) {
    if (!(error instanceof PyError)) throw error;
  }
}

/** The values of the names that are written in code, as far as they are bound, in the frame that it runs in. */
export function valuesNamedIn(interpreter: Interpreter, nodes: readonly Node[], frame: Frame): Value[] {
  return interpreter.within(frame, () => [...namesIn(nodes)].flatMap((name) => lookUpQuietly(interpreter, name) ?? []));
}
