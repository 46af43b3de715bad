import { CacheKey } from '../../../../core/cache-key.js';
import { taskFilesBelow, tasksRootOf } from '../../load/find-tasks.js';
import { readyTaskIndexOf } from '../../load/task-indexes.js';
import type { TaskIndex } from '../../load/task-index.js';
import type { CheckContext } from '../../../face/rule.js';

/** Reading more files than this to look at one name would keep the editor waiting. */
const most = 3_000;
const sizesKey = new CacheKey<Map<string, boolean>>('folders with few tasks');

/** The index of the tasks around a document; undefined where the folder holds very many, as the harness's own does, and while they are read. */
export function smallIndexOf(context: Around): TaskIndex | undefined {
  return isLargeTree(context) ? undefined : readyTaskIndexOf(context.file, context.surroundings);
}

type Around = Pick<CheckContext, 'file' | 'surroundings'>;

/** Whether the folder of tasks around a document holds very many files. */
export function isLargeTree({ file, surroundings }: Around): boolean {
  const { workspace } = surroundings;
  const sizes = surroundings.remember(sizesKey, () => ({
    value: new Map<string, boolean>(),
    concerns: (changed, typing) => !typing && changed.endsWith('.yaml'),
  }));
  const root = tasksRootOf(file, workspace);
  let small = sizes.get(root);
  if (small === undefined) sizes.set(root, (small = taskFilesBelow(root, workspace).length <= most));
  return !small;
}
