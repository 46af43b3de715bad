import { hasWord } from '../../core/word-places.js';
import { say } from '../../core/say.js';
import { baseName, type FileId } from '../../core/span.js';
import type { Steps } from '../../core/steps.js';
import { looksLikeConfig } from '../../frameworks/registry.js';
import type { Project } from '../../project/project.js';
import { keywords } from '../../python/syntax/fast/scanner.js';
import type { Renamable, RenameResult } from './rename-result.js';
import type { WorkspaceIndex } from '../index/workspace-index.js';
import { placeByText } from './names-by-text.js';
import { isOwn, placesInFile, variableAt, variableOf, NamedModules, type NamedModule, type ConfigVariable } from './variable.js';

/** Names that the frameworks look for in a config (OpenCompass 0.5.3 `cli/main.py`, `utils/run.py`, `runners`, `summarizers`; AISBench 3.1 alike). */
const readByName: ReadonlySet<string> = new Set([
  'datasets',
  'chatml_datasets',
  'models',
  'judge_models',
  'judge_datasets',
  'model_dataset_combinations',
  'summarizer',
  'infer',
  'eval',
  'work_dir',
  'runner',
  'lark_bot_url',
  'custom_imports',
  'given_pred',
  'rs_exist_models',
  'use_postprocess_model',
]);
/** Whether the frameworks look for a name in a config. */
export function isReadByName(name: string): boolean {
  return readByName.has(name);
}

/** What a list that is found by its ending keeps: `run --datasets NAME` takes each `*_datasets` of a file. */
const endings = ['_datasets', '_summary_groups'];

/** What `renameConfigVariable` would change at an offset. Undefined where no name of a config's module stands. */
export function renamableVariable(project: Project, file: FileId, offset: number): Renamable | undefined {
  const modules = new NamedModules(project);
  const found = variableAt(modules, file, offset);
  if (!found) return undefined;
  return refusalOfName(found.name) ?? refusalOfSource(modules, file, found.name) ?? { span: found.span, name: found.name };
}

/** A name that Python has by itself, or that code gives, is none of a config's. */
function refusalOfSource(modules: NamedModules, file: FileId, name: string): { refused: string } | undefined {
  const code = placesInFile(modules, file, name).find(({ fromCode }) => fromCode);
  if (code) return { refused: fromCode(name, file) };
  if (!modules.mayProvide(file, name)) return { refused: givenNowhere(name) };
  return undefined;
}

function fromCode(name: string, file: FileId): string {
  return say`${name} comes from Python code that is no config, as ${baseName(file)} imports it.`;
}

function givenNowhere(name: string): string {
  return say`Nothing in the workspace gives ${name} its value.`;
}

function refusalOfName(name: string): { refused: string } | undefined {
  return readByName.has(name) ? { refused: say`The framework reads ${name} by this name: it cannot have another.` } : undefined;
}

/**
 * Renames a variable of a config in all files that have it under its name. Refused where it is not sure that everything means the same afterwards.
 * @param index with all names of the workspace
 */
export function* renameConfigVariable(
  project: Project,
  index: WorkspaceIndex,
  file: FileId,
  offset: number,
  to: string,
): Steps<RenameResult> {
  const modules = new NamedModules(project);
  const found = variableAt(modules, file, offset);
  if (!found) return { refused: say`There is no config name here that can be renamed.` };
  const { name } = found;
  const early = refusalOfName(name)?.refused ?? refusalOfNew(name, to) ?? refusalOfCode(modules, index, found.file);
  if (early !== undefined) return { refused: early };
  const variable = yield* variableOf(modules, index, found.file, name);
  const refused = yield* refusalOf(project, modules, variable, to);
  if (refused !== undefined) return { refused };
  return { edits: name === to ? [] : variable.places.map(({ span }) => ({ span, newText: to })) };
}

function refusalOfNew(from: string, to: string): string | undefined {
  if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(to) || keywords.has(to)) return say`${to} is no name in Python.`;
  if (readByName.has(to)) return say`The framework reads ${to} by this name: nothing else can have it.`;
  if (to.startsWith('__') !== from.startsWith('__') || to.startsWith('_') !== from.startsWith('_'))
    return say`mmengine treats names that begin with an underscore differently from others.`;
  const ending = endings.find((one) => from.endsWith(one) !== to.endsWith(one));
  return ending === undefined ? undefined : say`The framework finds lists by the ending ${ending}: both names must have it, or neither.`;
}

/** A module that is neither config nor base is code, of whose importers not all are followed. */
function refusalOfCode(modules: NamedModules, index: WorkspaceIndex, file: FileId): string | undefined {
  const text = modules.of(file)?.text ?? '';
  if (looksLikeConfig(text, 'python') || index.importersOf(file).some((importer) => importer.endsWith('.py'))) return undefined;
  return say`${baseName(file)} is Python code that is no config: who uses its names is not known.`;
}

function* refusalOf(project: Project, modules: NamedModules, variable: ConfigVariable, to: string): Steps<string | undefined> {
  const { name, places, cut } = variable;
  if (cut) return say`The workspace has more files than are looked at: not all places of ${name} are known.`;
  const code = places.find(({ fromCode }) => fromCode);
  if (code) return fromCode(name, code.span.file);
  if (!places.some(({ binds }) => binds)) return givenNowhere(name);
  for (const module of variable.modules) {
    const refused = refusalOfFile(project, modules, module, name, to);
    if (refused !== undefined) return refused;
    yield;
  }
  const elsewhere = places.find(({ span }) => modules.of(span.file)?.text.slice(span.start, span.end) !== name);
  if (elsewhere) return say`In ${baseName(elsewhere.span.file)}, the place of ${name} is not known exactly.`;
  const foreign = places.find(({ span }) => !isOwn(project, span.file));
  return foreign && say`${foreign.span.file} has this name, too, and does not belong to the workspace.`;
}

function refusalOfFile(
  project: Project,
  modules: NamedModules,
  { file, module, imports }: NamedModule,
  from: string,
  to: string,
): string | undefined {
  const shown = baseName(file);
  if (module.errors.length > 0) return say`${shown} cannot be read as Python: not all places of ${from} are known.`;
  if (project.refusal(file)) return say`${shown} was too much to work on: not all places of ${from} are known.`;
  const lostBases = imports.filter(({ base }) => base === undefined || !modules.of(base)).map(({ node }) => node);
  const unread = lostBases.find(({ names }) => names.some(({ name, asName }) => !asName && name.name === from));
  if (unread) return say`${shown} has ${from} from ${unread.module}, which is not found: it would not have the new name.`;
  const lost = lostBases.find(({ star }) => star);
  if (lost) return say`${shown} imports all names of ${lost.module}, which is not found: ${from} or ${to} may be among them.`;
  if (placesInFile(modules, file, to).length > 0 || modules.provides(file, to)) return say`${shown} has a name ${to} already.`;
  if (isWrittenAnywhere(modules.of(file)!.text, to)) return say`${shown} uses ${to} already for something else.`;
  return placeByText(module, from, to) && say`${shown} finds names by their text, as by locals(): it may mean ${from}.`;
}

/** Whether a name stands somewhere as a word of the code, also one that a function has for itself; in a text it does no harm, but is rare enough. */
function isWrittenAnywhere(text: string, name: string): boolean {
  return hasWord(text, name, /[\p{L}\p{N}_'"/.-]/u);
}
