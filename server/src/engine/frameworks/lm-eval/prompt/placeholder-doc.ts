import { PyError } from '../../../core/errors.js';
import { nowhere } from '../../../core/span.js';
import { DictValue, nameKey, type RefValue, type Value } from '../../../core/value.js';
import { columnPlaceholder, moreColumns } from '../../../python/runtime/placeholder.js';
import type { TaskFunctions } from '../functions/task-functions.js';
import { placeholderRow } from './placeholder-row.js';
import type { TaskRequest } from './task-prompt.js';

/** More columns than any function reads. */
const mostColumns = 100;

const functionFields = ['doc_to_text', 'doc_to_target', 'doc_to_choice'] as const;

/**
 * A row made up for a task: the columns that its templates use, and those that its functions are seen to read. Where `process_docs` can be followed on such a
 * row, it is what that makes of it. A column that code uses as anything but a text makes its function raise: what it would give stays out.
 */
export function placeholderDoc(config: DictValue, functions: TaskFunctions | undefined): Pick<TaskRequest, 'doc' | 'processed'> {
  const templates = placeholderRow(config);
  if (!functions) return { doc: templates };
  functions.startOver();
  const made = processed(config, functions);
  // What came to nothing takes no part of the work from the fields.
  if (!made) functions.startOver();
  const doc = made ?? new DictValue(nowhere);
  for (const { key, value } of templates.entries.values()) if (key.kind === 'str' && !doc.entry(key.text)) doc.set(key.text, value);
  doc.set(moreColumns, columnPlaceholder(moreColumns, nowhere));
  // An example is such a row, too, and may have functions of its own.
  const examples = config.get('fewshot_config');
  for (const part of examples?.kind === 'dict' ? [config, examples] : [config])
    for (const field of functionFields) {
      const f = part.get(field);
      if (isFunction(f)) withColumns(doc, () => functions.onRow(f, doc));
    }
  doc.entries.delete(nameKey(moreColumns));
  return { doc, processed: made !== undefined };
}

function processed(config: DictValue, functions: TaskFunctions): DictValue | undefined {
  const f = config.get('process_docs');
  if (!isFunction(f)) return undefined;
  const row = new DictValue(nowhere);
  // A split without any column has no rows.
  row.set(moreColumns, columnPlaceholder(moreColumns, nowhere));
  const made = withColumns(row, () => functions.onRows(f, [row]));
  const [first] = Array.isArray(made) ? (made as readonly Value[]) : [];
  if (first?.kind !== 'dict') return undefined;
  first.entries.delete(nameKey(moreColumns));
  return first;
}

function isFunction(field: Value | undefined): field is RefValue {
  return field?.kind === 'ref' && field.refKind === 'function';
}

/** Does some work on a row, again and again with the column that it missed; undefined where it raises something else. */
function withColumns<T>(row: DictValue, work: () => T): T | undefined {
  for (let added = 0; added < mostColumns; added++) {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof PyError)) throw error;
      const name = error.type === 'KeyError' ? /^'([^'\\]+)'$/.exec(error.text)?.[1] : undefined;
      if (name === undefined || row.entry(name)) return undefined;
      row.set(name, columnPlaceholder(name, nowhere));
    }
  }
  return undefined;
}
