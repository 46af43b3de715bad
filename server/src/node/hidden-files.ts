import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { IgnorePatterns } from '../engine/core/ignore-patterns.js';
import { isSearched, type Excludes } from './folder-search.js';
import { readRegularHead } from './regular-file.js';

/** Bytes of a `.gitignore` that are read. */
const largestIgnoreFile = 256 * 1024;
/** Folders above the one that is open that are looked in for the root of a repository. */
const mostFolders = 40;
const most = 200;

/**
 * What an editor and git hide in a folder: `files.exclude` of VS Code, and the `.gitignore` of each folder of the repository (gitignore(5)), those of nearer folders first.
 * What git tracks though a pattern fits is left out, too.
 */
export class HiddenFiles {
  private readonly ignored = new Map<string, IgnorePatterns | undefined>();
  private readonly hidden: IgnorePatterns;
  private readonly repository: string;

  /**
   * @param folder that is open, as the machine writes paths
   * @param filesExclude the setting `files.exclude`, of any shape; a pattern that depends on a file beside is left alone
   */
  constructor(
    private readonly folder: string,
    filesExclude: unknown,
  ) {
    this.hidden = new IgnorePatterns(patternsOf(filesExclude));
    this.repository = repositoryOf(folder);
  }

  /** Whether a path below the folder is hidden by itself. */
  readonly excludes: Excludes = (path, isFolder) =>
    decisionOf(this.hidden, this.folder, path, isFolder) === true || this.ignores(path, isFolder);

  /** Whether a file is hidden, or a folder that it is in; also where a search would not look. */
  hides(file: string): boolean {
    if (this.excludes(file, false)) return true;
    for (let folder = dirname(file); folder.length > this.folder.length; folder = dirname(folder))
      if (!isSearched(basename(folder), folder) || this.excludes(folder, true)) return true;
    return false;
  }

  private ignores(path: string, isFolder: boolean): boolean {
    for (let folder = dirname(path); folder.length >= this.repository.length; folder = dirname(folder)) {
      const patterns = this.patternsIn(folder);
      const decision = patterns && decisionOf(patterns, folder, path, isFolder);
      if (decision !== undefined) return decision;
      if (folder === dirname(folder)) break;
    }
    return false;
  }

  private patternsIn(folder: string): IgnorePatterns | undefined {
    if (!this.ignored.has(folder)) this.ignored.set(folder, read(join(folder, '.gitignore')));
    return this.ignored.get(folder);
  }
}

/** What patterns that are said in a folder decide of a path; undefined where they say nothing of it. */
function decisionOf(patterns: IgnorePatterns, from: string, path: string, isFolder: boolean): boolean | undefined {
  const near = relative(from, path).split(sep).join('/');
  return near.startsWith('..') ? undefined : patterns.decides(near, isFolder);
}

function read(file: string): IgnorePatterns | undefined {
  try {
    return new IgnorePatterns(new TextDecoder().decode(readRegularHead(file, largestIgnoreFile)).split('\n'));
  } catch {
    return undefined;
  }
}

function repositoryOf(folder: string): string {
  let above = folder;
  for (let i = 0; i < mostFolders; i++) {
    if (existsSync(join(above, '.git'))) return above;
    if (above === dirname(above)) break;
    above = dirname(above);
  }
  return folder;
}

/** Globs of VS Code as patterns of git: `**\/build`, `out`, `*.{log,tmp}`. */
function patternsOf(filesExclude: unknown): string[] {
  if (typeof filesExclude !== 'object' || filesExclude === null) return [];
  const globs = Object.entries(filesExclude).flatMap(([glob, on]) => (on === true ? expanded(glob) : []));
  return globs.slice(0, most).map((glob) => (glob.startsWith('**/') || glob.startsWith('/') ? glob : `/${glob}`));
}

/** `a.{b,c}` as `a.b` and `a.c`. */
function expanded(glob: string): string[] {
  const [all, before = '', choices = '', after = ''] = /^([^{]*)\{([^{}]*)\}(.*)$/s.exec(glob) ?? [];
  if (all === undefined) return [glob];
  return choices
    .split(',')
    .slice(0, most)
    .map((choice) => before + choice + after);
}
