import { CacheKey } from '../../core/cache-key.js';
import { languageByEnding } from '../../core/language.js';
import { isAtOrBelow, type FileId } from '../../core/span.js';
import { looksLikeConfig } from '../../frameworks/registry.js';
import type { Project } from '../../project/project.js';
import { namesOfFile } from './file-names.js';
import type { FileNames, IndexedKind, IndexedName } from './indexed-name.js';
import { isPassedOver } from './passed-over.js';

/** So many folders and files are visited, so deep, and so many configs are kept; files of more characters are data that is written as code. */
const bounds = { entries: 400_000, depth: 16, files: 60_000, characters: 200_000 };

/**
 * The names of all configs in the workspace folders, by their texts. It is read when it is first asked for, a file or a folder a step, and kept up: what changes is read again when
 * it is asked for next.
 */
export class WorkspaceIndex {
  private readonly files = new Map<FileId, FileNames>();
  private readonly otherPython = new Set<FileId>();
  /** The folders that were there, so that one that vanishes is told from the many files that are no configs. */
  private readonly entered = new Set<FileId>();
  private readonly waiting: { readonly path: FileId; readonly depth: number }[];
  private visited = 0;
  private byBase: ReadonlyMap<FileId, readonly FileId[]> | undefined;

  constructor(private readonly project: Project) {
    this.waiting = [...(project.workspace.folders ?? [])].reverse().map((path) => ({ path, depth: 0 }));
  }

  /** Whether all that is known to have changed is read. */
  get complete(): boolean {
    return this.waiting.length === 0;
  }

  /** Whether files were left out, since there are too many. */
  get cut(): boolean {
    return this.visited >= bounds.entries || this.files.size >= bounds.files;
  }

  /**
   * Reads one more file, or one more folder's list of names.
   * @returns whether all are read
   */
  step(): boolean {
    const next = this.waiting.pop();
    if (!next) return true;
    this.project.workspace.goesOn?.();
    this.visit(next.path, next.depth);
    return this.complete;
  }

  /** A file or folder changed, appeared or vanished. */
  changed(path: FileId): void {
    if (!(this.project.workspace.folders ?? []).some((folder) => isAtOrBelow(path, folder))) return;
    this.waiting.push({ path, depth: 0 });
  }

  /** What is known of a file; undefined for one that is no config. */
  of(file: FileId): FileNames | undefined {
    return this.files.get(file);
  }

  get all(): ReadonlyMap<FileId, FileNames> {
    return this.files;
  }

  /** The Python files that are no configs: what tasks and loaders call. */
  get code(): ReadonlySet<FileId> {
    return this.otherPython;
  }

  /** The files that may name classes of Python: code, and configs that are no tasks. */
  mayNameClasses(): readonly FileId[] {
    const configs = [...this.files].filter(([, { names }]) => !names.some(({ kind }) => taskKinds.has(kind)));
    return [...configs.map(([file]) => file), ...this.otherPython];
  }

  /** Whether a task names a function or class of that name. */
  namesMember(name: string): boolean {
    for (const [file, { imports }] of this.files)
      if (languageByEnding(file) !== 'python' && imports.some(({ names }) => names?.includes(name))) return true;
    return false;
  }

  /** The configs that import from a file. */
  importersOf(file: FileId): readonly FileId[] {
    return (this.byBase ??= importersByBase(this.files)).get(file) ?? [];
  }

  /** The files of tasks that may have a name among their own: as a task, a group, a tag or a member. */
  filesNaming(name: string): readonly FileId[] {
    const found: FileId[] = [];
    for (const [file, { names, words }] of this.files) if (words?.has(name) || isTaskAmong(names, name)) found.push(file);
    return found;
  }

  /** The first file that gives a task, a group or a tag a name. */
  fileOfTask(name: string): FileId | undefined {
    for (const [file, { names }] of this.files) if (isTaskAmong(names, name)) return file;
    return undefined;
  }

  private visit(path: FileId, depth: number): void {
    this.byBase = undefined;
    if (languageByEnding(path) !== undefined) this.read(path);
    else if (this.files.has(path)) this.readIncluded(path);
    else this.enter(path, depth);
  }

  private enter(folder: FileId, depth: number): void {
    const { workspace } = this.project;
    const names = workspace.list(folder);
    if (names) this.entered.add(folder);
    else if (this.entered.delete(folder)) this.forgetBelow(folder);
    for (const name of [...(names ?? [])].reverse()) {
      if (this.cut) return;
      this.visited++;
      const path = `${folder === '/' ? '' : folder}/${name}`;
      if (languageByEnding(name) !== undefined) this.waiting.push({ path, depth });
      // What a link leads to is found where it really is.
      else if (depth < bounds.depth && !isPassedOver(name) && !workspace.isLink?.(path)) this.waiting.push({ path, depth: depth + 1 });
    }
  }

  private forgetBelow(folder: FileId): void {
    for (const files of [this.files, this.otherPython]) for (const file of files.keys()) if (isAtOrBelow(file, folder)) files.delete(file);
    for (const other of this.entered) if (isAtOrBelow(other, folder)) this.entered.delete(other);
  }

  private read(file: FileId): void {
    const { workspace } = this.project;
    const language = languageByEnding(file)!;
    const read = workspace.read(file);
    const isRead = read.kind === 'text' && read.text.length <= bounds.characters;
    const isConfig = isRead && looksLikeConfig(read.text, language);
    if (isRead && !isConfig && language === 'python') this.otherPython.add(file);
    else this.otherPython.delete(file);
    if (!isConfig) this.files.delete(file);
    else {
      const names = namesOfFile(file, read.text, language, workspace);
      this.files.set(file, names);
      if (language === 'yaml')
        for (const included of names.imports)
          if (languageByEnding(included.file) === undefined && !this.files.has(included.file)) this.readIncluded(included.file);
    }
  }

  /** What tasks include has often no ending that tells. */
  private readIncluded(file: FileId): void {
    const read = this.project.workspace.read(file);
    if (read.kind !== 'text' || read.text.length > bounds.characters) this.files.delete(file);
    else this.files.set(file, namesOfFile(file, read.text, 'yaml', this.project.workspace));
  }
}

const taskKinds: ReadonlySet<IndexedKind> = new Set(['task', 'group', 'tag']);

/** Whether one of the names is that of a task, a group or a tag. */
function isTaskAmong(names: readonly IndexedName[], name: string): boolean {
  return names.some((one) => one.name === name && taskKinds.has(one.kind));
}

function importersByBase(files: ReadonlyMap<FileId, FileNames>): Map<FileId, FileId[]> {
  const importers = new Map<FileId, FileId[]>();
  for (const [file, { imports }] of files)
    for (const base of new Set(imports.map((imported) => imported.file))) {
      const known = importers.get(base);
      if (known) known.push(file);
      else importers.set(base, [file]);
    }
  return importers;
}

const key = new CacheKey<WorkspaceIndex>('names of the workspace');

/** The index of a project's workspace, read as far as it is. */
export function workspaceIndex(project: Project): WorkspaceIndex {
  return project.remember(key, () => {
    const value = new WorkspaceIndex(project);
    const concerns = (file: FileId): boolean => {
      value.changed(file);
      return false;
    };
    return { value, concerns, follows: true };
  });
}

/** The index with all that it has to read. Takes seconds for thousands of files: who has to answer meanwhile calls `step` in slices before. */
export function readIndex(project: Project): WorkspaceIndex {
  const index = workspaceIndex(project);
  while (!index.step());
  return index;
}
