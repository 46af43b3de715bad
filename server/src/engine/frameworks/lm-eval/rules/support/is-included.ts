import { dirname } from '../../../../core/paths.js';
import { baseName, type FileId } from '../../../../core/span.js';
import type { DictValue } from '../../../../core/value.js';
import type { Workspace } from '../../../../core/workspace.js';
import { hasWord } from '../../../../core/word-places.js';
import type { CheckContext } from '../../../face/rule.js';

const needed = ['doc_to_text', 'doc_to_target'];

/** Whether a file is a base with a name that nobody asks for: a task that lacks its question or its answer, which others give that include it. */
export function isNamedBase(task: DictValue, context: CheckContext): boolean {
  if (task.entry('use_prompt') ?? task.entry('formats')) return false;
  const lacking = needed.filter((key) => !task.entry(key));
  if (lacking.length === 0) return false;
  for (const text of includers(context)) if (lacking.every((key) => new RegExp(`^${key}[ \\t]*:`, 'm').test(text))) return true;
  return false;
}

/** Whether a file of the same folder, or of one below it, includes this one. */
export function isIncluded(context: CheckContext): boolean {
  return !includers(context).next().done;
}

/** The texts of the files that include this one: of the same folder, and of those below it. */
function* includers({ file, surroundings: { workspace } }: CheckContext): Generator<string> {
  const name = baseName(file);
  for (const other of filesAround(dirname(file), workspace)) {
    const read = other !== file && /\.ya?ml$/.test(other) ? workspace.read(other) : undefined;
    if (read?.kind === 'text' && /^include\b/m.test(read.text) && hasWord(read.text, name, /[\w.-]/)) yield read.text;
  }
}

function* filesAround(folder: FileId, workspace: Workspace): Generator<FileId> {
  const names = workspace.list(folder) ?? [];
  for (const name of names) yield `${folder}/${name}`;
  for (const below of names)
    if (!below.includes('.')) for (const name of workspace.list(`${folder}/${below}`) ?? []) yield `${folder}/${below}/${name}`;
}
