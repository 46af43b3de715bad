import type { DictValue, Value } from '../../../value.js';

/** How deep a value nests, and how many values it holds when everything that is shared is counted each time that it is met. */
interface Shape {
  readonly height: number;
  readonly size: number;
}

const leaf: Shape = { height: 0, size: 1 };

/** What makes a value unfit to be walked: it holds itself, or is nested too deeply, or is too large when written out. */
export type Misfit = 'endless' | 'large';

/** Python's own recursion ends at about this depth when a config's values are converted. */
const deepest = 900;

/** Measures values of one config; what is shared between them is measured once. */
export class Measure {
  private readonly shapes = new Map<Value, Shape>();

  constructor(private readonly largest: number) {}

  /** Why a value cannot be walked, or undefined where it can. */
  misfit(value: Value): Misfit | undefined {
    const shape = this.shape(value, new Set());
    if (shape === undefined || shape.height > deepest) return 'endless';
    return shape.size > this.largest ? 'large' : undefined;
  }

  /** @param open containers that hold `value` @returns undefined for a value that holds itself or nests too deeply */
  private shape(value: Value, open: Set<Value>): Shape | undefined {
    const items = itemsOf(value);
    if (!items) return leaf;
    const known = this.shapes.get(value);
    if (known) return known;
    if (open.has(value) || open.size > deepest) return undefined;
    open.add(value);
    let height = 0;
    let size = 1;
    for (const item of items) {
      const shape = this.shape(item, open);
      if (!shape) return undefined;
      height = Math.max(height, shape.height + 1);
      size += shape.size;
    }
    open.delete(value);
    const shape = { height, size };
    this.shapes.set(value, shape);
    return shape;
  }
}

function itemsOf(value: Value): Iterable<Value> | undefined {
  if (value.kind === 'list' || value.kind === 'tuple') return value.items;
  return value.kind === 'dict' ? valuesOf(value) : undefined;
}

function* valuesOf(dict: DictValue): Iterable<Value> {
  for (const entry of dict.entries.values()) yield entry.value;
}
