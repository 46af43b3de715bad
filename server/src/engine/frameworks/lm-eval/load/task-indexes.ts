import { CacheKey, type Remembering } from '../../../core/cache-key.js';
import type { PendingReads } from '../../../core/pending-reads.js';
import { placesOfPath } from '../../../core/setting-paths.js';
import type { FileId } from '../../../core/span.js';
import type { Workspace } from '../../../core/workspace.js';
import type { Surroundings } from '../../face/behaviour.js';
import { tasksRootsOf } from './find-tasks.js';
import { TaskIndex } from './task-index.js';

/** So many files are read at once all the same: most people's own tasks. */
const atOnce = 100;
/** Files between two looks at the clock. */
const aStep = 5;

/** The indexes of a workspace, by the folders that they are of. */
class TaskIndexes {
  private readonly byRoots = new Map<string, TaskIndex>();
  private readonly running = new Set<TaskIndex>();

  constructor(private readonly workspace: Workspace) {}

  of(roots: readonly FileId[]): TaskIndex {
    const key = roots.join('\n');
    let index = this.byRoots.get(key);
    if (!index) this.byRoots.set(key, (index = new TaskIndex(roots, this.workspace)));
    return index;
  }

  /** An index that is read; undefined while it is being read. */
  ready(roots: readonly FileId[], reads: PendingReads): TaskIndex | undefined {
    const index = this.of(roots);
    if (this.running.has(index)) return undefined;
    if (!reads.inSlices || index.advance(atOnce)) return index;
    this.running.add(index);
    reads.add(reads.inSlices(() => index.advance(aStep)).finally(() => this.running.delete(index)));
    return undefined;
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

type Source = Pick<Surroundings, 'workspace' | 'settingsOf' | 'remember' | 'reads'>;

/** The index of the tasks that a file can name, kept until a name in it changes. The folders of the setting `promptPreflight.includePaths` win over all others. */
export function taskIndexOf(file: FileId, source: Source): TaskIndex {
  return indexesOf(source).of(rootsOf(file, source));
}

/** As `taskIndexOf`; undefined while its many files are being read, for who may come again when the reads are settled. */
export function readyTaskIndexOf(file: FileId, source: Source): TaskIndex | undefined {
  return indexesOf(source).ready(rootsOf(file, source), source.reads);
}

function rootsOf(file: FileId, source: Source): FileId[] {
  const { workspace } = source;
  const includePaths = source.settingsOf(file).includePaths.flatMap((path) => placesOfPath(path, workspace));
  return [...new Set([...tasksRootsOf(file, workspace), ...includePaths])];
}

function indexesOf(source: Remembering): TaskIndexes {
  const { workspace } = source;
  return source.remember(key, () => {
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
}
