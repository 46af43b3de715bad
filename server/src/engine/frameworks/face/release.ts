import type { FileId } from '../../core/span.js';
import type { Workspace } from '../../core/workspace.js';
import type { Remembering } from '../../core/cache-key.js';
import type { SettingsSource } from '../../core/settings.js';

/** The release of a framework that a file is read for, and how it is known. */
export interface FoundRelease {
  /** As the tables name it: `0.4.9.2`. */
  readonly name: string;
  /** `set`: the user says so; `found`: within reach of the file; `newest`: neither, so it is the newest known. */
  readonly by: 'set' | 'found' | 'newest';
  /** The file that says so, for `found`. */
  readonly from?: FileId;
  /** What that file says, where the tables do not have it by that name: `0.4.13.dev0`. */
  readonly says?: string;
}

/** The releases of a framework whose prompts differ, or could. */
export interface Releases {
  /** Names, the oldest first. */
  readonly known: readonly string[];
  /** The newest that is taken where nothing says which one is meant. */
  readonly newest: string;
  /** The known release whose behaviour a version has; undefined for what is no version, or too old to be known. */
  named(version: string): string | undefined;
  /** What the package around a file says; undefined where there is none that tells. Reads each time: for those who have no project at hand. */
  around(file: FileId, workspace: Workspace): FoundRelease | undefined;
  /** The release around a file: as set, else as the package says, else the newest. */
  find(file: FileId, surroundings: Remembering & SettingsSource): FoundRelease;
}
