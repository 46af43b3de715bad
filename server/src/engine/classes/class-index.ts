import type { ClassDef, FunctionDef } from '../python/syntax/tree/ast.js';
import { isAtOrBelow, type FileId } from '../core/span.js';
import type { Workspace } from '../core/workspace.js';
import { readSource, type Binding, type SourceModule } from './source-module.js';
import { ByTwo } from './by-two.js';
import { StarNames } from './star-names.js';

/** A class where its source defines it. */
export interface ClassSource {
  readonly name: string;
  readonly module: SourceModule;
  /** Offset of its statement in the file. */
  readonly at: number;
  /** Parsed when it is first asked for: most classes only have to be there. Offsets count from `at`. */
  readonly node: ClassDef | undefined;
}

export interface FunctionSource {
  readonly name: string;
  readonly module: SourceModule;
  /** Offset of its statement in the file, from which those of `node` count. */
  readonly at: number;
  readonly node: FunctionDef;
}

/** A name where a statement that is no import binds it. */
export interface BoundName {
  readonly file: FileId;
  readonly name: string;
}

/** What a dotted path leads to. */
export type Found =
  | { readonly kind: 'class'; readonly source: ClassSource }
  | { readonly kind: 'function'; readonly source: FunctionSource }
  /** Something else that exists: a value, a module. */
  | { readonly kind: 'other' }
  /**
   * The package is there, and what the path names is not in it. `file` is where it was looked for, `names` are those that are there; `module`: the path of the module
   * that is not there, where that is what is wanting.
   */
  | { readonly kind: 'missing'; readonly file: FileId; readonly names: readonly string[]; readonly module?: string }
  /** The source is out of reach, or makes its names while it runs. */
  | { readonly kind: 'unknown' };

const unknown: Found = { kind: 'unknown' };
const other: Found = { kind: 'other' };
/** Not in this module: the search goes on. */
const nothing: Found = { kind: 'missing', file: '', names: [] };

/** Answers that are kept; as they are about names that someone types, there is no end of them. */
const mostAnswers = 20_000;

/** No class has a longer path: each of its parts is looked for as a module. */
const longestPath = 1_000;

/**
 * Classes and functions by their import path, read from source: of the framework in the workspace or the package roots, and of the user. Nothing
 * is imported or run. A file is looked through when a path first leads there, and kept until it changes.
 */
export class ClassIndex {
  private readonly modules = new Map<FileId, SourceModule | undefined>();
  /** The directories of top-level packages, by the folder that asks and their name; null where there is none. */
  private readonly roots = new ByTwo<FileId | null>();
  /** Modules by their path without ending. */
  private readonly paths = new Map<string, SourceModule | 'unknown' | undefined>();
  /** What is in the directories that were looked into. */
  private readonly listings = new Map<FileId, ReadonlySet<string>>();
  /** Top-level packages that were nowhere. */
  private readonly absent = new Set<string>();
  /** By the root and the path. */
  private readonly answers = new ByTwo<Found>();
  /** Whether answers were given that nothing is known of any more: any file may concern them. */
  private forgetful = false;
  private derived = new WeakMap<object, Map<string, unknown>>();

  /**
   * @param told the public names that a module of a known package has in the release that is known of it, by its path without ending. For files far away: of the hundreds of modules that a
   * package gathers only those are read that have a name by it, and all where none has.
   */
  constructor(
    private readonly workspace: Workspace,
    private readonly told: (module: FileId) => ReadonlySet<string> | undefined = () => undefined,
  ) {}

  /**
   * What `from a.b import C` gives, for the path `a.b.C`.
   * @param from the file that imports it
   */
  find(path: string, from: FileId): Found {
    this.makeRoom();
    const root = this.root(topOf(path), from);
    if (root === undefined || path.length > longestPath) return unknown;
    const known = this.answers.get(root, path);
    if (known) return known;
    const found = this.search(root, path);
    this.answers.set(root, path, found);
    return found;
  }

  /**
   * The public names that a module or package gives, by its dotted name, its `import *` followed as far as they are within reach; undefined where its source is not.
   */
  namesIn(path: string, from: FileId): ReadonlySet<string> | undefined {
    const module = this.readable(path, from);
    return module && this.publicOf(module).names;
  }

  /**
   * The files that the public names of a module or package come from: those that it gathers with `import *`, and of packages those that are imported by a name. Undefined where its source is
   * not within reach.
   */
  filesOf(path: string, from: FileId): ReadonlySet<FileId> | undefined {
    const module = this.readable(path, from);
    return module && this.remember(module, 'files of public names', () => this.gatheredFiles(module));
  }

  private gatheredFiles(start: SourceModule): ReadonlySet<FileId> {
    const files = new Set<FileId>();
    for (const module of this.publicOf(start).modules) {
      files.add(module.file);
      if (!isPackage(module)) continue;
      for (const binding of module.bindings) {
        const found =
          binding.kind === 'import' && isExported(module, binding.name) ? this.bound(module, binding.name, new Set()) : undefined;
        if (found) files.add(found.file);
      }
    }
    return files;
  }

  private publicOf(module: SourceModule): PublicNames {
    return this.remember(module, 'public names', () => this.gathered(module));
  }

  private gathered(start: SourceModule): PublicNames {
    const names = new Set<string>();
    const modules = new Set([start]);
    // Those that are found meanwhile are visited, too.
    for (const module of modules) {
      this.workspace.goesOn?.();
      for (const binding of module.bindings) {
        const told = binding.kind === 'star' ? this.toldOf(module, binding) : undefined;
        const target = binding.kind === 'star' && !told ? this.targetOf(module, binding) : undefined;
        if (told) for (const name of told) names.add(name);
        else if (target && target !== 'unknown') modules.add(target);
        else if (binding.kind !== 'star' && isExported(module, binding.name)) names.add(binding.name);
      }
    }
    return { names, modules };
  }

  /** The same for a name as code in `module` sees it: a base class, a function that it calls. */
  findIn(module: SourceModule, name: string): Found {
    const known = this.remember(module, 'names in it', () => new Map<string, Found>());
    let found = known.get(name);
    if (!found) known.set(name, (found = this.lookup(module, name, new Set())));
    return found;
  }

  /** The same for a name that a Python file gives to who loads it by its path; undefined where there is no such file. */
  findInFile(file: FileId, name: string): Found | undefined {
    const module = this.module(file);
    return module && this.lookup(module, name, new Set());
  }

  /** The classes that a Python file defines at its top level; of several of one name the last. */
  classesIn(file: FileId): readonly ClassSource[] {
    return this.definedIn(file, 'class').flatMap((found) => (found.kind === 'class' ? [found.source] : []));
  }

  /** The functions that a Python file defines at its top level; of several of one name the last. */
  functionsIn(file: FileId): readonly FunctionSource[] {
    return this.definedIn(file, 'function').flatMap((found) => (found.kind === 'function' ? [found.source] : []));
  }

  private definedIn(file: FileId, kind: 'class' | 'function'): readonly Found[] {
    const module = this.module(file);
    const bindings = module ? [...module.byName.values()].map((at) => module.bindings[at]!) : [];
    return bindings.flatMap((binding) => (binding.kind === kind ? [this.follow(module!, binding, new Set())] : []));
  }

  /** The statement that gives a name of a Python file its value, imports followed; undefined where it is out of reach. */
  boundInFile(file: FileId, name: string): BoundName | undefined {
    const module = this.module(file);
    return module && this.bound(module, name, new Set());
  }

  /** The same for the name at the end of a dotted path. @param from the file that imports it */
  boundAt(path: string, from: FileId): BoundName | undefined {
    this.makeRoom();
    const dot = path.lastIndexOf('.');
    const root = dot < 0 ? undefined : this.root(topOf(path), from);
    const module = root === undefined ? undefined : this.moduleAt(root, path.slice(0, dot));
    return module && module !== 'unknown' ? this.bound(module, path.slice(dot + 1), new Set()) : undefined;
  }

  private bound(module: SourceModule, name: string, seen: Set<string>): BoundName | undefined {
    const key = `${module.file} ${name}`;
    if (seen.has(key)) return undefined;
    seen.add(key);
    const own = module.byName.get(name);
    for (const star of this.starsOf(module).giving(name, own ?? -1)) {
      const target = this.targetOf(module, star);
      const found = target && target !== 'unknown' && isExported(target, name) ? this.bound(target, name, seen) : undefined;
      if (found) return found;
    }
    const binding = own === undefined ? undefined : module.bindings[own]!;
    if (binding?.kind !== 'import') return binding && { file: module.file, name };
    const target = binding.member === undefined ? undefined : this.imported(module, binding);
    return target && target !== 'unknown' ? this.bound(target, binding.member!, seen) : undefined;
  }

  /** Whether the source of a package or module, by its dotted name, is within reach of a file. */
  hasSource(name: string, from: FileId): boolean {
    return this.readable(name, from) !== undefined;
  }

  /** The module or package of a dotted name, where its source is within reach. */
  private readable(name: string, from: FileId): SourceModule | undefined {
    this.makeRoom();
    const root = this.root(topOf(name), from);
    const module = root === undefined ? undefined : this.moduleAt(root, name);
    return module === 'unknown' ? undefined : module;
  }

  /** Keeps what was derived from a class until any file of the index changes. */
  remember<T>(source: object, purpose: string, make: () => T): T {
    let made = this.derived.get(source);
    if (!made) this.derived.set(source, (made = new Map()));
    if (!made.has(purpose)) made.set(purpose, make());
    return made.get(purpose) as T;
  }

  /**
   * Forgets a file that changed, appeared or vanished, or a folder with all in it.
   * @returns whether an answer may be another now
   */
  invalidate(file: FileId): boolean {
    const modules = [...this.modules.keys()].filter((module) => isAtOrBelow(module, file));
    const listed = this.listings.get(folderOf(file))?.has(nameOf(file));
    const isOther = listed !== undefined && listed !== (this.workspace.stat(file) !== undefined);
    const mayBring = [...this.absent].some(
      (name) => file.includes(`/${name}/`) || file.endsWith(`/${name}`) || file.endsWith(`/${name}.py`),
    );
    if (modules.length === 0 && !isOther && !mayBring && !this.forgetful) return false;
    for (const module of modules) this.modules.delete(module);
    this.forgetAnswers();
    this.derived = new WeakMap();
    this.forgetful = false;
    return true;
  }

  private makeRoom(): void {
    if (this.answers.size + this.paths.size + this.listings.size + this.roots.size + this.absent.size < mostAnswers) return;
    this.forgetAnswers();
    this.forgetful = true;
  }

  private forgetAnswers(): void {
    this.listings.clear();
    this.absent.clear();
    this.answers.clear();
    this.paths.clear();
    this.roots.clear();
  }

  private search(root: FileId, path: string): Found {
    const dot = path.lastIndexOf('.');
    if (dot < 0) return other;
    const module = this.moduleAt(root, path.slice(0, dot));
    if (module === 'unknown') return unknown;
    if (module) return this.lookup(module, path.slice(dot + 1), new Set());
    // The module itself may be a class, whose members are not followed.
    const owner = this.search(root, path.slice(0, dot));
    if (owner.kind !== 'missing') return unknown;
    return owner.module === undefined ? { ...owner, names: this.modulesBeside(owner.file), module: path.slice(0, dot) } : owner;
  }

  /** What can be imported as a module of the package whose file this is; of a module nothing can. */
  private modulesBeside(file: FileId): string[] {
    if (nameOf(file) !== '__init__.py') return [];
    return [...this.listing(folderOf(file))].flatMap((name) => /^([A-Za-z]\w*)(?:\.py)?$/.exec(name)?.[1] ?? []);
  }

  private lookup(module: SourceModule, name: string, seen: Set<string>): Found {
    const key = `${module.file} ${name}`;
    if (seen.has(key)) return nothing;
    seen.add(key);
    let uncertain = module.dynamic;
    const own = module.byName.get(name);
    if (module.gathers) {
      const stars = this.starsOf(module);
      for (const star of stars.giving(name, own ?? -1)) {
        const found = this.fromStar(module, star, name, seen);
        if (found.kind === 'unknown') uncertain = true;
        else if (found.kind !== 'missing') return found;
      }
      // A name that the release has nowhere.
      for (const star of uncertain || own !== undefined ? [] : stars.untold(name, -1)) {
        const found = this.fromStar(module, star, name, seen);
        if (found.kind === 'unknown') uncertain = true;
        else if (found.kind !== 'missing') return found;
      }
    }
    if (own !== undefined) return this.follow(module, module.bindings[own]!, seen);
    if (isPackage(module) && this.submodule(module, name)) return other;
    return uncertain
      ? unknown
      : { kind: 'missing', file: module.file, names: this.remember(module, 'names', () => [...module.byName.keys()]) };
  }

  private follow(module: SourceModule, binding: Binding, seen: Set<string>): Found {
    switch (binding.kind) {
      case 'class':
        return this.remember(binding, 'source', (): Found => ({ kind: 'class', source: new LazySource(module, binding) }));
      case 'function': {
        const node = binding.node();
        return node ? { kind: 'function', source: { name: binding.name, module, at: binding.at, node } } : unknown;
      }
      case 'alias':
        return binding.of === binding.name ? other : known(this.lookup(module, binding.of, seen));
      case 'import': {
        if (binding.member === undefined) return other;
        const target = this.imported(module, binding);
        if (target === 'unknown' || !target) return unknown;
        // What is missing there is the fault of the package, and not of who asked.
        return known(this.lookup(target, binding.member, seen));
      }
      default:
        return other;
    }
  }

  private fromStar(module: SourceModule, star: Extract<Binding, { kind: 'star' }>, name: string, seen: Set<string>): Found {
    const target = this.targetOf(module, star);
    if (target === 'unknown' || !target) return unknown;
    if (!target.gathers && !target.byName.has(name)) return target.dynamic ? unknown : nothing;
    if (!isExported(target, name)) return nothing;
    const found = this.lookup(target, name, seen);
    // Whoever lacks a name has been looked through.
    if (found.kind === 'missing') this.reachOf(target).names ??= this.mostNames(target);
    return found;
  }

  /** All names that a module may give, once that is known; null: any. */
  private reachOf(module: SourceModule): { names: ReadonlySet<string> | null | undefined } {
    return this.remember(module, 'reach', () => ({ names: undefined }));
  }

  private mostNames(start: SourceModule): ReadonlySet<string> | null {
    const names = new Set<string>();
    const modules = new Set([start]);
    // Those that are found meanwhile are visited, too.
    for (const module of modules) {
      if (module.dynamic) return null;
      for (const binding of module.bindings) {
        if (binding.kind !== 'star') names.add(binding.name);
        else {
          const target = this.toldOf(module, binding) ? undefined : this.targetOf(module, binding);
          if (!target || target === 'unknown') return null;
          modules.add(target);
        }
      }
      if (isPackage(module)) for (const entry of this.listing(folderOf(module.file))) names.add(stemOf(entry));
    }
    return names;
  }

  private starsOf(module: SourceModule): StarNames {
    return this.remember(
      module,
      'stars',
      () =>
        new StarNames(
          module,
          (star) => this.targetOf(module, star),
          (star) => this.toldOf(module, star),
          (target) => this.reachOf(target).names ?? undefined,
        ),
    );
  }

  private targetOf(module: SourceModule, star: Extract<Binding, { kind: 'star' }>): SourceModule | 'unknown' | undefined {
    return this.remember(star, 'target', () => this.imported(module, star));
  }

  /** The module that an import statement of `module` names. */
  private imported(module: SourceModule, statement: ImportedFrom): SourceModule | 'unknown' | undefined {
    const path = this.importedPath(module, statement);
    return path === undefined ? 'unknown' : this.moduleAtPath(path);
  }

  /** Where that module lies, without an ending; undefined where its package is nowhere. */
  private importedPath(module: SourceModule, { level, module: name }: ImportedFrom): FileId | undefined {
    if (level === 0) {
      const root = this.root(topOf(name), module.file);
      return root === undefined ? undefined : pathIn(root, name);
    }
    // One dot is the folder of the file, which for a package is the package itself.
    let folder = folderOf(module.file);
    for (let dots = 1; dots < level; dots++) folder = folderOf(folder);
    return name === '' ? folder : pathIn(folder, name);
  }

  /** The public names of the module that an import of all of them names, as far as they are told. */
  private toldOf(module: SourceModule, star: Extract<Binding, { kind: 'star' }>): ReadonlySet<string> | undefined {
    const path = this.importedPath(module, star);
    return path === undefined ? undefined : this.told(path);
  }

  private submodule(module: SourceModule, name: string): boolean {
    const folder = folderOf(module.file);
    return this.hasStem(folder, name) && this.moduleAt(folder, name) !== undefined;
  }

  /** The directory in which a top-level package or module lies. */
  private root(name: string, from: FileId): FileId | undefined {
    const folder = folderOf(from);
    let root = this.roots.get(folder, name);
    if (root === undefined) this.roots.set(folder, name, (root = this.findRoot(name, from) ?? null));
    return root ?? undefined;
  }

  private findRoot(name: string, from: FileId): FileId | undefined {
    const root = this.workspace.packageRoot(name, from) ?? this.workspace.folders?.find((folder) => this.has(folder, `${name}.py`));
    if (root === undefined) this.absent.add(name);
    // A folder within a package is no place that Python imports from, whatever it is called.
    return root !== undefined && this.has(root, '__init__.py') ? undefined : root;
  }

  /** Undefined where there is no such module; unknown where there is one that is no Python source. */
  private moduleAt(root: FileId, dotted: string): SourceModule | 'unknown' | undefined {
    return this.moduleAtPath(pathIn(root, dotted));
  }

  private moduleAtPath(path: FileId): SourceModule | 'unknown' | undefined {
    if (!this.paths.has(path)) this.paths.set(path, this.readModule(path));
    return this.paths.get(path);
  }

  private readModule(path: string): SourceModule | 'unknown' | undefined {
    const folder = folderOf(path);
    const name = nameOf(path);
    const isPlain = this.has(folder, `${name}.py`);
    if (this.has(folder, name)) {
      if (this.has(path, '__init__.py')) return this.module(`${path}/__init__.py`) ?? 'unknown';
      if (!isPlain) return 'unknown';
    }
    if (isPlain) return this.module(`${path}.py`) ?? 'unknown';
    // Compiled code.
    return this.hasStem(folder, name) ? 'unknown' : undefined;
  }

  private module(file: FileId): SourceModule | undefined {
    if (this.modules.has(file)) return this.modules.get(file);
    const read = this.workspace.read(file);
    const module = read.kind === 'text' ? readSource(file, read.text) : undefined;
    this.modules.set(file, module);
    return module;
  }

  private has(directory: FileId, name: string): boolean {
    return this.listing(directory).has(name);
  }

  /** Whether something in a directory is called so, with any ending or none. */
  private hasStem(directory: FileId, name: string): boolean {
    const names = this.listing(directory);
    if (name.includes('.')) return [...names].some((entry) => entry === name || entry.startsWith(`${name}.`));
    return this.remember(names, 'stems', () => new Set([...names].map(stemOf))).has(name);
  }

  private listing(directory: FileId): ReadonlySet<string> {
    let names = this.listings.get(directory);
    if (!names) this.listings.set(directory, (names = new Set(this.workspace.list(directory))));
    return names;
  }
}

/** What a module or package gives. */
interface PublicNames {
  readonly names: ReadonlySet<string>;
  /** Itself, and those that it gathers with `import *`. */
  readonly modules: ReadonlySet<SourceModule>;
}

/** Of an import statement, the module that it names. */
interface ImportedFrom {
  readonly level: number;
  readonly module: string;
}

class LazySource implements ClassSource {
  constructor(
    readonly module: SourceModule,
    private readonly binding: Extract<Binding, { kind: 'class' }>,
  ) {}

  get name(): string {
    return this.binding.name;
  }

  get at(): number {
    return this.binding.at;
  }

  get node(): ClassDef | undefined {
    return this.binding.node();
  }
}

/** What a module binds exists, whatever becomes of where it comes from. */
function known(found: Found): Found {
  return found.kind === 'missing' ? unknown : found;
}

/** Whether `import *` takes a name of a module: those of `__all__`, or where there is none all that begin with no underscore. */
function isExported({ exports }: SourceModule, name: string): boolean {
  return exports?.has(name) ?? !name.startsWith('_');
}

function isPackage(module: SourceModule): boolean {
  return module.file.endsWith('/__init__.py');
}

function pathIn(folder: FileId, dotted: string): FileId {
  return `${folder === '/' ? '' : folder}/${dotted.replaceAll('.', '/')}`;
}

/** The name of a file before its first dot. */
function stemOf(name: string): string {
  const dot = name.indexOf('.');
  return dot < 0 ? name : name.slice(0, dot);
}

/** The first name of a dotted path. */
function topOf(path: string): string {
  const dot = path.indexOf('.');
  return dot < 0 ? path : path.slice(0, dot);
}

function nameOf(path: FileId): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function folderOf(path: FileId): FileId {
  return path.slice(0, Math.max(1, path.lastIndexOf('/')));
}
