/** The server's command behind "Check Whole Workspace": takes no argument, reports its progress (`workDoneToken`), can be cancelled, answers `SweepAnswer`. */
export const workspaceCheckCommand = 'promptPreflight.workspaceCheck';

/** The configs that are known, and their findings by severity. */
export interface SweepTotals {
  readonly files: number;
  readonly errors: number;
  readonly warnings: number;
  /** Information and hints. */
  readonly others: number;
}

export interface SweepAnswer extends SweepTotals {
  readonly milliseconds: number;
  /** It was cancelled: so many files are not checked. */
  readonly left?: number;
  /** The workspace has more configs than are checked. */
  readonly cut?: boolean;
}
