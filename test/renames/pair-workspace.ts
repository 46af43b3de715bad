import type { FileId } from '../../server/src/engine/core/span.js';
import type { ReadResult, Stat, Workspace } from '../../server/src/engine/core/workspace.js';
import { MemoryWorkspace } from '../../server/src/engine/core/workspace.js';
import { WorkspaceAbove } from '../../server/src/engine/core/workspace-above.js';
import type { WorkspaceIndex } from '../../server/src/engine/editor/index/workspace-index.js';

const home = '/own-project';

/** The workspace of somebody who has taken a dataset and a model of a checkout over and runs them together; the framework itself is where it was. */
export class PairWorkspace extends WorkspaceAbove {
  private readonly own: MemoryWorkspace;
  /** Where the two lie. */
  readonly dataset: FileId;
  readonly model: FileId;

  /** @param root of the checkout */
  constructor(below: Workspace, index: WorkspaceIndex, root: FileId, dataset: FileId, model: FileId) {
    super(below);
    const files: Record<string, string> = {};
    const moved = (file: FileId): FileId => home + file.slice(root.length);
    for (const file of withBases(index, [dataset, model])) {
      const read = below.read(file);
      if (read.kind === 'text') files[moved(file)] = read.text;
    }
    const moduleOf = (file: FileId): string => moved(file).slice(home.length, -'.py'.length).replaceAll('/', '.');
    files[`${home}/run_both.py`] =
      `from mmengine.config import read_base\nwith read_base():\n    from ${moduleOf(dataset)} import *\n    from ${moduleOf(model)} import models\ndatasets = sum([v for k, v in locals().items() if k.endswith('_datasets')], [])\n`;
    this.own = new MemoryWorkspace(files, [home]);
    this.dataset = moved(dataset);
    this.model = moved(model);
  }

  override get folders(): readonly FileId[] {
    return [home];
  }

  override read(file: FileId): ReadResult {
    return isOwnFile(file) ? this.own.read(file) : this.below.read(file);
  }

  override stat(file: FileId): Stat | undefined {
    return isOwnFile(file) ? this.own.stat(file) : this.below.stat(file);
  }

  override list(directory: FileId): readonly string[] | undefined {
    return isOwnFile(directory) ? this.own.list(directory) : this.below.list(directory);
  }
}

function isOwnFile(path: FileId): boolean {
  return path === home || path.startsWith(`${home}/`);
}

function withBases(index: WorkspaceIndex, files: readonly FileId[]): ReadonlySet<FileId> {
  const found = new Set(files);
  for (const file of found) for (const base of index.of(file)?.imports ?? []) found.add(base.file);
  return found;
}
