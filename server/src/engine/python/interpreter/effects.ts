import type { UnknownValue, Value } from '../../core/value.js';
import { ClassValue, FunctionValue } from '../runtime/class-objects.js';
import type { Frame } from '../runtime/frame.js';
import { boundNames } from '../syntax/tree/bound-names.js';
import type { Node } from '../syntax/tree/walk.js';
import { EffectsOfCode } from './effects-of-code.js';
import { invalidate } from './invalidate.js';
import type { Interpreter } from './interpreter.js';
import { bindUnknown } from './names.js';
import { dataOf } from '../runtime/holdings.js';

/**
 * Forgets all that code could change which may or may not have run: names that it binds become unknown, and so does whatever it
 * could change in place, directly, through another name, or in a function that it calls.
 */
export function invalidateEffects(interpreter: Interpreter, nodes: readonly Node[], unknown: UnknownValue): void {
  const effects = new EffectsOfCode(interpreter);
  effects.ofCode(nodes, interpreter.frame);
  forgetAll(interpreter, effects, unknown);
  for (const name of boundNames(nodes, interpreter.frame.module.baseModules)) bindUnknown(interpreter, name, unknown);
}

/** Forgets all that a function could change which is not followed, and was given these values: itself, and by calling what it finds in them. */
export function invalidateGiven(interpreter: Interpreter, values: Iterable<Value>, unknown: UnknownValue): void {
  const effects = new EffectsOfCode(interpreter);
  for (const value of values) {
    effects.given(value);
    if (value instanceof ClassValue) forgetData(value, unknown);
  }
  forgetAll(interpreter, effects, unknown);
}

/** Forgets what a function could change that only looks at its arguments, and got stuck: it may have called functions, or taken items of iterators. */
export function invalidateUsed(interpreter: Interpreter, values: Iterable<Value>, unknown: UnknownValue): void {
  const effects = new EffectsOfCode(interpreter);
  for (const value of values) effects.used(value);
  forgetAll(interpreter, effects, unknown);
}

function forgetAll(interpreter: Interpreter, effects: EffectsOfCode, unknown: UnknownValue): void {
  invalidate(interpreter, effects.changed, unknown);
  for (const [object, key] of effects.changedItems) object.protocol.forget?.(unknown, key);
  for (const [frame, name] of effects.rebound) rebind(frame, name, unknown);
  for (const [owner, name] of effects.attributes) {
    if (owner instanceof ClassValue) owner.members.set(name, unknown);
    else if (owner instanceof FunctionValue) owner.attributes.set(name, unknown);
  }
}

function rebind(frame: Frame, name: string, unknown: UnknownValue): void {
  if (frame.kind === 'module') frame.globals.set(name, unknown);
  else frame.locals.set(name, unknown);
}

/** What a class holds beside its methods may be another. The members of an Enum are what they are. */
function forgetData(given: ClassValue, unknown: UnknownValue): void {
  if (given.meta) return;
  for (const [name] of dataOf(given)) if (!name.startsWith('__')) given.members.set(name, unknown);
}
