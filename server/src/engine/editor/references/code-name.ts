import type { BoundName } from '../../classes/class-index.js';
import { dirname, joinPath } from '../../core/paths.js';
import { touches, type FileId } from '../../core/span.js';
import type { Steps } from '../../core/steps.js';
import { languageByEnding } from '../../core/language.js';
import type { Project } from '../../project/project.js';
import { parsePython } from '../../python/syntax/parse.js';
import type { At, Expression, Module } from '../../python/syntax/tree/ast.js';
import { functionNames } from '../../python/syntax/tree/bound-names.js';
import { walk } from '../../python/syntax/tree/walk.js';
import { fileNamedAt, filesInTask } from '../index/task-names.js';
import type { WorkspaceIndex } from '../index/workspace-index.js';
import { placesOfVariable, type NamePlace } from './module-names.js';
import type { PlaceOfName } from './variable.js';

/** A function or class of Python code that tasks name by `!function`, in all files that have it from each other under its name. */
export interface NameOfCode extends BoundName {
  readonly places: readonly PlaceOfName[];
  /** The Python files among them. */
  readonly modules: readonly FileId[];
  /** The workspace has more files than are looked at. */
  readonly cut: boolean;
}

/** A place in a file, and what is meant there. */
interface Site {
  readonly at: NamePlace;
  readonly means: BoundName;
}

/** What Python code binds that stands at an offset, in a task or in code. @param index as far as it is read: what no task names is nothing then; absent: anything is told */
export function nameOfCodeAt(
  project: Project,
  index: WorkspaceIndex | undefined,
  file: FileId,
  offset: number,
): (BoundName & { readonly at: At }) | undefined {
  const text = textOf(project, file);
  const word = wordAround(text, offset);
  if (word === undefined || index?.namesMember(word) === false) return undefined;
  const site = sitesIn(project, file, text, word).find(({ at }) => touches({ file, ...at }, offset));
  return site && { ...site.means, at: site.at };
}

/** What a `!function` at an offset names, `utils.clean`, where no statement is found that binds it; undefined where none stands, or it is found. */
export function unboundAt(project: Project, file: FileId, offset: number): string | undefined {
  if (file.endsWith('.py')) return undefined;
  const text = textOf(project, file);
  const place = filesInTask(text).find(({ member }) => member && touches({ file, ...member }, offset));
  if (!place?.member || sitesInTask(project, file, text, place.member.name).some(({ at }) => at.start === place.member!.start))
    return undefined;
  return `${place.name}.${place.member.name}`;
}

/** The places of one file that mean the same as one of its offsets. */
export function codeHighlights(project: Project, file: FileId, offset: number): PlaceOfName[] {
  const text = textOf(project, file);
  const word = wordAround(text, offset);
  if (word === undefined || file.endsWith('.py')) return [];
  const sites = sitesInTask(project, file, text, word);
  const here = sites.find(({ at }) => touches({ file, ...at }, offset));
  return here ? sites.filter(({ means }) => isSame(means, here.means)).map(({ at }) => placeIn(file, at)) : [];
}

/** All places of a name of Python code; undefined where no task names it. @param index with all names of the workspace */
export function* nameOfCode(project: Project, index: WorkspaceIndex, bound: BoundName): Steps<NameOfCode | undefined> {
  const places: PlaceOfName[] = [];
  const modules: FileId[] = [];
  const add = (file: FileId, text: string): boolean => {
    const found = sitesIn(project, file, text, bound.name).filter(({ means }) => isSame(means, bound));
    places.push(...found.map(({ at }) => placeIn(file, at)));
    return found.length > 0;
  };
  const tasks = yield* tasksNaming(project, index, bound);
  if (tasks.length === 0) return undefined;
  for (const file of tasks) {
    add(file, textOf(project, file));
    yield;
  }
  for (const file of pythonFiles(index)) {
    const text = textOf(project, file);
    if (mayMean(project, file, text, bound) && add(file, text)) modules.push(file);
    yield;
  }
  return places.length === 0 ? undefined : { ...bound, places, modules, cut: index.cut };
}

/** The files whose `!function` leads to a name under that name. */
function* tasksNaming(project: Project, index: WorkspaceIndex, bound: BoundName): Steps<FileId[]> {
  const leads = new Map<FileId, boolean>();
  const found: FileId[] = [];
  for (const [file, { imports }] of index.all) {
    if (languageByEnding(file) === 'python') continue;
    for (const { file: target, names } of imports) {
      if (!names?.includes(bound.name)) continue;
      let leadsThere = leads.get(target);
      if (leadsThere === undefined) {
        leadsThere = sitesInTask(project, file, textOf(project, file), bound.name).some(({ means }) => isSame(means, bound));
        leads.set(target, leadsThere);
        yield;
      }
      if (leadsThere) found.push(file);
    }
  }
  return [...new Set(found)];
}

function* pythonFiles(index: WorkspaceIndex): Iterable<FileId> {
  yield* index.code;
  for (const file of index.all.keys()) if (languageByEnding(file) === 'python') yield file;
}

/** Whether a Python file is worth being parsed. */
function mayMean({ classes }: Project, file: FileId, text: string, bound: BoundName): boolean {
  if (!text.includes(bound.name)) return false;
  const top = classes.boundInFile(file, bound.name);
  return (top && isSame(top, bound)) || text.includes(`.${bound.name}`) || /^[ \t]+(?:from|import)\b/m.test(text);
}

/** Where a name stands in a file, each with what it means there, as far as that is known. */
function sitesIn(project: Project, file: FileId, text: string, name: string): Site[] {
  return file.endsWith('.py') ? sitesInCode(project, parsePython(file, text), name) : sitesInTask(project, file, text, name);
}

/** lm-evaluation-harness 0.4.13 `tasks/_yaml_loader.py`: a module beside the file, else one that can be imported. */
function sitesInTask({ classes, workspace }: Project, file: FileId, text: string, name: string): Site[] {
  return filesInTask(text).flatMap((place) => {
    if (place.member?.name !== name) return [];
    const beside = fileNamedAt(file, place);
    const means = workspace.stat(beside) ? classes.boundInFile(beside, name) : classes.boundAt(`${place.name}.${name}`, file);
    return means ? [{ at: { ...place.member, binds: false }, means }] : [];
  });
}

function sitesInCode(project: Project, module: Module, name: string): Site[] {
  const { file, body } = module;
  const sites: Site[] = [];
  const top = project.classes.boundInFile(file, name);
  if (top) for (const at of placesOfVariable(module, name, noImports)) sites.push({ at, means: top });
  const named = new NamedModulesOfCode(project, module);
  walk(body, (node) => {
    // A function may import it for itself.
    if (node.type === 'FunctionDef' && functionNames(node, noModules).locals.has(name)) {
      const means = named.importedIn(node.body, name);
      if (means) for (const at of placesOfVariable({ ...module, body: node.body }, name, noImports)) sites.push({ at, means });
    }
    if (node.type === 'ImportFrom')
      for (const alias of node.names) {
        if (alias.name.name !== name || !alias.asName) continue;
        const means = named.member(node.level, node.module, name);
        if (means) sites.push({ at: { start: alias.name.start, end: alias.name.end, binds: false }, means });
      }
    if (node.type === 'Attribute' && node.attribute.name === name) {
      const means = named.attribute(node.object, name);
      if (means) sites.push({ at: { start: node.attribute.start, end: node.attribute.end, binds: false }, means });
    }
    return true;
  });
  return sites.sort((a, b) => a.at.start - b.at.start);
}

const noImports: ReadonlySet<never> = new Set();
const noModules: ReadonlySet<string> = new Set();

/** What the imports of a Python file lead to. */
class NamedModulesOfCode {
  /** The modules that names stand for: a dotted path, with dots in front of a relative one. */
  private readonly modules = new Map<string, string>();

  constructor(
    private readonly project: Project,
    private readonly module: Module,
  ) {
    walk(module.body, (node) => {
      if (node.type === 'Import')
        for (const { name, asName } of node.names)
          if (asName) this.modules.set(asName.name, name.name);
          else this.modules.set(name.name.split('.')[0]!, name.name.split('.')[0]!);
      if (node.type === 'ImportFrom')
        for (const { name, asName } of node.names) {
          const dots = '.'.repeat(node.level);
          this.modules.set((asName ?? name).name, dots + (node.module === '' ? name.name : `${node.module}.${name.name}`));
        }
      return true;
    });
  }

  /** `a.b.name`, where `a` is a module. */
  attribute(object: Expression, name: string): BoundName | undefined {
    const parts: string[] = [];
    let at = object;
    while (at.type === 'Attribute') {
      parts.unshift(at.attribute.name);
      at = at.object;
    }
    const module = at.type === 'Name' ? this.modules.get(at.name) : undefined;
    if (module === undefined) return undefined;
    const level = /^\.*/.exec(module)![0].length;
    return this.member(level, [module.slice(level), ...parts].join('.'), name);
  }

  /** `from module import name`. */
  member(level: number, module: string, name: string): BoundName | undefined {
    const { classes, workspace } = this.project;
    const { file } = this.module;
    let folder = dirname(file);
    for (let dots = 1; dots < level; dots++) folder = dirname(folder);
    const found = level === 0 ? classes.boundAt(`${module}.${name}`, file) : undefined;
    if (found) return found;
    const path = joinPath(folder, module.replaceAll('.', '/'));
    for (const candidate of [`${path}.py`, `${path}/__init__.py`])
      if (workspace.stat(candidate)) return classes.boundInFile(candidate, name);
    return undefined;
  }

  /** What a function imports under the name that it has. */
  importedIn(body: Module['body'], name: string): BoundName | undefined {
    let found: BoundName | undefined;
    walk(body, (node) => {
      if (node.type === 'ImportFrom' && node.names.some(({ name: imported, asName }) => imported.name === name && !asName))
        found ??= this.member(node.level, node.module, name);
      return node.type !== 'FunctionDef' && node.type !== 'Lambda' && node.type !== 'ClassDef';
    });
    return found;
  }
}

function isSame(a: BoundName, b: BoundName): boolean {
  return a.file === b.file && a.name === b.name;
}

function placeIn(file: FileId, { start, end, binds, fromCode }: NamePlace): PlaceOfName {
  return { span: { file, start, end }, binds: binds && !fromCode };
}

function textOf({ workspace }: Project, file: FileId): string {
  const read = workspace.read(file);
  workspace.goesOn?.();
  return read.kind === 'text' ? read.text : '';
}

function wordAround(text: string, offset: number): string | undefined {
  const before = /[\p{L}\p{N}_]*$/u.exec(text.slice(Math.max(0, offset - 200), offset))![0];
  const after = /^[\p{L}\p{N}_]*/u.exec(text.slice(offset, offset + 200))![0];
  return /^[\p{L}_]/u.test(before + after) ? before + after : undefined;
}
