/** Values by two texts, neither of which has to be put together with the other to ask. */
export class ByTwo<V extends object | string | null> {
  private readonly maps = new Map<string, Map<string, V>>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  get(one: string, two: string): V | undefined {
    return this.maps.get(one)?.get(two);
  }

  set(one: string, two: string, value: V): void {
    let map = this.maps.get(one);
    if (!map) this.maps.set(one, (map = new Map()));
    if (!map.has(two)) this.count++;
    map.set(two, value);
  }

  clear(): void {
    this.maps.clear();
    this.count = 0;
  }
}
