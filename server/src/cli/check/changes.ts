import { statSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';

/** What is saved often comes as several changes. */
const settledMs = 200;

/** For `check --watch`: waits for changes of files that a check may read. The process ends only by a signal from then on. */
export class FileChanges {
  private watching = false;
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private idle = false;

  /** @param again is called after a change; not before the run that it starts has called `await` */
  constructor(private readonly again: () => void) {}

  /**
   * Waits for the next change.
   * @param paths files, and folders with all that is below them
   */
  await(paths: readonly string[]): void {
    if (!this.watching) for (const path of paths) this.watch(path);
    this.watching = true;
    this.goOn();
  }

  /** Waits again behind a run that could not check: what it lacked may come. Nothing where no run has waited yet. */
  goOn(): void {
    if (!this.watching) return;
    this.idle = true;
    process.stderr.write('Waiting for changes; Ctrl+C ends.\n');
  }

  private watch(path: string): void {
    if (statSync(path).isDirectory()) watch(path, { recursive: true }, (_kind, name) => this.changed(name));
    // Many editors save a file as another one that takes its name: who watches the file itself goes on watching the old one.
    else watch(dirname(path), (_kind, name) => name === basename(path) && this.changed(name));
  }

  private changed(name: string | null): void {
    if (!this.idle || (name !== null && !/\.(?:py|ya?ml|jsonc?|jsonl|csv)$/i.test(name))) return;
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => {
      this.idle = false;
      process.stdout.write('\n');
      this.again();
    }, settledMs);
  }
}
