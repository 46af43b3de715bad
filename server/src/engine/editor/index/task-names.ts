import type { IndexedKind, IndexedName } from './indexed-name.js';

/** A top-level key whose value names the file's task, its group or its tags, with what stands behind it in the line. */
const keyLine = /^(["']?)(task|group|tag)\1[ \t]*:[ \t]*(.*)$/gm;
/** A plain or quoted scalar; a plain one ends before a comment. */
const scalar = /^(?:"([^"\\]*)"|'([^']*)'|([^\s"'[\]{}#&*!|>%@,-][^#,[\]{}]*?))[ \t]*(?=$|\s#|[,\]])/;

/**
 * The task, the group and the tags that a file of lm-evaluation-harness names, by its text alone. The members of a group are none of them: they are named where they are
 * defined.
 */
export function namesOfTask(text: string): IndexedName[] {
  const found: IndexedName[] = [];
  for (const match of text.matchAll(keyLine)) {
    const kind = match[2] as IndexedKind;
    const at = match.index + match[0].length - match[3]!.length;
    const single = nameAt(match[3]!, at, kind);
    if (single) found.push(single);
    else if (kind === 'tag') found.push(...listedTags(text, match[3]!, at));
  }
  return found;
}

function nameAt(written: string, at: number, kind: IndexedKind): IndexedName | undefined {
  const [, double, simple, plain] = scalar.exec(written) ?? [];
  const name = double ?? simple ?? plain;
  if (name === undefined || name === '') return undefined;
  const start = at + (plain === undefined ? 1 : 0);
  return { name, kind, start, end: start + name.length };
}

/** `tag: [a, b]`, or a list below the key. */
function listedTags(text: string, written: string, at: number): IndexedName[] {
  const items = written.startsWith('[') ? /[[,]\s*([^,\]]+)/g : /\n[ \t]*-[ \t]+([^\n]*)/y;
  const found: IndexedName[] = [];
  const within = written.startsWith('[') ? written : text;
  const offset = written.startsWith('[') ? at : 0;
  items.lastIndex = written.startsWith('[') ? 0 : at + written.length;
  for (let item = items.exec(within); item; item = items.exec(within)) {
    const start = offset + item.index + item[0].length - item[1]!.length;
    const tag = nameAt(item[1]!, start, 'tag');
    if (tag) found.push(tag);
  }
  return found;
}
