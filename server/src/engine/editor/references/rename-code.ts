import { hasWord } from '../../core/word-places.js';
import { OverlayWorkspace } from '../../core/overlay-workspace.js';
import { say } from '../../core/say.js';
import { baseName, type FileId } from '../../core/span.js';
import type { Steps } from '../../core/steps.js';
import { createProject, type Project } from '../../project/project.js';
import { parsePython } from '../../python/syntax/parse.js';
import { keywords } from '../../python/syntax/fast/scanner.js';
import type { BoundName } from '../../classes/class-index.js';
import type { WorkspaceIndex } from '../index/workspace-index.js';
import { nameOfCode, nameOfCodeAt, type NameOfCode } from './code-name.js';
import { editedTexts } from './edited-texts.js';
import type { RenameResult } from './rename-result.js';
import { isOwn } from './variable.js';

/**
 * Renames a function or class of Python code that tasks name, in the tasks and in the code that imports it. Refused where something else may come of them. Undefined where no task names it.
 * @param index with all names of the workspace
 */
export function* renameCode(project: Project, index: WorkspaceIndex, bound: BoundName, to: string): Steps<RenameResult | undefined> {
  const named = yield* nameOfCode(project, index, bound);
  if (!named) return undefined;
  if (to === named.name) return { edits: [] };
  if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(to) || keywords.has(to)) return { refused: say`${to} is no name in Python.` };
  const refused = yield* refusalOf(project, named, to);
  if (refused !== undefined) return { refused };
  const edits = named.places.map(({ span }) => ({ span, newText: to }));
  const texts = editedTexts(project, edits);
  const lost = texts ? yield* lostPlace(project, named, texts, to) : say`The places of ${named.name} are not known exactly.`;
  return lost === undefined ? { edits } : { refused: lost };
}

function* refusalOf(project: Project, { name, places, modules, cut }: NameOfCode, to: string): Steps<string | undefined> {
  if (cut) return say`The workspace has more files than are looked at: not all places of ${name} are known.`;
  if (!places.some(({ binds }) => binds)) return say`Nothing in the workspace gives ${name} its value.`;
  const foreign = places.find(({ span }) => !isOwn(project, span.file));
  if (foreign) return say`${foreign.span.file} has this name, too, and does not belong to the workspace.`;
  for (const file of modules) {
    const refused = refusalOfModule(project, file, name, to);
    if (refused !== undefined) return refused;
    yield;
  }
  return undefined;
}

function refusalOfModule({ workspace }: Project, file: FileId, name: string, to: string): string | undefined {
  const read = workspace.read(file);
  const text = read.kind === 'text' ? read.text : '';
  const shown = baseName(file);
  if (parsePython(file, text).errors.length > 0) return say`${shown} cannot be read as Python: not all places of ${name} are known.`;
  if (hasWord(text, to)) return say`${shown} has a name ${to} already.`;
  if (text.includes(`'${name}'`) || text.includes(`"${name}"`) || /(?<![\w.])(?:globals|locals|vars|eval|exec)\(/.test(text))
    return say`${shown} finds names by their text, as by locals(): it may mean ${name}.`;
  return undefined;
}

/** Looks with the new texts whether each place still leads to the same definition. */
function* lostPlace(
  project: Project,
  { file, name, places }: NameOfCode,
  texts: ReadonlyMap<FileId, string>,
  to: string,
): Steps<string | undefined> {
  const edited = new OverlayWorkspace(
    project.workspace,
    (other) => texts.get(other),
    () => undefined,
    undefined,
    () => [],
  );
  const after = createProject(edited, project.settings);
  const shifts = new Map<FileId, number>();
  for (const { span } of [...places].sort((a, b) => a.span.start - b.span.start)) {
    const shift = shifts.get(span.file) ?? 0;
    shifts.set(span.file, shift + to.length - (span.end - span.start));
    const found = nameOfCodeAt(after, undefined, span.file, span.start + shift);
    if (found?.file !== file || found.name !== to) return say`In ${baseName(span.file)}, ${to} would be something else than ${name} is.`;
    yield;
  }
  return undefined;
}
