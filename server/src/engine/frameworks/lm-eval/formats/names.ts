import { textOf, type DictValue } from '../../../core/value.js';

/** The names by which `task@name` selects one of a task's prompt formats, the default one first; empty where there is nothing to select. */
export function formatNames(config: DictValue): string[] {
  const spec = config.get('formats');
  if (spec?.kind !== 'dict' || spec.entry('type')) return [];
  return [...spec.entries.values()].flatMap(({ key }) => textOf(key) ?? []);
}
