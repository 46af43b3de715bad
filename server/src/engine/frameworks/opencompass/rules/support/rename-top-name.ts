import type { DictEntry } from '../../../../core/value.js';
import { renameName } from '../../../../checks/support/rename-name.js';
import { say } from '../../../../core/say.js';
import type { CheckContext, Fix } from '../../../face/rule.js';

/** Gives a variable of the document another name, wherever it stands; none where the entry is not written as that name. */
export function renameTopName({ text, file }: CheckContext, { keySpan }: DictEntry, from: string, to: string): Fix[] {
  const source = text(keySpan.file);
  if (source.slice(keySpan.start, keySpan.end) !== from) return [];
  return [{ title: say`Rename to ${to}`, safe: false, edits: renameName(source, file, from, to) }];
}
