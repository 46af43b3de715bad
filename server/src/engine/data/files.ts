import type { Cell } from '../core/columnar.js';
import type { FileId } from '../core/span.js';
import type { ReadResult, Workspace } from '../core/workspace.js';
import { joinPath } from '../core/paths.js';

/** A file of columns that has been read: Parquet, Arrow. */
export interface ColumnarContent {
  readonly columns: readonly string[];
  /** Each row with a cell for each column. */
  readonly rows: readonly (readonly Cell[])[];
}

/** How libraries get at files of data. Reads stay within what the workspace gives. */
export interface LoadedFiles {
  readonly workspace: Workspace;
  /** The file that a path means; undefined for a relative one where it is not known where the framework is started. */
  place(path: string): FileId | undefined;
  read(file: FileId): ReadResult;
  /** The rows of a file of columns; a sentence for the user where they are not to be had. Absent where such files cannot be read. */
  columnar?(file: FileId): ColumnarContent | string;
}

/** @param workingDirectory where the framework is started @param note is told of each file that is read, or looked for */
export function workspaceDataFiles(
  workspace: Workspace,
  workingDirectory: FileId | undefined,
  note: (file: FileId) => void = () => undefined,
): LoadedFiles {
  return {
    workspace,
    place: (path) => {
      if (path.startsWith('/')) return joinPath('/', path);
      return workingDirectory === undefined ? undefined : joinPath(workingDirectory, path);
    },
    read: (file) => {
      note(file);
      return workspace.read(file);
    },
  };
}
