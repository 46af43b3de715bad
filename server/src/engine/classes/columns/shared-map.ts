/** A map whose copies cost nothing until one of them is changed: branches are followed by the thousand, and most change little. */
export class SharedMap<K, V> {
  constructor(
    private map = new Map<K, V>(),
    /** Whether another holds the same map, so that it must not be changed. */
    private shared = false,
  ) {}

  get size(): number {
    return this.map.size;
  }

  get(key: K): V | undefined {
    return this.map.get(key);
  }

  has(key: K): boolean {
    return this.map.has(key);
  }

  /** In the order in which they were first set. */
  forEach(visit: (value: V, key: K) => void): void {
    this.map.forEach(visit);
  }

  set(key: K, value: V): void {
    if (this.shared) {
      this.map = copyOf(this.map);
      this.shared = false;
    }
    this.map.set(key, value);
  }

  copy(): SharedMap<K, V> {
    this.shared = true;
    return new SharedMap(this.map, true);
  }

  /** Takes over all that another holds, in place of its own. The other must not be asked any more. */
  become(other: SharedMap<K, V>): void {
    this.shared = other.shared;
    this.map = other.map;
  }

  holdsTheSameAs(other: SharedMap<K, V>): boolean {
    return this.map === other.map;
  }
}

/** As `new Map(map)`, which makes an array of each entry on the way. */
export function copyOf<K, V>(map: ReadonlyMap<K, V> | undefined): Map<K, V> {
  const copy = new Map<K, V>();
  map?.forEach((value, key) => copy.set(key, value));
  return copy;
}
