import { PyError } from '../core/errors.js';
import type { Problem } from '../core/evaluation.js';
import { say } from '../core/say.js';
import type { Span } from '../core/span.js';
import { DictValue, RefValue, str, UnknownValue, type Value } from '../core/value.js';
import { spanOf, type Alias, type ImportFrom, type Module, type Statement, type SyntaxProblem } from '../python/syntax/tree/ast.js';
import { futureProblems, isFuture, lateFuture } from '../python/syntax/future.js';
import { typeNamed } from '../python/runtime/types/types.js';
import { isReallyImported } from '../python/interpreter/imports.js';
import { moduleName } from '../python/syntax/tree/bound-names.js';
import { BaseModules, type BaseModule } from './base-modules.js';
import { reportSyntaxErrors } from './syntax-errors.js';
import { type Outcome } from './load.js';
import { type Load } from './load.js';
import { dropMismatches } from './mismatches.js';
import { outsideBases } from './outside-bases.js';
import { meantNames } from './meant-names.js';
import { builtinsDict, runCode, pathAsGiven } from './run-code.js';
import { spliceReadBase, type Spliced } from './splice.js';
import { transformImports } from './transform.js';
import { walk } from '../python/syntax/tree/walk.js';

/**
 * Loads a config by mmengine's lazy-import path (0.11 `Config._parse_lazy_import`): bases first, their names before all others, then the code.
 * A base or a name that is missing is reported, stands as an unknown value, and the rest goes on.
 */
export function runLazy(run: Load, module: Module): Outcome {
  const { file } = run;
  const start: Span = { file, start: 0, end: 0 };
  const globals = new DictValue(start);
  globals.set('LazyObject', typeNamed('LazyObject'), start, start);
  globals.set('__file__', str(pathAsGiven(file, run.context.workingDirectory), start));
  const spliced = spliceTolerant(run, module);
  const bases = new BaseModules(run, spliced.bases);
  const binder = new BaseBinder(run, globals, bases);
  const imported = transformImports(module, spliced.body, bases.names, {
    importBase: (node) => {
      binder.bind(node);
    },
    refuse: (error) => {
      run.report.raised(error, error.span, error.span ?? start);
    },
  });
  for (const name of bases.importedNames) imported.add(name);
  globals.set('__builtins__', builtinsDict());
  const modules = bindModules(file, spliced.body, globals);
  const context = { file, text: run.text, lazy: true, baseModules: bases.names, incomplete: binder.incomplete };
  reportSyntaxErrors(run.report, { ...module, errors: compilerProblems(run, module, spliced.body, bases.names) }, run.text, 'compiled');
  if (modules > 0) refuseFuture(run, spliced.body);
  for (const problem of outsideBases(run, spliced.body, bases.names)) run.report.problems.push(problem);
  const complete = runCode(run, spliced.body, globals, context);
  const names = resultOf(globals);
  dropMismatches(run, names);
  return { names, importedNames: imported, complete, incomplete: context.incomplete };
}

function spliceTolerant(run: Load, module: Module): Spliced {
  try {
    return spliceReadBase(module);
  } catch (error) {
    if (!(error instanceof PyError)) throw error;
    run.report.raised(error, error.span, error.span ?? { file: run.file, start: 0, end: 0 });
    return { body: module.body, bases: [] };
  }
}

/** `import torch` at the top level: such modules are bound first, the last one first of all (mmengine 0.11 `_gather_abs_import_lazyobj`). */
function bindModules(file: Load['file'], body: readonly Statement[], globals: DictValue): number {
  const found = new Map<string, Span>();
  for (const node of body) {
    if (node.type !== 'Import') continue;
    for (const { name, asName } of node.names) {
      const top = name.name.split('.')[0]!;
      if (!asName && !isReallyImported(name.name) && !found.has(top)) found.set(top, spanOf(file, name));
    }
  }
  for (const [name, span] of [...found].reverse()) globals.set(name, new RefValue(name, span, 'module'));
  return found.size;
}

/** What the compiler refuses in the code that mmengine gives it: imports from bases are gone from it, wherever they stood. */
function compilerProblems({ text }: Load, { errors }: Module, body: readonly Statement[], bases: ReadonlySet<string>): SyntaxProblem[] {
  const gone: Statement[] = [];
  if (errors.length > 0)
    walk(body, (node) => {
      if (node.type === 'ImportFrom' && bases.has(moduleName(node))) gone.push(node);
      return true;
    });
  const left = body.filter((node) => node.type !== 'ImportFrom' || !bases.has(moduleName(node)));
  return [...errors.filter(({ start }) => !gone.some((node) => node.start <= start && start < node.end)), ...futureProblems(text, left)];
}

/** mmengine binds the modules by code that it puts before all other: an import from the future is not the first any more. */
function refuseFuture(run: Load, body: readonly Statement[]): void {
  const node = body.find(isFuture);
  if (!node) return;
  const span = spanOf(run.file, node);
  const reason = say`mmengine puts the imports of modules, like \`import torch\`, before it: import names from them instead, or leave it out.`;
  run.report.raised(new PyError('SyntaxError', lateFuture, span, reason), span, span);
}

/** All globals but `__…` and LazyObject. */
function resultOf(globals: DictValue): DictValue {
  const names = new DictValue(globals.span);
  for (const [id, entry] of globals.entries) {
    if (entry.key.kind === 'str' && (entry.key.text.startsWith('__') || entry.key.text === 'LazyObject')) continue;
    names.entries.set(id, entry);
  }
  return names;
}

/** Brings the names of bases into a config's globals. */
class BaseBinder {
  /** Set where a `*` import gives names that cannot be known. */
  incomplete: string | undefined;

  constructor(
    private readonly run: Load,
    private readonly globals: DictValue,
    private readonly bases: BaseModules,
  ) {}

  bind(node: ImportFrom): void {
    const base = this.bases.get(moduleName(node));
    if (!base) return;
    if (node.star) this.bindAll(node, base);
    else for (const alias of node.names) this.bindOne(node, alias, base);
  }

  private bindAll(node: ImportFrom, base: BaseModule): void {
    const span = spanOf(this.run.file, node.moduleRange);
    if (base.unknown) this.incomplete ??= base.unknown;
    for (const name of base.allNames()) this.globals.set(name, this.valueOf(base, name, span)!, span, span);
  }

  private bindOne(node: ImportFrom, alias: Alias, base: BaseModule): void {
    const name = alias.name.name;
    const span = spanOf(this.run.file, alias.asName ?? alias.name);
    let value = this.valueOf(base, name, span);
    if (!value) {
      this.reportMissing(node, alias, base);
      value = new UnknownValue(say`${name} is not defined in ${moduleName(node)}.`, span);
    }
    this.globals.set((alias.asName ?? alias.name).name, value, span, span);
  }

  private valueOf(base: BaseModule, name: string, span: Span): Value | undefined {
    return base.value(name) ?? (base.unknown === undefined ? undefined : new UnknownValue(base.unknown, span));
  }

  private reportMissing(node: ImportFrom, alias: Alias, base: BaseModule): void {
    const name = alias.name.name;
    // No name at all, but what broken lines were read as: that they are broken is reported.
    if (name.includes('.')) return;
    const span = spanOf(this.run.file, alias.name);
    const suggestions = meantNames(name, base.ownNames());
    const hint = suggestions.length > 0 ? say` Did you mean ${suggestions.join(', ')}?` : '';
    const problem: Problem = {
      kind: 'base-name-missing',
      span,
      message: say`${moduleName(node)} defines no name ${name}: loading this config raises KeyError: '${name}'.${hint}`,
      ...(base.file !== undefined && { related: [{ span: { file: base.file, start: 0, end: 0 }, message: say`The base config.` }] }),
      suggestions,
    };
    this.run.report.fail(new PyError('KeyError', `'${name}'`, span), problem);
  }
}
