import { baseName, type FileId } from '../../server/src/engine/core/span.js';
import { dirname } from '../../server/src/engine/core/paths.js';
import type { ReadResult, Stat, Workspace } from '../../server/src/engine/core/workspace.js';
import { WorkspaceAbove } from '../../server/src/engine/core/workspace-above.js';

/** A workspace after a file of it was moved, and others were written anew. */
export class MovedWorkspace extends WorkspaceAbove {
  /** @param texts of files that were written anew, by where they are now */
  constructor(
    below: Workspace,
    private readonly from: FileId,
    private readonly to: FileId,
    private readonly texts: ReadonlyMap<FileId, string>,
  ) {
    super(below);
  }

  override read(file: FileId): ReadResult {
    const text = this.texts.get(file);
    return text === undefined ? this.below.read(this.before(file)) : { kind: 'text', text };
  }

  override stat(path: FileId): Stat | undefined {
    return this.below.stat(path === dirname(this.to) && !this.below.stat(path) ? dirname(this.from) : this.before(path));
  }

  override list(directory: FileId): readonly string[] | undefined {
    const names = this.below.list(directory)?.filter((name) => directory !== dirname(this.from) || name !== baseName(this.from));
    if (directory === dirname(this.to)) return [...(names ?? []), baseName(this.to)].sort();
    const made = dirname(this.to);
    return directory === dirname(made) && names && !names.includes(baseName(made)) ? [...names, baseName(made)].sort() : names;
  }

  /** Where a file was: what was moved away is nowhere. */
  private before(file: FileId): FileId {
    if (file === this.to) return this.from;
    return file === this.from ? `${this.from}.was-moved` : file;
  }
}
