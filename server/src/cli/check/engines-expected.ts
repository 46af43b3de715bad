import { opendirSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { isLookedAt } from '../../node/folder-search.js';
import { enginesFor, worthAnEngine } from '../support/check-queue.js';
import { isAsked, jobsOf, wordsOfCheck } from './check-words.js';

/** Where so many names were looked at, the search is left to the engine that does it. */
const mostEntries = 5000;

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
    return 1; // Of words that are wrong, and of folders that may not be read, the engine that searches says it.
  }
}

/** At most so many files that may be configs. @throws Error of the file system */
function filesIn(paths: readonly string[], most: number): number {
  const waiting = paths.filter(isFolder);
  let files = 0;
  let entries = 0;
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    // Read piece by piece: a folder may hold a million files.
    const open = opendirSync(folder);
    for (let entry = open.readSync(); entry && files < most && entries < mostEntries; entry = open.readSync(), entries++) {
      const path = join(folder, entry.name);
      if (!isLookedAt(entry, path)) continue;
      if (entry.isDirectory()) waiting.push(path);
      else files++;
    }
    open.closeSync();
    if (files >= most || entries >= mostEntries) break;
  }
  return files;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
