import type { CausedFinding, CheckedFile } from '../../worker/start.js';

/** Lets what is told of included files through once, in the order of the run: with any number of engines the same. */
export class CausesTold {
  private readonly told = new Set<string>();
  /** How many of the baseline's were met, by what it knows them by. */
  private readonly met = new Map<string, number>();

  /**
   * What is to be told of a file that was checked: the findings of its own, and behind them those of included files that no file before it led to.
   * @param between what stands between two findings' texts @param toBaseline whether all is written to the new baseline instead
   */
  take(file: CheckedFile, between: string, toBaseline: boolean): CheckedFile {
    if (!file.caused) return file;
    const first = file.caused.filter(({ key }) => !this.told.has(key) && this.told.add(key));
    if (toBaseline) {
      const written = [...(file.baseline ?? []), ...first.map(({ entry }) => entry)];
      return { ...file, baseline: written, known: written.length };
    }
    const fresh = first.filter((finding) => !this.isKnown(finding));
    return {
      ...file,
      severities: [...file.severities, ...fresh.map(({ severity }) => severity)],
      text: [file.text, ...fresh.map(({ text }) => text)].filter((text) => text !== '').join(between),
      known: (file.known ?? 0) + first.length - fresh.length,
    };
  }

  /** A baseline holds a finding as often as it was there. */
  private isKnown({ entry, known }: CausedFinding): boolean {
    const key = JSON.stringify([entry.path, entry.rule, entry.message]);
    const met = this.met.get(key) ?? 0;
    this.met.set(key, met + 1);
    return met < known;
  }
}
