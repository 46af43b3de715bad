import { hasWord } from '../../core/word-places.js';
import { once } from '../../core/once.js';
import { say } from '../../core/say.js';
import { baseName, type FileId, type Span } from '../../core/span.js';
import type { Steps } from '../../core/steps.js';
import type { Project } from '../../project/project.js';
import { parsePython } from '../../python/syntax/parse.js';
import type { Statement } from '../../python/syntax/tree/ast.js';
import { walk } from '../../python/syntax/tree/walk.js';
import type { WorkspaceIndex } from '../index/workspace-index.js';
import { statementsUsing, strayEntry, unpacksDicts } from './mentions.js';
import { definedBy, reachedCode } from './reached-code.js';

/** A class or function at the top level of a file. */
export interface CodeOwner {
  readonly name: string;
  readonly statement: Span;
}

/** What is asked of the code of a workspace. */
interface AskedUse {
  /** The name that entries of rows have. */
  readonly name: string;
  /** What makes the rows, and whether it is a class that configs name. */
  readonly owners: readonly CodeOwner[];
  readonly isClass: (name: string) => boolean;
  /** Files that have been looked at as a whole. */
  readonly own: ReadonlySet<FileId>;
}

/** Configs that name one of the classes, or why other code may know the name. */
type FoundUse = { readonly refused: string } | { readonly configs: readonly FileId[] };

/**
 * Goes through the code and configs that have to do with what makes rows. Code that uses a class, as tests do, stands in no way where neither it nor what it calls asks for anything of that name, and where no
 * config names what it makes of it.
 */
export function* usersOfCode(project: Project, index: WorkspaceIndex, asked: AskedUse): Steps<FoundUse> {
  const configs: FileId[] = [];
  const known = new Set(asked.owners.map(keyOf));
  let wave = asked.owners;
  for (let isFirst = true; wave.length > 0; isFirst = false) {
    const next: CodeOwner[] = [];
    for (const file of index.mayNameClasses()) {
      project.workspace.goesOn?.();
      yield;
      const read = project.workspace.read(file);
      if (read.kind !== 'text') continue;
      const named = wave.filter(({ name }) => hasWord(read.text, name));
      const isConfig = index.of(file) !== undefined;
      if (isFirst && isConfig && named.some(({ name }) => asked.isClass(name))) configs.push(file);
      for (const owner of named) {
        if (isFirst && isConfig && asked.isClass(owner.name)) continue;
        const users = statementsUsing(
          file,
          read.text,
          owner.name,
          [...asked.owners, ...wave].map(({ statement }) => statement),
        );
        if (users?.length === 0) continue;
        // What helps to make rows may make those of others, too.
        if (isConfig || !users || (isFirst && !asked.isClass(owner.name))) return { refused: strangeTo(file, owner, asked) };
        const refused = refusalOfUse(project, file, users, asked);
        if (refused !== undefined) return { refused };
        for (const one of users.flatMap((statement) => ownersIn(file, statement))) {
          if (!known.has(keyOf(one))) next.push(one);
          known.add(keyOf(one));
        }
      }
    }
    wave = next;
  }
  return { configs };
}

function keyOf({ name, statement: { file } }: CodeOwner): string {
  return `${name} ${file}`;
}

function strangeTo(file: FileId, { name }: CodeOwner, { isClass }: AskedUse): string {
  return isClass(name) ? say`${file} has to do with that class, too.` : say`${file} has to do with ${name}, which gives it.`;
}

function ownersIn(file: FileId, statement: Statement): CodeOwner[] {
  const { start, end } = statement;
  return definedBy(statement).map((name) => ({ name, statement: { file, start, end } }));
}

/** What the code that uses something, and what it calls, asks for by the name of the column. */
function refusalOfUse(project: Project, file: FileId, users: readonly Statement[], asked: AskedUse): string | undefined {
  const reached = reachedCode(
    project,
    users.map(({ start, end }) => ({ file, start, end })),
  );
  if (!reached) return say`What ${file} does with its rows is more than is followed here.`;
  for (const [other, statements] of reached) {
    const read = project.workspace.read(other);
    if (asked.own.has(other) || read.kind !== 'text') continue;
    const writes = isTest(other) ? undefined : placeOfWriting(other, read.text, statements);
    if (writes !== undefined) return say`${placeAt(project, other, writes)} may write its rows with all names.`;
    const mention = strayEntry(other, read.text, asked.name, [], {
      givesData: () => false,
      unpacks: once(() => unpacksDicts(other, read.text)),
      isOther: true,
      leavesOut: ({ start }) => !statements.has(start),
    });
    if (mention !== undefined) return say`${placeAt(project, other, mention)} may read it from the rows.`;
  }
  return undefined;
}

function placeAt(project: Project, file: FileId, offset: number): string {
  return `${file}:${String((project.document(file)?.lines.positionAt(offset).line ?? 0) + 1)}`;
}

/** What tests write, tests read. */
function isTest(file: FileId): boolean {
  return /^(?:test_.*|.*_test|conftest)\.py$/.test(baseName(file));
}

const writing: ReadonlySet<string> = new Set(
  'print dump dumps write writelines writerow writerows to_json to_jsonl to_csv to_parquet to_pandas to_excel to_dict to_list save save_to_disk push_to_hub'.split(
    ' ',
  ),
);

/** Where code may put rows into a file or on the screen, as they are. */
function placeOfWriting(file: FileId, text: string, statements: ReadonlySet<number>): number | undefined {
  let found: number | undefined;
  walk(
    parsePython(file, text).body.filter(({ start }) => statements.has(start)),
    (node) => {
      const callee = node.type === 'Call' ? node.callee : undefined;
      const name = callee?.type === 'Attribute' ? callee.attribute.name : callee?.type === 'Name' ? callee.name : '';
      if (writing.has(name)) found ??= node.start;
      return found === undefined;
    },
  );
  return found;
}
