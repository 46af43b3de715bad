import { relative, sep } from 'node:path';
import { IgnorePatterns } from '../../engine/core/ignore-patterns.js';
import type { Excludes } from '../../node/folder-search.js';

/**
 * What the patterns of `--exclude` leave out, which are those of `.gitignore`, seen from the working directory: `generated/`, `*.local.py`, `configs/old_*`.
 * A path outside of the working directory is matched by its whole path.
 */
export function excludesOf(patterns: readonly string[]): Excludes {
  if (patterns.length === 0) return () => false;
  const matcher = new IgnorePatterns(patterns);
  return (path, isFolder) => {
    const near = relative(process.cwd(), path);
    const inside = near !== '' && !near.startsWith('..') && near !== path;
    const shown = (inside ? near : path)
      .split(sep)
      .join('/')
      .replace(/^(?:[A-Za-z]:)?\/+/, '');
    return matcher.ignores(shown, isFolder);
  };
}
