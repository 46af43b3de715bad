import { dirname, isAbsolute, joinPath } from './paths.js';
import { isAtOrBelow, type FileId } from './span.js';
import type { Workspace } from './workspace.js';

/**
 * The folder that a path means which a file gives to a program. Where the program is started is not known: of the folders around the file, up to those that the user opened, the nearest that has the path counts.
 * Undefined where none has it.
 */
export function folderFrom(file: FileId, path: string, workspace: Workspace): FileId | undefined {
  return placesFrom(file, path, workspace).find((place) => workspace.stat(place)?.kind === 'directory');
}

/** The same of a file. */
export function fileFrom(file: FileId, path: string, workspace: Workspace): FileId | undefined {
  return placesFrom(file, path, workspace).find((place) => workspace.stat(place)?.kind === 'file');
}

/** Where a path may lead which a file gives to a program, the nearest place first; an absolute one to itself. */
export function placesFrom(file: FileId, path: string, workspace: Workspace): readonly FileId[] {
  return isAbsolute(path) ? [joinPath('/', path)] : foldersAround(file, workspace).map((folder) => joinPath(folder, path));
}

/** The folders that a file lies in, the nearest first, up to those that the user opened. */
export function foldersAround(file: FileId, { folders = [] }: Workspace): readonly FileId[] {
  const around: FileId[] = [];
  const isInside = (folder: FileId): boolean => folders.some((root) => isAtOrBelow(folder, root));
  for (let folder = dirname(file); isInside(folder) && folder !== around.at(-1); folder = dirname(folder)) around.push(folder);
  return around;
}
