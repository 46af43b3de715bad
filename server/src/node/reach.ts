import { lstatSync, readlinkSync, realpathSync, statSync, type Stats } from 'node:fs';
import { isHidden, mayReadInPackage } from '../engine/frameworks/packages.js';
import { say } from '../engine/core/say.js';
import type { FileId } from '../engine/core/span.js';
import { isPlainName, joined, mostLinks, namesBelow, normalized, parentOf, type PathStyle } from './allowed-paths.js';
import { fileOfPath, isPath } from './uris.js';

/** Where a path leads, without any symbolic link, and what is there; or why it is not followed. */
export type Followed =
  | { readonly place: FileId; readonly stats: Stats }
  | { readonly why: 'missing' | 'outside' | 'failed'; readonly reason: string };

/** A directory below which files may be read. */
interface Root {
  readonly spelled: FileId;
  /** Without symbolic links; undefined as long as there is nothing. */
  real: FileId | undefined;
  /** Whether capital and small letters are the same there. */
  folds: boolean;
  /** The package that it is, of which only some files are read; undefined where all are. */
  readonly packageName: string | undefined;
}

/** What need not be looked at again. */
interface Seen {
  /** Directories that are no links. */
  readonly directories: Set<FileId>;
  /** Roots that are not there. */
  readonly absent: Set<Root>;
  /** Paths at which there is nothing: what makes a folder a package is looked for in each folder around each file. */
  readonly missing: Set<FileId>;
}

/** So many such paths are kept in mind. */
const mostMissing = 20_000;

/** The style of paths of this machine. */
export const ownStyle: PathStyle = { windows: process.platform === 'win32' };

/** Parts at the end of a path, as `opencompass/models/base.py`, before which a folder is looked for that was seen before. */
const nearest = 4;
/** Folders of Linux whose files are no files, but the state of the machine and of this very process. */
const ofTheKernel = /^\/(?:proc|sys)(?:\/|$)/;

/**
 * The directories that may be read. A path is followed name by name and no step is taken outside of them: a link that leads out is not even looked
 * behind, so it adds nothing and touches nothing, neither a file nor, on Windows, a server.
 */
export class Reach {
  private readonly roots: Root[] = [];
  /** What was found on the way, for as long as the work that is being done goes on without a pause. */
  private seen: Seen | undefined;

  constructor(private readonly style: PathStyle = ownStyle) {}

  /** @param packageName the name of the package that the directory is: only what configs read of it may be read */
  add(directory: FileId, packageName?: string): void {
    const spelled = normalized(directory, this.style);
    if (this.roots.some((root) => root.spelled === spelled && root.packageName === packageName)) return;
    const root: Root = { spelled, real: undefined, folds: false, packageName };
    settle(root, this.style);
    this.roots.push(root);
    this.forget();
  }

  /** Something may have appeared. */
  forget(): void {
    this.seen = undefined;
  }

  /** Whether a path is in one of the directories by its names; links on it may lead elsewhere. */
  holds(path: FileId): boolean {
    return isPath(path) && this.find(normalized(path, this.style)) !== undefined;
  }

  /** Follows a path to its end. Never throws. */
  follow(file: FileId): Followed {
    if (!isPath(file)) return { why: 'outside', reason: say`${file} is not a file on disk, so it is not read.` };
    if (this.seen?.missing.has(file)) return nothingAt(normalized(file, this.style));
    const followed = this.followAnew(file);
    if (!('place' in followed) && followed.why === 'missing') this.isMissing(file);
    return followed;
  }

  private isMissing(file: FileId): void {
    const { missing } = this.seenNow();
    if (missing.size < mostMissing) missing.add(file);
  }

  private followAnew(file: FileId): Followed {
    const first = normalized(file, this.style);
    let path = first;
    for (let links = 0; links <= mostLinks; links++) {
      const found = this.find(path);
      if (!found) return outside(first, path);
      const step = this.walk(found.root, found.names, first);
      if (typeof step !== 'string') return step;
      path = step;
    }
    return nothingAt(first);
  }

  /** As `follow`, but for a link at the end of the path, which is what is there. */
  at(path: FileId): Stats | undefined {
    if (!isPath(path)) return undefined;
    const parent = this.follow(parentOf(path, this.style));
    const name = normalized(path, this.style).split('/').at(-1)!;
    return 'place' in parent && isPlainName(name, this.style) ? statsOf(joined(parent.place, name, this.style)) : undefined;
  }

  /** From a directory down to the end of a path; or the path that goes on behind the first link. */
  private walk(root: Root, names: readonly string[], path: FileId): Followed | FileId {
    this.settle(root);
    const missing = nothingAt(path);
    if (root.real === undefined) return missing;
    let place = root.real;
    let stats: Stats | undefined;
    // Of a path that is thousands of folders deep not each is looked at again, for each file in it or in a folder of it.
    let from = 0;
    for (let up = 1; up <= nearest && from === 0 && up < names.length; up++) {
      const folder = [place === '/' ? '' : place, ...names.slice(0, -up)].join('/');
      if (!this.seen?.directories.has(folder)) continue;
      place = folder;
      from = names.length - up;
    }
    for (let i = from; i < names.length; i++) {
      const name = names[i]!;
      if (!isPlainName(name, this.style)) return missing;
      const next = place.endsWith('/') ? place + name : `${place}/${name}`;
      if (this.seen?.directories.has(next) && i < names.length - 1) {
        place = next;
        continue;
      }
      stats = statsOf(next);
      if (!stats) return missing;
      if (stats.isDirectory()) this.seenNow().directories.add(next);
      if (stats.isSymbolicLink()) return this.behind(next, place, names.slice(i + 1)) ?? missing;
      place = next;
    }
    stats ??= statsOf(place);
    if (!stats) return missing;
    if (!this.style.windows && ofTheKernel.test(place)) return { why: 'failed', reason: say`${path} is not a regular file.` };
    return refusal(root, names, stats, path) ?? { place, stats };
  }

  /** A root may appear at any time, but not be looked for with every file: most machines lack one of the caches. */
  private settle(root: Root): void {
    if (root.real !== undefined || this.seen?.absent.has(root)) return;
    settle(root, this.style);
    if (root.real === undefined) this.seenNow().absent.add(root);
  }

  private seenNow(): Seen {
    if (!this.seen) {
      const seen: Seen = { directories: new Set(), absent: new Set(), missing: new Set() };
      this.seen = seen;
      setImmediate(() => {
        if (this.seen === seen) this.seen = undefined;
      });
    }
    return this.seen;
  }

  private behind(link: FileId, directory: FileId, rest: readonly string[]): FileId | undefined {
    try {
      return joined(directory, [slashed(readlinkSync(link), this.style), ...rest].join('/'), this.style);
    } catch {
      return undefined; // Gone meanwhile.
    }
  }

  private find(path: FileId): { readonly root: Root; readonly names: readonly string[] } | undefined {
    let first: { readonly root: Root; readonly names: readonly string[] } | undefined;
    for (const root of this.roots) {
      const names =
        namesBelow(root.spelled, path, root.folds) ?? (root.real === undefined ? undefined : namesBelow(root.real, path, root.folds));
      // What is a package may be part of a folder of which all is read.
      if (names && root.packageName === undefined) return { root, names };
      if (names) first ??= { root, names };
    }
    return first;
  }
}

function nothingAt(path: FileId): Followed {
  return { why: 'missing', reason: say`${path} does not exist.` };
}

/** A path as the file system gives it: only on Windows a backslash is no part of a name. */
function slashed(path: string, { windows }: PathStyle): FileId {
  return windows ? fileOfPath(path) : path;
}

/** Finds out where a directory really is. */
function settle(root: Root, style: PathStyle): void {
  try {
    root.real = slashed(realpathSync.native(root.spelled), style);
    root.folds = style.windows || (process.platform === 'darwin' && isSame(root.real, turned(root.real)));
  } catch {
    // It is not there, or not yet.
  }
}

function turned(path: string): string {
  const upper = path.toUpperCase();
  return upper === path ? path.toLowerCase() : upper;
}

function isSame(a: string, b: string): boolean {
  const [one, other] = [a, b].map((path) => statSync(path, { throwIfNoEntry: false }));
  return one !== undefined && one.ino === other?.ino && one.dev === other.dev;
}

function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function outside(first: FileId, path: FileId): Followed {
  const reason =
    first === path
      ? say`${first} is outside the workspace folders, package roots and caches, so it is not read.`
      : say`${first} leads to ${path}, outside the workspace folders, package roots and caches, so it is not read.`;
  return { why: 'outside', reason };
}

function refusal({ packageName }: Root, names: readonly string[], stats: Stats, path: FileId): Followed | undefined {
  if (packageName === undefined || (stats.isDirectory() ? !isHidden(names) : mayReadInPackage(packageName, names))) return undefined;
  return {
    why: 'outside',
    reason: say`${path} is outside the workspace folders, and not a file that configs read from the package ${packageName}, so it is not read.`,
  };
}
