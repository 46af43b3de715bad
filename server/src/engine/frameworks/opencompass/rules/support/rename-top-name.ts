import { dirname } from '../../../../core/paths.js';
import { say } from '../../../../core/say.js';
import type { DictEntry } from '../../../../core/value.js';
import { lineBreakOf } from '../../../../edit/language.js';
import { renameName } from '../../../../checks/support/rename-name.js';
import type { CheckContext, Fix } from '../../../face/rule.js';

/**
 * Gives a variable of the document another name, wherever it stands; none where the entry is not written as that name. Where a file beside it asks for the name, that one stays, and
 * the other is defined as well.
 */
export function renameTopName(context: CheckContext, { keySpan }: DictEntry, from: string, to: string): Fix[] {
  const { text, file } = context;
  const source = text(keySpan.file);
  if (source.slice(keySpan.start, keySpan.end) !== from) return [];
  if (isAskedForBeside(context, from)) return [alsoAs(source, keySpan.file, from, to)];
  return [{ title: say`Rename to ${to}`, safe: false, edits: renameName(source, file, from, to) }];
}

function alsoAs(source: string, file: string, from: string, to: string): Fix {
  const lineBreak = lineBreakOf(source);
  const end = { file, start: source.length, end: source.length };
  const newText = `${source === '' || source.endsWith('\n') ? '' : lineBreak}${to} = ${from}${lineBreak}`;
  return { title: say`Define ${to} as well`, safe: false, edits: [{ span: end, newText }] };
}

/** Whether another file of the folder imports a name, as far as its text tells. */
function isAskedForBeside({ file, surroundings: { workspace } }: CheckContext, name: string): boolean {
  const folder = dirname(file);
  return (workspace.list(folder) ?? []).some((other) => {
    const path = `${folder}/${other}`;
    const read = path !== file && other.endsWith('.py') ? workspace.read(path) : undefined;
    return read?.kind === 'text' && /^[ \t]*from\s.*\bimport\b/m.test(read.text) && hasWord(read.text, name);
  });
}

function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!/\w/.test(text[at - 1] ?? '') && !/\w/.test(text[at + word.length] ?? '')) return true;
  return false;
}
