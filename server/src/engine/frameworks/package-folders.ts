import type { FileId } from '../core/span.js';
import type { Stat } from '../core/workspace.js';
import { packageNamed } from './packages.js';

/** What is at a path; undefined where nothing is, or it is out of reach. */
export type KindAt = (path: FileId) => Stat['kind'] | undefined;

/** Whether a folder is the package of this name: of a framework's it has the marks; any other Python would import, or it has configs. */
export function isPackageFolder(folder: FileId, name: string, kindAt: KindAt): boolean {
  const known = packageNamed(name);
  if (known) return known.marks.every((mark) => kindAt(`${folder}/${mark}`) === 'file');
  return isImportable(folder, kindAt);
}

/** A directory that Python would import, or that holds a framework's configs. */
export function isImportable(folder: FileId, kindAt: KindAt): boolean {
  return kindAt(folder) === 'directory' && (kindAt(`${folder}/configs`) === 'directory' || kindAt(`${folder}/__init__.py`) === 'file');
}

/** Whether a folder with the name of a framework's package has some of it: its configs or tasks, as parts of a checkout do, or more than `__init__.py`. */
export function isPartOfPackage(folder: FileId, name: string, kindAt: KindAt): boolean {
  const known = packageNamed(name);
  if (!known) return false;
  const telling = [...known.data, ...known.marks.filter((mark) => mark !== '__init__.py')];
  return telling.some((path) => kindAt(`${folder}/${path}`) !== undefined);
}
