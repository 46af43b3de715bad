import type { Span } from '../../core/span.js';
import { str, type DictEntry, type Value } from '../../core/value.js';
import type { ModuleValue } from './runtime.js';

/** A name of a module that was imported from a module which is only run when somebody asks for the value. */
export class DeferredEntry implements DictEntry {
  readonly key: Value;
  valueSpan: Span;
  private made: Value | undefined;

  constructor(
    name: string,
    public keySpan: Span,
    private readonly make: () => Value,
    /** The module that it is imported from. */
    readonly module: ModuleValue,
  ) {
    this.key = str(name, keySpan);
    this.valueSpan = keySpan;
  }

  /** Whether the value is there without running anything. */
  get settled(): boolean {
    return this.made !== undefined;
  }

  /** What is not known is asked for anew: it may be known to be missing then. @throws what importing the module raises */
  get value(): Value {
    if (this.made) return this.made;
    const value = this.make();
    if (value.kind !== 'unknown') this.made = value;
    return value;
  }

  set value(value: Value) {
    this.made = value;
  }
}
