/** How often the server may end within `window` before it stays stopped. */
const limit = 5;
const windowMs = 3 * 60_000;

/** Decides whether a server that ended is started again: not when it keeps ending. */
export class CrashPolicy {
  private readonly ends: number[] = [];

  /**
   * @param now milliseconds
   * @returns true where the server should be started again
   */
  mayRestart(now: number): boolean {
    this.ends.push(now);
    if (this.ends.length > limit) this.ends.shift();
    return this.ends.length < limit || now - this.ends[0]! > windowMs;
  }
}
