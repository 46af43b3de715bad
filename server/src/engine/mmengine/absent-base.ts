import { isGitIgnored } from '../core/git-ignored.js';
import { dirname } from '../core/paths.js';
import { say } from '../core/say.js';
import type { FileId } from '../core/span.js';
import type { Workspace } from '../core/workspace.js';

/** What is known of a base whose file is not there, and that is no mistake of the config. */
export interface AbsentBase {
  /** A whole sentence. */
  readonly why: string;
  /** The file that a run finds in its place. */
  readonly file?: FileId;
}

/** So many folders above a config are looked into. */
const highest = 40;

/**
 * Why a base is not there on purpose; undefined where nothing tells.
 * @param packageRoot the directory of the package that the base is imported from; undefined for a relative import
 * @param configFolders the folders of configs of the packages within reach
 */
export function absentBase(
  base: FileId,
  from: FileId,
  packageRoot: FileId | undefined,
  workspace: Workspace,
  configFolders: readonly FileId[],
): AbsentBase | undefined {
  if (packageRoot === undefined) {
    const file = afterCopying(base, from, workspace, configFolders);
    if (file !== undefined)
      return {
        file,
        why: say`There is no file ${base}. It is taken from ${file}: this config seems to be meant to be copied there before a run.`,
      };
  }
  if (!isGitIgnored(base, workspace, packageRoot)) return undefined;
  return {
    why: say`There is no file ${base}, which .gitignore leaves out of the repository: only some machines have it. What it defines is not known.`,
  };
}

/**
 * The base of a config that is copied into a package before it is run: some folder above the config holds configs in the order of the package's own, and there the base
 * is where the config looks for it.
 */
function afterCopying(base: FileId, from: FileId, workspace: Workspace, configFolders: readonly FileId[]): FileId | undefined {
  // What lies in the package itself is where it is meant to be.
  const outside = configFolders.filter((folder) => !from.startsWith(`${dirname(folder)}/`));
  let above = dirname(dirname(from));
  for (let up = 0; up < highest && outside.length > 0 && above !== '' && above !== '/'; up++, above = dirname(above)) {
    if (!base.startsWith(`${above}/`)) continue;
    const place = base.slice(above.length);
    const found = outside.find((folder) => workspace.stat(folder + place)?.kind === 'file');
    if (found !== undefined) return found + place;
  }
  return undefined;
}
