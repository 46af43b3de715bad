import type { FileId } from '../../core/span.js';
import type { Workspace } from '../../core/workspace.js';

/** Where a package says which version it is. */
export interface VersionPlaces {
  /** The name of what is installed, with `_` for any of `-_.`. */
  readonly distribution: string;
  /** Files with a literal version, by their paths below the directory that holds the package: `pyproject.toml`, or a module with `__version__`. */
  readonly files: readonly string[];
}

/** A version, and the file that says so. */
export interface SaidVersion {
  readonly version: string;
  readonly from: FileId;
}

const literal = /^(?:__version__|version)\s*(?::\s*str\s*)?=\s*["']([^"'\n]{1,40})["']/m;

/** The version of the package in a directory, without running anything; undefined where nothing within reach says it. */
export function versionIn(root: FileId, { distribution, files }: VersionPlaces, workspace: Workspace): SaidVersion | undefined {
  const installed = workspace.installedVersion?.(distribution, root);
  if (installed !== undefined) return { version: installed, from: `${root}/${distribution}-${installed}.dist-info` };
  for (const name of files) {
    const from = `${root === '/' ? '' : root}/${name}`;
    const read = workspace.read(from);
    const [, version] = (read.kind === 'text' && literal.exec(read.text)) || [];
    if (version !== undefined) return { version, from };
  }
  return undefined;
}
