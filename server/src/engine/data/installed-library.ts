import type { FileId } from '../core/span.js';
import type { Workspace } from '../core/workspace.js';

/**
 * The version of a library that rows are loaded with, as it is installed within reach of a file; undefined where nothing says which one that is. It lies beside pyarrow, without which none of
 * them runs, and whose folder is never one of data.
 */
export function installedLibrary(distribution: string, from: FileId, workspace: Workspace): string | undefined {
  const site = workspace.packageRoot('pyarrow', from);
  return site === undefined ? undefined : workspace.installedVersion?.(distribution, site);
}
