import { CacheKey } from '../../../../core/cache-key.js';
import { dirname } from '../../../../core/paths.js';
import { baseName, type FileId } from '../../../../core/span.js';
import { textOf, type DictValue } from '../../../../core/value.js';
import type { Workspace } from '../../../../core/workspace.js';
import type { CheckContext } from '../../../face/rule.js';

/** The names that the files around a task use, those of the task itself and of what it includes left out. */
export interface NamesAround {
  /** Whether a template or a module uses a name for a column, or a module mentions it in any way. */
  has(name: string): boolean;
  /** The names that are used for columns. */
  columns(): Iterable<string>;
  /** The names that nearly all tasks of a folder use, where there are several; those in which each has the name of its dataset, with that of this task. */
  usual(): readonly string[];
  /** The tasks whose documents are of the same dataset. */
  kin(): readonly Kin[];
}

/** Another task of the same dataset. */
export interface Kin {
  readonly names: ReadonlySet<string>;
  /** Whether it takes the same part of the dataset. */
  readonly samePart: boolean;
}

/** What a file says, by its text alone. */
interface NamesOfFile {
  readonly names: ReadonlySet<string>;
  /** The fields of a task that say which documents it has, as far as it gives them itself. */
  readonly dataset: string | undefined;
  readonly part: string | undefined;
  readonly include: string | undefined;
}

/** The names of a folder: in how many files each is used, and in which. */
interface NamesOfFolder {
  readonly files: ReadonlyMap<FileId, NamesOfFile>;
  readonly times: ReadonlyMap<string, number>;
  /** Names with a mark in place of the name of the dataset that the file has, and in how many files each is used. */
  readonly patterns: ReadonlyMap<string, number>;
  /** How many of the files are tasks that use any name. */
  readonly tasks: number;
  /** Texts and keywords of modules, which may be columns too. */
  readonly mentioned: ReadonlySet<string>;
}

const key = new CacheKey<Map<FileId, NamesOfFolder>>('names of columns in folders');

/** Files of a folder that are looked at. */
const mostFiles = 80;
const mostText = 200_000;
/** Tasks that must use a name for it to be usual among them. */
const fewest = 5;

/** The names that the files in the folders of a task, and of what it includes, use for columns. They are only scanned, not evaluated. */
export function namesAround({ file, evaluation, surroundings }: CheckContext): NamesAround {
  const { value: config } = evaluation;
  const { workspace } = surroundings;
  // What is typed changes the document itself, which is left out.
  const known = surroundings.remember(key, () => ({
    value: new Map<FileId, NamesOfFolder>(),
    concerns: (_changed, typing) => !typing,
  }));
  const own = [...new Set([file, ...evaluation.dependencies])];
  const folders = [...new Set(own.map(dirname))].map((folder) => {
    let names = known.get(folder);
    if (!names) known.set(folder, (names = namesOfFolder(folder, workspace)));
    return names;
  });
  const isElsewhere = ({ files, times }: NamesOfFolder, name: string): boolean =>
    (times.get(name) ?? 0) > own.filter((one) => files.get(one)?.names.has(name)).length;
  return {
    has: (name) => folders.some((folder) => folder.mentioned.has(name) || isElsewhere(folder, name)),
    usual: () =>
      folders.flatMap(({ times, patterns, tasks }) => {
        const isUsual = ([, count]: readonly [string, number]): boolean => count >= fewest && count >= tasks * 0.9 - 1;
        return [
          ...[...times].filter(isUsual).map(([name]) => name),
          ...[...patterns].filter(isUsual).flatMap(([pattern]) => withPart(pattern, config)),
        ];
      }),
    kin: () => {
      const dataset = textOf(config.get('dataset_path'));
      const part = textOf(config.get('dataset_name'));
      if (dataset === undefined) return [];
      const bases = new Set([...evaluation.dependencies].map(baseName));
      return folders.flatMap(({ files }) =>
        [...files].flatMap(([other, one]) => {
          const same = one.dataset === undefined ? one.include !== undefined && bases.has(baseName(one.include)) : one.dataset === dataset;
          return same && !own.includes(other) && one.names.size > 0
            ? [{ names: one.names, samePart: one.part === part || (one.part === undefined && one.include !== undefined) }]
            : [];
        }),
      );
    },
    columns: () => folders.flatMap((folder) => [...folder.times.keys()].filter((name) => isElsewhere(folder, name))),
  };
}

function namesOfFolder(folder: FileId, workspace: Workspace): NamesOfFolder {
  const files = new Map<FileId, NamesOfFile>();
  const mentioned = new Set<string>();
  for (const name of (workspace.list(folder) ?? []).slice(0, mostFiles)) {
    if (!/\.(?:py|ya?ml)$|^[^.]+$/.test(name)) continue;
    const read = workspace.read(`${folder}/${name}`);
    if (read.kind !== 'text' || read.text.length > mostText) continue;
    const module = name.endsWith('.py');
    files.set(`${folder}/${name}`, module ? { ...noTask, names: columnsOfModule(read.text) } : namesOfTaskFile(read.text));
    if (module)
      for (const [, text, keyword] of read.text.matchAll(/["']([A-Za-z_]\w*)["']|\b([A-Za-z_]\w*)\s*=(?!=)/g))
        mentioned.add((text ?? keyword)!);
  }
  const times = counted([...files.values()].map(({ names }) => names));
  const patterns = counted([...files.values()].map(({ names, part }) => patternsOf(names, part)));
  const tasks = [...files].filter(([file, { names }]) => !file.endsWith('.py') && names.size > 0).length;
  return { files, times, patterns, tasks, mentioned };
}

function counted(sets: readonly ReadonlySet<string>[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const names of sets) for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
  return times;
}

/** Stands in a name for that of the dataset, and in no name. */
const mark = '\0';

/** `sentence_hau_Latn` of the dataset `hau_Latn`: `sentence_` and the mark. */
function patternsOf(names: ReadonlySet<string>, part: string | undefined): Set<string> {
  if (part === undefined || part.length < 2) return new Set();
  return new Set([...names].flatMap((name) => (name !== part && name.includes(part) ? [name.replace(part, mark)] : [])));
}

/** A pattern with the name of the dataset that a task has, which its own name has too: one of the two alone may be a slip. */
function withPart(pattern: string, config: DictValue): string[] {
  const [task, part] = [textOf(config.get('task')), textOf(config.get('dataset_name'))];
  return part !== undefined &&
    part.length > 1 &&
    task
      ?.split(/[^\p{L}\p{N}]+/u)
      .join('_')
      .includes(part.split(/[^\p{L}\p{N}]+/u).join('_'))
    ? [pattern.replace(mark, () => part)]
    : [];
}

const noTask = { dataset: undefined, part: undefined, include: undefined };

function namesOfTaskFile(text: string): NamesOfFile {
  return {
    names: namesOfTask(text),
    dataset: fieldIn(text, 'dataset_path'),
    part: fieldIn(text, 'dataset_name'),
    include: fieldIn(text, 'include'),
  };
}

/** The text of a field on a line of its own. */
function fieldIn(text: string, field: string): string | undefined {
  return new RegExp(`^${field}[ \\t]*:[ \\t]*(["']?)([^\\s"'#]+)\\1[ \\t]*\\r?$`, 'm').exec(text)?.[2];
}

/** The names in the tags of templates, and the words that stand for a column. */
function namesOfTask(text: string): Set<string> {
  const names = new Set<string>();
  for (const tag of tagsIn(text)) addNames(names, tag.replace(/'[^'\n]*'|\\?"[^"\n]*"/g, "''"));
  for (const [, word] of text.matchAll(/^[ \t]*doc_to_\w+[ \t]*:[ \t]*["']?([A-Za-z_]\w*)["']?[ \t]*\r?$/gm)) names.add(word!);
  return names;
}

/** What stands from `{{` to `}}`, and from `{%` to `%}`. */
function* tagsIn(text: string): Iterable<string> {
  const open = /\{[{%]/g;
  const unclosed = new Set<string>();
  for (let begin = open.exec(text); begin && unclosed.size < 2; begin = open.exec(text)) {
    if (unclosed.has(begin[0])) continue;
    const end = text.indexOf(begin[0] === '{{' ? '}}' : '%}', open.lastIndex);
    // Where one is not closed, the others of its kind are not either.
    if (end < 0) unclosed.add(begin[0]);
    else yield text.slice(begin.index, (open.lastIndex = end + 2));
  }
}

function addNames(names: Set<string>, tag: string): void {
  for (const [name] of tag.matchAll(/(?<![\w.'"])[A-Za-z_]\w*/g)) names.add(name);
}

function columnsOfModule(text: string): Set<string> {
  const columns = new Set<string>();
  for (const [, item, of] of text.matchAll(/(?:\[|\.get\()\s*["']([A-Za-z_]\w*)["']|["']([A-Za-z_]\w*)["']\s*:/g))
    columns.add((item ?? of)!);
  return columns;
}
