import { nearest } from '../../../checks/support/nearest.js';
import type { NamedDocument, NameRequest } from '../../face/command-line.js';
import { selectionOf } from '../formats/index.js';
import type { TaskIndex } from './task-index.js';
import { taskIndexOf } from './task-indexes.js';

/** The task, group or tag of a name, `task@format` included, as `--tasks` takes it. */
export function findTask(word: string, { directory, surroundings, shown }: NameRequest): NamedDocument {
  const index = taskIndexOf(`${directory}/task.yaml`, surroundings);
  const selection = index.entry(word) ? undefined : selectionOf(word);
  const name = selection === undefined ? word : word.slice(0, -selection.length - 1);
  const entry = index.entry(name);
  if (!entry) return { refused: notFound(index, name, shown) };
  if (entry.kind === 'TAG')
    return { file: `${directory}/command-line.yaml`, text: groupOf(name, [...entry.tagged].sort()), format: selection };
  return { file: entry.file!, format: selection };
}

function notFound(index: TaskIndex, name: string, shown: NameRequest['shown']): string {
  const similar = nearest(name, [...index.entries.keys()]);
  const hint = similar === undefined ? '' : ` Did you mean ${similar}?`;
  return `There is no file ${name}, and no task or group of that name in ${index.roots.map(shown).join(', ')}.${hint}`;
}

/** A group of the tasks that have a tag: a run builds them as it does those of a group. */
function groupOf(tag: string, tasks: readonly string[]): string {
  return `group: ${JSON.stringify(tag)}\ntask:\n${tasks.map((task) => `- ${JSON.stringify(task)}\n`).join('')}`;
}
