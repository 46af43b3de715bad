import { isNameSlip } from '../../../../checks/support/slip.js';
import { textOf, type RefValue } from '../../../../core/value.js';
import type { Workspace } from '../../../../core/workspace.js';
import type { CheckContext } from '../../../face/rule.js';
import { findFunction } from '../../load/function.js';
import { moduleBeside, moduleNameOf } from '../../values/function-module.js';
import { commonColumns, knownColumns } from '../../values/known-columns.js';
import { usesIn } from './columns.js';
import { templateFields } from './template-fields.js';
import { namesAround, type NamesAround } from './names-around.js';
import { columnsOfSamples } from './samples.js';
import type { Task } from './task.js';
import { isOfRow, witnessesOf, type Witnesses } from './column-witnesses.js';
import { hasStyle, isOtherCase } from './other-case.js';
import { isPlain, looksLikeColumn } from './template.js';

/** What speaks against a name that no row is at hand for. */
export interface Doubt {
  /** The column that was probably meant; that is always known where `dataset` is not. */
  readonly meant: string | undefined;
  /** Of a well-known dataset, whose columns are all known: its name. */
  readonly dataset: string | undefined;
}

const doubts = new WeakMap<CheckContext, Map<Task, (name: string) => Doubt | undefined>>();

/**
 * What speaks against a name being a column, where the rows of a task are out of reach: that it is nearly a name which the task uses elsewhere, the tasks or modules
 * around it use or very many datasets have, and that nothing but this place has it; or that the dataset is well known and has other columns. Undefined where
 * nothing does.
 */
export function doubtOf(task: Task, context: CheckContext, name: string): Doubt | undefined {
  let ofTasks = doubts.get(context);
  if (!ofTasks) doubts.set(context, (ofTasks = new Map()));
  let ofTask = ofTasks.get(task);
  if (!ofTask) ofTasks.set(task, (ofTask = makeDoubt(task, context)));
  return ofTask(name);
}

function makeDoubt(task: Task, context: CheckContext): (name: string) => Doubt | undefined {
  const used = usesOfTask(task);
  const samples = task.samples ? columnsOfSamples(task.samples) : new Set<string>();
  const path = textOf(task.config.get('dataset_path')) ?? '';
  const dataset = knownColumns(path, textOf(task.config.get('dataset_name')));
  const isWhole = dataset && task.lacks('process_docs') && task.lacks('custom_dataset') && loadsAsItIs(task);
  const known = new Set([...commonColumns, ...(dataset ?? []), ...samples]);
  if (!functionsAreThere(task, context)) return () => undefined;
  let around: ReturnType<typeof namesAround> | undefined;
  let witnesses: Witnesses | undefined;
  return (name) => {
    around ??= namesAround(context);
    const usual =
      usualName(around, used, name) ??
      (around.has(name) || used.get(name) !== 1 ? undefined : (witnesses ??= witnessesOf(task, context, around)).nameFor(name));
    if (usual !== undefined && !dataset?.has(name) && !samples.has(name)) return { meant: usual, dataset: undefined };
    if (known.has(name) || (used.get(name) ?? 0) > 1)
      return isWhole && !dataset.has(name) && !samples.has(name) ? { meant: freeColumn(dataset, used, name), dataset: path } : undefined;
    if (around.has(name)) return undefined;
    // Of two names that are used once either may be the slip.
    const near = [...[...used].flatMap(([one, times]) => (times > 1 ? [one] : [])), ...samples, ...around.columns(), ...(dataset ?? [])];
    const meant =
      near.find((one) => isNameSlip(name, one, 'none')) ??
      near.find((one) => one.length > 2 && isOtherCase(name, one) && !hasStyle(used.keys(), name)) ??
      commonColumns.find((one) => isNameSlip(name, one, 'none'));
    if (meant !== undefined) return { meant, dataset: undefined };
    return isWhole && !dataset.has(name) ? { meant: freeColumn(dataset, used, name), dataset: path } : undefined;
  };
}

/** Whether no argument of loading makes other columns. */
function loadsAsItIs(task: Task): boolean {
  const kwargs = task.config.get('dataset_kwargs');
  if (kwargs?.kind !== 'dict') return task.lacks('dataset_kwargs');
  return [...kwargs.entries.values()].every(({ key }) => ['trust_remote_code', 'streaming', 'num_proc'].includes(textOf(key) ?? ''));
}

/** The column of a well-known dataset that a name is nearly, and that the task does not use. */
function freeColumn(dataset: ReadonlySet<string>, used: ReadonlyMap<string, number>, name: string): string | undefined {
  const free = [...dataset].filter((one) => !used.has(one));
  return free.find((one) => isNameSlip(name, one, 'some')) ?? free.find((one) => isOfRow(name, one, used.keys()));
}

/** Whether the modules of the functions that make rows are at hand: what they mention may be a column. A module beside the task is read as it is, whatever it makes the function of. */
function functionsAreThere(task: Task, { surroundings }: CheckContext): boolean {
  return ['process_docs', 'custom_dataset'].every((key) => {
    const value = task.config.get(key);
    return value?.kind !== 'ref' || isBeside(value, surroundings.workspace) || findFunction(value, surroundings).kind === 'found';
  });
}

/** Whether the module lies in the folder of the file that names it, whose modules are all read for names. */
function isBeside(ref: RefValue, workspace: Workspace): boolean {
  return /^\w+$/.test(moduleNameOf(ref)) && workspace.stat(moduleBeside(ref)) !== undefined;
}

/** A name that nearly all tasks around this one use, and it does not, where another that none of them has is nearly the same: a plural, another case. */
function usualName(around: NamesAround, used: ReadonlyMap<string, number>, name: string): string | undefined {
  if (around.has(name)) return undefined;
  return around.usual().find((one) => !used.has(one) && isNameSlip(name, one, 'some'));
}

/** How often the templates of a task use each name. */
function usesOfTask(task: Task): ReadonlyMap<string, number> {
  const used = new Map<string, number>();
  const add = (name: string): void => void used.set(name, (used.get(name) ?? 0) + 1);
  for (const { key, value } of templateFields(task)) {
    for (const { name } of usesIn(value.text)) add(name);
    if (key.startsWith('doc_to_') && isPlain(value.text) && looksLikeColumn(value.text)) add(value.text);
  }
  const query = textOf(task.config.get('doc_to_decontamination_query'));
  if (query !== undefined && looksLikeColumn(query)) add(query);
  return used;
}
