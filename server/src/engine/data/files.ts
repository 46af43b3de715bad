import { withoutPointer } from '../core/lfs-pointer.js';
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
  /** The text that is packed in a file (gzip). */
  unpacked(file: FileId): ReadResult;
  /** The rows of a file of columns; a sentence for the user where they are not to be had. Absent where such files cannot be read. */
  columnar?(file: FileId): ColumnarContent | string;
}

/** What of the world files of data are looked for in. */
export interface DataWorld {
  readonly workspace: Workspace;
  /** Where the framework is started. */
  readonly workingDirectory: FileId | undefined;
  /** Directories in which relative paths are looked for that are not in the working directory. */
  readonly dataRoots?: readonly FileId[];
}

/** @param note is told of each file that is read, or looked for @param columnar absent: files of columns cannot be read */
export function workspaceDataFiles(
  { workspace, workingDirectory, dataRoots = [] }: DataWorld,
  note: (file: FileId) => void = () => undefined,
  columnar?: LoadedFiles['columnar'],
): LoadedFiles {
  return {
    workspace,
    place: (path) => {
      if (path.startsWith('/')) return joinPath('/', path);
      if (workingDirectory === undefined) return undefined;
      const candidates = [workingDirectory, ...dataRoots].map((folder) => joinPath(folder, path));
      return candidates.find((candidate) => workspace.stat(candidate)) ?? candidates[0];
    },
    ...(columnar && {
      columnar: (file) => {
        note(file);
        return columnar(file);
      },
    }),
    read: (file) => {
      note(file);
      return withoutPointer(workspace.read(file), file);
    },
    unpacked: (file) => {
      note(file);
      return workspace.readUnpacked?.(file) ?? workspace.read(file);
    },
  };
}

/** The text of a file of data as `datasets` reads it: one that is named `.gz` has to be packed, and any other may be (datasets 3.6 `file_utils.py`, `_get_extraction_protocol`). */
export function textOfData(files: LoadedFiles, file: FileId): ReadResult {
  if (/\.gz$/i.test(file)) return files.unpacked(file);
  const read = files.read(file);
  if (read.kind === 'text' || read.why !== 'binary') return read;
  const unpacked = files.unpacked(file);
  return unpacked.kind === 'text' ? unpacked : read;
}
