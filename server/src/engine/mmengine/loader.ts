import { LimitError, PyError, tooMuch } from '../core/errors.js';
import type { Limits } from '../core/evaluation.js';
import { isTooLargeSource } from '../core/source-size.js';
import { say } from '../core/say.js';
import type { FileId, Span } from '../core/span.js';
import { DictValue } from '../core/value.js';
import type { Module } from '../python/syntax/tree/ast.js';
import { parsePython } from '../python/syntax/parse.js';
import { runLazy } from './lazy.js';
import { isLazyImport } from './lazy-detection.js';
import { handsOutState, type LoadedModule, type Wanted } from './loaded-module.js';
import { runPlain } from './plain.js';
import { LoadReport } from './report.js';
import type { Load, LoadContext, Outcome } from './load.js';
import { reportSyntaxErrors } from './syntax-errors.js';

const nothing = (file: FileId): Outcome => ({
  names: new DictValue({ file, start: 0, end: 0 }),
  importedNames: new Set(),
  complete: false,
  incomplete: undefined,
});

const nothingWanted: ReadonlySet<string> = new Set();

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
  const run: Load = {
    file,
    text,
    context,
    report: new LoadReport(file),
    dependencies: new Set(),
    baseImports: [],
    stateful: new Set(),
    size: 0,
    cost: text.length >> 2,
    cycles: new Set(),
  };
  const module = isTooLargeSource(text, context.limits) ? undefined : parsePython(file, text);
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
  // Most documents are no one's base: to keep them all would cost more than to load again those that are.
  else if (lazy && !handsOutState(loaded, wanted)) outer.bases.set(loaded);
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
  const most = Math.min(limits.document, limits.source);
  const message = say`This file has ${String(text.length)} characters; at most ${String(most)} are read, besides its indentation.`;
  return new LimitError('size', { file, start: 0, end: 0 }, message);
}

/** @param report where an exception goes; none for a base, whose path is given */
function detect(report: LoadReport | undefined, module: Module): boolean {
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

function wholeOf(module: Module): Span {
  return { file: module.file, start: 0, end: 0 };
}
