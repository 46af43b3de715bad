import { CacheKey } from '../../../../core/cache-key.js';
import { dirname } from '../../../../core/paths.js';
import { endWithout } from '../../../../core/text-ends.js';
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

const nameLine = /^(["']?)(?:task|group)\1[ \t]*:[ \t]*([^\r\n]*)\r?$/gm;

/** The name that a file gives itself on one line; undefined where it has none, or may be a task or a group. */
function nameIn(text: string): string | undefined {
  const written = [...text.matchAll(nameLine)].map((match) => match[2]!);
  const names = written.flatMap((rest) => nameWritten(rest) ?? []);
  return names.length === 1 && !written.some((rest) => rest === '' || rest.startsWith('#')) ? names[0] : undefined;
}

/** The name that the rest of a line is, in quotes or plain, without a comment behind it; undefined where it is something else. */
function nameWritten(rest: string): string | undefined {
  const quoted = /^(["'])(\w[^"'#]*)\1[ \t]*(?:[ \t]#.*)?$/.exec(rest);
  if (quoted) return quoted[2];
  const hash = rest.indexOf('#');
  if (hash > 0 && !/[ \t]/.test(rest[hash - 1]!)) return undefined;
  const name = hash < 0 ? rest : rest.slice(0, hash);
  return /^\w[^"']*$/.test(name) ? name.slice(0, endWithout(name, ' \t')) : undefined;
}
