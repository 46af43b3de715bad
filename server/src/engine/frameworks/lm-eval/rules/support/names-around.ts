import { CacheKey } from '../../../../core/cache-key.js';
import { dirname } from '../../../../core/paths.js';
import type { FileId } from '../../../../core/span.js';
import type { Workspace } from '../../../../core/workspace.js';
import type { CheckContext } from '../../../face/rule.js';

/** The names that the files around a task use, those of the task itself and of what it includes left out. */
export interface NamesAround {
  /** Whether a template or a module uses a name for a column, or a module mentions it in any way. */
  has(name: string): boolean;
  /** The names that are used for columns. */
  columns(): Iterable<string>;
  /** The names that nearly all tasks of a folder use, where there are several. */
  usual(): readonly string[];
}

/** The names of a folder: in how many files each is used, and in which. */
interface NamesOfFolder {
  readonly files: ReadonlyMap<FileId, ReadonlySet<string>>;
  readonly times: ReadonlyMap<string, number>;
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
    (times.get(name) ?? 0) > own.filter((one) => files.get(one)?.has(name)).length;
  return {
    has: (name) => folders.some((folder) => folder.mentioned.has(name) || isElsewhere(folder, name)),
    usual: () =>
      folders.flatMap(({ times, tasks }) =>
        [...times].flatMap(([name, count]) => (count >= fewest && count >= tasks * 0.9 - 1 ? [name] : [])),
      ),
    columns: () => folders.flatMap((folder) => [...folder.times.keys()].filter((name) => isElsewhere(folder, name))),
  };
}

function namesOfFolder(folder: FileId, workspace: Workspace): NamesOfFolder {
  const files = new Map<FileId, ReadonlySet<string>>();
  const mentioned = new Set<string>();
  for (const name of (workspace.list(folder) ?? []).slice(0, mostFiles)) {
    if (!/\.(?:py|ya?ml)$|^[^.]+$/.test(name)) continue;
    const read = workspace.read(`${folder}/${name}`);
    if (read.kind !== 'text' || read.text.length > mostText) continue;
    const module = name.endsWith('.py');
    files.set(`${folder}/${name}`, module ? columnsOfModule(read.text) : namesOfTask(read.text));
    if (module)
      for (const [, text, keyword] of read.text.matchAll(/["']([A-Za-z_]\w*)["']|\b([A-Za-z_]\w*)\s*=(?!=)/g))
        mentioned.add((text ?? keyword)!);
  }
  const times = new Map<string, number>();
  for (const names of files.values()) for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
  const tasks = [...files].filter(([file, names]) => !file.endsWith('.py') && names.size > 0).length;
  return { files, times, tasks, mentioned };
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
