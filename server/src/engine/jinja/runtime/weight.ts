import type { Value } from '../../core/value.js';
import { NamespaceValue } from './namespace.js';

/** UTF-16 units of a text that weigh as much as an item of a list. */
const perText = 8;
/** Values within values: Python gives up far earlier. */
const deepest = 1_000;

/**
 * How much there is to look through in a value with all that it holds, a list that is held twice counted twice, as `str` writes it twice. Stops
 * at `most`: a list may hold itself over and over.
 */
export function weightOf(value: Value, most: number): number {
  return new Scale(most).weigh(value);
}

class Scale {
  private weight = 0;
  private readonly path = new Set<Value>();

  constructor(private readonly most: number) {}

  weigh(value: Value): number {
    this.add(value);
    return this.weight;
  }

  private add(value: Value): void {
    this.weight += value.kind === 'str' ? 1 + value.text.length / perText : 1;
    if (value.kind === 'list' || value.kind === 'tuple') this.within(value, value.items);
    else if (value.kind === 'set') this.within(value, value.members.values());
    else if (value.kind === 'dict') this.within(value, entriesOf(value.entries.values()));
    else if (value instanceof NamespaceValue) this.within(value, [value.attributes]);
  }

  /** A list within itself is written as `[...]`. */
  private within(value: Value, items: Iterable<Value>): void {
    if (this.path.has(value)) return;
    if (this.path.size >= deepest) this.weight = this.most;
    this.path.add(value);
    for (const item of items) {
      if (this.weight >= this.most) break;
      this.add(item);
    }
    this.path.delete(value);
  }
}

function* entriesOf(entries: Iterable<{ readonly key: Value; readonly value: Value }>): Iterable<Value> {
  for (const { key, value } of entries) {
    yield key;
    yield value;
  }
}
