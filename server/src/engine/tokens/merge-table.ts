/** Which pairs of pieces become one, in which order. Numbers alone: a table of 514,906 pairs takes 16 MB. */
export class MergeTable {
  private lefts: Int32Array;
  private rights: Int32Array;
  /** Rank and id of the merged piece. */
  private values: Int32Array;
  private filled = 0;

  constructor(expected = 1 << 12) {
    const room = 1 << Math.ceil(Math.log2(Math.max(16, expected * 1.6)));
    this.lefts = new Int32Array(room).fill(-1);
    this.rights = new Int32Array(room);
    this.values = new Int32Array(room * 2);
  }

  /** A pair that is there already gets the new rank, as in the hash map of the Rust library. */
  set(left: number, right: number, rank: number, merged: number): void {
    if (this.filled * 1.5 > this.lefts.length) this.grow();
    const slot = this.slot(left, right);
    if (this.lefts[slot] === -1) this.filled++;
    this.lefts[slot] = left;
    this.rights[slot] = right;
    this.values[slot * 2] = rank;
    this.values[slot * 2 + 1] = merged;
  }

  /** @returns a number for `rank` and `merged`; -1 where the pair stays two */
  find(left: number, right: number): number {
    const slot = this.slot(left, right);
    return this.lefts[slot] === -1 ? -1 : slot;
  }

  rank(found: number): number {
    return this.values[found * 2]!;
  }

  merged(found: number): number {
    return this.values[found * 2 + 1]!;
  }

  private slot(left: number, right: number): number {
    const mask = this.lefts.length - 1;
    let slot = (Math.imul(left, 0x9e3779b1) ^ Math.imul(right + 0x7f4a7c15, 0x85ebca6b)) >>> 0;
    slot = (slot ^ (slot >>> 15)) & mask;
    while (this.lefts[slot] !== -1 && (this.lefts[slot] !== left || this.rights[slot] !== right)) slot = (slot + 1) & mask;
    return slot;
  }

  private grow(): void {
    const { lefts, rights, values } = this;
    const larger = new MergeTable(lefts.length * 1.2);
    for (let i = 0; i < lefts.length; i++) if (lefts[i] !== -1) larger.set(lefts[i]!, rights[i]!, values[i * 2]!, values[i * 2 + 1]!);
    this.lefts = larger.lefts;
    this.rights = larger.rights;
    this.values = larger.values;
  }
}
