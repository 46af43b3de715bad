import { CacheKey } from '../../../core/cache-key.js';
import { findFunction, type FunctionLookup } from '../load/function.js';
import { moduleBeside, moduleNameOf } from '../values/function-module.js';
import { LimitError, PyError } from '../../../core/errors.js';
import { taskFunctionsOf } from '../functions/task-functions.js';
import type { Surroundings } from '../../face/behaviour.js';
import { RecentMap } from '../../../core/recent-map.js';
import { joinPath, dirname } from '../../../core/paths.js';
import { say } from '../../../core/say.js';
import type { RefValue } from '../../../core/value.js';
import type { CheckContext, Finding, Fix } from '../../face/rule.js';
import { lineBreakOf } from '../../../edit/language.js';
import { parsePython } from '../../../python/syntax/parse.js';
import { oneEdit } from '../../../checks/support/fixes.js';
import { nearest } from '../../../checks/support/nearest.js';
import { withoutEnd } from '../../../checks/support/words.js';
import { releaseOf } from '../releases/find-harness.js';
import { fieldOf } from './support/field-of.js';
import { fileRule } from './support/task-rule.js';
import { valuesOfTask } from './support/walk.js';

type MissingFunction = FunctionLookup & { readonly kind: 'missing' };

/** What the function of a field is called with (lm-evaluation-harness 0.4.13 `api/task.py`). */
const parameters: Readonly<Record<string, string>> = {
  process_docs: 'dataset',
  process_results: 'doc, results',
  custom_dataset: '**kwargs',
  samples: '',
};

/** A `!function` that leads nowhere (lm-evaluation-harness 0.4.13 `tasks/_yaml_loader.py`). */
export const functionMissing = fileRule(
  {
    id: 'function-missing',
    title: 'A !function that does not exist',
    severity: 'error',
    fix: 'unsafe',
    prevents: 'AttributeError, ImportError or ValueError, when the task is built',
  },
  function* (context): Iterable<Finding> {
    for (const value of valuesOfTask(context)) {
      if (value.kind !== 'ref' || value.refKind !== 'function') continue;
      const found = lookUp(context, value);
      if (!found) continue;
      if (!found.certain && isPath(value) && !releaseOf(context.file, context.surroundings).followsFunctionPaths) {
        yield ofPath(context, value, found);
        continue;
      }
      const module =
        found.certain && !isFileName(value)
          ? undefined
          : (moduleFinding(context, value, found) ?? lacksModule(context, value, found) ?? packageForFile(context, value, found));
      if (module) yield module;
      if (module || !found.certain) continue;
      const meant = nearest(
        value.name,
        found.names.filter((name) => !name.startsWith('__')),
      );
      const advice = meant === undefined ? '' : say` Did you mean ${meant}?`;
      yield {
        span: value.span,
        message: say`Building the task raises ${raisedBy(context, value, found)}.${advice}`,
        fixes: [...renameFix(context, value, meant), ...stubFix(context, value, found)],
      };
    }
  },
);

/** `utils.py.f`: the ending of a file is no part of a module's name. */
function isFileName({ path }: RefValue): boolean {
  return /\.py\.\w+$/.test(path);
}

/** `../utils.f`: no module can be called so, installed or not. */
function isPath({ path }: RefValue): boolean {
  return path.slice(0, path.lastIndexOf('.')).includes('/');
}

function ofPath({ surroundings, text }: CheckContext, ref: RefValue, { error }: MissingFunction): Finding {
  const dot = ref.path.lastIndexOf('.');
  const file = joinPath(dirname(ref.from ?? ref.span.file), `${ref.path.slice(0, dot)}.py`);
  const within = /\/(lm_eval\/tasks\/.+)\.py$/.exec(file)?.[1]?.replaceAll('/', '.');
  const { span } = ref;
  const isThere = within !== undefined && !/[^\w.]/.test(within) && surroundings.workspace.stat(file)?.kind === 'file';
  const meant = isThere ? `${within}.${ref.name}` : undefined;
  const start = span.end - ref.path.length;
  const fixes =
    meant !== undefined && text(span.file).slice(start, span.end) === ref.path
      ? [{ title: say`Write ${meant}`, safe: false, edits: [{ span: { file: span.file, start, end: span.end }, newText: meant }] }]
      : [];
  return {
    span,
    message: say`Building the task raises ${withoutEnd(error.message, '.')}.${meant === undefined ? '' : say` Did you mean ${meant}?`}`,
    fixes,
  };
}

/** What the release around the file raises: older ones open the file of the module themselves (0.4.10 `utils.py`, `import_function`). */
function raisedBy({ file, surroundings }: CheckContext, ref: RefValue, { error }: MissingFunction): string {
  if (!releaseOf(file, surroundings).followsFunctionPaths) return withoutEnd(error.message, '.');
  const module = moduleNameOf(ref);
  if (error.type === 'AttributeError') return `AttributeError: module '${module}' has no attribute '${ref.name}'`;
  return `FileNotFoundError: [Errno 2] No such file or directory: '${joinPath(dirname(ref.from ?? ref.span.file), `${module}.py`)}'`;
}

const key = new CacheKey<RecentMap<string, MissingFunction | 'there'>>('functions of tasks');
const mostKept = 2_000;

/** What is wrong with a function, kept until a module changes: hundreds of tasks name the same one. */
function lookUp({ surroundings }: CheckContext, ref: RefValue): MissingFunction | undefined {
  const known = surroundings.remember(key, () => ({
    value: new RecentMap(mostKept),
    concerns: (changed) => !/\.(?:ya?ml|jsonc?)$/.test(changed),
  }));
  const id = `${dirname(ref.from ?? ref.span.file)}:${ref.path}`;
  const found = known.getOr(id, () => {
    const looked = findFunction(ref, surroundings);
    if (looked.kind === 'missing') return isUnread(ref, surroundings) ? 'there' : looked;
    return looked.kind === 'found' ? 'there' : (afterRunning(ref, surroundings) ?? 'there');
  });
  return found === 'there' ? undefined : found;
}

/** Whether Python does not read the module at all: what it lacks besides is not known, and the syntax is told (module-broken). */
function isUnread(ref: RefValue, { workspace }: Surroundings): boolean {
  const file = moduleBeside(ref);
  const read = workspace.read(file);
  return read.kind === 'text' && parsePython(file, read.text).errors.length > 0;
}

/** A module that makes its names while it runs is run by our own interpreter. */
function afterRunning(ref: RefValue, surroundings: Surroundings): MissingFunction | undefined {
  const folder = dirname(ref.from ?? ref.span.file);
  const beside = moduleBeside(ref);
  if (surroundings.workspace.stat(beside)?.kind !== 'file') return undefined;
  const functions = taskFunctionsOf(ref.from ?? ref.span.file, surroundings);
  functions.startOver();
  try {
    const names = functions.namesWithout(ref);
    if (!names) return undefined;
    const error = new PyError('AttributeError', `Module '${beside}' has no function '${ref.name}' (from YAML in ${folder})`, ref.span);
    return { kind: 'missing', error, certain: true, names };
  } catch (error) {
    if (error instanceof LimitError || error instanceof PyError) return undefined;
    throw error;
  }
}

/** A module that is nowhere, and may be installed: an error where a module beside the file has nearly its name, or the function. */
function moduleFinding(context: CheckContext, ref: RefValue, found: MissingFunction): Finding | undefined {
  const dot = ref.path.lastIndexOf('.');
  const module = ref.path.slice(0, dot);
  const meant = moduleMeant(context, ref, module);
  if (meant === undefined) return undefined;
  const { file, end } = ref.span;
  const span = { file, start: end - ref.path.length, end: end - ref.path.length + module.length };
  const plain = context.text(file).slice(span.start, end) === ref.path;
  return {
    span: ref.span,
    message: say`Building the task raises ${raisedBy(context, ref, found)}. Did you mean ${meant}.${ref.name}?`,
    fixes: plain ? [{ title: say`Write ${meant}.${ref.name}`, safe: false, edits: [{ span, newText: meant }] }] : [],
  };
}

/** A module of a plain name that is not beside the file: one that is installed may be meant, as hardly anyone does. Releases that follow paths look nowhere else. */
function lacksModule(context: CheckContext, ref: RefValue, found: MissingFunction): Finding | undefined {
  const { workspace } = context.surroundings;
  const module = moduleNameOf(ref);
  const folder = dirname(ref.from ?? ref.span.file);
  if (found.certain || workspace.far || !/^[A-Za-z_]\w*$/.test(module) || !workspace.list(folder)) return undefined;
  if (workspace.stat(`${folder}/${module}`) ?? workspace.stat(`${folder}/${module}.py`)) return undefined;
  const raised = raisedBy(context, ref, found);
  if (releaseOf(context.file, context.surroundings).followsFunctionPaths)
    return { span: ref.span, message: say`Building the task raises ${raised}.` };
  return {
    span: ref.span,
    severity: 'warning',
    message: say`There is no ${module}.py in the folder of the task: unless a module of this name is installed, building the task raises ${raised}.`,
  };
}

/** `tasks.utils.f` beside `utils.py`: the folders are looked for below that of the task, where they are not. One that is a package may be installed. */
function packageForFile(context: CheckContext, ref: RefValue, found: MissingFunction): Finding | undefined {
  const { workspace, classes } = context.surroundings;
  const [first = '', ...rest] = moduleNameOf(ref).split('.');
  const last = rest.at(-1);
  const folder = dirname(ref.from ?? ref.span.file);
  if (found.certain || workspace.far || last === undefined || first === 'lm_eval' || isPackage(context, folder, first)) return undefined;
  const kind = classes.findInFile(`${folder}/${last}.py`, ref.name)?.kind;
  if (kind !== 'function' && kind !== 'class') return undefined;
  const start = ref.span.end - ref.path.length;
  const span = { file: ref.span.file, start, end: ref.span.end };
  const meant = `${last}.${ref.name}`;
  const isPlain = context.text(span.file).slice(start, span.end) === ref.path;
  return {
    span: ref.span,
    severity: 'warning',
    message: say`A module is looked for below the folder of the task, and there is no ${moduleNameOf(ref).replaceAll('.', '/')}.py: unless a package ${first} is installed, building the task raises ${raisedBy(context, ref, found)}. Did you mean ${meant}?`,
    fixes: oneEdit(say`Write ${meant}`, false, isPlain ? { span, newText: meant } : undefined),
  };
}

/** Whether a folder of this name, above the task or beside it, is a package of Python. */
function isPackage({ surroundings: { workspace } }: CheckContext, folder: string, name: string): boolean {
  const parts = folder.split('/');
  const above = parts.flatMap((part, at) => (part === name ? [parts.slice(0, at + 1).join('/')] : []));
  return [...above, `${folder}/${name}`].some((path) => workspace.stat(`${path}/__init__.py`)?.kind === 'file');
}

/** The module beside the file that is nearly called so, or that alone has the function. Of a path with folders only its last name is looked at. */
function moduleMeant({ surroundings: { workspace, classes } }: CheckContext, ref: RefValue, module: string): string | undefined {
  const bare = module.replace(/\.py$/, '');
  if (bare !== module && workspace.stat(moduleBeside(ref, bare))?.kind === 'file') return bare;
  const within = module.slice(0, module.lastIndexOf('.') + 1);
  const folder = joinPath(dirname(ref.from ?? ref.span.file), within.replaceAll('.', '/'));
  const there = (workspace.list(folder.replace(/\/$/, '')) ?? [])
    .filter((name) => /^[A-Za-z]\w*\.py$/.test(name))
    .map((name) => name.slice(0, -3));
  const has = (name: string): boolean => {
    const kind = classes.findInFile(`${folder.replace(/\/$/, '')}/${name}.py`, ref.name)?.kind;
    return kind === 'function' || kind === 'class';
  };
  const near = nearest(module.slice(within.length), there);
  if (near !== undefined) return within + near;
  const having = there.filter(has);
  return having.length === 1 ? within + having[0]! : undefined;
}

function renameFix({ text }: CheckContext, ref: RefValue, meant: string | undefined): Fix[] {
  const { file, end } = ref.span;
  const span = { file, start: end - ref.name.length, end };
  if (meant === undefined || text(file).slice(span.start, end) !== ref.name) return [];
  return [{ title: say`Write ${meant}`, safe: false, edits: [{ span, newText: meant }] }];
}

/** Adds the function to the module beside the file, where there is one. */
function stubFix(context: CheckContext, ref: RefValue, found: MissingFunction): Fix[] {
  if (found.error.type !== 'AttributeError' || !/^[A-Za-z_]\w*$/.test(ref.name)) return [];
  const module = ref.path.slice(0, ref.path.lastIndexOf('.'));
  const file = moduleBeside(ref);
  const source = context.text(file);
  if (source === '') return [];
  const end = source.length;
  const stub = `${source.endsWith('\n') ? '' : '\n'}\n\ndef ${ref.name}(${parameters[fieldOf(context, ref)] ?? 'doc'}):\n    raise NotImplementedError\n`;
  const newText = stub.replaceAll('\n', lineBreakOf(source));
  return [{ title: say`Create ${ref.name} in ${module}.py`, safe: false, edits: [{ span: { file, start: end, end }, newText }] }];
}
