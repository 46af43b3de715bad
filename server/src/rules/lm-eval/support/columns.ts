import { parseTemplate, TemplateFault, usesOf, type Use } from '../../../frameworks/lm-eval/jinja/index.js';
import { rowsOf } from '../../../rows/load-rows.js';
import { columnsOfRows } from '../../../rows/row-table.js';
import type { StrValue } from '../../../value.js';
import type { CheckContext, Fix } from '../../rule.js';
import { nearest } from '../../support/nearest.js';
import type { Task } from './task.js';
import { isPlain, spanWithin } from './template.js';

/**
 * The columns of the documents that a task evaluates, where its dataset is on this machine and its rows are in memory; asking for them starts to read
 * them. Undefined where they are not known.
 */
export function documentColumns(task: Task, context: CheckContext): ReadonlySet<string> | undefined {
  let columns = found.get(context);
  if (columns === undefined) found.set(context, (columns = findColumns(task, context) ?? null));
  return columns ?? undefined;
}

/** Several rules ask for the same columns in one check. */
const found = new WeakMap<CheckContext, ReadonlySet<string> | null>();

function findColumns(task: Task, { config, framework, surroundings }: CheckContext): ReadonlySet<string> | undefined {
  const dataset = config.datasets.find(({ value }) => value === task.config);
  if (!task.whole || !dataset || !surroundings.workspace.huggingFace) return undefined;
  const splits = framework.rows?.({ dataset, model: undefined }, surroundings);
  if (!splits || !('files' in splits.test)) return undefined;
  const state = rowsOf(surroundings, splits.test.files);
  const rows = state.kind === 'ready' ? state.table.first : [];
  return rows.length > 0 ? new Set(columnsOfRows(rows)) : undefined;
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
export function renameVariable({ text }: CheckContext, value: StrValue, { name, start, end }: Use, columns: Iterable<string>): { readonly meant: string | undefined; readonly fixes: readonly Fix[] } {
  const meant = nearest(name, columns);
  const span = spanWithin(value, start, end);
  if (meant === undefined || text(span.file).slice(span.start, span.end) !== name) return { meant, fixes: [] };
  return { meant, fixes: [{ title: `Write ${meant}`, safe: false, edits: [{ span, newText: meant }] }] };
}
