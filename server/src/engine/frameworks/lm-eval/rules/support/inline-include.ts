import { lineBreakOf } from '../../../../edit/language.js';
import { joinPath } from '../../../../core/paths.js';
import { dirname } from '../../../../core/paths.js';
import { say } from '../../../../core/say.js';
import type { Span } from '../../../../core/span.js';
import type { CheckContext, Fix } from '../../../face/rule.js';
import type { TextEdit } from '../../../../core/text-edit.js';

/** A key at the begin of a line, which in a task file is one of the task. */
const topLevelKey = /^([A-Za-z_]\w*)[ \t]*:/gm;
const includeLine = /^include[ \t]*:[ \t]*[^\s[#].*(?:\n|$)/m;

/**
 * A fix that writes what an included file says itself into the document, in place of its item in a list of includes. None where that file says
 * something that the document says too, includes several files or functions of another folder, or where the list is written in an unusual way.
 * @param item the item's span in the document
 */
export function inlineIncludeFix({ file, text }: Pick<CheckContext, 'file' | 'text'>, item: Span): Fix[] {
  if (item.file !== file) return [];
  const source = text(file);
  const name = source.slice(item.start, item.end).replace(/^(['"])(.*)\1$/, '$2');
  const target = joinPath(dirname(file), name);
  const removal = removeItem(source, item);
  if (!removal || !includeLine.test(text(target))) return [];
  const own = text(target).replace(includeLine, '').trim();
  if (keysOf(own).some((key) => keysOf(source).includes(key)) || /^(?:---|%|\t| )/m.test(own.split('\n', 1)[0]!)) return [];
  if (own.includes('!function') && dirname(target) !== dirname(file)) return [];
  const end = source.trimEnd().length;
  const appended = { span: { file, start: end, end }, newText: own === '' ? '' : lineBreakOf(source) + own };
  return [{ title: say`Write what ${name} says here in place of including it`, safe: false, edits: [removal, appended] }];
}

function keysOf(text: string): string[] {
  return [...text.matchAll(topLevelKey)].map(([, key]) => key!);
}

/** Takes an item out of a list in brackets, or its line out of a block. */
function removeItem(source: string, { file, start, end }: Span): TextEdit | undefined {
  const before = /(?:,[ \t]*|\n[ \t]*-[ \t]+)$/.exec(source.slice(0, start));
  if (before) return { span: { file, start: start - before[0].length, end }, newText: '' };
  const behind = /^[ \t]*,[ \t]*/.exec(source.slice(end));
  return behind && source[start - 1] === '[' ? { span: { file, start, end: end + behind[0].length }, newText: '' } : undefined;
}
