import { PyError } from '../core/errors.js';
import type { Problem } from '../core/evaluation.js';
import { say } from '../core/say.js';
import type { FileId, Span } from '../core/span.js';
import { textOf, type Value } from '../core/value.js';
import { spanOf, type ImportFrom } from '../python/syntax/tree/ast.js';
import { moduleName } from '../python/syntax/tree/bound-names.js';
import { absentBase, type AbsentBase } from './absent-base.js';
import { locateBase } from './base-module.js';
import { isOutOfReach } from '../core/workspace.js';
import { toConfigValue, toConfigValueNow } from './config-dict.js';
import { handsOutState, loads, type LoadedModule, type Wanted } from './loaded-module.js';
import { loadBase } from './loader.js';
import { payForBases, takeDependencies, type Load } from './load.js';
import { saidOf } from './report.js';
import { nearBase } from './near-base.js';

/** One base of a config: the names that it gives, each converted once, so that two imports of one name give the same object. */
export class BaseModule {
  private readonly converted = new Map<string, Value>();

  constructor(
    readonly file: FileId | undefined,
    private readonly module: LoadedModule | undefined,
    /** Set where names that the base does not show may exist all the same. */
    readonly unknown: string | undefined,
    /** Whether the importer can change the module's values, by a function of it. */
    private readonly changing = false,
  ) {}

  value(name: string): Value | undefined {
    const there = this.converted.get(name);
    if (there) return there;
    const raw = this.module?.names.get(name);
    if (!raw || !this.module) return undefined;
    // What a base had before it broke off may have been changed by the rest of it.
    if (!loads(this.module) && !this.module.complete) return undefined;
    const value = this.changing ? toConfigValueNow(raw) : toConfigValue(raw);
    this.converted.set(name, value);
    return value;
  }

  allNames(): string[] {
    return [...(this.module?.names.entries.values() ?? [])].map((entry) => textOf(entry.key)).filter((name) => name !== undefined);
  }

  /** The names that it defines itself or has from bases of its own: not the classes that it imports. */
  ownNames(): string[] {
    return this.allNames().filter((name) => !this.importedNames.has(name));
  }

  get importedNames(): ReadonlySet<string> {
    return this.module?.importedNames ?? new Set();
  }
}

/** For so many bases that are not there the one that was meant is looked for. */
const mostSought = 20;

/** The bases of a config, loaded in the order of its imports. What is wrong with one is reported at its import. */
export class BaseModules {
  private readonly modules = new Map<string, BaseModule>();
  readonly importedNames = new Set<string>();
  private sought = 0;

  constructor(
    private readonly run: Load,
    private readonly bases: readonly ImportFrom[],
  ) {
    for (const node of bases) this.add(node);
  }

  get names(): ReadonlySet<string> {
    return new Set(this.modules.keys());
  }

  get(module: string): BaseModule | undefined {
    return this.modules.get(module);
  }

  private add(node: ImportFrom): void {
    const module = moduleName(node);
    const span = spanOf(this.run.file, node.moduleRange);
    const there = this.modules.get(module);
    const base = there ?? this.load(module, span);
    if (!there) {
      this.modules.set(module, base);
      for (const name of base.importedNames) this.importedNames.add(name);
    }
    this.run.baseImports.push({
      module,
      moduleSpan: span,
      file: base.file,
      names: node.names.map(({ name, asName }) => ({
        name: name.name,
        alias: asName?.name,
        span: spanOf(this.run.file, name),
        bound: spanOf(this.run.file, asName ?? name),
      })),
      star: node.star,
    });
  }

  private load(module: string, span: Span): BaseModule {
    const { context, file, dependencies } = this.run;
    const located = locateBase(module, file, context.workspace, span);
    if ('unknown' in located) {
      for (const place of located.places) dependencies.add(place);
      return this.outOfReach(located.unknown, span);
    }
    if ('error' in located) return this.missing(located.error, located.hint, span, located.meant);
    dependencies.add(located.file);
    const read = context.workspace.read(located.file);
    if (read.kind === 'none' && isOutOfReach(read)) return this.outOfReach(read.reason, span);
    if (read.kind === 'none') {
      const folders = context.configFolders?.(file) ?? [];
      const absent = read.why === 'missing' ? absentBase(located.file, file, located.root, context.workspace, folders) : undefined;
      if (absent) return this.absent(absent, module, span);
      const text = `${located.file} not found! It means that incorrect module is defined in \`with read_base(): = from ${module} import ...\``;
      const meant = read.why === 'missing' ? this.meantBy(module, located.file) : undefined;
      const absence = read.why === 'missing' ? say`There is no file ${located.file}.` : say`${located.file} cannot be read: ${read.reason}`;
      const hint = meant === undefined ? absence : absence + say` Did you mean ${meant}?`;
      return this.missing(new PyError('ConfigParsingError', text, span), hint, span, meant);
    }
    return this.found(located.file, read.text, module, span);
  }

  /** The base that was meant, for the first ones that are not there: whole folders are looked through for each. */
  private meantBy(module: string, file: FileId): string | undefined {
    if (++this.sought > mostSought) return undefined;
    return nearBase(module, file, this.namesOf(module), this.run.context.workspace);
  }

  /** A base that is not there, and that is no mistake. */
  private absent({ why, file }: AbsentBase, module: string, span: Span): BaseModule {
    const { context, dependencies, report } = this.run;
    const read = file === undefined ? undefined : context.workspace.read(file);
    report.assume(why, span);
    if (file === undefined || read?.kind !== 'text')
      return new BaseModule(undefined, undefined, say`The base config that defines this name is not read: ${why}`);
    dependencies.add(file);
    return this.found(file, read.text, module, span);
  }

  private found(file: FileId, text: string, module: string, span: Span): BaseModule {
    const { context } = this.run;
    const cycle = context.open.indexOf(file);
    if (cycle >= 0) return this.cyclic(file, span, context.open.slice(cycle));
    payForBases(this.run, span);
    const wanted = this.wantedOf(module);
    const loaded = loadBase(file, text, context, wanted);
    takeDependencies(this.run, loaded);
    for (const target of loaded.cycles) this.run.cycles.add(target);
    this.run.cost += loaded.cost;
    if (!loads(loaded)) this.broken(loaded, module, span);
    const unknown = loads(loaded) || loaded.complete ? loaded.incomplete : say`The base config ${module} does not load.`;
    return new BaseModule(file, loaded, unknown, handsOutState(loaded, wanted));
  }

  /** What all imports of one module take together: they share its values. */
  private wantedOf(module: string): Wanted {
    const isAll = this.bases.some((node) => node.star && moduleName(node) === module);
    return isAll ? 'all' : new Set(this.namesOf(module));
  }

  private namesOf(module: string): readonly string[] {
    return this.bases.flatMap((node) => (moduleName(node) === module ? node.names.map(({ name }) => name.name) : []));
  }

  /** A base that may be there for the framework. @param why a sentence */
  private outOfReach(why: string, span: Span): BaseModule {
    this.run.report.assumeOnce(say`${why} What it defines is not known.`, span);
    return new BaseModule(undefined, undefined, say`The base config that defines this name is not read: ${why}`);
  }

  private missing(error: PyError, hint: string, span: Span, meant?: string): BaseModule {
    this.run.report.fail(error, {
      kind: 'base-not-found',
      span,
      message: say`The base config is not found: loading raises ${error.type}. ${hint}`,
      ...(meant !== undefined && { suggestions: [meant] }),
    });
    return new BaseModule(undefined, undefined, say`The base config that defines this name is not found.`);
  }

  private cyclic(file: FileId, span: Span, open: readonly FileId[]): BaseModule {
    this.run.cycles.add(file);
    const path = [...open, file].map((f) => f.slice(f.lastIndexOf('/') + 1)).join(' → ');
    const message = say`This import leads back to the file that imports it (${path}): loading raises RecursionError.`;
    this.run.report.fail(new PyError('RecursionError', 'maximum recursion depth exceeded', span), { kind: 'import-cycle', span, message });
    return new BaseModule(file, undefined, say`The base config imports itself.`);
  }

  private broken(loaded: LoadedModule, module: string, span: Span): void {
    const { report } = this.run;
    const said = loaded.error ? say`it raises ${saidOf(loaded.error)}` : loaded.limit!.message;
    const related = loaded.errorSpan && [{ span: loaded.errorSpan, message: loaded.problems[0]?.message ?? said }];
    const kind = loaded.cycles.has(this.run.file) ? 'import-cycle' : 'base-broken';
    const problem: Problem = { kind, span, message: say`The base config ${module} does not load: ${said}`, ...(related && { related }) };
    if (loaded.error) report.fail(loaded.error, problem);
    else {
      report.limit ??= loaded.limit;
      report.problems.push(problem);
    }
  }
}
