import type { HeldData, Readings } from './data-values.js';

/** What the names of a function hold of data at one point of it. A name that is not bound there holds nothing. */
export class HeldNames implements HeldData {
  private names = new Map<string, Readings | undefined>();

  /**
   * @param shared names that never hold data for sure
   * @param isReading whether a function of a name gives nothing but data
   */
  constructor(
    private readonly shared: ReadonlySet<string>,
    readonly isReading: (name: string) => boolean,
  ) {}

  get(name: string): Readings | undefined {
    return this.names.get(name);
  }

  /** @param data undefined: something else */
  set(name: string, data: Readings | undefined): void {
    this.names.set(name, this.shared.has(name) ? undefined : data);
  }

  /** Something is set within what a name holds: all that may be a part of the same reading is data no more. */
  change(name: string | undefined): void {
    if (name === undefined) return;
    const changed = this.names.get(name);
    for (const [other, readings] of this.names)
      if (readings && changed && [...readings].some((one) => changed.has(one))) this.names.set(other, undefined);
    this.names.set(name, undefined);
  }

  loseAll(): void {
    for (const name of this.names.keys()) this.names.set(name, undefined);
  }

  copy(): HeldNames {
    const copy = new HeldNames(this.shared, this.isReading);
    copy.names = new Map(this.names);
    return copy;
  }

  holdsTheSameAs(other: HeldNames): boolean {
    return (
      this.names.size === other.names.size &&
      [...this.names].every(([name, readings]) => other.names.has(name) && other.names.get(name)?.size === readings?.size)
    );
  }

  /** Takes what holds where one of several is the case; undefined for those that do not come to here. @returns whether one does */
  becomeOneOf(ends: readonly (HeldNames | undefined)[]): boolean {
    const there = ends.filter((end) => end !== undefined);
    const joined = new Map<string, Readings | undefined>();
    for (const { names } of there)
      for (const [name, readings] of names) {
        const before = joined.get(name);
        if (!joined.has(name)) joined.set(name, readings);
        else joined.set(name, before && readings && new Set([...before, ...readings]));
      }
    if (there.length > 0) this.names = joined;
    return there.length > 0;
  }
}
