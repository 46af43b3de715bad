import { say } from '../../core/say.js';
import type { FileId } from '../../core/span.js';
import { endWithout } from '../../core/text-ends.js';
import { isAcrossDocuments, type Finding, type Fix, type Rule } from '../../frameworks/face/rule.js';
import { nearest } from '../support/nearest.js';
import type { Suppression, Suppressions } from './suppression.js';

/** Of a document that has more of them, the first ones: whoever removes those sees the next. */
const mostTold = 1000;

/**
 * What is found of the comments of a document that silenced nothing, when all rules have run. A comment that silences every rule, or one about pairs, is left alone: what it silences may be found
 * only where another document imports this one.
 * @param hasRun whether a rule looked at this document
 * @param text of the document
 */
export function* unusedFindings(
  suppressions: Suppressions,
  rules: readonly Rule[],
  hasRun: (rule: Rule) => boolean,
  file: FileId,
  text: string,
): Iterable<Finding> {
  let told = 0;
  for (const suppression of suppressions.unused()) {
    if (told === mostTold) return;
    const { rule: id, start, end } = suppression;
    if (id === undefined) continue;
    const rule = rules.find((known) => known.id === id);
    if (rule && (isAcrossDocuments(rule) || !hasRun(rule))) continue;
    const near = rule || id.includes('*') ? undefined : nearest(id, rules.map((known) => known.id)); // oxfmt-ignore
    const span = { file, start, end };
    const message = rule
      ? say`The rule ${id} finds nothing here: the comment silences nothing. Remove it.`
      : near === undefined
        ? say`There is no rule ${id}: the comment silences nothing. Remove it.`
        : say`There is no rule ${id}: the comment silences nothing. Did you mean ${near}?`;
    const rename: Fix[] = near === undefined ? [] : [{ title: say`Change to ${near}`, safe: true, edits: [{ span, newText: near }] }];
    told++;
    yield { span, message, fixes: [...rename, removal(suppression, file, text)], unnecessary: rule !== undefined };
  }
}

/** Takes an id out of the list in its brackets, or the whole comment where it is the only one. */
function removal({ rule = '', start, end }: Suppression, file: FileId, text: string): Fix {
  const open = text.lastIndexOf('[', start);
  const lineEnd = lineEndAt(text, end);
  const bracket = text.indexOf(']', end);
  // It may not be closed.
  const close = bracket < 0 || bracket > lineEnd ? lineEnd : bracket;
  const [before, after] = [text.slice(open + 1, start), text.slice(end, close)];
  const edit = (from: number, to: number): Fix => ({
    title: say`Remove ${rule} from the comment`,
    safe: true,
    edits: [{ span: { file, start: from, end: to }, newText: '' }],
  });
  if (after.trim() !== '') return edit(start, end + after.length - after.replace(/^\s*,\s*/, '').length);
  if (before.trim() !== '') return edit(open + 1 + withoutComma(before), end);
  const comment = text.lastIndexOf('#', open);
  const line = text.lastIndexOf('\n', comment) + 1;
  const alone = text.slice(line, comment).trim() === '';
  // What else the comment says stays, and stays a comment.
  const rest = text.slice(close + 1, lineEnd).trimStart();
  if (rest !== '') return rest.startsWith('#') ? edit(comment, lineEnd - rest.length) : edit(comment + 1, close + 1);
  if (alone) return edit(line, Math.min(text.length, lineEnd + (text.startsWith('\r\n', lineEnd) ? 2 : 1)));
  return edit(line + endWithout(text.slice(line, comment), ' \t'), lineEnd);
}

/** Where the line at an offset ends, without its line break. */
function lineEndAt(text: string, at: number): number {
  const feed = text.indexOf('\n', at);
  const end = feed < 0 ? text.length : feed;
  return text[end - 1] === '\r' ? end - 1 : end;
}

/** Where a list of ids ends without the comma behind it, and the blanks around that. */
function withoutComma(ids: string): number {
  const list = ids.trimEnd();
  return list.endsWith(',') ? list.slice(0, -1).trimEnd().length : ids.length;
}
