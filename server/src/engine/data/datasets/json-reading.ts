import type { Settings } from '../../core/settings.js';
import type { FileId } from '../../core/span.js';
import type { Workspace } from '../../core/workspace.js';
import { installedLibrary } from '../installed-library.js';

/**
 * How `load_dataset('json', …)` reads rows, which turns on the release of the library `datasets` (`packaged_modules/json/json.py`).
 *
 * - `strict`, before 4.7: a column has values of one kind; objects in it have the fields of all rows, None where a row lacks one; a file that is a list is read by pandas.
 * - `mixed`, from 4.7 on: a column of values of several kinds, or of objects with different fields, keeps each value as it is; a file that is a list is read as its items would be, a line each.
 * - `either`: the release is not known; read as `strict`, and it is said where the other one would give something else.
 */
export type JsonReading = 'strict' | 'mixed' | 'either';

/** The key of the setting `release` under which the release of the library stands. */
export const datasetsLibrary = 'datasets';

/** The release around a file: as set, or as it is installed where the framework runs; undefined where nothing tells. */
export function datasetsReleaseAround(file: FileId, { release }: Pick<Settings, 'release'>, workspace: Workspace): string | undefined {
  return release[datasetsLibrary] ?? installedLibrary(datasetsLibrary, file, workspace);
}

/** How a release reads. @param unknown where nothing tells which release it is */
export function jsonReadingOf(version: string | undefined, unknown: JsonReading): JsonReading {
  if (version === undefined) return unknown;
  return isSince(version, 4, 7) ? 'mixed' : 'strict';
}

/** Whether a release is that one or a later one. */
export function isSince(version: string, fromMajor: number, fromMinor: number): boolean {
  const [, major = '0', minor = '0'] = /^(\d+)(?:\.(\d+))?/.exec(version) ?? [];
  return Number(major) > fromMajor || (Number(major) === fromMajor && Number(minor) >= fromMinor);
}

/** Whether a text names a release of the library. */
export function namesDatasetsRelease(version: string): boolean {
  return /^\d+\.\d+(?:\.\d+)?(?:\.?(?:dev|rc|post)\d+)?$/.test(version);
}
