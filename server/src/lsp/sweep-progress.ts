import { grouped } from '../engine/core/grouped.js';

export type ProgressToken = string | number;

/** No more often than this, in milliseconds, the client is told. */
const interval = 100;

/** Tells the client how far a sweep has come, at a token of the client's or of ours (`$/progress`, "Work Done Progress" of the Language Server Protocol 3.17). */
export class SweepProgress {
  private told = 0;

  /** @param cancellable whether the client may offer to cancel it */
  constructor(
    readonly token: ProgressToken,
    private readonly write: (message: object) => void,
    cancellable: boolean,
  ) {
    this.send({ kind: 'begin', title: 'Prompt Preflight', cancellable, percentage: 0 });
  }

  at(done: number, all: number): void {
    const now = performance.now();
    if (now - this.told < interval) return;
    this.told = now;
    this.send({ kind: 'report', message: `${grouped(done)} / ${grouped(all)}`, percentage: Math.floor((done / Math.max(1, all)) * 100) });
  }

  end(): void {
    this.send({ kind: 'end' });
  }

  private send(value: object): void {
    this.write({ jsonrpc: '2.0', method: '$/progress', params: { token: this.token, value } });
  }
}
