import type { Settings } from '../core/settings.js';
import { placesOfPath } from '../core/setting-paths.js';
import type { FileId } from '../core/span.js';
import type { Workspace } from '../core/workspace.js';

/**
 * The file that the setting `promptPreflight.rowFile`, or `--row`, names: the first of its places where there is something, else the first one.
 * Undefined where none is named, and where the path is relative and no folder is open.
 */
export function rowFileOf({
  workspace,
  settings: { rowFile },
}: {
  readonly workspace: Workspace;
  readonly settings: Settings;
}): FileId | undefined {
  const places = rowFile === undefined ? [] : placesOfPath(rowFile, workspace);
  return places.find((place) => workspace.stat(place)) ?? places[0];
}

/** The file that the setting `promptPreflight.trainRowFile`, or `--train-rows`, names for in-context examples; otherwise as `rowFileOf`. */
export function trainFileOf({
  workspace,
  settings: { trainRowFile },
}: {
  readonly workspace: Workspace;
  readonly settings: Settings;
}): FileId | undefined {
  const places = trainRowFile === undefined ? [] : placesOfPath(trainRowFile, workspace);
  return places.find((place) => workspace.stat(place)) ?? places[0];
}
