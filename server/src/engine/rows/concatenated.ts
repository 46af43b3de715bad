import type { DictValue } from '../core/value.js';
import { allDoubtful, type DoubtfulColumns } from './dataset-rows.js';
import type { RowProblem, RowReader } from './row-table.js';

/** The rows of several files, one behind the other: a split that was written in parts. */
export class Concatenated implements RowReader {
  constructor(private readonly parts: readonly RowReader[]) {}

  get columns(): readonly string[] | undefined {
    return this.parts[0]?.columns;
  }

  get count(): number {
    return this.reached().reduce((sum, part) => sum + part.count, 0);
  }

  get complete(): boolean {
    return this.parts.every((part) => part.complete);
  }

  get problems(): readonly RowProblem[] {
    return this.parts.flatMap(({ problems }) => problems);
  }

  get raises(): string | undefined {
    return this.parts.find(({ raises }) => raises !== undefined)?.raises;
  }

  get doubtful(): DoubtfulColumns {
    return allDoubtful(this.parts.map(({ doubtful = [] }) => doubtful));
  }

  async read(start: number, end: number): Promise<readonly DictValue[]> {
    const rows: DictValue[] = [];
    let before = 0;
    for (const part of this.parts) {
      const from = start + rows.length;
      if (!part.complete || from < before + part.count) rows.push(...(await part.read(from - before, end - before)));
      // Where the next part starts is known only behind a whole one; and what a part did not give is not to be had.
      if (!part.complete || before + part.count > start + rows.length) break;
      before += part.count;
      if (before >= end) break;
    }
    return rows;
  }

  async measure(): Promise<void> {
    for (const part of this.parts) {
      await part.measure();
      if (!part.complete) return;
    }
  }

  /** The parts up to the first whose end is not known. */
  private reached(): readonly RowReader[] {
    const open = this.parts.findIndex((part) => !part.complete);
    return open < 0 ? this.parts : this.parts.slice(0, open + 1);
  }
}
