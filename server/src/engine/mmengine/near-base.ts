import { editDistance, longestName } from '../core/edit-distance.js';
import { joinPath } from '../core/paths.js';
import type { FileId } from '../core/span.js';
import type { Workspace } from '../core/workspace.js';

/** So many folders are looked into for a file whose folder was forgotten. */
const mostFolders = 500;

/**
 * The module that is meant by one whose file is not there: with one of its parts a slip of a name that is there, or without the folder that its file lies in. Undefined
 * where there is none, or more than one.
 * @param file of the module, as it is looked for @param names that are imported from it: no other file is meant than one that speaks of all of them
 */
export function nearBase(module: string, file: FileId, names: readonly string[], workspace: Workspace): string | undefined {
  const dots = /^\.*/.exec(module)![0];
  const parts = module.slice(dots.length).split('.');
  const root = file.slice(0, -`/${parts.join('/')}.py`.length);
  const path = (some: readonly string[]): FileId => joinPath(root, some.join('/'));
  const known = parts.findIndex((_, i) => i < parts.length - 1 && workspace.stat(path(parts.slice(0, i + 1)))?.kind !== 'directory');
  const at = known < 0 ? parts.length - 1 : known;
  const [before, written, after] = [parts.slice(0, at), parts[at]!, parts.slice(at + 1)];
  const isMeant = (some: readonly string[]): boolean => {
    const read = workspace.read(`${path(some)}.py`);
    return read.kind === 'text' && names.every((name) => new RegExp(`\\b${name}\\b`).test(read.text));
  };
  const there = (workspace.list(before.length === 0 ? root : path(before)) ?? []).map((name) => name.replace(/\.py$/, ''));
  const slips = nearestOf(written, there).map((name) => [...before, name, ...after]);
  const inFolders = after.length > 0 || there.length > mostFolders ? [] : there.map((name) => [...before, name, written]);
  const meant = [slips, inFolders].map((found) => found.filter(isMeant)).find((found) => found.length > 0) ?? [];
  return meant.length === 1 ? dots + meant[0]!.join('.') : undefined;
}

/** The names that are two strokes of the keyboard away, or fewer: those that are nearest. Another number of shots is another file. */
function nearestOf(name: string, candidates: readonly string[]): readonly string[] {
  if (name.length > longestName) return [];
  const most = name.length > 5 ? 2 : 1;
  const near = candidates.flatMap((candidate) => {
    if (candidate === name || numbersIn(candidate) !== numbersIn(name)) return [];
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase(), most + 1);
    return distance <= most ? { candidate, distance } : [];
  });
  const least = Math.min(...near.map(({ distance }) => distance));
  return near.flatMap(({ candidate, distance }) => (distance === least ? candidate : []));
}

/** But for those of the hash of a prompt, which ends the names of many configs. */
function numbersIn(name: string): string {
  return name.replace(/_[0-9a-f]{5,7}$/, '').replaceAll(/\D+/g, ' ');
}
