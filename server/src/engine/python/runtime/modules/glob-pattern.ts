import { charge } from '../../../core/cost.js';
import { namePattern } from '../../../core/name-pattern.js';
import type { Value } from '../../../core/value.js';
import type { Directories } from '../runtime.js';

/**
 * The paths that fit a pattern, as `glob.glob` writes them (CPython 3.11 `Lib/glob.py`), in the order that each directory has.
 * @param below the directory in which the pattern is looked for; '' for the working directory, or where it is absolute
 * @returns unknown where a directory is out of reach
 */
export function matchingPaths(directories: Directories, pattern: string, below = '', recursive = true): readonly string[] | Value {
  const parts = pattern.split('/');
  // What leads to the first part with a wildcard is not looked at by itself: it may be out of reach where what is asked for is not.
  const plain = parts.slice(0, -1).findIndex((part) => wildcard.test(part));
  const above = parts.splice(0, plain === -1 ? parts.length - 1 : plain);
  let found: string[] = [above.map((part) => `${part}/`).join('')];
  for (const [i, part] of parts.entries()) {
    const last = i === parts.length - 1;
    const next: string[] = [];
    for (const prefix of found) {
      charge(10);
      const step = stepInto(directories, below, prefix, part, last, recursive);
      if (!isPaths(step)) return step;
      next.push(...step);
    }
    found = next;
  }
  return found;
}

const wildcard = /[*?[]/;

/** What one part of a pattern leads to, from a prefix that ends with a slash or is empty. */
function stepInto(
  directories: Directories,
  below: string,
  prefix: string,
  part: string,
  last: boolean,
  recursive: boolean,
): readonly string[] | Value {
  const end = last ? '' : '/';
  if (part === '**' && recursive) return treeBelow(directories, below, prefix, last);
  if (!wildcard.test(part)) {
    if (part === '' && !last) return [`${prefix}/`];
    const kind = directories.kind(placed(below, prefix + part));
    if (typeof kind !== 'string') return kind;
    return kind === 'missing' || (kind === 'file' && !(last && part !== '')) ? [] : [prefix + part + end];
  }
  const names = namesIn(directories, placed(below, prefix));
  if (!isPaths(names)) return names;
  const fits = namePattern(part);
  const fitting = names.filter((name) => fits(name) && (part.startsWith('.') || !name.startsWith('.')));
  return fitting
    .filter((name) => last || directories.kind(placed(below, prefix + name)) === 'directory')
    .map((name) => prefix + name + end);
}

/** `**`: the directory itself and all below it; at the end of a pattern files too. */
function treeBelow(directories: Directories, below: string, prefix: string, last: boolean): readonly string[] | Value {
  const found = [prefix];
  const names = namesIn(directories, placed(below, prefix));
  if (!isPaths(names)) return names;
  for (const name of names) {
    charge(10);
    if (name.startsWith('.')) continue;
    const isFolder = directories.kind(placed(below, prefix + name)) === 'directory';
    if (last) found.push(prefix + name);
    if (!isFolder) continue;
    const inner = treeBelow(directories, below, `${prefix}${name}/`, last);
    if (!isPaths(inner)) return inner;
    found.push(...(last ? inner.slice(1) : inner));
  }
  return found;
}

/** Whether paths were found out, and not why they cannot be. */
export function isPaths(found: readonly string[] | Value): found is readonly string[] {
  return Array.isArray(found);
}

/** The names in a directory; none where there is no such directory. */
function namesIn(directories: Directories, path: string): readonly string[] | Value {
  const kind = directories.kind(path);
  if (typeof kind !== 'string') return kind;
  return kind === 'directory' ? directories.list(path) : [];
}

function placed(below: string, path: string): string {
  const whole = below === '' || path.startsWith('/') ? path : `${below}/${path}`;
  return whole === '' ? '.' : whole;
}
