import { wordAt } from '../../cursor/word.js';
import { isInstalled } from '../../core/paths.js';
import type { Steps } from '../../core/steps.js';
import { isAtOrBelow, touches, type FileId, type Span } from '../../core/span.js';
import type { Project } from '../../project/project.js';
import { parsePython } from '../../python/syntax/parse.js';
import type { Alias, ImportFrom, Module } from '../../python/syntax/tree/ast.js';
import { baseFile, baseStatements } from '../index/file-names.js';
import type { WorkspaceIndex } from '../index/workspace-index.js';
import { placesOfVariable } from './module-names.js';

/** A place of a name in one of the files that have it. */
export interface PlaceOfName {
  readonly span: Span;
  /** Whether it gets its value there, else it is read. */
  readonly binds: boolean;
  /** It comes in from code that is no config, as a class does. */
  readonly fromCode?: true;
}

/** A config's module as far as names are concerned. */
export interface NamedModule {
  readonly file: FileId;
  readonly text: string;
  readonly module: Module;
  readonly imports: readonly { readonly node: ImportFrom; readonly base: FileId | undefined }[];
}

/** One variable under one name, through all files that have it from each other. */
export interface ConfigVariable {
  readonly name: string;
  readonly modules: readonly NamedModule[];
  readonly places: readonly PlaceOfName[];
  /** Some of its files are none that are looked at: there are too many. */
  readonly cut: boolean;
}

/** So many files are looked at for one variable: `models` is in most of them. */
const mostFiles = 3_000;

/** Reads modules once for one question. */
export class NamedModules {
  private readonly known = new Map<FileId, NamedModule | undefined>();

  constructor(private readonly project: Project) {}

  of(file: FileId): NamedModule | undefined {
    if (this.known.has(file)) return this.known.get(file);
    const read = this.read(file);
    this.known.set(file, read);
    return read;
  }

  /** Whether a module has a variable of that name once its bases are in it. */
  provides(file: FileId, name: string, seen = new Set<FileId>()): boolean {
    const module = seen.has(file) ? undefined : this.of(file);
    if (!module) return false;
    seen.add(file);
    if (placesIn(module, name).some(({ binds }) => binds)) return true;
    return module.imports.some(({ node, base }) =>
      node.star ? base !== undefined && this.provides(base, name, seen) : node.names.some((alias) => boundName(alias) === name),
    );
  }

  /** Whether `provides`, or a base that cannot be read may have the name. */
  mayProvide(file: FileId, name: string): boolean {
    return this.provides(file, name) || (this.of(file)?.imports ?? []).some(({ node, base }) => node.star && this.isLost(base));
  }

  private isLost(base: FileId | undefined, seen = new Set<FileId>()): boolean {
    if (base === undefined) return true;
    if (seen.has(base)) return false;
    seen.add(base);
    const module = this.of(base);
    return !module || module.imports.some(({ node, base: further }) => node.star && this.isLost(further, seen));
  }

  private read(file: FileId): NamedModule | undefined {
    if (!file.endsWith('.py')) return undefined;
    const { workspace } = this.project;
    const read = workspace.read(file);
    if (read.kind !== 'text') return undefined;
    workspace.goesOn?.();
    const module = parsePython(file, read.text);
    const imports = baseStatements(module.body).map((node) => ({ node, base: baseFile(file, node, workspace) }));
    return { file, text: read.text, module, imports };
  }
}

function placesIn({ module, imports }: NamedModule, name: string) {
  return placesOfVariable(module, name, new Set(imports.map(({ node }) => node)));
}

function boundName({ name, asName }: Alias): string {
  return (asName ?? name).name;
}

/** The module's variable that is written at an offset, by the name that counts there: of `a as b` the base's `a`, or this module's `b`. Undefined where none is. */
export function variableAt(modules: NamedModules, file: FileId, offset: number): { file: FileId; name: string; span: Span } | undefined {
  const module = modules.of(file);
  if (!module) return undefined;
  for (const { node, base } of module.imports)
    for (const { name, asName } of node.names) {
      if (asName && touches({ file, ...asName }, offset)) return { file, name: asName.name, span: spanIn(file, asName) };
      if (!touches({ file, ...name }, offset)) continue;
      // Where the base cannot be read, only this file is known to have it.
      if (asName) return base === undefined ? undefined : { file: base, name: name.name, span: spanIn(file, name) };
      return { file, name: name.name, span: spanIn(file, name) };
    }
  const word = wordAt(module, offset);
  const place = word && placesInFile(modules, file, word.text).find(({ span }) => touches(span, offset));
  return place && { file, name: word.text, span: place.span };
}

function spanIn(file: FileId, { start, end }: { start: number; end: number }): Span {
  return { file, start, end };
}

/** The places of a variable in one file alone. */
export function placesInFile(modules: NamedModules, file: FileId, name: string): PlaceOfName[] {
  const module = modules.of(file);
  if (!module) return [];
  const own = placesIn(module, name).map(({ start, end, ...place }) => ({ span: { file, start, end }, ...place }));
  const imported = module.imports.flatMap(({ node }) =>
    node.names
      .filter((alias) => boundName(alias) === name)
      .map((alias) => ({ span: spanIn(file, alias.asName ?? alias.name), binds: true })),
  );
  return [...imported, ...own].sort((a, b) => a.span.start - b.span.start);
}

/** Follows a variable to the bases that it comes from, and to all configs of the workspace that have it from there under the same name; where they give it another, to that import. */
export function variableOf(modules: NamedModules, index: WorkspaceIndex, file: FileId, name: string): Steps<ConfigVariable> {
  return new Trace(modules, index, name).from(file);
}

class Trace {
  private readonly waiting: FileId[] = [];
  private readonly seen = new Set<FileId>();
  private readonly found: NamedModule[] = [];
  private readonly places: PlaceOfName[] = [];

  constructor(
    private readonly modules: NamedModules,
    private readonly index: WorkspaceIndex,
    private readonly name: string,
  ) {}

  *from(file: FileId): Steps<ConfigVariable> {
    this.go(file);
    for (let next = this.waiting.pop(); next !== undefined && this.found.length < mostFiles; next = this.waiting.pop()) {
      yield* this.look(next);
      yield;
    }
    const { name, found: modules, places } = this;
    return { name, modules, places, cut: this.waiting.length > 0 || this.index.cut };
  }

  private go(file: FileId): void {
    if (this.seen.has(file)) return;
    this.seen.add(file);
    this.waiting.push(file);
  }

  private *look(file: FileId): Steps<void> {
    const module = this.modules.of(file);
    if (!module) return;
    this.found.push(module);
    this.places.push(...placesInFile(this.modules, file, this.name));
    for (const { node, base } of module.imports) {
      if (base === undefined) continue;
      const named = node.names.some(({ name, asName }) => name.name === this.name && (!asName || asName.name === this.name));
      if (named || (node.star && this.modules.provides(base, this.name))) this.go(base);
    }
    for (const importer of this.index.importersOf(file)) {
      this.follow(importer, file);
      yield;
    }
  }

  private follow(importer: FileId, file: FileId): void {
    for (const { node, base } of this.modules.of(importer)?.imports ?? []) {
      if (base !== file) continue;
      if (node.star) this.go(importer);
      for (const { name, asName } of node.names) {
        if (name.name !== this.name) continue;
        if (!asName) this.go(importer);
        else this.places.push({ span: spanIn(importer, name), binds: false });
      }
    }
  }
}

/** Whether a file is one that the user works on, and not one of an installed package. */
export function isOwn(project: Project, file: FileId): boolean {
  return (project.workspace.folders ?? []).some((folder) => isAtOrBelow(file, folder)) && !isInstalled(file);
}
