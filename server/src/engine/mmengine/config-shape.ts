import type { TracedText } from '../core/traced-text.js';
import type { CallableValue, Value } from '../core/value.js';
import { readBasePath } from '../python/interpreter/imports.js';
import { BuiltinValue } from '../python/runtime/runtime.js';

/** What makes a value unfit to be walked: it holds itself or nests too deeply, or is too large when written out, or its texts are. */
export type Mismatch = 'endless' | 'large' | 'long';

/** Texts that are shorter are not counted: a value does not hold so many of them. */
const longText = 1000;

/** Python's own recursion ends at about this depth when a config's values are converted. */
const deepest = 900;

/** Code of a config shares what the config's module holds. Python's own classes hold nothing, nor does `read_base`, which nearly every config imports. */
function hasState(value: CallableValue): boolean {
  if (value instanceof BuiltinValue && (value.callableKind === 'class' || value.path === readBasePath)) return false;
  return value.callableKind === 'function' || value.callableKind === 'method' || value.callableKind === 'class';
}

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
  /** The same, mismatches included. */
  private walked = 0;
  private length = 0;
  private readonly texts = new Set<TracedText>();

  /** @param largest how many values one may hold, and half of what all may hold together @param longest how long all texts may be together, each counted once */
  constructor(
    private readonly largest: number,
    private readonly longest: number,
  ) {}

  /** Why a value cannot be walked, or undefined where it can. */
  mismatch(value: Value): Mismatch | undefined {
    const isContainer = value.kind === 'dict' || value.kind === 'list' || value.kind === 'tuple';
    if (isContainer && this.walked > 4 * this.largest) return 'large';
    this.count = 0;
    this.stateful = false;
    const mismatch = this.walk(value, 0);
    if (!mismatch) this.size += this.count;
    return mismatch;
  }

  private walk(value: Value, depth: number): Mismatch | undefined {
    this.walked++;
    if (++this.count > this.largest || this.size + this.count > 2 * this.largest) return 'large';
    switch (value.kind) {
      case 'str':
        return this.isTooLong(value.traced) ? 'long' : undefined;
      case 'list':
        return value.untouchedCopyOf ? undefined : this.walkItems(value.items, depth);
      case 'tuple':
        return this.walkItems(value.items, depth);
      case 'dict':
        if (depth > deepest) return 'endless';
        if (value.untouchedCopyOf) return undefined;
        for (const entry of value.entries.values()) {
          const mismatch = this.walk(entry.value, depth + 1);
          if (mismatch) return mismatch;
        }
        return undefined;
      case 'callable':
        this.stateful ||= hasState(value);
        return undefined;
      case 'object':
      case 'set':
        this.stateful = true;
        return undefined;
      default:
        return undefined;
    }
  }

  private isTooLong(text: TracedText): boolean {
    if (text.length <= longText || this.texts.has(text)) return false;
    this.texts.add(text);
    this.length += text.length;
    return this.length > this.longest;
  }

  private walkItems(items: readonly Value[], depth: number): Mismatch | undefined {
    if (depth > deepest) return 'endless';
    for (const item of items) {
      const mismatch = this.walk(item, depth + 1);
      if (mismatch) return mismatch;
    }
    return undefined;
  }
}
