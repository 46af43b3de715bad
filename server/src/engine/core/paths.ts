import type { FileId } from './span.js';

export function isAbsolute(path: string): boolean {
  return path.startsWith('/') || /^[A-Za-z]:[/\\]/.test(path);
}
/** Whether a file belongs to an installed package, where nobody edits it. */
export function isInstalled(file: FileId): boolean {
  return /\/(?:site|dist)-packages\//.test(file);
}

/** The directory of a file, without a slash at its end; '' for one without directory. */
export function dirname(file: FileId): FileId {
  const slash = file.lastIndexOf('/');
  return slash === 0 ? '/' : file.slice(0, Math.max(0, slash));
}
/**
 * Joins a path to a directory and resolves `.` and `..`; an absolute path stays as it is. What is in front of the names (`/`, `c:`, and the `//server/share`
 * of a directory on a Windows server) is not left.
 */
export function joinPath(directory: FileId, path: string): FileId {
  const whole = isAbsolute(path) ? path : `${directory}/${path}`;
  const onServer = whole.startsWith('//') && directory.startsWith('//');
  const top = /^[A-Za-z]:(?=\/)/.test(whole) ? 1 : onServer ? 2 : 0;
  const parts: string[] = [];
  for (const part of whole.split('/')) {
    if (part !== '..') {
      if (part !== '' && part !== '.') parts.push(part);
    } else if (parts.length > top) parts.pop();
  }
  return (onServer ? '//' : whole.startsWith('/') ? '/' : '') + parts.join('/');
}
