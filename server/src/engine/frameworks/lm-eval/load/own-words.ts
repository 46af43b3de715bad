import { hasWord } from '../../../core/word-places.js';
import type { FileId } from '../../../core/span.js';
import { packageFolder, type Workspace } from '../../../core/workspace.js';

/**
 * Whether a Python file of the harness within reach has a word, as it has where a class or function of a later or extended harness takes an argument of that
 * name. False where no harness is within reach.
 * @param folder below `lm_eval/`: its files are looked at
 */
export function isMentioned(file: FileId, workspace: Workspace, folder: string, word: string): boolean {
  const root = packageFolder(workspace, 'lm_eval', file);
  const names = root === undefined ? [] : (workspace.list(`${root}/${folder}`) ?? []);
  return names.some((name) => name.endsWith('.py') && isMentionedIn(file, workspace, `${folder}/${name}`, word));
}

/** The same of one file. @param module its path below `lm_eval/` */
export function isMentionedIn(file: FileId, workspace: Workspace, module: string, word: string): boolean {
  const root = packageFolder(workspace, 'lm_eval', file);
  if (root === undefined || !/^\w+$/.test(word)) return false;
  const read = workspace.read(`${root}/${module}`);
  return read.kind === 'text' && hasWord(read.text, word, /\w/);
}
