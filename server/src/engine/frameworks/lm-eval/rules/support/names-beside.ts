import { CacheKey } from '../../../../core/cache-key.js';
import { dirname } from '../../../../core/paths.js';
import { RecentMap } from '../../../../core/recent-map.js';
import type { FileId } from '../../../../core/span.js';
import type { Workspace } from '../../../../core/workspace.js';
import type { CheckContext } from '../../../face/rule.js';

const key = new CacheKey<RecentMap<FileId, ReadonlyMap<string, FileId>>>('names of tasks in a folder');
const mostFolders = 500;
/** Files of a folder that are read. */
const mostFiles = 1_000;

/** The first file of a document's own folder that has a name, by the texts of the files alone: for folders of tasks that are too large to be read as a whole. */
export function firstBeside({ file, surroundings }: CheckContext, name: string): FileId | undefined {
  const known = surroundings.remember(key, () => ({
    value: new RecentMap(mostFolders),
    concerns: (changed) => changed.endsWith('.yaml'),
  }));
  const folder = dirname(file);
  return known.getOr(folder, () => namesIn(folder, surroundings.workspace)).get(name);
}

function namesIn(folder: FileId, workspace: Workspace): ReadonlyMap<string, FileId> {
  const names = new Map<string, FileId>();
  const files = (workspace.list(folder) ?? []).filter((name) => name.endsWith('.yaml')).sort();
  for (const name of files.slice(0, mostFiles)) {
    const read = workspace.read(`${folder}/${name}`);
    const own = read.kind === 'text' ? nameIn(read.text) : undefined;
    if (own !== undefined && !names.has(own)) names.set(own, `${folder}/${name}`);
  }
  return names;
}

/** The name that a file gives itself on one line; undefined where it has none, or may be a task or a group. */
function nameIn(text: string): string | undefined {
  const found = [...text.matchAll(/^(["']?)(?:task|group)\1[ \t]*:[ \t]*(["']?)([\w][^"'\n#]*?)\2[ \t]*(?:[ \t]#.*)?\r?$/gm)];
  return found.length === 1 && !/^["']?(?:task|group)["']?[ \t]*:[ \t]*(?:#.*)?\r?$/m.test(text) ? found[0]![3] : undefined;
}
