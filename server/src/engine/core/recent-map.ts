/**
 * A map that forgets what was not used for longest, so that a server that runs for days does not grow. What is used again within `capacity` other
 * values is always there; at most twice as much is held. A look-up costs no more than that of a plain map.
 */
export class RecentMap<K, V extends NonNullable<unknown> | null> {
  private recent = new Map<K, V>();
  /** What was recent before; what is not asked for until `recent` is full is let go. */
  private older = new Map<K, V>();
  private weight = 0;

  /**
   * @param capacity how much weight is kept
   * @param weightOf what a value weighs; each 1 where absent
   */
  constructor(
    private readonly capacity: number,
    private readonly weightOf: (key: K, value: V) => number = () => 1,
  ) {}

  get(key: K): V | undefined {
    const there = this.recent.get(key);
    if (there !== undefined) return there;
    const old = this.older.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  /** The value of a key, made where it is not there. */
  getOr(key: K, make: () => V): V {
    const there = this.get(key);
    if (there !== undefined) return there;
    const made = make();
    this.set(key, made);
    return made;
  }

  set(key: K, value: V): void {
    this.delete(key);
    const weight = this.weightOf(key, value);
    if (weight > this.capacity) return;
    if (this.weight + weight > this.capacity) {
      this.older = this.recent;
      this.recent = new Map();
      this.weight = 0;
    }
    this.recent.set(key, value);
    this.weight += weight;
  }

  delete(key: K): void {
    const there = this.recent.get(key);
    if (there !== undefined && this.recent.delete(key)) this.weight -= this.weightOf(key, there);
    this.older.delete(key);
  }

  clear(): void {
    this.recent.clear();
    this.older.clear();
    this.weight = 0;
  }

  /** What is held, in no order. */
  *values(): Iterable<V> {
    yield* this.recent.values();
    yield* this.older.values();
  }

  get size(): number {
    return this.recent.size + this.older.size;
  }
}
