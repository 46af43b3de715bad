import { statSync, watch } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';

/** What is saved often comes as several changes. */
const settledMs = 200;

/** Folders outside of those that are given, in which single files are looked at: more are left out. */
const mostFolders = 1000;

/** For `check --watch`: waits for changes of files that a check may read. The process ends only by a signal from then on. */
export class FileChanges {
  /** Folders that are looked at with all that is below them. */
  private readonly trees = new Set<string>();
  /** Names in other folders. */
  private readonly names = new Map<string, Set<string>>();
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private idle = false;
  /** Something has changed since the last run has begun: it may have read what was there before. */
  private outdated = false;

  /** @param again is called after a change; not before the run that it starts has called `await` */
  constructor(private readonly again: () => void) {}

  /**
   * Waits for the next change.
   * @param paths files, whether they are there or not, and folders with all that is below them
   */
  await(paths: readonly string[]): void {
    for (const path of paths) this.watch(path);
    this.goOn();
  }

  /** Waits again behind a run that could not check: what it lacked may come. Nothing where no run has waited yet. */
  goOn(): void {
    if (this.trees.size + this.names.size === 0) return;
    this.idle = true;
    process.stderr.write('Waiting for changes; Ctrl+C ends.\n');
    if (this.outdated) this.runSoon();
  }

  private watch(path: string): void {
    if ([...this.trees].some((tree) => path === tree || path.startsWith(tree.endsWith(sep) ? tree : tree + sep))) return;
    if (!isFolder(path)) return this.watchFile(path);
    this.trees.add(path);
    listen(path, true, (_kind, name) => this.changed(name));
    // One that goes and comes again is another one.
    if (dirname(path) !== path) this.watchFile(path);
  }

  /** Many editors save a file as another one that takes its name: who watches the file itself goes on watching the old one. */
  private watchFile(path: string): void {
    const folder = dirname(path);
    const known = this.names.get(folder);
    if (known) known.add(basename(path));
    else if (this.names.size < mostFolders && isFolder(folder)) {
      const names = new Set([basename(path)]);
      this.names.set(folder, names);
      listen(folder, false, (kind, name) => {
        if (name === null || (names.has(name) && this.isOther(join(folder, name), kind))) this.changed(null);
      });
    }
  }

  /** Of a folder that is looked at with all below it, only that it goes or comes is of interest here. */
  private isOther(path: string, kind: 'rename' | 'change'): boolean {
    if (kind === 'change' && this.trees.has(path)) return false;
    this.trees.delete(path);
    return true;
  }

  private changed(name: string | null): void {
    if (name !== null && !mayBeRead(name)) return;
    this.outdated = true;
    if (this.idle) this.runSoon();
  }

  private runSoon(): void {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => {
      this.idle = false;
      this.outdated = false;
      process.stdout.write('\n');
      this.again();
    }, settledMs);
  }
}

/** A folder that vanishes ends what is heard of it, and nothing else. */
function listen(folder: string, recursive: boolean, heard: (kind: 'rename' | 'change', name: string | null) => void): void {
  watch(folder, { recursive }, heard).on('error', () => undefined);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

const ownPlaces = /(?:^|[\\/])(?:\.|__pycache__[\\/]|node_modules[\\/])/;

/** Whether a check may read a file of that name, or look into a folder of it: what tasks include has often no ending. Not what is hidden, caches, and what editors keep beside a file. */
function mayBeRead(name: string): boolean {
  if (ownPlaces.test(name)) return false;
  const own = basename(name);
  return !own.includes('.') || /\.(?:py|ya?ml|jsonc?|jsonl|ndjson|csv|tsv|txt|parquet|arrow|feather|jinja2?)$/i.test(own);
}
