import { CacheKey } from '../../../core/cache-key.js';
import { LineIndex } from '../../../core/line-index.js';
import { RecentMap } from '../../../core/recent-map.js';
import { say } from '../../../core/say.js';
import { baseName, type FileId, type Span } from '../../../core/span.js';
import type { RefValue } from '../../../core/value.js';
import { builtins } from '../../../python/runtime/builtins/index.js';
import { parsePython } from '../../../python/syntax/parse.js';
import type { ImportFrom, Module, Name, SyntaxProblem } from '../../../python/syntax/tree/ast.js';
import { unboundNames, type UnboundNames } from '../../../python/syntax/tree/unbound-names.js';
import { withoutEnd } from '../../../checks/support/words.js';
import type { CheckContext, Finding } from '../../face/rule.js';
import { findFunction } from '../load/function.js';
import { moduleBeside } from '../values/function-module.js';
import { brokenPatterns, type BrokenPattern } from './support/broken-patterns.js';
import { columnSlips, type ColumnSlip } from './support/column-slips.js';
import { columnsOfFunction } from './support/function-columns.js';
import { fieldOf } from './support/field-of.js';
import { sureErrors, type SureError } from './support/sure-errors.js';
import { fileRule } from './support/task-rule.js';
import { valuesOfTask } from './support/walk.js';

/** A module that cannot be loaded, or whose function uses what is not there (Python 3.11; lm-evaluation-harness 0.4.13 `tasks/_yaml_loader.py`). */
export const moduleBroken = fileRule(
  {
    id: 'module-broken',
    title: 'A !function whose module Python cannot load, that uses a name that nothing gives, or that raises whatever it is given',
    severity: 'error',
    prevents: 'SyntaxError or NameError when the task is built, or an exception when the function is called',
  },
  function* (context): Iterable<Finding> {
    const told = new Set<FileId>();
    for (const ref of valuesOfTask(context)) {
      if (ref.kind !== 'ref' || ref.refKind !== 'function') continue;
      const { file, module } = moduleOf(ref, context);
      if (!module || told.has(file)) continue;
      const finding =
        ofModule(ref, file, module) ??
        ofImports(ref, file, module, context) ??
        ofFunction(ref, file, module) ??
        ofPattern(ref, file, module) ??
        ofCode(ref, file, module, context) ??
        ofColumn(ref, file, module, context);
      if (!finding) continue;
      // A module that cannot be loaded is said once.
      if (finding.severity !== 'warning') told.add(file);
      yield finding;
    }
  },
);

/** The file in which the harness looks for a function, beside the document or else an importable module, and what is wrong with it. */
function moduleOf(ref: RefValue, context: CheckContext): { readonly file: FileId; readonly module: Faults | undefined } {
  const beside = moduleBeside(ref);
  const module = readModule(beside, context);
  if (module !== 'absent') return { file: beside, module };
  const found = findFunction(ref, context.surroundings);
  const elsewhere = found.kind === 'found' ? readModule(found.file, context) : undefined;
  return { file: found.kind === 'found' ? found.file : beside, module: elsewhere === 'absent' ? undefined : elsewhere };
}

interface Faults {
  readonly text: string;
  readonly syntax: SyntaxProblem | undefined;
  readonly unbound: UnboundNames | undefined;
  readonly patterns?: readonly BrokenPattern[];
  /** What it takes from the harness as it is loaded. */
  readonly imports?: readonly ImportFrom[];
  /** What each of its functions raises where that is reached. */
  readonly sure?: ReadonlyMap<string, readonly SureError[]>;
  readonly slips?: readonly ColumnSlip[];
}

const key = new CacheKey<RecentMap<FileId, Faults | 'none' | 'absent'>>('faults of modules of tasks');
const mostKept = 2_000;

/** What is wrong with a module; undefined where nothing is. */
function readModule(file: FileId, { surroundings }: CheckContext): Faults | 'absent' | undefined {
  const known = surroundings.remember(key, () => ({
    value: new RecentMap(mostKept),
    concerns: (changed) => !/\.(?:ya?ml|jsonc?)$/.test(changed),
  }));
  const faults = known.getOr(file, () => {
    const read = surroundings.workspace.read(file);
    if (read.kind !== 'text') return surroundings.workspace.stat(file)?.kind === 'file' ? 'none' : 'absent';
    return faultsIn(file, read.text) ?? 'none';
  });
  return faults === 'none' ? undefined : faults;
}

/** What later versions of Python read, and the parser does not: parameters of types, several exceptions without brackets. */
const later = /^[ \t]*(?:(?:async[ \t]+)?def|class|type)[ \t]+\w+[ \t]*\[|^[ \t]*except\b[^:(\n]*,/m;
/** Names may come to be while the module runs. */
const makesNames = /\bglobals\(\)|\bexec\(|\bvars\(\)|\bbuiltins\b|\bsys\.modules\b|\bsetattr\(/;

function faultsIn(file: FileId, text: string): Faults | undefined {
  if (later.test(text)) return undefined;
  const module = parsePython(file, text);
  const first = module.errors[0];
  if (first) return first.limit ? undefined : { text, syntax: first, unbound: undefined };
  const unbound = makesNames.test(text) ? undefined : unboundNames(module);
  // Nearly no module uses a name that nothing gives: of the others nothing is kept.
  const patterns = brokenPatterns(module);
  const imports = module.body.filter(
    (one): one is ImportFrom => one.type === 'ImportFrom' && one.level === 0 && /^lm_eval\b/.test(one.module),
  );
  const sure = sureIn(module);
  const slips = columnSlips(text);
  return unbound?.all.some(isNowhere) || patterns.length > 0 || imports.length > 0 || sure.size > 0 || slips.length > 0
    ? { text, syntax: undefined, unbound, patterns, imports, sure, slips }
    : undefined;
}

function sureIn(module: Module): ReadonlyMap<string, readonly SureError[]> {
  const found = new Map<string, readonly SureError[]>();
  for (const statement of module.body) {
    const errors = statement.type === 'FunctionDef' ? sureErrors(module, statement.name.name) : [];
    if (statement.type === 'FunctionDef' && errors.length > 0) found.set(statement.name.name, errors);
  }
  return found;
}

/** Fields whose functions are called with a document. */
const ofDocuments: ReadonlySet<string> = new Set([
  'doc_to_text',
  'doc_to_target',
  'doc_to_choice',
  'doc_to_image',
  'doc_to_audio',
  'process_results',
]);

/** What a function, or one that it calls, does that raises whatever it is given. */
function ofCode(ref: RefValue, file: FileId, { text, sure }: Faults, context: CheckContext): Finding | undefined {
  const isOfDocument = ofDocuments.has(fieldOf(context, ref));
  const error = sure?.get(ref.name)?.find(({ ofDocument }) => isOfDocument || !ofDocument);
  if (!error) return undefined;
  if (error.error === undefined) return thrownAway(ref, file, text, error);
  return {
    span: ref.span,
    severity: 'warning',
    message: say`The function ${ref.name} raises ${error.error}, where this is reached (${baseName(file)}, line ${String(lineAt(text, error.start))}).`,
    related: [{ span: spanIn(file, error), message: say`This is what raises it.` }],
  };
}

function thrownAway(ref: RefValue, file: FileId, text: string, place: SureError): Finding {
  const written = text.slice(place.start, place.end);
  return {
    span: ref.span,
    severity: 'warning',
    message: say`The function ${ref.name} throws away what ${written} gives (${baseName(file)}, line ${String(lineAt(text, place.start))}): a text is not changed in place. Assign it to a name.`,
    related: [{ span: spanIn(file, place), message: say`Here it is used.` }],
  };
}

/** A name that a module of the harness within reach does not have. */
function ofImports(ref: RefValue, file: FileId, { text, imports = [] }: Faults, { surroundings }: CheckContext): Finding | undefined {
  const { classes } = surroundings;
  for (const { module, names } of imports)
    for (const {
      name: { name, start, end },
    } of names) {
      const path = `${module}.${name}`;
      if (!classes.hasSource(module, file) || classes.find(path, file).kind !== 'missing' || classes.hasSource(path, file)) continue;
      return {
        span: ref.span,
        message: say`Building the task raises ${`ImportError: cannot import name '${name}' from '${module}'`} (${baseName(file)}, line ${String(lineAt(text, start))}).`,
        related: [{ span: spanIn(file, { start, end }), message: say`This is what raises it.` }],
      };
    }
  return undefined;
}

function ofModule(ref: RefValue, file: FileId, { text, syntax, unbound }: Faults): Finding | undefined {
  const name = unbound?.atLoad.find(isNowhere);
  const place = syntax ?? name;
  if (!place) return undefined;
  const error = syntax ? `SyntaxError: ${withoutEnd(syntax.message, '.')}` : `NameError: name '${name!.name}' is not defined`;
  return {
    span: ref.span,
    message: say`Building the task raises ${error} (${baseName(file)}, line ${String(lineAt(text, place.start))}).`,
    related: [{ span: spanIn(file, place), message: say`This is what raises it.` }],
  };
}

function ofFunction(ref: RefValue, file: FileId, { text, unbound }: Faults): Finding | undefined {
  const name = unbound?.within(ref.name).find(isNowhere);
  if (!name) return undefined;
  return {
    span: ref.span,
    severity: 'warning',
    message: say`The function ${ref.name} uses ${name.name} (${baseName(file)}, line ${String(lineAt(text, name.start))}), and nothing in the module gives that name: where it is reached, it raises NameError: name '${name.name}' is not defined.`,
    related: [{ span: spanIn(file, name), message: say`Here it is used.` }],
  };
}

/** A regular expression that Python cannot read: where the module is loaded, or where the function itself has it. */
function ofPattern(ref: RefValue, file: FileId, { text, patterns = [] }: Faults): Finding | undefined {
  const broken = patterns.find(({ within }) => within === undefined || within === ref.name);
  if (!broken) return undefined;
  const line = String(lineAt(text, broken.start));
  return {
    span: ref.span,
    severity: broken.within === undefined ? 'error' : 'warning',
    message:
      broken.within === undefined
        ? say`Building the task raises re.error: ${broken.fault} (${baseName(file)}, line ${line}).`
        : say`The function ${ref.name} has a regular expression that Python cannot read (${baseName(file)}, line ${line}): where it is reached, it raises re.error: ${broken.fault}.`,
    related: [{ span: spanIn(file, broken), message: say`This is what raises it.` }],
  };
}

/** A column that is read once, and is nearly one that is read elsewhere, or that very many datasets have. */
function ofColumn(ref: RefValue, file: FileId, { text, slips = [] }: Faults, context: CheckContext): Finding | undefined {
  if (slips.length === 0) return undefined;
  const read = columnsOfFunction(ref, context)?.read;
  const slip = slips.find(({ name }) => read?.has(name));
  return (
    slip && {
      span: ref.span,
      severity: 'warning',
      message: say`The function ${ref.name} reads a column ${slip.name} (${baseName(file)}, line ${String(lineAt(text, slip.start))}), which nothing else here does: where the documents have none, it raises KeyError: '${slip.name}'. Did you mean ${slip.meant}?`,
      related: [{ span: spanIn(file, slip), message: say`Here it is read.` }],
    }
  );
}

function isNowhere({ name }: Name): boolean {
  return !builtins.has(name) && !/^__\w+__$/.test(name) && !ofSite.has(name);
}

/** What Python's `site` adds, and notebooks. */
const ofSite: ReadonlySet<string> = new Set([
  'copyright',
  'credits',
  'license',
  'help',
  'exit',
  'quit',
  'get_ipython',
  'display',
  'WindowsError',
]);

function spanIn(file: FileId, { start, end }: { readonly start: number; readonly end: number }): Span {
  return { file, start, end };
}

function lineAt(text: string, offset: number): number {
  return new LineIndex(text).positionAt(offset).line + 1;
}
