import { IgnorePatterns } from './ignore-patterns.js';
import { dirname, joinPath } from './paths.js';
import { say } from './say.js';
import type { FileId } from './span.js';
import type { Workspace } from './workspace.js';

/** So many folders above a file are looked into. */
const highest = 40;

/**
 * Whether the `.gitignore` of a folder around a file leaves it out; the nearest one that says anything counts. What a repository keeps below its package's name was often
 * at its top once, and its patterns still say so: the path within the package is held against them, too.
 * @param packageRoot the directory of the package in which the file is looked for, where it is one's
 */
export function isGitIgnored(file: FileId, workspace: Workspace, packageRoot?: FileId): boolean {
  const within = packageRoot === undefined ? undefined : /^\/?[^/]+\/(.+)$/.exec(file.slice(packageRoot.length))?.[1];
  let folder = dirname(file);
  for (let up = 0; up < highest && folder !== ''; up++, folder = dirname(folder)) {
    const read = workspace.read(joinPath(folder, '.gitignore'));
    const paths = [file.slice(folder === '/' ? 1 : folder.length + 1), ...(folder === packageRoot && within !== undefined ? [within] : [])];
    if (read.kind === 'text') {
      const patterns = new IgnorePatterns(read.text.split('\n'));
      const said = paths.map((path) => patterns.decides(path, false)).find((decision) => decision !== undefined);
      if (said !== undefined) return said;
    }
    if (folder === '/' || workspace.stat(joinPath(folder, '.git'))) break;
  }
  return false;
}

/** Why a file that `.gitignore` leaves out is not there. */
export function whyLeftOut(path: string): string {
  return say`There is no file ${path}, which .gitignore leaves out of the repository: only some machines have it.`;
}
