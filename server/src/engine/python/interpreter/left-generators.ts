import { charge } from '../../core/cost.js';
import { pushAll } from '../../core/push-all.js';
import type { Value } from '../../core/value.js';
import { ClassValue, FunctionValue } from '../runtime/class-objects.js';
import type { Frame } from '../runtime/frame.js';
import { heldBy } from '../runtime/holdings.js';
import { IteratorValue } from '../runtime/runtime.js';
import type { Interpreter } from './interpreter.js';

/**
 * Ends generators that nobody holds any more before they are at their end, as CPython does at once: what their code does then (`finally`, `with`) is done.
 * @param value an iterator that has been let go; what it takes its items from may have been too
 * @param kept values that are held though no name leads to them: what a function returns
 */
export function letGo(interpreter: Interpreter, value: Value, ...kept: readonly (Value | undefined)[]): void {
  if (!interpreter.hasCleanUps || !(value instanceof IteratorValue)) return;
  const chain = chainOf(value);
  if (!chain.some((one) => one.run?.isPending() === true)) return;
  const held = heldAmong(interpreter, new Set(chain), kept);
  const { returned } = interpreter;
  for (const one of chain) {
    if (held.has(one)) break;
    if (one.run?.isPending() === true) one.run.close();
  }
  interpreter.returned = returned;
}

/** Ends the generators that a function has made and leaves behind. */
export function letGoOfLocals(interpreter: Interpreter, frame: Frame, parameters: ReadonlySet<string>, result: Value): void {
  if (!interpreter.hasCleanUps) return;
  for (const [name, value] of frame.locals) if (value instanceof IteratorValue && !parameters.has(name)) letGo(interpreter, value, result);
}

/** An iterator, and those that it takes its items from. */
function chainOf(value: IteratorValue): IteratorValue[] {
  const chain: IteratorValue[] = [];
  for (let at: IteratorValue | undefined = value; at && !chain.includes(at);) {
    chain.push(at);
    at = [...heldBy(at)].find((part) => part instanceof IteratorValue);
  }
  return chain;
}

/** Those of `wanted` that running code can still come across, or that are being gone through. */
function heldAmong(interpreter: Interpreter, wanted: ReadonlySet<Value>, kept: readonly (Value | undefined)[]): Set<Value> {
  const held = new Set<Value>();
  const frames = new Set<Frame>();
  const open: Value[] = kept.filter((value) => value !== undefined);
  const enter = (from: Frame | undefined): void => {
    for (let frame = from; frame && !frames.has(frame); frame = frame.parent) {
      frames.add(frame);
      pushAll(open, frame.locals.values());
      open.push(frame.globals);
    }
  };
  for (const frame of interpreter.frames) enter(frame);
  const seen = new Set<Value>();
  for (let next = open.pop(); next; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    charge(2);
    if (wanted.has(next)) held.add(next);
    if (next instanceof FunctionValue) enter(next.frame);
    if (next instanceof ClassValue) pushAll(open, next.members.values());
    pushAll(open, heldBy(next));
  }
  return held;
}
