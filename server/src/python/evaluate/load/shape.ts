import type { Value } from '../../../value.js';

/** What makes a value unfit to be walked: it holds itself or nests too deeply, or is too large when written out. */
export type Misfit = 'endless' | 'large';

/** Python's own recursion ends at about this depth when a config's values are converted. */
const deepest = 900;

/**
 * Walks the values of a config, what is shared as often as it is met. What comes from a base and has not been looked into is not walked: it was
 * when the base was loaded.
 */
export class Measure {
  /** Whether the last value holds something with a state of its own: a function, an open file, a set. Importers of the config share it. */
  stateful = false;
  /** How many values were walked. */
  size = 0;
  private count = 0;

  constructor(private readonly largest: number) {}

  /** Why a value cannot be walked, or undefined where it can. */
  misfit(value: Value): Misfit | undefined {
    this.count = 0;
    this.stateful = false;
    const misfit = this.walk(value, 0);
    this.size += this.count;
    return misfit;
  }

  private walk(value: Value, depth: number): Misfit | undefined {
    if (++this.count > this.largest) return 'large';
    switch (value.kind) {
      case 'list':
        return value.untouchedCopyOf ? undefined : this.walkItems(value.items, depth);
      case 'tuple':
        return this.walkItems(value.items, depth);
      case 'dict':
        if (depth > deepest) return 'endless';
        if (value.untouchedCopyOf) return undefined;
        for (const entry of value.entries.values()) {
          const misfit = this.walk(entry.value, depth + 1);
          if (misfit) return misfit;
        }
        return undefined;
      case 'callable':
        this.stateful ||= value.callableKind === 'function' || value.callableKind === 'method' || value.callableKind === 'class';
        return undefined;
      case 'object':
      case 'set':
        this.stateful = true;
        return undefined;
      default:
        return undefined;
    }
  }

  private walkItems(items: readonly Value[], depth: number): Misfit | undefined {
    if (depth > deepest) return 'endless';
    for (const item of items) {
      const misfit = this.walk(item, depth + 1);
      if (misfit) return misfit;
    }
    return undefined;
  }
}
