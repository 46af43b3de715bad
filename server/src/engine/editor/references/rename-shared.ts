import { say } from '../../core/say.js';
import { OverlayWorkspace } from '../../core/overlay-workspace.js';
import { baseName, type FileId, type Span } from '../../core/span.js';
import type { Steps } from '../../core/steps.js';
import type { TextEdit } from '../../core/text-edit.js';
import type { Evaluation } from '../../core/evaluation.js';
import { original, type StrValue, type Value } from '../../core/value.js';
import { wordPlaces } from '../../core/word-places.js';
import { writtenAt } from '../../core/written-at.js';
import type { SharedKind, SharedName } from '../../frameworks/face/editor.js';
import { createProject, type Project } from '../../project/project.js';
import type { WorkspaceIndex } from '../index/workspace-index.js';
import { editedTexts } from './edited-texts.js';
import { changedClass, isGathering, refusalOfCode, renameInClass } from './rename-in-class.js';
import type { RenameResult } from './rename-result.js';
import { sameButNames, type NamesInTexts } from './same-but-names.js';
import { sharedNamesOf, sharedThingIn, sharedThingOf, type SharedPlace, type SharedThing } from './shared-names.js';
import { isReadByName } from './rename-variable.js';
import { isOwn } from './variable.js';

/**
 * Renames a role, a column or an abbr in all configs that have one of its places. Refused where something may be called so that is not found, and where a config would be anything
 * else than before but for the name: each of them is evaluated with the new texts.
 * @param index with all names of the workspace
 */
export function* renameShared(project: Project, index: WorkspaceIndex, at: SharedPlace, to: string): Steps<RenameResult> {
  if (to === at.name) return { edits: [] };
  const refused = refusalOfText(at, to);
  if (refused !== undefined) return { refused };
  const other = at.kind === 'task' ? index.fileOfTask(to) : undefined;
  if (other !== undefined) return { refused: say`${baseName(other)} has something of the name ${to} already.` };
  const early = at.kind === 'column' ? refusalOfColumn(project, at, to) : undefined;
  if (early !== undefined) return { refused: early };
  const thing = yield* sharedThingOf(project, index, at, to);
  const why = refusalOfThing(project, thing, to);
  if (why !== undefined) return { refused: why };
  const inClass = yield* renameInClass(project, index, thing, to);
  if ('refused' in inClass) return inClass;
  const edits = [...thing.places.map(({ span }) => ({ span, newText: to })), ...inClass.edits];
  const edited = editedProject(project, thing, edits);
  if (!edited) return { refused: say`The places of ${thing.name} are not known exactly.` };
  const changed = (yield* changedConfig(project, edited, thing, to)) ?? changedClass(edited, thing, to);
  return changed === undefined ? { edits } : { refused: changed };
}

/** What a name may be made of, so that it means itself in quotes of any kind, in a template and in YAML. */
const plain: Readonly<Record<SharedKind, RegExp>> = {
  role: /^[\p{L}_][\p{L}\p{N}_-]*$/u,
  column: /^[\p{L}_][\p{L}\p{N}_]*$/u,
  dataset: /^[\p{L}\p{N}_][\p{L}\p{N}_.+-]*$/u,
  model: /^[\p{L}\p{N}_][\p{L}\p{N}_.+-]*$/u,
  task: /^[\p{L}_][\p{L}\p{N}_.-]*$/u,
};
/** Roles by which a prompt is taken for messages (OpenCompass 0.5.3 `models/base_api.py`). */
const messageRoles: ReadonlySet<string> = new Set(['system', 'user', 'assistant']);

function refusalOfText({ kind }: SharedPlace, to: string): string | undefined {
  if (!plain[kind].test(to)) return say`${to} has characters that would have to be written differently from place to place.`;
  return kind === 'role' && messageRoles.has(to) ? say`The framework takes turns with the role ${to} for messages.` : undefined;
}

function refusalOfThing(project: Project, thing: SharedThing, to: string): string | undefined {
  const { kind, name, places, groups, cut } = thing;
  if (cut) return say`${name} is in more configs than are looked at: not all of its places are known.`;
  for (const { file, computed, unknown, fixed, taken } of groups) {
    if (computed) return say`In ${placeOf(project, computed)}, ${name} is computed, so it cannot be renamed there.`;
    if (unknown) return say`What is named in ${placeOf(project, unknown)} is not known: it may be ${name}.`;
    if (fixed !== undefined) return fixed;
    if (taken) return say`${baseName(file)} has something of the name ${to} already.`;
  }
  const noUser = kind === 'column' ? refusalOfUsers(thing) : undefined;
  if (noUser !== undefined) return noUser;
  if (!places.some(({ binds }) => binds)) return undefinedThing(kind, name);
  if (kind === 'role' && places.every(({ binds }) => binds))
    return say`No connected dataset has the role ${name}: which ones the models will meet is not known.`;
  const foreign = places.find(({ span }) => !isOwn(project, span.file));
  return foreign && say`${foreign.span.file} has this name, too, and does not belong to the workspace.`;
}

/** What speaks against a column's other name by its own file alone: it may be in many configs. */
function refusalOfColumn(project: Project, at: SharedPlace, to: string): string | undefined {
  const thing = sharedThingIn(project, at, to);
  return thing.groups.map(({ fixed }) => fixed).find((one) => one !== undefined) ?? refusalOfCode(project, thing, to);
}

/** A column is given by the class of a dataset, and used by configs. */
function refusalOfUsers({ name, naming: [naming], groups }: SharedThing): string | undefined {
  if (!naming) return say`No dataset is known that has the column ${name}: what gives it is not known.`;
  return groups.some((group) => group.naming)
    ? undefined
    : say`No config of the workspace has a dataset of ${naming.name} with the column ${name}: who uses it is not known.`;
}

function undefinedThing(kind: SharedKind, name: string): string {
  if (kind === 'role') return say`No connected meta template has the role ${name}: which models the datasets will meet is not known.`;
  if (kind === 'column') return say`No connected reader_cfg names the column ${name}.`;
  if (kind === 'task') return say`No file of the workspace defines a task, a group or a tag ${name}.`;
  return say`Nothing in the connected configs has the abbr ${name}.`;
}

function placeOf(project: Project, { file, start }: Span): string {
  const line = project.document(file)?.lines.positionAt(start).line;
  return line === undefined ? baseName(file) : `${baseName(file)}:${String(line + 1)}`;
}

/** The project with the new texts; undefined where a text cannot be had. */
function editedProject(project: Project, thing: SharedThing, edits: readonly TextEdit[]): Project | undefined {
  const texts = editedTexts(project, edits);
  if (!texts) return undefined;
  const { limits, environment, progress } = project.running(thing.span.file);
  const workspace = new OverlayWorkspace(
    project.workspace,
    (file) => texts.get(file),
    () => undefined,
    progress,
    () => [],
  );
  return createProject(workspace, project.settings, { limits, environment, ...(progress && { progress }) });
}

/** Holds what each config will be against what it is. */
function* changedConfig(project: Project, edited: Project, thing: SharedThing, to: string): Steps<string | undefined> {
  for (const file of thing.configs) {
    project.workspace.goesOn?.();
    const before = project.evaluate(file);
    if (before && !before.ok && !isGathering(project, file, thing))
      return say`${baseName(file)} does not load: not all places of ${thing.name} are known.`;
    const names = sharedNamesOf(project, file)?.names ?? [];
    const texts = textsWith(names, thing);
    const after = edited.evaluate(file);
    const same =
      before &&
      after &&
      !saysMore(project, file, { kind: thing.kind, names, texts }) &&
      sameButNames(before, after, { names: texts, variables: variablesWith(before, texts, thing) }, thing.name, to);
    project.release(file);
    edited.release(file);
    if (!same) return say`${baseName(file)} would be another config: something else there depends on the text ${thing.name}.`;
    yield;
  }
  return undefined;
}

/** Whether one of the texts is something else besides, by way of a variable: `abbr=name` beside `input_columns=[name]`. */
function saysMore(
  project: Project,
  file: FileId,
  { kind, names, texts }: { readonly kind: SharedKind; readonly names: readonly SharedName[]; readonly texts: NamesInTexts },
): boolean {
  if (texts.size === 0) return false;
  if (names.some((one) => one.kind !== kind && texts.has(one.text))) return true;
  if (kind !== 'column') return false;
  const datasets = project.load(file)?.config.datasets ?? [];
  return datasets.some(({ value }) => [...value.entries.values()].some(({ value: own }) => isText(original(own), texts)));
}

function isText(value: Value, texts: NamesInTexts): boolean {
  return value.kind === 'str' && texts.has(value);
}

/** Of a column: the variables of a config that are texts with the name at one of its places, and that the framework does not read. */
function variablesWith(before: Evaluation, texts: NamesInTexts, { kind, name, places }: SharedThing): Map<StrValue, number[]> {
  const found = new Map<StrValue, number[]>();
  const known = new Set(places.map(({ span }) => `${String(span.start)} ${span.file}`));
  const variables = [before.value, before.hidden].flatMap((one) =>
    one.kind === 'dict' && kind === 'column' ? [...one.entries.values()] : [],
  );
  for (const { key, value } of variables) {
    const text = original(value);
    if (text.kind !== 'str' || texts.has(text) || key.kind !== 'str' || isReadByName(key.text)) continue;
    const offsets = [...wordPlaces(text.text, name)].filter((at) => {
      const span = writtenAt(text.traced, at, at + name.length);
      return span !== undefined && known.has(`${String(span.start)} ${span.file}`);
    });
    if (offsets.length > 0) found.set(text, offsets);
  }
  return found;
}

/** Of the texts of a config those with the name at one of its places. */
function textsWith(names: readonly SharedName[], { kind, name, places }: SharedThing): Map<StrValue, number[]> {
  const known = new Set(places.map(({ span }) => `${String(span.start)} ${span.file}`));
  const found = new Map<StrValue, Set<number>>();
  for (const one of names) {
    if (one.kind !== kind || one.name !== name) continue;
    const span = writtenAt(one.text.traced, one.at, one.at + name.length);
    if (!span || !known.has(`${String(span.start)} ${span.file}`)) continue;
    const offsets = found.get(one.text);
    if (offsets) offsets.add(one.at);
    else found.set(one.text, new Set([one.at]));
  }
  return new Map([...found].map(([text, offsets]) => [text, [...offsets].sort((a, b) => a - b)]));
}
