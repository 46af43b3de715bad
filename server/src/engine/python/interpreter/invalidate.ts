import { TupleValue, type DictEntry, type DictValue, type SetValue, type UnknownValue, type Value } from '../../core/value.js';
import type { Interpreter } from './interpreter.js';
import { ClassValue, DescriptorValue, FunctionValue, InstanceValue, NamedTupleValue, OwnDictValue } from '../runtime/class-objects.js';
import { DeferredEntry } from '../runtime/deferred-entry.js';
import type { Frame } from '../runtime/frame.js';
import { heldBy } from '../runtime/holdings.js';
import { DictViewValue, LibraryObject } from '../runtime/objects.js';
import { BuiltinValue, IteratorValue } from '../runtime/runtime.js';
import { charge } from '../../core/cost.js';

/**
 * Puts an unknown value in the place of each of `aliases`, wherever running code could come across it: under a name, in a container, in what was made of it
 * and still takes from it (a view, a bound method). What has a state of its own loses that instead.
 */
export function invalidate(interpreter: Interpreter, aliases: ReadonlySet<Value>, unknown: UnknownValue): void {
  const others = new Set([...aliases].filter((alias) => !loseState(alias, unknown)));
  if (others.size === 0) return;
  const forgotten = (interpreter.forgotten ??= new WeakMap<Value, UnknownValue>());
  for (const alias of others) forgotten.set(alias, unknown);
  new Invalidation(interpreter, others, unknown).run();
}

function loseState(value: Value, unknown: UnknownValue): boolean {
  if (value instanceof IteratorValue) value.forget(unknown);
  else if (value instanceof LibraryObject && value.protocol.forget) value.protocol.forget(unknown);
  else return false;
  return true;
}

/** What was imported and not used so far is made when it is: nothing that has run can have changed it. */
function isWaiting(entry: DictEntry): boolean {
  return entry instanceof DeferredEntry && !entry.settled;
}

class Invalidation {
  private readonly done = new Set<unknown>();
  /** Tuples and what holds others out of sight, and what stands in their place now. */
  private readonly made = new Map<Value, Value>();

  constructor(
    private readonly interpreter: Interpreter,
    private readonly aliases: ReadonlySet<Value>,
    private readonly unknown: UnknownValue,
  ) {}

  run(): void {
    for (const frame of this.interpreter.frames) {
      if (this.aliases.has(frame.globals)) this.allNames(frame);
      this.frame(frame);
    }
  }

  /** A name that cannot be told was bound through `globals()`: it may be any. */
  private allNames(frame: Frame): void {
    frame.module.incomplete ??= this.unknown.reason;
    for (const entry of frame.globals.entries.values())
      if (entry.key.kind !== 'str' || !entry.key.text.startsWith('__')) entry.value = this.unknown;
  }

  private frame(frame: Frame): void {
    for (let f: Frame | undefined = frame; f && !this.done.has(f); f = f.parent) {
      this.done.add(f);
      this.map(f.locals);
      this.dict(f.globals);
    }
  }

  private map(names: Map<string, Value>): void {
    for (const [name, value] of names) names.set(name, this.replaced(value));
  }

  private dict(dict: DictValue): void {
    if (this.done.has(dict)) return;
    this.done.add(dict);
    for (const entry of dict.entries.values()) if (!isWaiting(entry)) entry.value = this.replaced(entry.value);
    if (!(dict instanceof OwnDictValue)) return;
    this.map(dict.attributes);
    this.object(dict.ofClass);
  }

  private replaced(value: Value): Value {
    charge(1);
    if (this.aliases.has(value)) return this.unknown;
    switch (value.kind) {
      case 'tuple':
        return this.tuple(value);
      case 'dict':
        this.dict(value);
        break;
      case 'list':
        this.list(value.items);
        break;
      case 'set':
        return this.set(value);
      case 'object':
      case 'callable':
        return holdsOutOfSight(value) ? this.holder(value) : this.object(value);
    }
    return value;
  }

  private list(items: Value[]): void {
    if (this.done.has(items)) return;
    this.done.add(items);
    for (const [i, item] of items.entries()) items[i] = this.replaced(item);
  }

  /** Tuples cannot change: one that holds what is forgotten is made anew. */
  private tuple(value: TupleValue): Value {
    const there = this.made.get(value);
    if (there) return there;
    this.made.set(value, value);
    const items = value.items.map((item) => this.replaced(item));
    const result = items.some((item, i) => item !== value.items[i]) ? tupleOf(value, items) : value;
    this.made.set(value, result);
    return result;
  }

  /** A set has what is forgotten as a member only where that is told from others by its identity. */
  private set(value: SetValue): Value {
    if (this.done.has(value)) return value;
    this.done.add(value);
    for (const [key, member] of value.members) {
      const now = this.replaced(member);
      if (now.kind !== 'unknown') value.members.set(key, now);
    }
    return value;
  }

  /** What was made of something that is forgotten is forgotten too. */
  private holder(value: Value): Value {
    const there = this.made.get(value);
    if (there) return there;
    this.made.set(value, value);
    let lost = false;
    for (const part of heldBy(value)) if (this.replaced(part) !== part) lost = true;
    if (!lost || loseState(value, this.unknown)) return value;
    this.made.set(value, this.unknown);
    return this.unknown;
  }

  private object(value: Value): Value {
    if (this.done.has(value)) return value;
    this.done.add(value);
    if (value instanceof InstanceValue) {
      this.map(value.attributes);
      this.object(value.ofClass);
    } else if (value instanceof ClassValue) {
      this.map(value.members);
      for (const ancestor of value.ancestors) this.object(ancestor);
    } else if (value instanceof DescriptorValue) for (const part of heldBy(value)) this.object(part);
    else if (value instanceof FunctionValue) {
      this.map(value.attributes);
      this.map(value.defaults);
      this.frame(value.frame);
    }
    return value;
  }
}

function tupleOf(value: TupleValue, items: readonly Value[]): TupleValue {
  return value instanceof NamedTupleValue
    ? new NamedTupleValue(items, value.span, value.ofClass, value.names)
    : new TupleValue(items, value.span);
}

/** Whether what a value holds cannot be exchanged in it. */
function holdsOutOfSight(value: Value): boolean {
  return (
    value instanceof IteratorValue ||
    value instanceof DictViewValue ||
    value instanceof BuiltinValue ||
    (value instanceof LibraryObject && value.protocol.parts !== undefined)
  );
}
