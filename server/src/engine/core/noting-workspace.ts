import { languageByEnding } from './language.js';
import type { FileId } from './span.js';
import type { ReadResult, Stat } from './workspace.js';
import { WorkspaceAbove } from './workspace-above.js';

/** So many files are noted: a run reads fewer. */
const mostNoted = 50_000;

/** Notes what is read and what is looked for in vain, for whoever must know when that changes. */
export class NotingWorkspace extends WorkspaceAbove {
  private readonly noted = new Set<FileId>();
  private fresh: FileId[] = [];

  /** Those that were noted since it was asked last. */
  takeNoted(): readonly FileId[] {
    const noted = this.fresh;
    this.fresh = [];
    return noted;
  }

  override read(file: FileId): ReadResult {
    this.note(file);
    return this.below.read(file);
  }

  override stat(file: FileId): Stat | undefined {
    if (languageByEnding(file)) this.note(file);
    return this.below.stat(file);
  }

  private note(file: FileId): void {
    if (this.noted.has(file) || this.noted.size >= mostNoted) return;
    this.noted.add(file);
    this.fresh.push(file);
  }
}
