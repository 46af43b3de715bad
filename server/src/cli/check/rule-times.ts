import type { CheckedFile } from '../../worker/start.js';

/** How long rules take, file by file. */
export class RuleTimes {
  private rules: Record<string, number> = {};

  /** For the project: runs a rule, and keeps how long it took. */
  readonly around = (rule: string, run: () => void): void => {
    const start = performance.now();
    try {
      run();
    } finally {
      this.rules[rule] = (this.rules[rule] ?? 0) + performance.now() - start;
    }
  };

  start(): number {
    this.rules = {};
    return performance.now();
  }

  /** @param start what `start` gave for this file */
  since(start: number): NonNullable<CheckedFile['timing']> {
    return { all: performance.now() - start, rules: this.rules };
  }
}
