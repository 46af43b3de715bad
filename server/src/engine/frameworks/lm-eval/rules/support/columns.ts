import { typedRowsAround } from '../../../../data/load/typed-rows.js';
import { parseTemplate, TemplateFault, usesOf, type Use } from '../../../../jinja/index.js';
import { rowsOf } from '../../../../rows/load-rows.js';
import { rowFileOf } from '../../../../rows/row-file.js';
import { columnsOfRows } from '../../../../rows/row-table.js';
import type { DictValue, StrValue, Value } from '../../../../core/value.js';
import type { CheckContext, Fix } from '../../../face/rule.js';
import { nearest } from '../../../../checks/support/nearest.js';
import { templateFields } from './template-fields.js';
import { usedSamples } from './samples.js';
import type { Task } from './task.js';
import { isPlain, spanWithin } from './template.js';
import { say } from '../../../../core/say.js';

/**
 * The first documents that a task evaluates, where its dataset is on this machine and its rows are in memory; asking for them starts to read them.
 * Undefined where they are not known.
 */
function documentRows(task: Task, context: CheckContext): readonly DictValue[] | undefined {
  let rows = found.get(context);
  if (rows === undefined) found.set(context, (rows = findRows(task, context) ?? null));
  return rows ?? undefined;
}

/** Several rules ask for the same rows in one check. */
const found = new WeakMap<CheckContext, readonly DictValue[] | null>();

function findRows(task: Task, { config, framework, surroundings }: CheckContext): readonly DictValue[] | undefined {
  const dataset = config.datasets.find(({ value }) => value === task.config);
  const splits = task.whole && dataset ? framework.rows?.({ dataset, model: undefined }, surroundings) : undefined;
  if (!splits || !('files' in splits.test)) return undefined;
  const state = rowsOf(surroundings, splits.test.files, 0, typedRowsAround(config.evaluation.file, surroundings));
  return state.kind === 'ready' && state.table.first.length > 0 ? state.table.first : undefined;
}

/** The columns of the documents that a task evaluates; undefined where they are not known. */
export function documentColumns(task: Task, context: CheckContext): ReadonlySet<string> | undefined {
  const rows = documentRows(task, context);
  return rows && new Set(columnsOfRows(rows));
}

/**
 * The columns of the row file, where it is probably the task's: the setting that names it holds for all tasks, so it counts where it has more than
 * half of the columns that the templates use, misspelt ones included. Its rows may still be others than the documents. Undefined while it is being
 * read, and where a function makes other rows of what is read.
 */
export function rowFileColumns(task: Task, { config, surroundings }: CheckContext): ReadonlySet<string> | undefined {
  const file = rowFileOf(surroundings);
  if (file === undefined || !task.whole || !['process_docs', 'custom_dataset'].every((key) => task.lacks(key))) return undefined;
  const state = rowsOf(surroundings, [file], 0, typedRowsAround(config.evaluation.file, surroundings));
  if (state.kind !== 'ready' || state.table.first.length === 0) return undefined;
  const columns = new Set(columnsOfRows(state.table.first));
  const used = new Set(templateFields(task).flatMap(({ value }) => usesIn(value.text).map(({ name }) => name)));
  const there = [...used].filter((name) => nearest(name, columns) !== undefined);
  return there.length > used.size / 2 ? columns : undefined;
}

/** What the samples of a task, else its documents, hold under a column; undefined where not all have it, or they are not known. */
export function columnValues(task: Task, context: CheckContext, name: string): readonly Value[] | undefined {
  const rows = usedSamples(task) ?? documentRows(task, context);
  const values = rows?.map((row) => row.get(name));
  return values?.every((value) => value !== undefined) ? values : undefined;
}

/** The variables of a template; none for a text without Jinja, and for one that cannot be read. */
export function usesIn(text: string): readonly Use[] {
  if (isPlain(text)) return [];
  try {
    return usesOf(parseTemplate(text));
  } catch (error) {
    if (error instanceof TemplateFault) return [];
    throw error;
  }
}

/** Writes the column that was probably meant in place of a variable. */
export function renameVariable(
  { text }: CheckContext,
  value: StrValue,
  { name, start, end }: Use,
  columns: Iterable<string>,
): { readonly meant: string | undefined; readonly fixes: readonly Fix[] } {
  const meant = nearest(name, columns);
  const span = spanWithin(value, start, end);
  if (meant === undefined || text(span.file).slice(span.start, span.end) !== name) return { meant, fixes: [] };
  return { meant, fixes: [{ title: say`Write ${meant}`, safe: false, edits: [{ span, newText: meant }] }] };
}
