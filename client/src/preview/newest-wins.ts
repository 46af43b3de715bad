/** What is asked and what is done with the answers. */
export interface Exchange<Request, Answer> {
  ask(request: Request): Promise<Answer>;
  show(answer: Answer, request: Request): void;
  failed(error: unknown, request: Request): void;
}

/**
 * Sends requests one at a time. While one is under way only the newest of those that follow is kept, so that fast typing never builds a
 * queue and yet the last state is always asked for.
 */
export class NewestWins<Request, Answer> {
  private waiting: Request | undefined;
  /** Takes back what is to be sent; undefined where nothing is. */
  private takeBack: (() => void) | undefined;
  private due = 0;
  private busy = false;
  private disposed = false;

  constructor(private readonly exchange: Exchange<Request, Answer>) {}

  /** True while an answer is outstanding or a request waits. */
  get pending(): boolean {
    return this.busy || this.waiting !== undefined;
  }

  /**
   * Replaces what waits. An earlier due time stays, so that steady typing cannot put the request off for ever.
   * @param delayMs how long a still newer request may take this one's place
   */
  schedule(request: Request, delayMs: number): void {
    const due = Date.now() + delayMs;
    const earlier = this.waiting !== undefined && this.due <= due;
    this.waiting = request;
    if (earlier && this.takeBack) return;
    this.due = due;
    this.takeBack?.();
    this.takeBack = soon(delayMs, () => {
      this.takeBack = undefined;
      void this.send();
    });
  }

  private async send(): Promise<void> {
    if (this.busy || this.waiting === undefined || this.disposed) return;
    const request = this.waiting;
    this.waiting = undefined;
    this.busy = true;
    try {
      const answer = await this.exchange.ask(request).finally(() => (this.busy = false));
      if (!this.disposed) this.exchange.show(answer, request);
    } catch (error) {
      if (!this.disposed) this.exchange.failed(error, request);
    } finally {
      if (!this.takeBack) void this.send();
    }
  }

  dispose(): void {
    this.disposed = true;
    this.waiting = undefined;
    this.takeBack?.();
  }
}

/** Acts behind all that is done now: not even a millisecond is waited where no time is given. @returns takes it back */
function soon(delayMs: number, act: () => void): () => void {
  // A browser has only timers.
  if (delayMs > 0 || !('setImmediate' in globalThis)) {
    const timer = setTimeout(act, delayMs);
    return () => clearTimeout(timer);
  }
  const immediate = setImmediate(act);
  return () => clearImmediate(immediate);
}
