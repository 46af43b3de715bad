import { dirname, joinPath } from '../../core/paths.js';
import type { FileId } from '../../core/span.js';
import { endWithout } from '../../core/text-ends.js';
import type { FileNames, IndexedKind, IndexedName } from './indexed-name.js';

/** A top-level key whose value names the file's task, its group or its tags, with what stands behind it in the line. */
const keyLine = /^(["']?)(task|group|tag)\1[ \t]*:[ \t]*(.*)$/gm;
const quoted = /^(?:"([^"\\]*)"|'([^']*)')[ \t]*(?=$|\s#|[,\]])/;
/** A plain scalar, with the blanks behind it. */
const plainScalar = /^[^\s"'[\]{}#&*!|>%@,-][^#,[\]{}]*/;

/** What a file of lm-evaluation-harness names, includes and gathers, by its text alone. */
export function namesOfTaskFile(file: FileId, text: string): FileNames {
  const used = new Map<FileId, Set<string> | undefined>();
  for (const place of filesInTask(text)) {
    const target = fileNamedAt(file, place);
    if (!place.member) used.set(target, undefined);
    else if (!used.has(target)) used.set(target, new Set([place.member.name]));
    else used.get(target)?.add(place.member.name);
  }
  const isGroup = /^(["']?)(?:group\1[ \t]*:|task\1[ \t]*:[ \t]*(?:$|#|\[))/m.test(text);
  return {
    names: namesOfTask(text),
    imports: [...used].map(([base, names]) => ({ file: base, names: names && [...names] })),
    ...(isGroup && { words: new Set(text.match(/[^\s"',[\]{}]+/g)) }),
  };
}

/** A place that names another file: the path of an include, or the module of a `!function`, whose `member` is the function. UTF-16 offsets. */
export interface FilePlace {
  readonly kind: 'include' | 'function';
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly member?: Omit<IndexedName, 'kind'>;
}

/** The places of a task's text that name other files. */
export function filesInTask(text: string): FilePlace[] {
  const functions = [...text.matchAll(/!function[ \t]+["']?([A-Za-z_][\w.]*)\.(\w+)/g)].map((match): FilePlace => {
    const start = match.index + match[0].indexOf(match[1]!, '!function'.length);
    const last = match.index + match[0].length;
    const member = { name: match[2]!, start: last - match[2]!.length, end: last };
    return { kind: 'function', name: match[1]!, start, end: start + match[1]!.length, member };
  });
  return [...includesOf(text).map(({ name, start, end }): FilePlace => ({ kind: 'include', name, start, end })), ...functions];
}

/** Where the file is that a place of another one names: beside it, where the harness looks first (lm-evaluation-harness 0.4.13 `tasks/_yaml_loader.py`). */
export function fileNamedAt(file: FileId, { kind, name }: Pick<FilePlace, 'kind' | 'name'>): FileId {
  return joinPath(dirname(file), kind === 'include' ? name : `${name.replaceAll('.', '/')}.py`);
}

/** `include: path`, `include: [a, b]`, or a list below the key. */
function includesOf(text: string): Omit<IndexedName, 'kind'>[] {
  const match = /^(["']?)include\1[ \t]*:[ \t]*(.*)$/m.exec(text);
  if (!match) return [];
  const at = match.index + match[0].length - match[2]!.length;
  const single = nameAt(match[2]!, at, 'task');
  return single ? [single] : listedNames(text, match[2]!, at, 'task');
}

/**
 * The task, the group and the tags that a file of lm-evaluation-harness names, by its text alone. The members of a group are none of them: they are named where they are
 * defined.
 */
function namesOfTask(text: string): IndexedName[] {
  const found: IndexedName[] = [];
  for (const match of text.matchAll(keyLine)) {
    const kind = match[2] as IndexedKind;
    const at = match.index + match[0].length - match[3]!.length;
    const single = nameAt(match[3]!, at, kind);
    if (single) found.push(single);
    else if (kind === 'tag') found.push(...listedNames(text, match[3]!, at, kind));
  }
  return found;
}

/** The plain scalar that a text begins with: it ends where the text does, before a comment, or where an item of a list does. */
function plainAt(written: string): string | undefined {
  const all = plainScalar.exec(written)?.[0];
  if (all === undefined) return undefined;
  const next = written[all.length];
  const ends = next === undefined || next === ',' || next === ']' || (next === '#' && /\s/.test(all.at(-1)!));
  return ends ? all.slice(0, endWithout(all, ' \t')) : undefined;
}

function nameAt(written: string, at: number, kind: IndexedKind): IndexedName | undefined {
  const [, double, simple] = quoted.exec(written) ?? [];
  const plain = plainAt(written);
  const name = double ?? simple ?? plain;
  if (name === undefined || name === '') return undefined;
  const start = at + (plain === undefined ? 1 : 0);
  return { name, kind, start, end: start + name.length };
}

/** `tag: [a, b]`, or a list below the key. */
function listedNames(text: string, written: string, at: number, kind: IndexedKind): IndexedName[] {
  const items = written.startsWith('[') ? /[[,]\s*([^,\]]+)/g : /\n[ \t]*-[ \t]+([^\n]*)/y;
  const found: IndexedName[] = [];
  const within = written.startsWith('[') ? written : text;
  const offset = written.startsWith('[') ? at : 0;
  items.lastIndex = written.startsWith('[') ? 0 : at + written.length;
  for (let item = items.exec(within); item; item = items.exec(within)) {
    const start = offset + item.index + item[0].length - item[1]!.length;
    const name = nameAt(item[1]!, start, kind);
    if (name) found.push(name);
  }
  return found;
}
