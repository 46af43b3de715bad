import type { FileId } from './span.js';
import { endWithout } from './text-ends.js';
import type { Workspace } from './workspace.js';

/** Where a path of a setting may lead: an absolute one to itself, a relative one into each folder. */
export function placesOfPath(setting: string, { folders = [] }: Workspace): FileId[] {
  const all = setting.replaceAll('\\', '/');
  const slashed = all.slice(0, endWithout(all, '/'));
  if (/^(\/|[A-Za-z]:\/)/.test(slashed)) return [slashed];
  return folders.map((folder) => `${folder}/${slashed.replace(/^\.\//, '')}`);
}
