import { typeWords } from '../core/short-repr.js';
import { dirname, joinPath } from '../core/paths.js';
import type { Document } from '../core/document.js';
import { say } from '../core/say.js';
import type { FileId } from '../core/span.js';
import { typedSpan } from '../cursor/typed.js';
import type { Completion } from '../frameworks/face/editor.js';
import { locateBase } from '../mmengine/base-module.js';
import type { Project } from '../project/project.js';

/** How far back the start of an import or of a list of bases is looked for, in UTF-16 units. */
const farthestStart = 4_000;
/** The most entries of a folder, or names of a base, that are offered. */
const mostOffered = 1_000;

type Offer = Pick<Completion, 'kind' | 'detail'>;

const aModule: Offer = { kind: 'file', detail: say`module` };
const aFile: Offer = { kind: 'file', detail: say`file` };
const aFolder: Offer = { kind: 'folder', detail: say`folder` };

/** Where one types. `before` reaches back over several lines. */
interface Typing {
  readonly project: Project;
  readonly document: Document;
  readonly offset: number;
  readonly before: string;
}

/**
 * What may be written of a base: its module and its names behind `with read_base():`, its path in `_base_` (mmengine 0.11 `Config._parse_lazy_import`,
 * `Config._get_base_files`). Undefined where no base is being written.
 */
export function baseCompletions(project: Project, document: Document, offset: number): Completion[] | undefined {
  if (document.language !== 'python') return undefined;
  const typing = { project, document, offset, before: document.text.slice(Math.max(0, offset - farthestStart), offset) };
  return importedBase(typing) ?? pathOfBase(typing);
}

function importedBase(typing: Typing): Completion[] | undefined {
  const statement = /(?:^|\n)([ \t]+)from[ \t]+([.\w]*)(?:([ \t]+)import[ \t]+(\([^()#]*|[^()#\n\\]*))?$/.exec(typing.before);
  if (!statement || !behindReadBase(typing.before.slice(0, statement.index), statement[1]!.length)) return undefined;
  const [, , module, imports, names] = statement;
  return imports === undefined ? modules(typing, module!) : namesOfBase(typing, module!, names!);
}

/** Whether the nearest line that is further to the left opens a block of bases. */
function behindReadBase(above: string, indent: number): boolean {
  const lines = above.split('\n').reverse();
  const owner = lines.find((line) => line.trim() !== '' && /^[ \t]*/.exec(line)![0].length < indent);
  return owner !== undefined && /^with[ \t]+read_base[ \t]*\(/.test(owner);
}

/** The modules and folders behind the dots and names that are typed; of a package that is not relative only behind its first dot. */
function modules(typing: Typing, typed: string): Completion[] {
  const { project, document } = typing;
  const dot = typed.lastIndexOf('.') + 1;
  const folder = dot === 0 ? undefined : folderOfModule(typing, typed.slice(0, dot));
  if (folder === undefined) return [];
  const names = new Map<string, Offer>();
  for (const name of project.workspace.list(folder) ?? []) {
    const module = /^([^\W\d]\w*)\.py$/u.exec(name)?.[1];
    if (module !== undefined && module !== '__init__' && joinPath(folder, name) !== document.file) names.set(module, aModule);
    else if (/^[^\W\d]\w*$/u.test(name) && !names.has(name) && !name.startsWith('__') && holdsConfigs(project, joinPath(folder, name)))
      names.set(name, aFolder);
  }
  return offered(typing, typed.slice(dot), names);
}

function folderOfModule({ project, document }: Typing, dots: string): FileId | undefined {
  // The dots of a relative import count from the file; a module of that folder stands for all.
  const located = locateBase(`${dots}any`, document.file, project.workspace, { file: document.file, start: 0, end: 0 });
  return 'file' in located ? dirname(located.file) : undefined;
}

function holdsConfigs({ workspace }: Project, folder: FileId): boolean {
  return (workspace.list(folder) ?? []).some((name) => name.endsWith('.py') || /^\w+$/.test(name));
}

function namesOfBase(typing: Typing, module: string, behind: string): Completion[] | undefined {
  const { project, document } = typing;
  const typed = /\w*$/.exec(behind)![0];
  // Behind `as` one makes up a name.
  if (/\bas[ \t]+\w*$/.test(behind)) return [];
  const located = locateBase(module, document.file, project.workspace, { file: document.file, start: 0, end: 0 });
  const base = 'file' in located ? project.evaluate(located.file) : undefined;
  if (!base) return [];
  const there = new Set(behind.slice(0, behind.length - typed.length).match(/\w+/g));
  const names = [...base.value.entries.values()].flatMap(({ key, value }) =>
    key.kind === 'str' && !there.has(key.text) ? [[key.text, { kind: 'value', detail: typeWords(value) }] as const] : [],
  );
  return offered(typing, typed, new Map<string, Offer>(names));
}

/** Paths from the file, within the text of an item of `_base_`. */
function pathOfBase(typing: Typing): Completion[] | undefined {
  const { project, document, before } = typing;
  const typed = /^_base_[ \t]*=[ \t]*(?:\[(?:\s*["'][^"'\n]*["'][ \t]*,)*\s*)?["']([^"'\n]*)$/m.exec(before)?.[1];
  if (typed === undefined) return undefined;
  const slash = typed.lastIndexOf('/') + 1;
  const folder = joinPath(dirname(document.file), typed.slice(0, slash));
  const names = new Map<string, Offer>();
  for (const name of project.workspace.list(folder) ?? []) {
    const path = joinPath(folder, name);
    if (path === document.file || name.startsWith('.') || name === '__init__.py') continue;
    if (/\.(?:py|ya?ml|json)$/.test(name)) names.set(name, aFile);
    else if (project.workspace.stat(path)?.kind === 'directory') names.set(`${name}/`, aFolder);
  }
  return offered(typing, typed.slice(slash), names);
}

function offered({ document, offset }: Typing, typed: string, names: ReadonlyMap<string, Offer>): Completion[] {
  const span = typedSpan(document, offset, typed);
  return [...names].slice(0, mostOffered).map(([label, offer]) => ({ label, ...offer, markdown: '', span, newText: label }));
}
