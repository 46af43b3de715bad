import { lstatSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { snapshotMark } from '../../engine/editor/take-away/snapshot-text.js';
import { readRegular } from '../../node/regular-file.js';
import { CommandError } from './command.js';

/** Largest snapshot that is read, in bytes. */
const largest = 64 * 1024 * 1024;

/** So many entries are looked at in search of snapshots that are not made any more. */
const mostEntries = 200_000;

/** The folder that snapshots are written to. Nothing outside of it is touched: a link within it is never followed. */
export class SnapshotFolder {
  /** @param root as the user named it */
  constructor(readonly root: string) {}

  /** @param path names of folders, then of the file @returns undefined where nothing is there @throws CommandError where it is no file of text */
  read(path: readonly string[]): string | undefined {
    if (path.slice(0, -1).some((_, i) => kindOf(join(this.root, ...path.slice(0, i + 1))) === 'none')) return undefined;
    const file = join(this.root, ...path);
    this.insistOnPlace(path);
    if (kindOf(file) === 'none') return undefined;
    return readRegular(file, largest).toString('utf8');
  }

  /** Writes a file in one step, with the folders that it needs. @throws CommandError where a link or something else stands in the way */
  write(path: readonly string[], text: string): void {
    mkdirSync(this.root, { recursive: true });
    path.slice(0, -1).forEach((_, i) => {
      const folder = join(this.root, ...path.slice(0, i + 1));
      if (kindOf(folder) === 'none') mkdirSync(folder);
    });
    this.insistOnPlace(path);
    const file = join(this.root, ...path);
    const fresh = `${file}.${String(process.pid)}.new`;
    try {
      writeFileSync(fresh, text, { flag: 'wx' });
      renameSync(fresh, file);
    } catch (error) {
      rmSync(fresh, { force: true });
      throw new CommandError(`${file} cannot be written (${(error as NodeJS.ErrnoException).code ?? String(error)}).`);
    }
  }

  /** The snapshots in a folder below, by their paths in order: files that begin as ours do. */
  snapshotsBelow(path: readonly string[]): (readonly string[])[] {
    const found: (readonly string[])[] = [];
    const waiting = [path];
    let entries = 0;
    for (let next = waiting.pop(); next && entries < mostEntries; next = waiting.pop()) {
      if (kindOf(join(this.root, ...next)) !== 'folder') continue;
      for (const name of readdirSync(join(this.root, ...next))) {
        entries++;
        const kind = kindOf(join(this.root, ...next, name));
        if (kind === 'folder') waiting.push([...next, name]);
        else if (kind === 'file' && name.endsWith('.txt') && this.isOurs([...next, name])) found.push([...next, name]);
      }
    }
    return found.sort((a, b) => (a.join('/') < b.join('/') ? -1 : 1));
  }

  /** Takes a snapshot away, and folders that are empty then. */
  remove(path: readonly string[]): void {
    rmSync(join(this.root, ...path));
    for (let length = path.length - 1; length > 0; length--) {
      try {
        rmdirSync(join(this.root, ...path.slice(0, length)));
      } catch {
        return; // Something else is in it.
      }
    }
  }

  shown(path: readonly string[]): string {
    return [this.root.replace(/[\\/]+$/, ''), ...path].join('/');
  }

  private isOurs(path: readonly string[]): boolean {
    try {
      return (
        readRegular(join(this.root, ...path), largest)
          .subarray(0, snapshotMark.length)
          .toString('latin1') === snapshotMark
      );
    } catch {
      return false;
    }
  }

  private insistOnPlace(path: readonly string[]): void {
    path.forEach((_, i) => {
      const place = join(this.root, ...path.slice(0, i + 1));
      const kind = kindOf(place);
      const wanted = i < path.length - 1 ? 'folder' : 'file';
      if (kind !== wanted && !(kind === 'none' && wanted === 'file'))
        throw new CommandError(`${place} is in the way: it is no ${wanted}${kind === 'link' ? ' but a link, which is not followed' : ''}.`);
    });
  }
}

function kindOf(path: string): 'none' | 'file' | 'folder' | 'link' | 'other' {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats) return 'none';
  return stats.isSymbolicLink() ? 'link' : stats.isDirectory() ? 'folder' : stats.isFile() ? 'file' : 'other';
}
