import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** What V8 made of a part of the program, and how much of it had been compiled. */
export interface CompiledCode {
  readonly data: Buffer;
  /** For how long the program had worked when this was made, in milliseconds: V8 compiles a function when it is first called. */
  readonly workMs: number;
}

/** Before the data; V8 copies what does not begin at such a multiple. */
const headerBytes = 8;
/** What nobody has made anew for so long is of a release that is gone. */
const staleMs = 30 * 24 * 3600 * 1000;

/**
 * A folder of the user that holds V8's code of this program, and nothing else. Code from there is run, so it has to be as safe from others as the program: it is in the
 * home that the system names, which no variable and no repository can move, belongs to the user, and nobody else may write into it.
 */
export class CodeCache {
  private constructor(private readonly folder: string) {}

  /** @param asked `off`, or the absolute path of another folder @returns undefined where there is none, or none that is safe */
  static open(asked: string | undefined): CodeCache | undefined {
    try {
      const folder = asked === undefined ? folderOfUser() : isAbsolute(asked) ? asked : undefined;
      return folder !== undefined && isSafe(folder) ? new CodeCache(folder) : undefined;
    } catch {
      // No home, or one that is not to be looked into: the program works without it.
      return undefined;
    }
  }

  read(name: string): CompiledCode | undefined {
    try {
      const bytes = readFileSync(join(this.folder, name));
      return { data: bytes.subarray(headerBytes), workMs: bytes.readUInt32LE(0) };
    } catch {
      return undefined;
    }
  }

  /** Replaces what was kept under these names, each as a whole: others may be reading it. */
  write(codes: ReadonlyMap<string, CompiledCode>): void {
    try {
      mkdirSync(this.folder, { recursive: true, mode: 0o700 });
      for (const [name, { data, workMs }] of codes) {
        const header = Buffer.alloc(headerBytes);
        header.writeUInt32LE(Math.min(workMs, 0xffffffff));
        const beside = join(this.folder, `${name}.${String(process.pid)}`);
        writeFileSync(beside, Buffer.concat([header, data]), { mode: 0o600 });
        renameSync(beside, join(this.folder, name));
      }
      this.dropStale();
    } catch {
      // A full disk, or a folder that was taken away: the next run is as slow as this one was.
    }
  }

  private dropStale(): void {
    for (const name of readdirSync(this.folder)) {
      const path = join(this.folder, name);
      if (Date.now() - statSync(path).mtimeMs > staleMs) rmSync(path, { force: true });
    }
  }
}

function folderOfUser(): string {
  const home = userInfo().homedir;
  switch (process.platform) {
    case 'win32':
      return join(home, 'AppData', 'Local', 'prompt-preflight', 'compiled');
    case 'darwin':
      return join(home, 'Library', 'Caches', 'prompt-preflight', 'compiled');
    default:
      return join(home, '.cache', 'prompt-preflight', 'compiled');
  }
}

/** What is not there is made for the user alone. Windows keeps the folders of a user from others by itself. */
function isSafe(folder: string): boolean {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (!stats) return true;
  return stats.isDirectory() && (process.getuid === undefined || (stats.uid === process.getuid() && (stats.mode & 0o022) === 0));
}
