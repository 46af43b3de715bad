import { columnsOfRows } from '../../../../rows/row-table.js';
import type { DictValue, StrValue, Value } from '../../../../core/value.js';
import type { Task } from './task.js';

/**
 * The values that the samples of a task have under a column; undefined where not all have it, or there are none. A text of doc_to_ fields is taken
 * for a column where the evaluated documents have it, which samples are expected to look like.
 */
export function sampleColumn(task: Task, name: string): readonly Value[] | undefined {
  const values = task.samples?.map((row) => row.get(name));
  return values?.every((value) => value !== undefined) ? values : undefined;
}

/** The samples that prompts show: with the sampler first_n as many as are asked for, else any of them. Undefined where there are none, or a split wins. */
export function usedSamples(task: Task): readonly DictValue[] | undefined {
  const { samples } = task;
  if (!samples || !task.usesSamples) return undefined;
  const sampler = task.fewshot?.get('sampler');
  const first = sampler?.kind === 'str' && sampler.text === 'first_n' && task.hasShots;
  return first ? samples.slice(0, task.shots) : samples;
}

/** The templates that examples are written with, those that they take from the task included. */
export function exampleTemplates(task: Task): { readonly key: string; readonly value: StrValue }[] {
  if (task.given('use_prompt')) return [];
  return ['doc_to_text', 'doc_to_target', 'doc_to_choice', 'gen_prefix'].flatMap((key) => {
    const value = task.fewshotEntry(key)?.value;
    return value?.kind === 'str' ? [{ key, value }] : [];
  });
}

/** Every column that one of some rows has. */
export function columnsOfSamples(rows: readonly DictValue[]): ReadonlySet<string> {
  return new Set(columnsOfRows(rows));
}
