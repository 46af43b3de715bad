import { statSync, watch } from 'node:fs';

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
    this.idle = true;
    if (!this.watching)
      for (const path of paths) watch(path, { recursive: statSync(path).isDirectory() }, (_kind, name) => this.changed(name));
    this.watching = true;
    process.stderr.write('Waiting for changes; Ctrl+C ends.\n');
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
