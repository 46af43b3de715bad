import type { Kind } from '../mutation.js';
import type { Field, TaskSource } from '../task-source.js';
import { replacedValue } from './task-keys.js';

/** What stands in tasks of users: functions of Python in templates, and values that are nearly right. */

const templates = ['doc_to_text', 'doc_to_target', 'doc_to_choice'] as const;

/** A change of a column that is printed alone, in a template that is text. */
function printed(id: string, change: (name: string) => string): Kind<TaskSource> {
  return {
    id: `jinja/${id}`,
    sites: (source) =>
      templates.flatMap((name) => {
        const field = source.top(name);
        if (field?.scalar === undefined || field.tag?.startsWith('!')) return [];
        return [...source.textOf(field.valueAt).matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map((match) => {
          const start = field.valueAt.start + match.index;
          return replacedValue(field, `{{${change(match[1]!)}}}`, { start, end: start + match[0].length });
        });
      }),
  };
}

function valueKind(
  id: string,
  where: (source: TaskSource) => readonly (Field | undefined)[],
  change: (field: Field, slip: (word: string) => string) => string | undefined,
): Kind<TaskSource> {
  return {
    id: `value/${id}`,
    sites: (source, slip) =>
      where(source).flatMap((field) => {
        const made = field && change(field, slip);
        return field && made !== undefined ? [replacedValue(field, made)] : [];
      }),
  };
}

export const taskEverydayKinds: readonly Kind<TaskSource>[] = [
  printed('a function of Python', (name) => `len(${name})`),
  printed('a method of another language', (name) => `${name}.lowercase()`),
  valueKind(
    'weight_by_size is a text',
    (source) => source.below('aggregate_metric_list', 'weight_by_size'),
    () => '"False"',
  ),
  valueKind(
    'a single choice',
    (source) => [source.top('doc_to_choice')].filter((field) => (field?.items?.length ?? 0) > 1),
    () => '["A"]',
  ),
  valueKind(
    'slip of a usual split',
    (source) => [source.top('validation_split')],
    (field, slip) => (field.scalar === 'validation' ? slip('validation') : undefined),
  ),
];
