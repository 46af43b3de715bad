import { baseName, type FileId } from '../../../../core/span.js';
import type { DictValue } from '../../../../core/value.js';
import { hasWord } from '../../../../core/word-places.js';
import type { CheckContext } from '../../../face/rule.js';

/** Whether a file is what others include, and has a name that nobody asks for: a task that lacks its question or its answer. */
export function isNamedBase(task: DictValue, context: CheckContext): boolean {
  if (task.entry('use_prompt') ?? task.entry('formats')) return false;
  return ['doc_to_text', 'doc_to_target'].some((key) => !task.entry(key)) && isIncluded(context);
}

/** Whether a file of the same folder, or of one below it, includes this one. */
export function isIncluded({ file, surroundings: { workspace } }: CheckContext): boolean {
  const name = baseName(file);
  const folder = file.slice(0, file.lastIndexOf('/'));
  const includes = (other: FileId): boolean => {
    const read = other !== file && /\.ya?ml$/.test(other) ? workspace.read(other) : undefined;
    return read?.kind === 'text' && /^include\b/m.test(read.text) && hasWord(read.text, name, /[\w.-]/);
  };
  const names = workspace.list(folder) ?? [];
  if (names.some((other) => includes(`${folder}/${other}`))) return true;
  return names.some(
    (below) =>
      !below.includes('.') && (workspace.list(`${folder}/${below}`) ?? []).some((other) => includes(`${folder}/${below}/${other}`)),
  );
}
