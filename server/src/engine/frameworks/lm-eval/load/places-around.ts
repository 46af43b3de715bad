import { dirname, isAbsolute, joinPath } from '../../../core/paths.js';
import { isAtOrBelow, type FileId } from '../../../core/span.js';
import type { Workspace } from '../../../core/workspace.js';

/** The file that a run is told of by its path. Where the run is started is not known: of the folders around the file the nearest that has it counts. */
export function fileNamed(path: string, near: FileId, workspace: Workspace): FileId | undefined {
  return placesAround(path, near, workspace).find((place) => workspace.stat(place)?.kind === 'file');
}

/** Where a path may lead from the folders around a file, the nearest first; an absolute one to itself. */
export function placesAround(path: string, near: FileId, { folders = [] }: Workspace): readonly FileId[] {
  if (isAbsolute(path)) return [joinPath('/', path)];
  const isInside = (folder: FileId): boolean => folders.some((root) => isAtOrBelow(folder, root));
  const around: FileId[] = [];
  for (let folder = dirname(near); isInside(folder); folder = dirname(folder)) around.push(folder);
  return around.map((folder) => joinPath(folder, path));
}

/** The folders that a run is told of by their paths, each as `fileNamed` finds files. */
export function foldersNamed(paths: readonly string[], near: FileId, workspace: Workspace): readonly FileId[] {
  return paths.flatMap((path) => {
    const there = placesAround(path, near, workspace).find((place) => workspace.stat(place)?.kind === 'directory');
    return there === undefined ? [] : [there];
  });
}
