import type { ReadConfig } from '../../face/behaviour.js';
import { readyTaskIndexOf } from '../load/task-indexes.js';
import type { FileId, Span } from '../../../core/span.js';
import type { Definition } from '../../face/editor.js';
import { functionPlaces, memberNameAt } from './places-in-text.js';

/** A tag may be that of thousands of tasks: to so many it leads. */
const mostTasks = 200;

/** The function of a `!function`, or where the file of a member of a group names it; of a tag the tasks that have it. */
export function definitionInTask(read: ReadConfig, offset: number): Definition[] {
  const [place] = functionPlaces(read, offset);
  if (place) return [{ origin: place.ref.span, target: place.found.span }];
  const name = memberNameAt(read, offset);
  const index = name && readyTaskIndexOf(name.span.file, read.surroundings);
  const entry = index?.entry(name!.text);
  if (!entry) return [];
  const tasks = entry.kind === 'TAG' ? [...entry.tagged].sort().slice(0, mostTasks) : [entry.name];
  return tasks.flatMap((task) => {
    const file = index!.entry(task)?.file;
    return file === undefined ? [] : [{ origin: name!.span, target: nameIn(file, task, read) }];
  });
}

/** The name behind `task` or `group`; the start of the file where it is not written so. */
function nameIn(file: FileId, name: string, { surroundings }: ReadConfig): Span {
  const read = surroundings.workspace.read(file);
  const text = read.kind === 'text' ? read.text : '';
  for (const { index, 0: key, 1: value } of text.matchAll(/^["']?(?:task|group)["']?[ \t]*:[ \t]*["']?([^\s"'#]+)/gm))
    if (value === name) return { file, start: index + key.length - name.length, end: index + key.length };
  return { file, start: 0, end: 0 };
}
