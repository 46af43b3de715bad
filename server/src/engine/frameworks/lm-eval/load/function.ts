import type { Found, FunctionSource } from '../../../classes/class-index.js';
import type { SourceModule } from '../../../classes/source-module.js';
import { PyError } from '../../../core/errors.js';
import { dirname } from '../../../core/paths.js';
import { say } from '../../../core/say.js';
import { isStandardModule } from '../../../python/runtime/modules/index.js';
import type { FileId, Span } from '../../../core/span.js';
import type { RefValue } from '../../../core/value.js';
import type { Surroundings } from '../../face/behaviour.js';
import { moduleBeside, moduleNameOf } from '../values/function-module.js';

/** Where a `!function` leads. */
export type FunctionLookup =
  | FoundFunction
  /**
   * What building the task raises. `certain` is false where the module lies in no place that we can see, but may be installed. `names` are those that the
   * module has, where it was found.
   */
  | { readonly kind: 'missing'; readonly error: PyError; readonly certain: boolean; readonly names: readonly string[] }
  /** It is there, or may be, and its source does not say what it is. */
  | { readonly kind: 'unknown'; readonly reason: string };

export interface FoundFunction {
  readonly kind: 'found';
  readonly file: FileId;
  /** Where it is defined: its name. */
  readonly span: Span;
  /** `def process_docs(dataset)` with annotations and defaults as written, on one line; `class Task(Base)` for a class. */
  readonly signature: string;
}

/**
 * Finds what `!function module.name` names (lm-evaluation-harness 0.4.13 `tasks/_yaml_loader.py`): in the module beside the file in which it is written, whose
 * dots are folders, else in an importable one. Nothing is imported or run.
 */
export function findFunction(ref: RefValue, { workspace, classes }: Pick<Surroundings, 'workspace' | 'classes'>): FunctionLookup {
  const from = ref.from ?? ref.span.file;
  const folder = dirname(from);
  const module = moduleNameOf(ref);
  const { name } = ref;
  if (module === '')
    return missing('ValueError', `Invalid function reference '${ref.path}': no module path (from YAML in ${folder})`, ref.span);
  const beside = moduleBeside(ref);
  const text = (file: FileId): string => {
    const read = workspace.read(file);
    return read.kind === 'text' ? read.text : '';
  };
  const own = classes.findInFile(beside, name);
  if (own)
    return own.kind === 'missing'
      ? missing('AttributeError', `Module '${beside}' has no function '${name}' (from YAML in ${folder})`, ref.span, own.names)
      : described(own, ref, text);
  if (workspace.stat(beside)) return { kind: 'unknown', reason: say`${beside} cannot be read.` };
  if (isStandardModule(module)) return { kind: 'unknown', reason: say`${module} belongs to Python.` };
  const found = classes.find(ref.path, from);
  if (found.kind === 'missing')
    return missing(
      'ImportError',
      `Cannot import module '${module}' for function '${name}' (from YAML in ${folder})`,
      ref.span,
      found.names,
    );
  if (found.kind !== 'unknown' || classes.hasSource(module, from)) return described(found, ref, text);
  return missing('ImportError', `Cannot import module '${module}' for function '${name}' (from YAML in ${folder})`, ref.span, [], false);
}

/** The function of a `!function` where its source defines it; undefined where that is not within reach, or something else. */
export function functionSource(ref: RefValue, { classes }: Pick<Surroundings, 'classes'>): FunctionSource | undefined {
  if (moduleNameOf(ref) === '') return undefined;
  const found = classes.findInFile(moduleBeside(ref), ref.name) ?? classes.find(ref.path, ref.from ?? ref.span.file);
  return found.kind === 'function' ? found.source : undefined;
}

function missing(type: string, message: string, span: Span, names: readonly string[] = [], certain = true): FunctionLookup {
  return { kind: 'missing', error: new PyError(type, message, span), certain, names };
}

function described(found: Exclude<Found, { kind: 'missing' }>, ref: RefValue, text: (file: FileId) => string): FunctionLookup {
  if (found.kind !== 'function' && found.kind !== 'class')
    return { kind: 'unknown', reason: say`What ${ref.path} is can only be known by loading its module.` };
  const { module, name, node } = found.source;
  if (!node) return { kind: 'unknown', reason: say`The definition of ${ref.path} cannot be read.` };
  const at = startOf(module, name);
  const span = { file: module.file, start: at + node.name.start, end: at + node.name.end };
  const bodyStart = at + (node.body[0]?.start ?? node.end);
  return {
    kind: 'found',
    file: module.file,
    span,
    signature: headerOf(text(module.file), span.start, bodyStart, found.kind === 'class' ? 'class' : 'def'),
  };
}

function startOf({ bindings, byName }: SourceModule, name: string): number {
  const binding = bindings[byName.get(name) ?? -1];
  return binding?.kind === 'function' || binding?.kind === 'class' ? binding.at : 0;
}

/** From the keyword to the colon before the body, without comments and line breaks. */
function headerOf(text: string, name: number, body: number, keyword: string): string {
  const start = text.lastIndexOf(keyword, name);
  const lines = text
    .slice(Math.max(0, start), body)
    .split('\n')
    .map((line) => line.replace(/(?:^|\s)#[^]*$/, '').trim());
  return lines
    .join(' ')
    .trim()
    .replace(/:$/, '')
    .replace(/\(\s+/, '(')
    .replace(/(?:,|(?<!\s))\s+\)/, ')');
}
