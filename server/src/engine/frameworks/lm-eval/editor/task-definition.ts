import type { Document } from '../../../core/document.js';
import { folderFrom } from '../../../core/folder-from.js';
import type { ReadConfig, Surroundings } from '../../face/behaviour.js';
import { selectionOf } from '../formats/index.js';
import type { TaskIndex } from '../load/task-index.js';
import { readyTaskIndexIn, readyTaskIndexOf } from '../load/task-indexes.js';
import type { FileId, Span } from '../../../core/span.js';
import type { Definition } from '../../face/editor.js';
import { includePathsIn, taskNamedAt } from './named-in-run.js';
import { functionPlaces, memberNameAt, tagAt } from './places-in-text.js';

/** A tag may be that of thousands of tasks: to so many it leads. */
const mostTasks = 200;

/** The function of a `!function`, or where the file of a member of a group names it; of a tag the tasks that have it. */
export function definitionInTask(read: ReadConfig, offset: number): Definition[] {
  const [place] = functionPlaces(read, offset);
  if (place) return [{ origin: place.ref.span, target: place.found.span }];
  const name = tagAt(read, offset)?.name ?? memberNameAt(read, offset);
  return name ? definitionsOfName(name.text, name.span, readyTaskIndexOf(name.span.file, read.surroundings), read.surroundings) : [];
}

/** Where the name is defined that a document which is no task gives to what a run evaluates: `--tasks a,b`, `tasks: [a, b]`. */
export function definitionInRun(document: Document, offset: number, surroundings: Surroundings): Definition[] {
  const named = taskNamedAt(document, offset);
  return named ? definitionOfNamed(named.span, named.name, includePathsIn(document), surroundings) : [];
}

/**
 * Where a name is defined that a run is given, `task@format` included. Tasks of the folders that it is told of (`--include_path`) win, as they do in the harness.
 * @param folders as they are written
 */
export function definitionOfNamed(name: Span, text: string, folders: readonly string[], surroundings: Surroundings): Definition[] {
  const { file, start } = name;
  const selection = selectionOf(text);
  const task = selection === undefined ? text : text.slice(0, -selection.length - 1);
  const origin = selection === undefined ? name : { file, start, end: start + task.length };
  const roots = folders.flatMap((path) => folderFrom(file, path, surroundings.workspace) ?? []);
  const included = roots.length > 0 ? readyTaskIndexIn(roots, surroundings) : undefined;
  const found = definitionsOfName(task, origin, included, surroundings);
  return found.length > 0 ? found : definitionsOfName(task, origin, readyTaskIndexOf(file, surroundings), surroundings);
}

/** Where the files of what is called so name it; of a tag those of the tasks that have it. */
export function definitionsOfName(name: string, origin: Span, index: TaskIndex | undefined, surroundings: Surroundings): Definition[] {
  const entry = index?.entry(name);
  if (!entry) return [];
  const tasks = entry.kind === 'TAG' ? [...entry.tagged].sort().slice(0, mostTasks) : [entry.name];
  return tasks.flatMap((task) => {
    const file = index!.entry(task)?.file;
    return file === undefined ? [] : [{ origin, target: nameIn(file, task, surroundings) }];
  });
}

/** The name behind `task` or `group`; the start of the file where it is not written so. */
function nameIn(file: FileId, name: string, { workspace }: Surroundings): Span {
  const read = workspace.read(file);
  const text = read.kind === 'text' ? read.text : '';
  for (const { index, 0: key, 1: value } of text.matchAll(/^["']?(?:task|group)["']?[ \t]*:[ \t]*["']?([^\s"'#]+)/gm))
    if (value === name) return { file, start: index + key.length - name.length, end: index + key.length };
  return { file, start: 0, end: 0 };
}
