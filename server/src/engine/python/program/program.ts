import type { Environment } from '../../core/environment.js';
import { metered } from '../../core/cost.js';
import type { Limits, Progress } from '../../core/evaluation.js';
import { PyError, tooMuch } from '../../core/errors.js';
import { dirname, joinPath } from '../../core/paths.js';
import { LineIndex } from '../../core/line-index.js';
import { baseName, nowhere, type FileId, type Span } from '../../core/span.js';
import { say } from '../../core/say.js';
import { DictValue, type UnknownValue, type Value } from '../../core/value.js';
import type { Workspace } from '../../core/workspace.js';
import { Interpreter } from '../interpreter/interpreter.js';
import { unknownLibrary, type ModuleImporter } from '../interpreter/program-imports.js';
import type { Frame } from '../runtime/frame.js';
import { bind } from '../runtime/call-arguments.js';
import { isStandardModule, standardModule } from '../runtime/modules/index.js';
import { lookingFunction, moduleOf } from '../runtime/modules/module.js';
import type { Arguments, ModuleValue } from '../runtime/runtime.js';
import { libraryHelpers } from './library/helpers.js';
import { librarySources } from './library/sources.js';
import { ProgramModule } from './source-module.js';
import { WorkspaceHost } from './workspace-host.js';

/** What of the world code sees that is run in place of the framework. */
export interface RunningWorld {
  readonly workspace: Workspace;
  readonly environment: Environment;
  /** Where the framework is started: relative paths are relative to it. */
  readonly workingDirectory: FileId | undefined;
  /** The user's home directory; undefined where it is not known. */
  readonly home?: string | undefined;
  /** Directories in which relative paths are looked for that are not in the working directory. */
  readonly dataRoots?: readonly FileId[];
  /** The release of the library `datasets`; undefined where nothing tells it. */
  readonly datasetsRelease?: (() => string | undefined) | undefined;
  /** The same of `pandas`. */
  readonly pandasRelease?: (() => string | undefined) | undefined;
  /** Is told now and then that work goes on: where it may be more than that of a config. */
  readonly goesOn?: (() => void) | undefined;
  readonly limits: Limits;
  readonly progress?: Progress | undefined;
}

/** What a program may see. */
export interface ProgramWorld extends RunningWorld {
  /** Packages whose modules are read from source, by their top-level names. */
  readonly packages: ReadonlySet<string>;
  /** What stands for a module in place of its source: `datasets`, `random`. undefined for one that is looked for elsewhere. */
  library(name: string): Value | undefined;
  /** What stands for a module of such a package that is not within reach; undefined, as without it: an unknown value. */
  outOfReach?(name: string): Value | undefined;
  /**
   * The file that defines a class or function which another file imports from elsewhere, found without running either; undefined where that is not known. Without it
   * a name that a package gathers from its modules makes all of them run.
   */
  definer?(file: FileId, name: string): FileId | undefined;
}

/**
 * A run of Python modules as the framework runs them, by our own interpreter: modules import each other, functions are called. Nothing outside of what the
 * workspace gives is read; a module is run when something of it is first asked for. Work is counted over all that one program does.
 */
export class PythonProgram implements ModuleImporter {
  readonly interpreter: Interpreter;
  /** Files that were read, or looked for. */
  readonly dependencies = new Set<FileId>();
  /** Paths that code asked for and that are not there, in order. */
  readonly absent: string[] = [];
  /** Paths that code asked for and that lie where nothing is read, in order. */
  readonly outside: string[] = [];
  /** `importlib`, as far as it imports by a name. */
  private readonly importlib = moduleOf('importlib', {
    import_module: lookingFunction('importlib.import_module', (_runtime, args) => {
      const [name, from] = bind('import_module', args, ['name', 'package'], 1);
      if (name?.kind !== 'str' || name.text.startsWith('.') || (from && from.kind !== 'none'))
        return this.interpreter.unknown(say`An import by importlib that is relative is not followed.`);
      return this.find(this.interpreter, name.text);
    }),
  });
  private readonly byFile = new Map<FileId, ProgramModule>();
  /** Modules of the standard library that are written in Python here, by their names. */
  private readonly libraries = new Map<string, ProgramModule>();

  /** @param start the file whose place says where packages are looked for */
  constructor(
    private readonly world: ProgramWorld,
    private readonly start: FileId,
  ) {
    const { workspace, environment, workingDirectory, limits, progress, home, dataRoots = [], goesOn } = world;
    const started = { working: workingDirectory, likely: () => this.packageDirectories() };
    const host = new WorkspaceHost(workspace, start, this.dependencies, environment, started, silent, progress, this, {
      home,
      dataRoots,
      absent: this.absent,
      outside: this.outside,
      goesOn,
    });
    this.interpreter = new Interpreter(outermostFrame(start), limits, host);
  }

  /**
   * The module in a file, as `importlib` loads it under a name.
   * @throws PyError what running it raises; LimitError
   */
  load(file: FileId, name: string): ProgramModule {
    const module = this.moduleIn(file, name);
    this.run(() => module.run(this.interpreter));
    return module;
  }

  /** Imports all that a module imports at its top, and modules that it lies beside in the same way. @throws PyError what importing raises; LimitError */
  settle(module: ProgramModule): void {
    const own = (each: ProgramModule): boolean => !this.world.packages.has(each.name.split('.')[0]!);
    this.run(() => module.settle(this.interpreter, own));
  }

  /** Does work that this program pays for. @throws PyError; LimitError; UnknownSignal never */
  run<T>(body: () => T): T {
    const { interpreter } = this;
    const { nesting, callDepth, span } = interpreter;
    const frames = interpreter.frames.length;
    try {
      return metered(interpreter, body);
    } catch (error) {
      interpreter.frames.length = frames;
      Object.assign(interpreter, { nesting, callDepth });
      if (error instanceof RangeError) throw tooMuch(error, span);
      throw error;
    }
  }

  /** The line of a place in one of the program's modules, from 0. */
  lineOf({ file, start }: Span): number | undefined {
    const read = this.byFile.has(file) ? this.world.workspace.read(file) : undefined;
    return read?.kind === 'text' ? new LineIndex(read.text).positionAt(start).line : undefined;
  }

  /** A call that is not followed, and that stops a run where it raises, as a sentence; undefined where all that has run is followed. */
  get unfollowed(): string | undefined {
    const call = this.interpreter.unfollowed;
    if (!call) return undefined;
    const line = this.lineOf(call.span);
    const place = line === undefined ? baseName(call.span.file) : say`line ${String(line + 1)} of ${baseName(call.span.file)}`;
    return call.name === undefined
      ? say`What is called in ${place} is not run here: where it raises, a run stops.`
      : say`${call.name}(…) in ${place} is not run here: where it raises, a run stops.`;
  }

  /** Calls a function of the program. @throws PyError what it raises; LimitError */
  call(callee: Value, ...positional: readonly Value[]): Value {
    return this.callWith(callee, { positional, keywords: new Map() });
  }

  /** @throws PyError what it raises; LimitError */
  callWith(callee: Value, args: Arguments): Value {
    return this.run(() => this.interpreter.call(callee, args));
  }

  module(interpreter: Interpreter, name: string, level: number): Value {
    return this.find(interpreter, level > 0 ? absoluteName(interpreter, name, level) : name);
  }

  definer(module: ModuleValue, name: string): ModuleValue | UnknownValue | undefined {
    if (!(module instanceof ProgramModule)) return undefined;
    const file = this.world.definer?.(module.file, name);
    // To run all that a package gathers would ask for all of its files.
    if (file === undefined && this.world.workspace.awaits === true)
      return this.interpreter.unknown(say`The module that defines ${name} is on its way.`);
    return file === undefined || file === module.file ? undefined : this.moduleOfFile(file);
  }

  /** The module in a file that lies in a package, under the name by which it is imported; undefined for any other file. */
  moduleOfFile(file: FileId): ProgramModule | undefined {
    for (const top of this.world.packages) {
      const root = this.world.workspace.packageRoot(top, this.start);
      if (root === undefined || !file.startsWith(joinPath(root, top))) continue;
      const path = file.slice(joinPath(root, 'x').length - 1).replace(/(?:\/__init__)?\.py$/, '');
      return this.moduleIn(file, path.replaceAll('/', '.'));
    }
    return undefined;
  }

  namesOf(module: ModuleValue): DictValue | undefined {
    if (!(module instanceof ProgramModule)) return undefined;
    module.run(this.interpreter);
    return module.globals;
  }

  /** The directories that hold the packages which are read from source. */
  private packageDirectories(): FileId[] {
    const roots = [...this.world.packages].map((name) => this.world.workspace.packageRoot(name, this.start));
    return [...new Set(roots.filter((root) => root !== undefined))];
  }

  private find(interpreter: Interpreter, name: string): Value {
    const library = this.world.library(name);
    if (library) return library;
    if (name === 'importlib') return this.importlib;
    const own = this.ownLibrary(interpreter, name);
    if (own) return own;
    const top = name.split('.')[0]!;
    if (isStandardModule(top)) return standardModule(name) ?? interpreter.unknown(say`The module ${name} is not followed.`);
    if (this.world.packages.has(top)) return this.inPackage(interpreter, name);
    return this.besides(interpreter, name) ?? unknownLibrary(interpreter, name);
  }

  /** A module of the standard library that is written in Python here; what it lacks is looked for among those that the interpreter has itself. */
  private ownLibrary(interpreter: Interpreter, name: string): Value | undefined {
    if (name === '_preflight' && interpreter.file === nowhere.file) return libraryHelpers;
    const there = this.libraries.get(name);
    if (there || !Object.hasOwn(librarySources, name)) return there;
    const behind = standardModule(name);
    const module = new ProgramModule(
      nowhere.file,
      name,
      false,
      () => librarySources[name],
      (member) => behind && interpreter.getAttribute(behind, member),
    );
    this.libraries.set(name, module);
    return module;
  }

  /** A module that a relative import of a file outside of the packages leads to: it is loaded already, or lies beside one that is. */
  private besides(interpreter: Interpreter, name: string): Value | undefined {
    const from = this.byFile.get(interpreter.file);
    if (!from) return undefined;
    const prefix = from.package === '' ? undefined : `${from.package}.`;
    if (prefix === undefined || !name.startsWith(prefix)) return undefined;
    return this.at(joinPath(dirname(from.file), name.slice(prefix.length).replaceAll('.', '/')), name);
  }

  private inPackage(interpreter: Interpreter, name: string): Value {
    const top = name.split('.')[0]!;
    const root = this.world.workspace.packageRoot(top, this.start);
    if (root === undefined) return this.world.outOfReach?.(name) ?? interpreter.unknown(say`The package ${top} is not within reach.`);
    const found = this.at(joinPath(root, name.replaceAll('.', '/')), name);
    if (!found) throw new PyError('ModuleNotFoundError', `No module named '${name}'`, interpreter.span);
    return found;
  }

  /** The module or package at a path without its extension. */
  private at(path: FileId, name: string): ProgramModule | undefined {
    const { workspace } = this.world;
    for (const file of [`${path}/__init__.py`, `${path}.py`]) if (workspace.stat(file)?.kind === 'file') return this.moduleIn(file, name);
    return workspace.stat(path)?.kind === 'directory' ? this.moduleIn(`${path}/`, name) : undefined;
  }

  private moduleIn(file: FileId, name: string): ProgramModule {
    let module = this.byFile.get(file);
    if (!module) {
      const folder = file.endsWith('/__init__.py') || file.endsWith('/') ? dirname(file) : undefined;
      const below = folder === undefined ? () => undefined : (member: string) => this.at(joinPath(folder, member), `${name}.${member}`);
      this.byFile.set(file, (module = new ProgramModule(file, name, folder !== undefined, this.textOf(file), below)));
    }
    return module;
  }

  /** A folder without an `__init__.py` is a package without names of its own. */
  private textOf(file: FileId): () => string | undefined {
    return () => {
      if (file.endsWith('/')) return '';
      this.dependencies.add(file);
      const read = this.world.workspace.read(file);
      return read.kind === 'text' ? read.text : undefined;
    };
  }
}

const silent = { assume: (): void => undefined };

function outermostFrame(file: FileId): Frame {
  const module = { file, text: '', lazy: false, baseModules: new Set<string>(), incomplete: undefined };
  const globals = new DictValue({ file, start: 0, end: 0 });
  return { kind: 'module', file, globals, locals: new Map(), parent: undefined, names: undefined, module, prefix: '' };
}

/** @throws PyError ImportError where the running module is in no package, or not so deep in one */
function absoluteName(interpreter: Interpreter, name: string, level: number): string {
  const own = interpreter.frame.globals.get('__package__');
  const parts = own?.kind === 'str' && own.text !== '' ? own.text.split('.') : [];
  if (parts.length === 0) throw new PyError('ImportError', 'attempted relative import with no known parent package', interpreter.span);
  if (level > parts.length) throw new PyError('ImportError', 'attempted relative import beyond top-level package', interpreter.span);
  return [...parts.slice(0, parts.length - level + 1), ...(name === '' ? [] : [name])].join('.');
}
