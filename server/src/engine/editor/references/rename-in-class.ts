import { say } from '../../core/say.js';
import { baseName, type FileId, type Span } from '../../core/span.js';
import type { Steps } from '../../core/steps.js';
import type { TextEdit } from '../../core/text-edit.js';
import type { NamingClass, SharedNames } from '../../frameworks/face/editor.js';
import { writtenAt } from '../../core/written-at.js';
import type { Project } from '../../project/project.js';
import type { WorkspaceIndex } from '../index/workspace-index.js';
import { mentions, strayEntry, useOfClass } from './mentions.js';
import type { RenameResult } from './rename-result.js';
import { sharedNamesOf, type SharedThing } from './shared-names.js';
import { isOwn } from './variable.js';

/** So many configs are asked whether they use a class. */
const mostConfigs = 300;

/**
 * The edits of a class whose code gives a name that is renamed: none where no class gives it. Refused unless the class is the user's own, nothing else of the workspace uses it, and each
 * place where its code may mean the name is known.
 * @param index with all names of the workspace
 */
export function* renameInClass(project: Project, index: WorkspaceIndex, thing: SharedThing, to: string): Steps<RenameResult> {
  const [naming, another] = thing.naming;
  if (!naming) return { edits: [] };
  const gives = say`The dataset class ${naming.name} gives the column ${thing.name}.`;
  const refused = (why: string): RenameResult => ({ refused: `${gives} ${why}` });
  if (another) return refused(say`${another.name} gives it, too.`);
  const places = naming.places(thing.kind, thing.name) ?? [];
  const fixed = refusalOfClass(project, naming, thing, places, to) ?? otherReader(project, thing);
  if (fixed !== undefined) return refused(fixed);
  const user = yield* otherUser(project, index, thing, naming);
  if (user !== undefined) return refused(user);
  return { edits: places.map((span): TextEdit => ({ span, newText: to })) };
}

/** Why a class is not what it was but for the name, once its code is changed. @param edited the project with the new texts */
export function changedClass(project: Project, edited: Project, thing: SharedThing, to: string): string | undefined {
  const { kind, name, configs } = thing;
  for (const naming of thing.naming) {
    const expected = naming.all(kind)?.map((one) => (one === name ? to : one));
    for (const file of configs) {
      if (!isOf(sharedNamesOf(project, file)?.classes, naming)) continue;
      const after = [...(sharedNamesOf(edited, file)?.classes.values() ?? [])].find(
        (one) => one.statement.file === naming.statement.file && one.name === naming.name,
      );
      if (after?.all(kind)?.join(' ') !== expected?.join(' '))
        return say`The dataset class ${naming.name} gives the column ${name}. With the new name in its code it would have other columns than before.`;
    }
  }
  return undefined;
}

function refusalOfClass(
  project: Project,
  naming: NamingClass,
  { kind, name }: SharedThing,
  places: readonly Span[],
  to: string,
): string | undefined {
  const { statement, isFrameworks } = naming;
  if (isFrameworks) return say`It is the framework's own, and others use it.`;
  if (!isOwn(project, statement.file)) return say`Its file ${statement.file} does not belong to the workspace.`;
  const all = naming.all(kind);
  if (!all || places.length === 0) return say`Which columns it has and where they are named is not known for sure.`;
  if (all.includes(to)) return say`It gives a column ${to} already.`;
  if (places.some(({ file, start, end }) => file !== statement.file || start < statement.start || end > statement.end))
    return say`A part of its code that gives it stands outside of the class, where others may use it.`;
  const read = project.workspace.read(statement.file);
  const mention = read.kind === 'text' ? strayEntry(statement.file, read.text, name, places) : 0;
  return mention === undefined ? undefined : say`${lineOf(project, statement.file, mention)} may mean that column, too, or something else.`;
}

/** What judges the answers may ask the rows for the column. */
function otherReader(project: Project, { groups, naming: [naming], name }: SharedThing): string | undefined {
  for (const group of groups)
    for (const reader of group.naming?.readers ?? []) {
      if (!reader.files) return say`Whether ${reader.name} reads it from the rows is not known: its source is not within reach.`;
      // The file of the class itself has been looked at.
      for (const file of reader.files.filter((one) => one !== naming?.statement.file)) {
        const read = project.workspace.read(file);
        if (read.kind !== 'text') return say`${baseName(file)} cannot be read.`;
        const mention = strayEntry(file, read.text, name, []);
        if (mention !== undefined) return say`${lineOf(project, file, mention)} may read it from the rows.`;
      }
    }
  return undefined;
}

/** What else of the workspace has to do with a class. */
function* otherUser(project: Project, index: WorkspaceIndex, thing: SharedThing, naming: NamingClass): Steps<string | undefined> {
  const { workspace } = project;
  if (index.cut) return say`The workspace has more files than are looked at.`;
  const configs: FileId[] = [];
  for (const file of [...index.all.keys(), ...index.code]) {
    workspace.goesOn?.();
    yield;
    const read = workspace.read(file);
    if (read.kind !== 'text' || !mentions(read.text, naming.name)) continue;
    if (index.of(file)) configs.push(file);
    else if (useOfClass(file, read.text, naming.name, naming.statement) !== undefined) return say`${file} has to do with that class, too.`;
  }
  return yield* otherScope(project, index, thing, naming, configs);
}

/** A dataset of a class that is none of those that are renamed. */
function* otherScope(
  project: Project,
  index: WorkspaceIndex,
  thing: SharedThing,
  naming: NamingClass,
  configs: readonly FileId[],
): Steps<string | undefined> {
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
    const strange = !loads || [...names.classes].some(([scope, one]) => isSame(one, naming) && !isRenamed(scope, names, thing));
    project.release(file);
    if (strange) return say`${file} has to do with that class, too.`;
  }
  return undefined;
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

function isOf(classes: ReadonlyMap<object, NamingClass> | undefined, naming: NamingClass): boolean {
  return [...(classes?.values() ?? [])].some((one) => isSame(one, naming));
}

function isSame({ statement: a }: NamingClass, { statement: b }: NamingClass): boolean {
  return a.file === b.file && a.start === b.start;
}

function lineOf(project: Project, file: FileId, offset: number): string {
  const line = project.document(file)?.lines.positionAt(offset).line;
  return line === undefined ? baseName(file) : `${baseName(file)}:${String(line + 1)}`;
}
