import type { FileId } from '../engine/core/span.js';

/** How a machine writes and compares paths. A value, so that the ways of Windows can be tested on any machine. */
export interface PathStyle {
  /** Drives (`c:/`), and servers in front of paths (`//server/share`). */
  readonly windows: boolean;
}

/** How many symbolic links one path may lead through, as Linux has it (`ELOOP`). */
export const mostLinks = 40;

/**
 * A path without `.`, `..` and doubled slashes. What cannot be left (`/`, `c:/`, `//server/share`) is not left by any number of `..`. On Windows two
 * slashes at the start name a server; elsewhere they are one.
 */
export function normalized(path: FileId, style: PathStyle): FileId {
  const top = topOf(path, style);
  const parts: string[] = [];
  for (const part of path.slice(top.length).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  const spelled = spelledTop(top, style);
  return parts.length === 0 ? spelled : `${spelled.replace(/\/$/, '')}/${parts.join('/')}`;
}

/** A path below a directory; one that is absolute by itself stays that. */
export function joined(directory: FileId, path: string, style: PathStyle): FileId {
  return normalized(topOf(path, style) === '' ? `${directory}/${path}` : path, style);
}

/** The directory that holds a path; of a top the top itself. */
export function parentOf(path: FileId, style: PathStyle): FileId {
  return normalized(`${path}/..`, style);
}

/** The directory and all above it, nearest first; nothing for what is no absolute path. */
export function andAbove(directory: FileId, style: PathStyle): FileId[] {
  if (topOf(directory, style) === '') return [];
  const result: FileId[] = [];
  for (let at = normalized(directory, style); ; at = parentOf(at, style)) {
    if (result.at(-1) === at) return result;
    result.push(at);
  }
}

/**
 * The names that lead from a directory to a path in it, both normalized; undefined where it is not in it.
 * @param folds whether capital and small letters are the same there
 */
export function namesBelow(directory: FileId, path: FileId, folds: boolean): string[] | undefined {
  const start = directory.endsWith('/') ? directory : `${directory}/`;
  if (same(path, directory, folds)) return [];
  return same(path.slice(0, start.length), start, folds) ? path.slice(start.length).split('/') : undefined;
}

/**
 * Whether a name is that of a file or folder. On Windows a colon leads into another stream of a file, blanks and full stops at the end are dropped, and
 * some names are those of devices in every folder.
 */
export function isPlainName(name: string, { windows }: PathStyle): boolean {
  if (name.includes('\0')) return false;
  return !windows || !(/[:\\]|[. ]$/.test(name) || /^(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(?:\.|$)/i.test(name));
}

function same(a: string, b: string, folds: boolean): boolean {
  return a === b || (folds && a.length === b.length && a.toLowerCase() === b.toLowerCase());
}

/** What stands in front of the names of a path; '' for a relative one. */
function topOf(path: FileId, { windows }: PathStyle): string {
  const pattern = windows ? /^(?:[A-Za-z]:(?=\/|$)|\/\/[^/]+(?:\/+[^/]+)?|\/+)/ : /^(?:[A-Za-z]:(?=\/)|\/+)/;
  return pattern.exec(path)?.[0] ?? '';
}

function spelledTop(top: string, { windows }: PathStyle): string {
  if (/^[A-Za-z]:/.test(top)) return `${top[0]!.toLowerCase()}:/`;
  if (windows && /^\/\/[^/]/.test(top)) return top.replace(/([^/])\/+/, '$1/');
  return top === '' ? '' : '/';
}
