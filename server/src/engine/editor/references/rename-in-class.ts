import { say } from '../../core/say.js';
import { baseName, type FileId, type Span } from '../../core/span.js';
import type { Steps } from '../../core/steps.js';
import type { TextEdit } from '../../core/text-edit.js';
import type { NamingClass, SharedNames } from '../../frameworks/face/editor.js';
import { writtenAt } from '../../core/written-at.js';
import type { Project } from '../../project/project.js';
import type { WorkspaceIndex } from '../index/workspace-index.js';
import type { Statement } from '../../python/syntax/tree/ast.js';
import { parsePython } from '../../python/syntax/parse.js';
import { once } from '../../core/once.js';
import { asksFor, strayEntry, unpacksDicts } from './mentions.js';
import { isReader } from './data-reads.js';
import { namingClassesOf } from './naming-code.js';
import { onlyGathers } from './only-gathers.js';
import { reachedAlone, reachedCode } from './reached-code.js';
import type { RenameResult } from './rename-result.js';
import { sharedNamesOf, type SharedThing } from './shared-names.js';
import { usersOfCode, type CodeOwner } from './users-of-code.js';
import { isOwn } from './variable.js';

/** So many configs are asked whether they use a class. */
const mostConfigs = 300;

/**
 * The edits of the classes whose code gives a name that is renamed: none where no class gives it. Refused unless they are of the workspace, all that uses them is known, and each place where
 * their code may mean the name is.
 * @param index with all names of the workspace
 */
export function* renameInClass(project: Project, index: WorkspaceIndex, thing: SharedThing, to: string): Steps<RenameResult> {
  if (thing.naming.length === 0) return { edits: [] };
  const code = refusalOfCode(project, thing, to);
  if (code !== undefined) return { refused: code };
  const owners = ownersOf(project, thing);
  const refused =
    typeof owners === 'string' ? owners : ((yield* otherReader(project, thing, to)) ?? (yield* otherUser(project, index, thing, owners)));
  if (refused !== undefined) return { refused: because(thing.naming[0]!, thing, refused) };
  return { edits: thing.written.map((span): TextEdit => ({ span, newText: to })) };
}

/** Why the code that gives a column cannot give it by another name, by that code alone. */
export function refusalOfCode(project: Project, thing: SharedThing, to: string): string | undefined {
  const fixed = fixedByCode(thing.naming, thing.name);
  if (fixed !== undefined) return fixed;
  for (const one of thing.naming) {
    const refused = refusalOfClass(project, one, thing, to);
    if (refused !== undefined) return because(one, thing, refused);
  }
  const stray = strayIn(project, thing);
  return stray === undefined ? undefined : because(thing.naming[0]!, thing, stray);
}

/** Why none of those that give a name can give it by another. */
export function fixedByCode(naming: readonly NamingClass[], name: string): string | undefined {
  return naming.map((one) => one.fixed?.(name)).find((one) => one !== undefined);
}

function because({ name: className }: NamingClass, { name }: SharedThing, why: string): string {
  const gives = say`The dataset class ${className} gives the column ${name}.`;
  return `${gives} ${why}`;
}

/** Why a class is not what it was but for the name, once its code is changed. @param edited the project with the new texts */
export function changedClass(edited: Project, { kind, name, naming }: SharedThing, to: string): string | undefined {
  for (const one of naming) {
    const expected = one.all(kind)?.map((column) => (column === name ? to : column));
    const after = namingClassesOf(edited, one.statement.file).find((other) => other.name === one.name);
    if (after?.all(kind)?.join(' ') !== expected?.join(' '))
      return say`The dataset class ${one.name} gives the column ${name}. With the new name in its code it would have other columns than before.`;
  }
  return undefined;
}

function refusalOfClass(project: Project, naming: NamingClass, { kind, name }: SharedThing, to: string): string | undefined {
  const places = naming.places(kind, name) ?? [];
  const foreign = [naming.statement, ...places].find(({ file }) => !isOwn(project, file));
  if (foreign) return say`Its file ${foreign.file} does not belong to the workspace.`;
  const all = naming.all(kind);
  if (places.length === 0) return say`Where its code writes that name is not known for sure.`;
  if (!all) return say`Other columns come from its data or are not known: this one, or its new name, may be among them.`;
  if (naming.spells(kind, name))
    return say`Its code puts that name into texts, compares it or hands it on: with another one it may do something else.`;
  return all.includes(to) ? say`It gives a column ${to} already.` : undefined;
}

/** The classes, and the functions beside them that write the name for them; a sentence where it is written elsewhere. */
function ownersOf(project: Project, { naming, written }: SharedThing): readonly CodeOwner[] | string {
  const owners: CodeOwner[] = [...naming];
  for (const span of written) {
    if (owners.some(({ statement }) => isWithin(span, statement))) continue;
    const read = project.workspace.read(span.file);
    const body = read.kind === 'text' ? parsePython(span.file, read.text).body : [];
    const around = body.find(({ start, end }) => start <= span.start && span.end <= end);
    if (around?.type !== 'FunctionDef') return say`A part of its code that gives it stands outside of the class, where others may use it.`;
    owners.push({ name: around.name.name, statement: { file: span.file, start: around.start, end: around.end } });
  }
  return owners;
}

function isWithin(span: Span, { file, start, end }: Span): boolean {
  return span.file === file && start <= span.start && span.end <= end;
}

/** Another place in the files of the code where the column may be meant. */
function strayIn(project: Project, thing: SharedThing): string | undefined {
  const { naming, written, name } = thing;
  const unpacks = once(() => isUnpacked(project, thing));
  for (const file of codeFilesOf(naming, written)) {
    const read = project.workspace.read(file);
    const inner = naming.flatMap((one) => one.inner('column', name));
    const known = [...written, ...inner, ...ofOtherClasses(project, file, naming, name)];
    const alone = once(() => aloneIn(project, file, naming));
    const leavesOut = ({ start }: Statement): boolean => alone().has(start);
    const mention =
      read.kind === 'text' ? strayEntry(file, read.text, name, known, { givesData: readersIn(project, file), unpacks, leavesOut }) : 0;
    if (mention !== undefined) return say`${lineOf(project, file, mention)} may mean that column, too, or something else.`;
  }
  return undefined;
}

/** The statements of a file that run for what is handed no rows. */
function aloneIn(project: Project, file: FileId, [one]: readonly NamingClass[]): ReadonlySet<number> {
  return reachedAlone(project, file, one?.apart(file) ?? []);
}

/** Which names of a file are functions that only read data: its own, and those that it imports. */
function readersIn({ classes }: Project, file: FileId): (name: string) => boolean {
  return (name) => {
    const found = classes.findInFile(file, name);
    return found?.kind === 'function' && classes.remember(found.source.node, 'gives data', () => isReader(found.source.node));
  };
}

/** Where other classes of a file have a column of their own under that name; functions beside them may be used by others, too. */
function ofOtherClasses(project: Project, file: FileId, naming: readonly NamingClass[], name: string): readonly Span[] {
  const others = namingClassesOf(project, file).filter((one) => !isOneOf(naming, one));
  return others.flatMap((one) =>
    [...(one.places('column', name) ?? []), ...one.inner('column', name)].filter((span) => isWithin(span, one.statement)),
  );
}

function codeFilesOf(naming: readonly NamingClass[], written: readonly Span[]): ReadonlySet<FileId> {
  return new Set([...naming.map(({ statement }) => statement.file), ...written.map(({ file }) => file)]);
}

/** Whether code that is handed rows may call a function with their entries by name. */
function isUnpacked({ workspace }: Project, { groups, naming, written }: SharedThing): boolean {
  const readers = groups.flatMap((group) =>
    (group.naming?.readers ?? []).flatMap(({ statements }) => (statements ?? []).map(({ file }) => file)),
  );
  return [...new Set([...codeFilesOf(naming, written), ...readers])].some((file) => {
    const read = workspace.read(file);
    return read.kind !== 'text' || unpacksDicts(file, read.text);
  });
}

/** What makes the prompts or judges the answers may ask the rows for the column, or for one that has the new name. */
function* otherReader(project: Project, thing: SharedThing, to: string): Steps<string | undefined> {
  const { groups, naming, written, name } = thing;
  const unpacks = once(() => isUnpacked(project, thing));
  const own = codeFilesOf(naming, written);
  // Most datasets are judged by the same classes.
  const looked = new Set<string>();
  const loaders = naming.map((one) => ({ name: one.name, statements: [one.statement] }));
  for (const readers of [loaders, ...groups.map((group) => group.naming?.readers ?? [])])
    for (const reader of readers) {
      if (!reader.statements) return say`Whether ${reader.name} reads it from the rows is not known: its source is not within reach.`;
      const key = reader.statements.map(({ file, start }) => `${String(start)} ${file}`).join(' ');
      if (looked.has(key)) continue;
      looked.add(key);
      const reached = reachedCode(project, reader.statements);
      if (!reached) return say`Whether ${reader.name} reads it from the rows is not known: its code is more than is followed here.`;
      for (const [file, statements] of reached) {
        project.workspace.goesOn?.();
        yield;
        const read = project.workspace.read(file);
        if (read.kind !== 'text') return say`${baseName(file)} cannot be read.`;
        const around = { givesData: readersIn(project, file), unpacks, leavesOut: ({ start }: Statement) => !statements.has(start) };
        const known = ofOtherClasses(project, file, naming, name);
        // The files of the classes themselves have been looked at, but for what is handed no rows by itself.
        const alone = own.has(file) ? aloneIn(project, file, naming) : statements;
        const leavesOut = ({ start }: Statement): boolean => !statements.has(start) || !alone.has(start);
        const mention = readers === loaders ? undefined : strayEntry(file, read.text, name, known, { ...around, leavesOut });
        if (mention !== undefined) return say`${lineOf(project, file, mention)} may read it from the rows.`;
        const fresh = asksFor(file, read.text, to, around);
        if (fresh !== undefined) return say`${lineOf(project, file, fresh)} may ask the rows for a column ${to}.`;
      }
    }
  return undefined;
}

/** What else of the workspace has to do with the code: the configs of the classes are looked at one by one. */
function* otherUser(project: Project, index: WorkspaceIndex, thing: SharedThing, owners: readonly CodeOwner[]): Steps<string | undefined> {
  if (index.cut) return say`The workspace has more files than are looked at.`;
  const { name, naming, written } = thing;
  const classNames = new Set(naming.map((one) => one.name));
  const own = codeFilesOf(naming, written);
  const found = yield* usersOfCode(project, index, { name, owners, own, isClass: (one) => classNames.has(one) });
  return 'refused' in found ? found.refused : yield* otherScope(project, index, thing, found.configs);
}

/** A dataset of a class that is none of those that are renamed. */
function* otherScope(project: Project, index: WorkspaceIndex, thing: SharedThing, configs: readonly FileId[]): Steps<string | undefined> {
  const waiting = new Set([...configs, ...thing.configs]);
  let looked = 0;
  // Those that are added meanwhile are looked at, too.
  for (const file of waiting) {
    project.workspace.goesOn?.();
    yield;
    if (looked++ >= mostConfigs) return say`It is used in more configs than are looked at.`;
    for (const importer of index.importersOf(file)) waiting.add(importer);
    const names = sharedNamesOf(project, file);
    const loads = names && project.evaluate(file)?.ok === true;
    const strange = names && [...names.classes].some(([scope, one]) => isOneOf(thing.naming, one) && !isRenamed(scope, names, thing));
    project.release(file);
    if (names && !loads && !isGathering(project, file, thing))
      return say`${baseName(file)} does not load: not all places of ${thing.name} are known.`;
    if (strange !== false) return say`${file} has to do with that class, too.`;
  }
  return undefined;
}

/** Whether a config has columns of its bases alone, whatever else is the matter with it. */
export function isGathering({ workspace }: Project, file: FileId, { kind, name }: SharedThing): boolean {
  const read = workspace.read(file);
  return kind === 'column' && file.endsWith('.py') && read.kind === 'text' && onlyGathers(read.text, name);
}

/** Whether all that a scope calls by the name is renamed. */
function isRenamed(scope: object, { names, unknown }: SharedNames, { kind, name, places }: SharedThing): boolean {
  if (unknown.some((one) => one.scope === scope && one.kind === kind)) return false;
  return names
    .filter((one) => one.scope === scope && one.kind === kind && one.name === name)
    .every(({ text, at }) => {
      const written = writtenAt(text.traced, at, at + name.length);
      return places.some(({ span }) => span.file === written?.file && span.start === written.start);
    });
}

function isOneOf(naming: readonly NamingClass[], { statement }: NamingClass): boolean {
  return naming.some(({ statement: { file, start } }) => file === statement.file && start === statement.start);
}

function lineOf(project: Project, file: FileId, offset: number): string {
  const line = project.document(file)?.lines.positionAt(offset).line;
  return line === undefined ? baseName(file) : `${baseName(file)}:${String(line + 1)}`;
}
