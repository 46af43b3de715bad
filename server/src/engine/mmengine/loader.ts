import type { Environment } from '../core/environment.js';
import { LimitError, PyError } from '../core/errors.js';
import type { BaseImport, Limits, Progress } from '../core/evaluation.js';
import { LineIndex } from '../core/line-index.js';
import type { FileId, Span } from '../core/span.js';
import { DictValue } from '../core/value.js';
import type { Workspace } from '../core/workspace.js';
import type { Module, SyntaxProblem } from '../python/syntax/tree/ast.js';
import { parsePython } from '../python/syntax/parse.js';
import { raisedOf } from '../python/syntax/raised.js';
import type { BaseCache } from './base-cache.js';
import { runLazy } from './lazy.js';
import { isLazyImport } from './lazy-detection.js';
import { handsOutState, type LoadedModule, type Wanted } from './loaded-module.js';
import { runPlain } from './plain.js';
import { Report, tooMuch } from './report.js';

/** What loading needs beside the text. */
export interface LoadContext {
  readonly workspace: Workspace;
  readonly limits: Limits;
  readonly environment: Environment;
  readonly workingDirectory: FileId | undefined;
  readonly progress?: Progress | undefined;
  readonly bases: BaseCache;
  /** Files whose loading is under way, outermost first. */
  readonly open: readonly FileId[];
  /** Bases of this one document that take part in an import cycle: each is loaded once, or every way through the cycle would be gone. */
  readonly cyclic: Map<FileId, LoadedModule>;
}

/** What one load gathers beside its names. */
export interface Load {
  readonly file: FileId;
  readonly text: string;
  readonly context: LoadContext;
  readonly report: Report;
  readonly dependencies: Set<FileId>;
  readonly baseImports: BaseImport[];
  /** Names of the config that hold something with a state of its own, like a function. */
  readonly stateful: Set<string>;
  /** How many values the config's names hold. */
  size: number;
  /** The work of reading and running the file and its bases, in steps. */
  cost: number;
  /** Files under way that an import leads back to. */
  readonly cycles: Set<FileId>;
}

/** What running a config's code gives. */
export interface Outcome {
  readonly names: DictValue;
  readonly importedNames: ReadonlySet<string>;
  readonly complete: boolean;
  readonly incomplete: string | undefined;
}

const nothing = (file: FileId): Outcome => ({
  names: new DictValue({ file, start: 0, end: 0 }),
  importedNames: new Set(),
  complete: false,
  incomplete: undefined,
});

const nothingWanted: Wanted = new Set();

/** Loads a config document as `Config.fromfile` does: by the lazy-import path or the plain one. Never throws. */
export function loadDocument(file: FileId, text: string, context: LoadContext): LoadedModule {
  return load(file, text, context, undefined, nothingWanted);
}

/**
 * Loads a base config: always by the lazy-import path, and once for each text, unless the importer takes something with a state of its own. Never
 * throws.
 */
export function loadBase(file: FileId, text: string, context: LoadContext, wanted: Wanted): LoadedModule {
  return load(file, text, context, true, wanted);
}

/** Loads a base config of the plain path; says in `lazy` where it is written for the other. Never throws. */
export function loadPlain(file: FileId, text: string, context: LoadContext): LoadedModule {
  return load(file, text, context, undefined, nothingWanted);
}

function load(file: FileId, text: string, outer: LoadContext, lazy: boolean | undefined, wanted: Wanted): LoadedModule {
  const kept = outer.bases.get(file, text);
  const cached = kept && !handsOutState(kept, wanted) ? kept : outer.cyclic.get(file);
  if (cached && (lazy ? cached.lazy : cached.lazy === cached.lazyAlone)) return cached;
  const context = { ...outer, open: [...outer.open, file] };
  const run: Load = { file, text, context, report: new Report(file), dependencies: new Set(), baseImports: [], stateful: new Set(), size: 0, cost: text.length >> 2, cycles: new Set() };
  const module = text.length > longest(context.limits) ? undefined : parsePython(file, text);
  let isLazy = lazy ?? false;
  let lazyAlone = false;
  let outcome = nothing(file);
  if (!module) run.report.gaveUp(tooLong(file, text, context.limits), { file, start: 0, end: 0 });
  else {
    reportSyntaxErrors(run.report, module, text, 'parsed');
    lazyAlone = detect(lazy ? undefined : run.report, module);
    isLazy = lazy ?? lazyAlone;
    outcome = guarded(run, () => (isLazy ? runLazy(run, module) : runPlain(run, module)));
  }
  // What takes part in a cycle is reported otherwise to each of those that import it.
  const cyclic = run.cycles.size > 0;
  const loaded: LoadedModule = { ...finish(run, text, outcome), lazy: isLazy, lazyAlone };
  if (cyclic) outer.cyclic.set(file, loaded);
  else if (isLazy && !handsOutState(loaded, wanted)) outer.bases.set(loaded);
  return loaded;
}

function finish(run: Load, text: string, outcome: Outcome): Omit<LoadedModule, 'lazy' | 'lazyAlone'> {
  const { file, report, dependencies, baseImports, stateful, size, cost, cycles } = run;
  dependencies.delete(file);
  cycles.delete(file);
  const { error, limit, errorSpan, all } = report;
  return { file, text, ...outcome, error, limit, errorSpan, problems: all, baseImports, dependencies, stateful, size, cost, cycles };
}

function tooLong(file: FileId, text: string, limits: Limits): LimitError {
  const message = `This file has ${String(text.length)} characters; at most ${String(longest(limits))} are read.`;
  return new LimitError('size', { file, start: 0, end: 0 }, message);
}

function longest({ document, source }: Limits): number {
  return Math.min(document, source);
}

/**
 * Each syntax error is a problem; one is what loading raises. What is only too much to be read is a limit. mmengine parses a config first, then loads
 * its bases, and compiles last of all.
 * @param stage what has just been done with the text; what the compiler refuses is a matter for `compiled`
 */
export function reportSyntaxErrors(report: Report, module: Module, text: string, stage: 'parsed' | 'compiled'): void {
  if (module.errors.length === 0) return;
  const raised = raisedOf(module.errors);
  if ((raised?.stage === 'compiler') !== (stage === 'compiled')) return;
  const error = raised && syntaxError(module.file, raised, text);
  for (const { start, end, message, replacement, limit } of module.errors) {
    const span = { file: module.file, start, end };
    if (limit) report.unread(new LimitError('size', span, message), span);
    else if (error) report.fail(error, { kind: 'syntax-error', span, message, ...(replacement !== undefined && { suggestions: [replacement] }) });
  }
}

function syntaxError(file: FileId, { start, end, message }: SyntaxProblem, text: string): PyError {
  const line = String(new LineIndex(text).positionAt(start).line + 1);
  return new PyError(syntaxErrorType(message), `${message} (<unknown>, line ${line})`, { file, start, end });
}

/** CPython's subclass for what it says of indentation. */
function syntaxErrorType(message: string): string {
  if (message.startsWith('inconsistent use of tabs')) return 'TabError';
  return /^(unexpected indent|unindent does not match|expected an indented block|too many levels of indentation)/.test(message) ? 'IndentationError' : 'SyntaxError';
}

/** @param report where an exception goes; none for a base, whose path is given */
function detect(report: Report | undefined, module: Module): boolean {
  try {
    return isLazyImport(module);
  } catch (error) {
    if (!(error instanceof PyError)) throw error;
    report?.raised(error, error.span, error.span ?? wholeOf(module));
    return report !== undefined;
  }
}

/** What the loading of a file as a whole can throw becomes part of the report. */
function guarded(run: Load, body: () => Outcome): Outcome {
  const whole = { file: run.file, start: 0, end: 0 };
  try {
    return body();
  } catch (error) {
    if (error instanceof PyError) run.report.raised(error, error.span, error.span ?? whole);
    else if (error instanceof LimitError) run.report.gaveUp(error, whole);
    else if (error instanceof RangeError) run.report.gaveUp(tooMuch(error, whole), whole);
    else throw error;
    return nothing(run.file);
  }
}

/**
 * Counts the work of a base, also where it was done before, as the result must not depend on that.
 * @throws LimitError at `span` where the bases together are more than one config alone may be
 */
export function payForBases(run: Load, span: Span): void {
  if (run.cost <= run.context.limits.steps) return;
  throw new LimitError('steps', span, 'The bases before this one take more work than is followed here: it is not loaded.');
}

function wholeOf(module: Module): Span {
  return { file: module.file, start: 0, end: 0 };
}
