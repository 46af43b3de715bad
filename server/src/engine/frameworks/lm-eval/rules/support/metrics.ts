import type { DictValue } from '../../../../core/value.js';
import type { Task } from './task.js';

/** The metrics of a task that are written as dicts. */
export function metricsOf(task: Task): readonly DictValue[] {
  const list = task.config.get('metric_list');
  return list?.kind === 'list' ? list.items.filter((item): item is DictValue => item.kind === 'dict') : [];
}
