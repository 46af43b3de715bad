import { PyError } from '../../core/errors.js';
import { typeError } from '../../python/runtime/call-arguments.js';
import { LibraryObject } from '../../python/runtime/objects.js';
import { BuiltinValue, type Arguments } from '../../python/runtime/runtime.js';
import { intValue, length } from '../../python/runtime/semantics.js';
import type { Span } from '../../core/span.js';
import { BoolValue, TupleValue, type Value } from '../../core/value.js';
import type { Rendering } from './rendering.js';
import { comparison, jinjaTruth } from './jinja-semantics.js';

/** The `loop` of a `for`: walks the items and knows where it is (jinja2 3.1 `runtime.py`, `LoopContext`). */
export class LoopValue extends LibraryObject {
  private index0 = -1;
  private size: number | undefined;
  private before: Value | undefined;
  private current: Value | undefined;
  /** Items that were taken early, to know the length or what comes next. */
  private readonly ahead: Value[] = [];
  private lastChanged: TupleValue | undefined;
  private readonly iterator: Iterator<Value>;

  /** @param recurse renders the loop's body for inner items; undefined where the loop is not `recursive` */
  constructor(
    private readonly rendering: Rendering,
    private readonly iterable: Value,
    span: Span,
    private readonly recurse: ((items: Value, depth: number) => Value) | undefined,
    private readonly depth0: number,
  ) {
    super('LoopContext', span, (name) => this.attributeNamed(name));
    this.iterator = rendering.iterate(iterable)[Symbol.iterator]();
  }

  /** Goes on to the next item; undefined behind the last. */
  next(): Value | undefined {
    const item = this.ahead.shift() ?? this.take();
    if (!item) return undefined;
    this.index0++;
    this.before = this.current;
    this.current = item;
    return item;
  }

  private take(): Value | undefined {
    const next = this.iterator.next();
    return next.done ? undefined : next.value;
  }

  private peek(): Value | undefined {
    if (this.ahead.length === 0) {
      const item = this.take();
      if (item) this.ahead.push(item);
    }
    return this.ahead[0];
  }

  private length(): number {
    if (this.size === undefined) {
      this.size = length(this.iterable);
      if (this.size === undefined) {
        for (let item = this.take(); item; item = this.take()) this.ahead.push(item);
        this.size = this.ahead.length + this.index0 + 1;
      }
    }
    return this.size;
  }

  private attributeNamed(name: string): Value | undefined {
    const { rendering, index0 } = this;
    const number = (value: number): Value => intValue(value, rendering.span);
    switch (name) {
      case 'index':
        return number(index0 + 1);
      case 'index0':
        return number(index0);
      case 'length':
        return number(this.length());
      case 'revindex':
        return number(this.length() - index0);
      case 'revindex0':
        return number(this.length() - index0 - 1);
      case 'depth':
        return number(this.depth0 + 1);
      case 'depth0':
        return number(this.depth0);
      case 'first':
        return new BoolValue(index0 === 0, rendering.span);
      case 'last':
        return new BoolValue(this.peek() === undefined, rendering.span);
      case 'previtem':
        return index0 === 0 ? rendering.undefined({ hint: 'there is no previous item' }) : this.before;
      case 'nextitem':
        return this.peek() ?? rendering.undefined({ hint: 'there is no next item' });
      default:
        return this.method(name);
    }
  }

  private method(name: string): Value | undefined {
    if (name === 'cycle') return this.bound(name, (args) => this.cycle(args));
    if (name === 'changed') return this.bound(name, (args) => this.changed(args));
    return name === '__call__' ? this.bound(name, (args) => this.call(args)) : undefined;
  }

  private bound(name: string, run: (args: Arguments) => Value): Value {
    return new BuiltinValue(`LoopContext.${name}`, this.span, (_runtime, args) => run(args));
  }

  private cycle({ positional }: Arguments): Value {
    if (positional.length === 0) throw typeError('no items for cycling given');
    return positional[this.index0 % positional.length]!;
  }

  private changed({ positional }: Arguments): Value {
    const value = new TupleValue(positional, this.rendering.span);
    const same = this.lastChanged !== undefined && jinjaTruth(comparison(this.rendering, '==', this.lastChanged, value));
    this.lastChanged = value;
    return new BoolValue(!same, this.rendering.span);
  }

  private call({ positional: [items, ...more] }: Arguments): Value {
    if (!items || more.length > 0) throw typeError('LoopContext.__call__() takes 2 positional arguments');
    if (!this.recurse) throw new PyError('TypeError', "The loop must have the 'recursive' marker to be called recursively.");
    return this.recurse(items, this.depth0 + 1);
  }
}
