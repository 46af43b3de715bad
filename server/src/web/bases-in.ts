import { dirname, joinPath } from '../engine/core/paths.js';
import type { FileId } from '../engine/core/span.js';
import type { Stat } from '../engine/core/workspace.js';
import { definersInRelease, packageNamed } from '../engine/frameworks/packages.js';

/** The folder that a package lies in, as far as it is known; undefined where it is in none that is open. */
type RootOf = (name: string) => FileId | undefined;

/**
 * The files that a config most likely is made of, by a look at its text alone: they are fetched with it, before it is evaluated. A guess that is wrong costs a request.
 * Modules named relative to it or in a framework's package (mmengine, `read_base`), and files that a task includes.
 */
export function basesIn(file: FileId, text: string, root: RootOf = () => undefined): FileId[] {
  const folder = dirname(file);
  if (file.endsWith('.py')) return text.includes('read_base') ? modulesIn(folder, text, root) : [];
  if (!/\.ya?ml$/.test(file)) return [];
  const included = [...text.matchAll(/^include:\s*["']?([^\s"'#]+)/gm)].map(([, path]) => joinPath(folder, path!));
  const functions = [...text.matchAll(/!function\s+([\w.]+)\.\w+/g)].map(([, module]) =>
    joinPath(folder, `${module!.replaceAll('.', '/')}.py`),
  );
  return [...new Set([...included, ...functions])];
}

function modulesIn(folder: FileId, text: string, root: RootOf): FileId[] {
  const modules = [...text.matchAll(/^[ \t]+from\s+(\.*)([\w.]+)\s+import\b/gm)].flatMap(([, dots, module]) => {
    const path = `${module!.replaceAll('.', '/')}.py`;
    if (dots !== '') return [joinPath(folder, `${'../'.repeat(dots!.length - 1)}${path}`)];
    const top = packageNamed(topOf(module!)) && root(topOf(module!));
    return top === undefined ? [] : [joinPath(top, path)];
  });
  return [...new Set(modules)];
}

/** What is known of the folders that are open. */
export interface KnownFolders {
  readonly root: RootOf;
  /** What is at a path: null where nothing is; undefined where that is not known. */
  readonly kind: (path: FileId) => Stat['kind'] | null | undefined;
}

/** Folders whose names are needed, and files. */
interface Sources {
  readonly folders: ReadonlySet<FileId>;
  readonly files: ReadonlySet<FileId>;
}

/**
 * The sources of what a text imports of a framework's package, and the packages that lead to them, where the newest release has them. What is needed otherwise is asked for when it is.
 * @param file a config, of which only the classes of models and datasets are followed; or the source of such a class
 */
export function sourcesIn(file: FileId, text: string, known: KnownFolders, isConfig: boolean): Sources {
  const sources = new SourcesFound(known);
  for (const [, dots, module, list] of text.matchAll(/^from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]+(\([^()]*\)|[^\n]*)/gm)) {
    const names = list!.replaceAll(/#.*| as \w+/g, '').match(/\w+/g) ?? [];
    const path = module!.replaceAll('.', '/');
    if (dots !== '') {
      if (!isConfig) sources.add(joinPath(dirname(file), `${'../'.repeat(dots!.length - 1)}${path}`), names);
      continue;
    }
    const found = packageNamed(topOf(module!));
    const root = found && known.root(found.name);
    if (root === undefined) continue;
    sources.addPackage(joinPath(root, found!.name), found!.marks);
    if (!isConfig || found!.classes?.includes(path.slice(found!.name.length + 1)) === true) sources.add(joinPath(root, path), names);
  }
  return sources;
}

class SourcesFound implements Sources {
  readonly folders = new Set<FileId>();
  readonly files = new Set<FileId>();

  constructor(private readonly known: KnownFolders) {}

  addPackage(folder: FileId, marks: readonly string[]): void {
    for (const mark of marks) this.folders.add(dirname(joinPath(folder, mark)));
  }

  /** A module, or the package that gathers these names. */
  add(path: FileId, names: readonly string[]): void {
    if (this.known.kind(`${path}.py`) === 'file') this.files.add(`${path}.py`);
    const definers = names.flatMap((name) => definersInRelease(path, name));
    if (this.known.kind(path) !== 'directory' && definers.length === 0) return;
    this.addFolder(path);
    for (const definer of definers) {
      for (let folder = dirname(definer); folder !== path; folder = dirname(folder)) this.addFolder(folder);
      if (this.known.kind(definer) === 'directory') this.addFolder(definer);
      else this.files.add(`${definer}.py`);
    }
  }

  private addFolder(folder: FileId): void {
    this.folders.add(folder);
    this.files.add(`${folder}/__init__.py`);
  }
}

function topOf(dotted: string): string {
  return dotted.split('.')[0]!;
}
