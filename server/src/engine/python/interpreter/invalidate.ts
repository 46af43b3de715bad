import { pushAll } from '../../core/push-all.js';
import { TupleValue, type DictEntry, type DictValue, type UnknownValue, type Value } from '../../core/value.js';
import type { Interpreter } from './interpreter.js';
import { ClassValue, FunctionValue, InstanceValue } from '../runtime/class-objects.js';
import { DeferredEntry } from '../runtime/deferred-entry.js';
import type { Frame } from '../runtime/frame.js';
import { charge } from '../../core/cost.js';

/** The mutable containers that a value is, and with `deep` those that it holds. */
export function aliasesOf(value: Value, deep = false): Set<Value> {
  const aliases = new Set<Value>();
  const open: Value[] = [value];
  const seen = new Set<Value>();
  for (let next = open.pop(); next; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    charge(2);
    if (next.kind === 'list' || next.kind === 'dict' || next.kind === 'set' || next instanceof InstanceValue) aliases.add(next);
    if (deep) pushAll(open, partsOf(next));
  }
  return aliases;
}

function partsOf(value: Value): Value[] {
  switch (value.kind) {
    case 'list':
    case 'tuple':
      return [...value.items];
    case 'dict':
      return [...value.entries.values()].map((e) => e.value);
    default:
      return value instanceof InstanceValue ? [...value.attributes.values()] : [];
  }
}

/** Puts an unknown value in the place of each of `aliases`, wherever running code could come across it. */
export function invalidate(interpreter: Interpreter, aliases: ReadonlySet<Value>, unknown: UnknownValue): void {
  if (aliases.size > 0) new Invalidation(interpreter, aliases, unknown).run();
}

/** What was imported and not used so far is made when it is: nothing that has run can have changed it. */
function isWaiting(entry: DictEntry): boolean {
  return entry instanceof DeferredEntry && !entry.settled;
}

class Invalidation {
  private readonly done = new Set<unknown>();
  private readonly tuples = new Map<TupleValue, Value>();

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
  }

  private replaced(value: Value): Value {
    charge(1);
    if (this.aliases.has(value)) return this.unknown;
    if (value.kind === 'tuple') return this.tuple(value);
    if (value.kind === 'dict') this.dict(value);
    else if (value.kind === 'list') this.list(value.items);
    else if (!this.done.has(value)) this.object(value);
    return value;
  }

  private list(items: Value[]): void {
    if (this.done.has(items)) return;
    this.done.add(items);
    for (const [i, item] of items.entries()) items[i] = this.replaced(item);
  }

  /** Tuples cannot change: one that holds what is forgotten is made anew. */
  private tuple(value: TupleValue): Value {
    const there = this.tuples.get(value);
    if (there) return there;
    this.tuples.set(value, value);
    const items = value.items.map((item) => this.replaced(item));
    const result = items.some((item, i) => item !== value.items[i]) ? new TupleValue(items, value.span) : value;
    this.tuples.set(value, result);
    return result;
  }

  private object(value: Value): void {
    this.done.add(value);
    if (value instanceof InstanceValue) {
      this.map(value.attributes);
      this.object(value.ofClass);
    } else if (value instanceof ClassValue) this.map(value.members);
    else if (value instanceof FunctionValue) {
      this.map(value.attributes);
      this.frame(value.frame);
    }
  }
}
