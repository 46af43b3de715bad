import { nearest } from '../../../checks/support/nearest.js';
import type { Evaluation } from '../../../core/evaluation.js';
import { baseName, type FileId } from '../../../core/span.js';
import { dirname } from '../../../core/paths.js';
import { textOf } from '../../../core/value.js';
import type { Workspace } from '../../../core/workspace.js';
import { harnessSourceOf, harnessPackageAt, sourceIn, type HarnessSource } from './harness-source.js';
import { taskFileFields } from './schemas.js';

/** Another program that took over the harness's task files: with fields, types and prompts of its own. */
export interface Descendant {
  /** The name of its package; undefined where only the fields of the file tell of it. */
  readonly name: string | undefined;
}

/** The package of a descendant is looked for so many folders above a file. */
const highest = 40;
/** A project with more folders at its top is not looked through. */
const mostFolders = 300;
/** What stands at the top of a project, beside its packages. */
const projectFiles = new Set(['pyproject.toml', 'setup.py', 'setup.cfg']);

/**
 * The package of task files in the manner of the harness around a file, where that is another one than `lm_eval`: a folder around the file, or a package of the
 * project around it, that has the harness's `TaskConfig`.
 */
export function descendantPackage(file: FileId, workspace: Workspace): FileId | undefined {
  let folder = dirname(file);
  for (let up = 0; up < highest && folder !== '' && folder !== '/'; up++, folder = dirname(folder)) {
    const found = packageIn(folder, workspace);
    if (found !== undefined) return baseName(found) === 'lm_eval' ? undefined : found;
  }
  return undefined;
}

/** What the source of the descendant around a file says of itself. */
export function descendantSourceOf(file: FileId, workspace: Workspace): HarnessSource | undefined {
  const folder = descendantPackage(file, workspace);
  return folder === undefined ? undefined : sourceIn(folder, workspace);
}

function packageIn(folder: FileId, workspace: Workspace): FileId | undefined {
  if (harnessPackageAt(folder, workspace)) return folder;
  const names = workspace.list(folder) ?? [];
  if (names.length > mostFolders || !names.some((name) => projectFiles.has(name))) return undefined;
  const found = names.filter((name) => /^[A-Za-z]\w*$/.test(name) && harnessPackageAt(`${folder}/${name}`, workspace));
  const name = found.includes('lm_eval') ? 'lm_eval' : found[0];
  return name === undefined ? undefined : `${folder}/${name}`;
}

const known = new WeakMap<Evaluation, Descendant | null>();

/**
 * Whose task file a document is, where it is not the harness's: by the package around it, else by what is in it, which is several fields that no release of the
 * harness knows, and neither does the one within reach.
 */
export function descendantOf(evaluation: Evaluation, workspace: Workspace): Descendant | undefined {
  let found = known.get(evaluation);
  if (found === undefined) known.set(evaluation, (found = find(evaluation, workspace) ?? null));
  return found ?? undefined;
}

function find(evaluation: Evaluation, workspace: Workspace): Descendant | undefined {
  const { file } = evaluation;
  const around = descendantPackage(file, workspace);
  if (around !== undefined) return { name: baseName(around) };
  return hasFieldsOfItsOwn(evaluation, workspace) ? { name: undefined } : undefined;
}

function hasFieldsOfItsOwn({ file, value, problems }: Evaluation, workspace: Workspace): boolean {
  // Where the syntax is broken keys may be found that are none.
  if (value.entry('class') || problems.some(({ kind }) => kind === 'syntax-error')) return false;
  const fields = taskFileFields.keys('group')!;
  const strays = [...value.entries.values()].flatMap(({ key }) => textOf(key) ?? []).filter((key) => !fields.has(key));
  if (strays.length < 2) return false;
  const harness = harnessSourceOf(file, workspace);
  const unknown = strays.filter((key) => !harness?.taskFields.has(key));
  const inHarness = harness !== undefined && file.startsWith(`${harness.folder}/`);
  return !inHarness && unknown.length > 1 && unknown.some((key) => nearest(key, fields) === undefined);
}
