/** Steps that all templates of a prompt may take together: some third of a second. */
export const mostSteps = 500_000;

/** What the templates of one prompt may take together: each shot is rendered by itself, and the sum is what a preview waits for. Counted, so that a result never depends on the machine. */
export class RenderBudget {
  private steps = 0;

  /** Counts steps; false once more are taken than there are. */
  spend(count: number): boolean {
    this.steps += count;
    return this.steps <= mostSteps;
  }

  /** Whether so much is spent that the rest is for what must be there: no further shots are shown. */
  get isLow(): boolean {
    return this.steps > mostSteps / 2;
  }
}
