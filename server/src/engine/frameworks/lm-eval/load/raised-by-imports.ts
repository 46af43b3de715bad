import { PyError } from '../../../core/errors.js';
import { dirname } from '../../../core/paths.js';
import { say } from '../../../core/say.js';
import type { DictValue, RefValue, Value } from '../../../core/value.js';
import { moduleBeside, moduleNameOf } from '../values/function-module.js';
import type { HarnessRelease } from '../releases/harness-release.js';
import type { TaskFunctions } from '../functions/task-functions.js';

/** What keeps a run from loading a task's file: what is raised, or a sentence about what may be. */
export type ImportFailure = { readonly raises: PyError } | { readonly doubt: string };

/**
 * What stops a run because of a function that the task's file names, whatever that is for: all of them are imported as the file is loaded (lm-evaluation-harness
 * 0.4.13 `tasks/_yaml_loader.py`, `_import_func_in_yml`).
 * @returns undefined where nothing is known to stop it
 */
export function raisedByImports(task: DictValue, functions: TaskFunctions, release: HarnessRelease): ImportFailure | undefined {
  functions.startOver();
  let doubtful: ImportFailure | undefined;
  for (const ref of functionsIn(task)) {
    const failure = failureOf(ref, functions, release);
    if (failure && 'raises' in failure) return failure;
    doubtful ??= failure;
  }
  return doubtful;
}

function failureOf(ref: RefValue, functions: TaskFunctions, release: HarnessRelease): ImportFailure | undefined {
  const { followsFunctionPaths } = release;
  const module = moduleNameOf(ref);
  const from = `(from YAML in ${dirname(ref.from ?? ref.span.file)})`;
  if (module.includes('/')) {
    if (followsFunctionPaths) return undefined;
    return { raises: new PyError('ImportError', `Cannot import module '${module}' for function '${ref.name}' ${from}`, ref.span) };
  }
  const raised = functions.importing(ref, release);
  if (raised === 'absent') return { doubt: say`The module ${module} is not within reach: where it cannot be imported, a run stops.` };
  if (!raised) return undefined;
  const { type, text } = raised;
  // What a module reads may be where a run is started.
  if (type === 'FileNotFoundError') return { doubt: say`Importing ${ref.path} raises ${type}: ${text}` };
  const lacks = !followsFunctionPaths && type === 'AttributeError' && text.endsWith(` has no attribute '${ref.name}'`);
  return { raises: lacks ? new PyError(type, `Module '${moduleBeside(ref)}' has no function '${ref.name}' ${from}`, ref.span) : raised };
}

/** Every `!function` of a task, each once. */
function functionsIn(task: DictValue): Iterable<RefValue> {
  const found = new Map<string, RefValue>();
  const waiting: Value[] = [task];
  const seen = new Set<Value>();
  for (let value = waiting.pop(); value; value = waiting.pop()) {
    if (seen.has(value)) continue;
    seen.add(value);
    if (value.kind === 'ref' && value.refKind === 'function') found.set(`${dirname(value.from ?? value.span.file)}:${value.path}`, value);
    if (value.kind === 'list') for (const item of value.items) waiting.push(item);
    if (value.kind === 'dict') for (const entry of value.entries.values()) waiting.push(entry.value);
  }
  return found.values();
}
