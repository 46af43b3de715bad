import { dirname, isAbsolute } from '../../core/paths.js';
import { isAtOrBelow, type FileId, type Span } from '../../core/span.js';
import type { FileRename, TextEdit } from '../../core/text-edit.js';
import { locateBase } from '../../mmengine/base-module.js';
import type { Project } from '../../project/project.js';
import { moduleName } from '../../python/syntax/tree/bound-names.js';
import { basePaths } from '../index/file-names.js';
import { fileNamedAt, filesInTask } from '../index/task-names.js';
import type { WorkspaceIndex } from '../index/workspace-index.js';
import { isOwn, NamedModules, type NamedModule } from './variable.js';

/**
 * The edits by which configs still find each other when files or folders are moved: `from … import` within `read_base`, `_base_`, `include` and `!function`, in what is moved and in what
 * names it. Their places are those before the move. What cannot be written afterwards (a module whose name is no Python, a function in a folder above) is left as it is.
 * @param index with all names of the workspace
 */
export function editsOfMoves(project: Project, index: WorkspaceIndex, moves: readonly FileRename[]): TextEdit[] {
  const moved = (file: FileId): FileId => {
    const move = moves.find(({ from }) => isAtOrBelow(file, from));
    return move ? move.to + file.slice(move.from.length) : file;
  };
  const modules = new NamedModules(project);
  return [...concerned(index, moves)]
    .filter((file) => isOwn(project, file))
    .flatMap((file) => (file.endsWith('.py') ? inConfig(project, modules.of(file), moved) : inTask(project, file, moved)));
}

/** What is moved, and what names it. */
function concerned(index: WorkspaceIndex, moves: readonly FileRename[]): Set<FileId> {
  const found = new Set<FileId>();
  const isMoved = (file: FileId): boolean => moves.some(({ from }) => isAtOrBelow(file, from));
  for (const [file, { imports }] of index.all) if (isMoved(file) || imports.some((base) => isMoved(base.file))) found.add(file);
  return found;
}

function inConfig(project: Project, module: NamedModule | undefined, moved: (file: FileId) => FileId): TextEdit[] {
  if (!module) return [];
  const { file, text } = module;
  const imports = module.imports.flatMap(({ node, base }) => {
    if (base === undefined) return [];
    const span = { file, start: node.moduleRange.start, end: node.moduleRange.end };
    const located = node.level > 0 ? undefined : locateBase(moduleName(node), file, project.workspace, span);
    const root = located && 'file' in located ? located.root : undefined;
    return editTo(span, importPathOf(file, base, root), importPathOf(moved(file), moved(base), root));
  });
  const paths = basePaths(module.module.body).flatMap(({ start, end, traced: { text: path } }) => {
    const at = text.slice(start, end).indexOf(path);
    return at < 0 ? [] : pathEdit({ file, start: start + at, end: start + at + path.length }, path, moved);
  });
  return [...imports, ...paths];
}

function inTask(project: Project, file: FileId, moved: (file: FileId) => FileId): TextEdit[] {
  const read = project.workspace.read(file);
  if (read.kind !== 'text') return [];
  return filesInTask(read.text).flatMap((place) => {
    const span = { file, start: place.start, end: place.end };
    if (place.kind === 'include') return pathEdit(span, place.name, moved);
    const target = fileNamedAt(file, place);
    // A function that is not beside the task comes from an installed module.
    return project.workspace.stat(target) ? editTo(span, place.name, moduleBelow(moved(file), moved(target))) : [];
  });
}

/** The edit of an include or of a path in `_base_`. */
function pathEdit(span: Span, path: string, moved: (file: FileId) => FileId): TextEdit[] {
  const target = fileNamedAt(span.file, { kind: 'include', name: path });
  if (isAbsolute(path)) return editTo(span, target, moved(target));
  const prefix = path.startsWith('./') ? './' : '';
  const edits = editTo(span, pathTo(span.file, target), pathTo(moved(span.file), moved(target)));
  return edits.map(({ newText }) => ({ span, newText: newText.startsWith('../') ? newText : prefix + newText }));
}

/** What is written in other words before and after is left alone where it comes to the same. */
function editTo(span: Span, before: string | undefined, after: string | undefined): TextEdit[] {
  return after === undefined || after === before ? [] : [{ span, newText: after }];
}

/** The module of a file in a task's folder, or below it. */
function moduleBelow(task: FileId, target: FileId): string | undefined {
  const folder = `${dirname(task)}/`;
  return target.startsWith(folder) && target.endsWith('.py') ? dotted(target.slice(folder.length, -'.py'.length).split('/')) : undefined;
}

/** The module by which a file imports a base; undefined where there is none. @param root of the package by which it is imported, for an import that is not relative */
export function importPathOf(from: FileId, base: FileId, root: FileId | undefined): string | undefined {
  if (!base.endsWith('.py')) return undefined;
  const target = base.slice(0, -'.py'.length);
  if (root !== undefined && isAtOrBelow(base, root)) return dotted(target.slice(root.length + 1).split('/'));
  const { up, down } = between(dirname(from), target);
  const path = dotted(down);
  return path === undefined ? undefined : '.'.repeat(up + 1) + path;
}

function dotted(parts: readonly string[]): string | undefined {
  return parts.length > 0 && parts.every(isName) ? parts.join('.') : undefined;
}

/** Whether a part of a module's path can be written in an import. */
function isName(part: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(part);
}

/** A relative path from the folder of one file to another. */
function pathTo(from: FileId, target: FileId): string {
  const { up, down } = between(dirname(from), target);
  return '../'.repeat(up) + down.join('/');
}

/** So many folders up from `folder`, then down to `target`. */
function between(folder: FileId, target: FileId): { readonly up: number; readonly down: readonly string[] } {
  const from = folder.split('/');
  const to = target.split('/');
  let same = 0;
  while (same < from.length && same < to.length - 1 && from[same] === to[same]) same++;
  return { up: from.length - same, down: to.slice(same) };
}
