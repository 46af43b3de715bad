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
  private different = false;

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
    reads.add(
      reads.inSlices(() => index.advance(aStep)).finally(() => this.running.delete(index)),
      'names',
    );
    return undefined;
  }

  /** A file changed. */
  update(file: FileId): void {
    for (const index of this.byRoots.values()) if (index.update(file)) this.different = true;
  }

  /** Whether a name stands for something else than when it was asked before. */
  takeDifferent(): boolean {
    const { different } = this;
    this.different = false;
    return different;
  }
}

const key = new CacheKey<TaskIndexes>('tasks of lm-evaluation-harness');
/** What is forgotten when a name stands for something else, for the answers that may be others then. */
const namesKey = new CacheKey<undefined>('names of tasks of lm-evaluation-harness');

type Source = Pick<Surroundings, 'workspace' | 'settingsOf' | 'remember' | 'reads'>;

/** The index of the tasks that a file can name, kept until a name in it changes. The folders of the setting `promptPreflight.includePaths` win over all others. */
export function taskIndexOf(file: FileId, source: Source): TaskIndex {
  return indexesOf(source).of(rootsOf(file, source));
}

/**
 * As `taskIndexOf`; undefined while its many files are being read, for who may come again when the reads are settled.
 * @param more folders that the file itself names: they win over all others
 */
export function readyTaskIndexOf(file: FileId, source: Source, more: readonly FileId[] = []): TaskIndex | undefined {
  return indexesOf(source).ready([...new Set([...rootsOf(file, source), ...more])], source.reads);
}

/** The index of the tasks below some folders alone, which a run is told of (`--include_path`); undefined while its many files are being read. */
export function readyTaskIndexIn(roots: readonly FileId[], source: Source): TaskIndex | undefined {
  return indexesOf(source).ready(roots, source.reads);
}

function rootsOf(file: FileId, source: Source): FileId[] {
  const { workspace } = source;
  const includePaths = source.settingsOf(file).includePaths.flatMap((path) => placesOfPath(path, workspace));
  return [...new Set([...tasksRootsOf(file, workspace), ...includePaths])];
}

/** The indexes follow every change, also while nobody has asked since the last one: reading thousands of files again is spared. */
function indexesOf(source: Remembering): TaskIndexes {
  const indexes = source.remember(key, () => {
    const value = new TaskIndexes(source.workspace);
    const concerns = (changed: FileId): boolean => {
      value.update(changed);
      return false;
    };
    return { value, concerns };
  });
  // Is asked after the indexes have followed a change, since it is remembered after them.
  source.remember(namesKey, () => {
    indexes.takeDifferent();
    return { value: undefined, concerns: () => indexes.takeDifferent() };
  });
  return indexes;
}
