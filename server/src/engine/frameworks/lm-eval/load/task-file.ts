import type { DictValue } from '../../../core/value.js';

/** What the harness makes of a YAML file. */
export type TaskFileKind = 'TASK' | 'GROUP' | 'PY_TASK' | 'UNKNOWN';

/**
 * What a loaded file is to the harness, by the keys that it has or inherits, whatever their values (lm-evaluation-harness 0.4.13
 * `tasks/_index.py`, `TaskIndex._kind_of`). `UNKNOWN` is left out of the index.
 */
export function kindOf(value: DictValue): TaskFileKind {
  if (value.entry('class')) return 'PY_TASK';
  if (value.entry('group')) return 'GROUP';
  return value.entry('task') ? 'TASK' : 'UNKNOWN';
}
