import { CacheKey } from '../../../../core/cache-key.js';
import { isLargerTree, tasksRootOf } from '../../load/find-tasks.js';
import { readyTaskIndexOf } from '../../load/task-indexes.js';
import type { TaskIndex } from '../../load/task-index.js';
import type { CheckContext } from '../../../face/rule.js';

/** Reading more files than this, or looking into more folders, to look at one name would keep the editor waiting. */
const most = 3_000;
const sizesKey = new CacheKey<Map<string, boolean>>('folders with many tasks');

/** The index of the tasks around a document; undefined where the folder holds very many, as the harness's own does, and while they are read. */
export function smallIndexOf(context: Around): TaskIndex | undefined {
  return isLargeTree(context) ? undefined : readyTaskIndexOf(context.file, context.surroundings);
}

type Around = Pick<CheckContext, 'file' | 'surroundings'>;

/** Whether the folder of tasks around a document holds very many files or folders. */
export function isLargeTree({ file, surroundings }: Around): boolean {
  const { workspace } = surroundings;
  const sizes = surroundings.remember(sizesKey, () => ({
    value: new Map<string, boolean>(),
    concerns: (changed, typing) => !typing && changed.endsWith('.yaml'),
  }));
  const root = tasksRootOf(file, workspace);
  let large = sizes.get(root);
  if (large === undefined) sizes.set(root, (large = isLargerTree(root, workspace, most)));
  return large;
}
