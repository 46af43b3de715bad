import type { Value } from '../../../value.js';
import type { Task } from './task.js';

/**
 * The values that the samples of a task have under a column; undefined where not all have it, or there are none. A text of doc_to_ fields is taken
 * for a column where the evaluated documents have it, which samples are expected to look like.
 */
export function sampleColumn(task: Task, name: string): readonly Value[] | undefined {
  const values = task.samples?.map((row) => row.get(name));
  return values?.every((value) => value !== undefined) ? values : undefined;
}
