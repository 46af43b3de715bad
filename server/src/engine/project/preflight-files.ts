import { dirname } from '../core/paths.js';
import { say } from '../core/say.js';
import type { Settings } from '../core/settings.js';
import { isAtOrBelow, type FileId } from '../core/span.js';
import type { Workspace } from '../core/workspace.js';
import { preflightName, readPreflight, unusable, type PreflightFile } from './preflight-file.js';

/** What a place of a project file was found to hold: nothing, or what it says. */
type Known = PreflightFile | undefined;

/**
 * The project files of a workspace: for each document the nearest `preflight.json` above it, within the folder that the user opened. What they say holds where the user's own settings
 * are silent. Each is read once, until it changes.
 */
export class PreflightFiles {
  private readonly known = new Map<FileId, Known>();
  /** By folder. */
  private readonly nearest = new Map<FileId, Known>();
  private readonly leftOut = new Map<FileId, boolean>();
  private readonly merged = new Map<PreflightFile, Settings>();

  /**
   * @param workspace as the user sees it, open documents in place of files
   * @param below is told which folders and files are named, and says which of them are not followed
   */
  constructor(
    private readonly workspace: Workspace,
    private readonly below: Workspace,
  ) {}

  /** The one that counts for a document. */
  above(file: FileId): PreflightFile | undefined {
    return this.inFolder(dirname(file));
  }

  /** The user's settings over those of the project file. The same object as long as neither changes. */
  settingsOf(file: FileId, own: Settings): Settings {
    const shared = this.above(file);
    if (!shared) return own;
    let settings = this.merged.get(shared);
    if (!settings) this.merged.set(shared, (settings = over(own, shared)));
    return settings;
  }

  /** Directories of packages that the project file above a file names. */
  packageRoots(from: FileId): readonly FileId[] {
    return this.above(from)?.settings.packageRoots ?? [];
  }

  /** Whether a file or folder is not to be checked: by its name, or with a folder that it is in. */
  excludes(path: FileId, isFolder: boolean): boolean {
    const folder = dirname(path);
    // Nothing is above the topmost folder.
    if (folder === path || !this.isWithin(folder)) return false;
    if (this.leavesOut(folder)) return true;
    const shared = this.inFolder(folder);
    return shared?.excludes.ignores(path.slice(dirname(shared.file).length).replace(/^\//, ''), isFolder) ?? false;
  }

  /**
   * A file or folder has changed: what it says is read again.
   * @returns whether anything is different by it
   */
  changed(path: FileId): boolean {
    let different = false;
    for (const [place, before] of this.known)
      if (isAtOrBelow(place, path)) {
        const now = this.read(place);
        this.known.set(place, now);
        this.nearest.clear();
        if (before?.says !== now?.says) different = true;
      }
    if (different) this.forget();
    return different;
  }

  /** Other folders or settings: everything is looked for anew. */
  forget(): void {
    for (const map of [this.known, this.nearest, this.leftOut, this.merged]) map.clear();
  }

  private leavesOut(folder: FileId): boolean {
    let known = this.leftOut.get(folder);
    if (known === undefined) this.leftOut.set(folder, (known = this.excludes(folder, true)));
    return known;
  }

  private isWithin(folder: FileId): boolean {
    return (this.workspace.folders ?? []).some((each) => each === '/' || isAtOrBelow(folder, each));
  }

  /** That of a folder, else that of the one above it: what is asked of each folder of a deep tree stays one step. */
  private inFolder(folder: FileId): PreflightFile | undefined {
    if (this.nearest.has(folder)) return this.nearest.get(folder);
    let found: PreflightFile | undefined;
    if (this.isWithin(folder)) {
      const place = `${folder === '/' ? '' : folder}/${preflightName}`;
      if (!this.known.has(place)) this.known.set(place, this.read(place));
      const above = dirname(folder);
      found = this.known.get(place) ?? (folder === '' || above === folder ? undefined : this.inFolder(above));
    }
    this.nearest.set(folder, found);
    return found;
  }

  private read(place: FileId): PreflightFile | undefined {
    const read = this.workspace.read(place);
    if (read.kind === 'text') return this.followed(place, readPreflight(place, read.text));
    if (read.why === 'missing' || read.why === 'directory') return this.followed(place);
    return unusable(place, { file: place, start: 0, end: 0 }, read.reason);
  }

  /** Names those paths that are not followed. */
  private followed(place: FileId, found?: PreflightFile): PreflightFile | undefined {
    const rows = [...(found?.rows.values() ?? [])].flatMap((named) => ('file' in named ? [named.file] : []));
    const { packageRoots = [], includePaths = [], dataRoots = [] } = found?.settings ?? {};
    const refused = this.below.follow?.(place, { packageRoots, read: [...includePaths, ...dataRoots, ...rows] }) ?? [];
    if (!found) return undefined;
    const problems = found.folders.flatMap(({ path, span }) => {
      const message = refused.includes(path)
        ? say`${path} lies outside of the folders that are open, and is followed only where the workspace is trusted; on the command line with --trust.`
        : this.workspace.stat(path)?.kind === 'directory' || this.isPackageRoot(found, path)
          ? undefined
          : say`There is no folder ${path}.`;
      return message === undefined ? [] : [{ span, message, severity: 'warning' as const, fixes: [] }];
    });
    return problems.length === 0 ? found : { ...found, problems: [...found.problems, ...problems] };
  }

  /** Of a directory of packages outside only the packages are read: whether it is there is not known. */
  private isPackageRoot({ settings }: PreflightFile, path: FileId): boolean {
    return settings.packageRoots.includes(path) && !this.isWithin(path);
  }
}

/** Lists are joined, and the user's own entries come first; of include paths the last one wins, so they come last there. */
function over(own: Settings, { settings: shared }: PreflightFile): Settings {
  const silenced = Object.entries(shared.rules).filter(([id, severity]) => severity !== 'off' || !own.selected?.has(id));
  return {
    ...own,
    rules: { ...Object.fromEntries(silenced), ...own.rules },
    packageRoots: [...own.packageRoots, ...shared.packageRoots],
    includePaths: [...shared.includePaths, ...own.includePaths],
    dataRoots: [...own.dataRoots, ...shared.dataRoots],
    framework: own.framework === 'auto' ? shared.framework : own.framework,
    release: { ...shared.release, ...own.release },
  };
}
