/** So many values stand together: what is changed is copied by so many. */
const pageBits = 4;
const pageSize = 1 << pageBits;

/** Values beside each other. Only the content that made it may change it. */
interface Page<V> {
  readonly owner: Content<V>;
  readonly values: (V | undefined)[];
}

/** What several hold, until one of them changes it. */
interface Content<V> {
  /** Undefined where none of its values is there: what a branch makes that raises leaves a gap. */
  readonly pages: (Page<V> | undefined)[];
  /** The numbers in the order in which they came; undefined as long as each was larger than the one before. */
  order: number[] | undefined;
  /** The largest number; -1: there is none. */
  last: number;
  size: number;
}

/**
 * Values by whole numbers that are given out one after the other, gone through in the order in which they came, as a Map does. A copy costs nothing until one of the
 * two is changed, and little then: branches are followed by the thousand, and most change little.
 */
export class Slots<V extends object> {
  private content: Content<V> = { pages: [], order: undefined, last: -1, size: 0 };
  /** Whether another holds the same content, so that it must not be changed. */
  private shared = false;

  get size(): number {
    return this.content.size;
  }

  get(slot: number): V | undefined {
    const { pages } = this.content;
    const at = slot >> pageBits;
    return at < pages.length ? valueIn(pages[at], slot) : undefined;
  }

  set(slot: number, value: V): void {
    if (this.shared) this.detach();
    const { content } = this;
    const { values } = this.ownPage(slot >> pageBits);
    const at = slot & (pageSize - 1);
    while (values.length < at) values.push(undefined);
    if (values.length === at) values.push(value);
    else if (values[at] !== undefined) {
      values[at] = value;
      return;
    } else values[at] = value;
    content.size++;
    if (slot > content.last) content.last = slot;
    else content.order ??= this.numbers().filter((number) => number !== slot);
    content.order?.push(slot);
  }

  /** In the order in which they came. */
  forEach(visit: (value: V, slot: number) => void): void {
    const { pages, order } = this.content;
    if (order) for (const slot of order) visit(valueIn(pages[slot >> pageBits], slot)!, slot);
    else
      for (let at = 0; at < pages.length; at++) {
        const values = pages[at]?.values;
        if (values)
          for (let i = 0; i < values.length; i++) {
            const value = values[i];
            if (value) visit(value, (at << pageBits) + i);
          }
      }
  }

  copy(): Slots<V> {
    this.shared = true;
    const copy = new Slots<V>();
    copy.become(this);
    return copy;
  }

  /** Takes over all that another holds, in place of its own. The other must not be changed any more, but where it is a copy. */
  become(other: Slots<V>): void {
    this.shared = other.shared;
    this.content = other.content;
  }

  holdsTheSameAs(other: Slots<V>): boolean {
    return this.content === other.content;
  }

  private detach(): void {
    const { pages, order, last, size } = this.content;
    this.shared = false;
    this.content = { pages: pages.slice(), order: order?.slice(), last, size };
  }

  private ownPage(at: number): Page<V> {
    const { content } = this;
    const { pages } = content;
    while (pages.length <= at) pages.push(undefined);
    const page = pages[at];
    return page?.owner === content ? page : (pages[at] = { owner: content, values: page ? page.values.slice() : [] });
  }

  /** The numbers that have a value, the least first. */
  private numbers(): number[] {
    const numbers: number[] = [];
    this.forEach((_value, slot) => numbers.push(slot));
    return numbers;
  }
}

function valueIn<V>(page: Page<V> | undefined, slot: number): V | undefined {
  const at = slot & (pageSize - 1);
  return page && at < page.values.length ? page.values[at] : undefined;
}

/** Which number each name of a function has. */
class Numbers {
  readonly names: string[] = [];
  private readonly numbers = new Map<string, number>();

  of(name: string): number | undefined {
    return this.numbers.get(name);
  }

  make(name: string): number {
    const known = this.numbers.get(name);
    if (known !== undefined) return known;
    this.numbers.set(name, this.names.length);
    return this.names.push(name) - 1;
  }
}

/** Values by the names of a function. All copies give the names the same numbers. */
export class Names<V extends object> {
  constructor(
    private numbers = new Numbers(),
    private readonly slots = new Slots<V>(),
  ) {}

  get size(): number {
    return this.slots.size;
  }

  get(name: string): V | undefined {
    const slot = this.numbers.of(name);
    return slot === undefined ? undefined : this.slots.get(slot);
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  set(name: string, value: V): void {
    this.slots.set(this.numbers.make(name), value);
  }

  /** In the order in which they were first set. */
  forEach(visit: (value: V, name: string) => void): void {
    const { names } = this.numbers;
    this.slots.forEach((value, slot) => visit(value, names[slot]!));
  }

  copy(): Names<V> {
    return new Names<V>(this.numbers, this.slots.copy());
  }

  /** Takes over all that another holds, in place of its own. The other must not be changed any more. */
  become(other: Names<V>): void {
    this.numbers = other.numbers;
    this.slots.become(other.slots);
  }

  holdsTheSameAs(other: Names<V>): boolean {
    return this.slots.holdsTheSameAs(other.slots);
  }
}
