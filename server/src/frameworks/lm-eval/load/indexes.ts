import { CacheKey } from '../../../cache-key.js';
import { placesOfPath } from '../../../setting-paths.js';
import type { FileId } from '../../../text/span.js';
import type { Workspace } from '../../../workspace.js';
import type { Surroundings } from '../../framework.js';
import { tasksRootsOf } from './find-tasks.js';
import { TaskIndex } from './task-index.js';

/** The indexes of a workspace, by the folders that they are of. */
class TaskIndexes {
  private readonly byRoots = new Map<string, TaskIndex>();

  constructor(private readonly workspace: Workspace) {}

  of(roots: readonly FileId[]): TaskIndex {
    const key = roots.join('\n');
    let index = this.byRoots.get(key);
    if (!index) this.byRoots.set(key, (index = new TaskIndex(roots, this.workspace)));
    return index;
  }

  /** @returns whether a name stands for something else now */
  update(file: FileId): boolean {
    let different = false;
    for (const index of this.byRoots.values()) if (index.update(file)) different = true;
    return different;
  }
}

const key = new CacheKey<TaskIndexes>('tasks of lm-evaluation-harness');
/** Indexes that were dropped since names changed are up to date all the same: reading thousands of files again is spared. */
const upToDate = new WeakMap<Workspace, TaskIndexes>();

/** The index of the tasks that a file can name, kept until a name in it changes. The folders of the setting `promptPreflight.includePaths` win over all others. */
export function taskIndexOf(file: FileId, surroundings: Pick<Surroundings, 'workspace' | 'settings' | 'remember'>): TaskIndex {
  const { workspace, settings } = surroundings;
  const includePaths = settings.includePaths.flatMap((path) => placesOfPath(path, workspace));
  const indexes = surroundings.remember(key, () => {
    const kept = upToDate.get(workspace);
    upToDate.delete(workspace);
    const value = kept ?? new TaskIndexes(workspace);
    const concerns = (changed: FileId): boolean => {
      const different = value.update(changed);
      if (different) upToDate.set(workspace, value);
      return different;
    };
    return { value, concerns };
  });
  return indexes.of([...new Set([...tasksRootsOf(file, workspace), ...includePaths])]);
}
