import type { Connection } from 'vscode-languageserver';
import type { Environment } from '../engine/core/environment.js';
import type { FileId } from '../engine/core/span.js';
import type { Workspace } from '../engine/core/workspace.js';

/** What a client says of the files that may be read. */
export interface WorkspaceScope {
  readonly folders: readonly FileId[];
  /** The setting `promptPreflight.packageRoots`. */
  readonly packageRoots: readonly string[];
  /** The settings `promptPreflight.includePaths` and `dataRoots`. */
  readonly includePaths: readonly string[];
  readonly interpreter: string | undefined;
  readonly trusted: boolean;
}

/** The files as a server needs them. */
export interface ServedWorkspace extends Workspace {
  /** Other folders, settings or interpreter: drops all that was found. */
  configure(scope: WorkspaceScope): void;
  /** From now on these files may be read, wherever they lie: the user chose each of them. @returns those that are new */
  chooseFiles(files: readonly FileId[]): readonly FileId[];
  /** A file appeared or vanished, or any may have. */
  forget(): void;
  /** A file is another one now. Absent: it is read anew each time. */
  changed?(file: FileId): void;
  /**
   * Where files come from afar: undefined where all that was asked for is there; else settled when it has come, and whatever was computed in between lacks it.
   * Absent: files are there at once.
   */
  arriving?(): Promise<void> | undefined;
}

/** What an engine has of where it runs. */
export interface EngineHost {
  /** @param arrived called when files have come from afar: what was computed without them is to be computed anew */
  workspace(connection: Connection, arrived: () => void): ServedWorkspace;
  /** @param trusted asked anew for each variable */
  environment(trusted: () => boolean): Environment;
  /** Whether all files of a workspace can be read: to check it as a whole, and to find every use of a name. */
  readonly readsAll: boolean;
  /** The text of one of the scripts that ask an installed framework. Absent: there are none. */
  readonly verifyScript?: (name: string) => string;
}
