import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { searchedFiles } from '../../node/folder-search.js';
import { enginesFor, worthAnEngine } from '../support/check-queue.js';
import { isAsked, jobsOf, wordsOfCheck } from './check-words.js';

/** Where so many folders were looked into, the search is left to the engine that does it. */
const mostFolders = 300;

/**
 * How many engines a run of `check` will have, as far as the names of files in the given folders tell: long before it is known what is in them. 1 where that does not tell.
 * @param args what stands behind `check`
 */
export function enginesExpected(args: readonly string[]): number {
  try {
    const { values, positionals } = wordsOfCheck(args);
    if (isAsked(values.fix) || isAsked(values.diff)) return 1;
    const jobs = jobsOf(values);
    const engines = (files: number): number => enginesFor(files, jobs, availableParallelism());
    const most = engines(Infinity);
    return most === 1 ? 1 : engines(filesIn(positionals, most * worthAnEngine));
  } catch {
    return 1; // Of words that are wrong, and of paths that lead nowhere, the engine that searches says it.
  }
}

/** At most so many files that may be configs. */
function filesIn(paths: readonly string[], most: number): number {
  let files = 0;
  let folders = 0;
  for (const path of paths) {
    if (!isFolder(path)) continue;
    for (const file of searchedFiles(resolve(path), { add: () => undefined, failed: () => undefined }, () => false)) {
      if (file === undefined) folders++;
      else files++;
      if (files >= most || folders >= mostFolders) return files;
    }
  }
  return files;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
