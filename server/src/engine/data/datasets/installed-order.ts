import type { FileId } from '../../core/span.js';
import type { Workspace } from '../../core/workspace.js';
import { installedLibrary } from '../installed-library.js';
import type { FieldOrder } from './arrow-type.js';

/** The first version of pyarrow that keeps the fields of a struct in the order in which they are met. */
const firstToKeep = 24;

/** In which order the pyarrow that is installed within reach of a file puts the fields of structs; undefined where nothing says which one that is. */
export function installedFieldOrder(workspace: Workspace, from: FileId): FieldOrder | undefined {
  const version = installedLibrary('pyarrow', from, workspace);
  if (version === undefined) return undefined;
  return Number.parseInt(version, 10) < firstToKeep ? 'sorted' : 'met';
}
