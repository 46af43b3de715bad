import type { Language } from '../../core/language.js';
import { dirname, joinPath } from '../../core/paths.js';
import type { FileId } from '../../core/span.js';
import type { Workspace } from '../../core/workspace.js';
import { locateBase } from '../../mmengine/base-module.js';
import { isBaseAssignment, isReadBase } from '../../mmengine/lazy-detection.js';
import { parseFast } from '../../python/syntax/fast/parse-fast.js';
import { parsePython } from '../../python/syntax/parse.js';
import type { At, Call, DictExpression, Expression, ImportFrom, Statement } from '../../python/syntax/tree/ast.js';
import { moduleName, targetNames } from '../../python/syntax/tree/bound-names.js';
import { walk } from '../../python/syntax/tree/walk.js';
import type { FileNames, IndexedImport, IndexedKind, IndexedName } from './indexed-name.js';
import { namesOfTaskFile } from './task-names.js';

/**
 * The names of a config by its text alone: nothing is evaluated, so a name that is computed (`abbr=f'{x}-7b'`) is none of them.
 * @param text of a file that looks like a config
 */
export function namesOfFile(file: FileId, text: string, language: Language, workspace: Workspace): FileNames {
  if (language === 'python') return namesOfConfig(file, text, workspace);
  return language === 'yaml' ? namesOfTaskFile(file, text) : { names: [], imports: [] };
}

function namesOfConfig(file: FileId, text: string, workspace: Workspace): FileNames {
  const body = parseFast(file, text) ?? parsePython(file, text).body;
  return { names: body.flatMap((statement) => namesOfStatement(file, statement)), imports: baseImportsOf(file, body, workspace) };
}

/** The imports within `with read_base():` that lead to a file, in their order; then the files of `_base_ = …`. */
function baseImportsOf(file: FileId, body: readonly Statement[], workspace: Workspace): IndexedImport[] {
  const imported = baseStatements(body).flatMap((node) => {
    const base = baseFile(file, node, workspace);
    return base === undefined ? [] : [{ file: base, names: node.star ? undefined : node.names.map(({ name }) => name.name) }];
  });
  return [...imported, ...basePaths(body).map(({ traced: { text } }) => ({ file: joinPath(dirname(file), text), names: undefined }))];
}

/** The paths of `_base_ = …`, as far as they are written as plain strings. */
export function basePaths(body: readonly Statement[]): readonly Extract<Expression, { type: 'String' }>[] {
  const assigned = body.find(isBaseAssignment);
  if (assigned?.type !== 'Assign') return [];
  const { value } = assigned;
  return (value.type === 'List' || value.type === 'Tuple' ? value.elements : [value]).filter((path) => path.type === 'String');
}

/** The file that an import of a base leads to, whether it is there or not; undefined where that cannot be known. */
export function baseFile(file: FileId, node: ImportFrom, workspace: Workspace): FileId | undefined {
  const located = locateBase(moduleName(node), file, workspace, { file, start: node.start, end: node.end });
  return 'file' in located ? located.file : undefined;
}

/** The `from … import …` within `with read_base():` at the top of a module. */
export function baseStatements(body: readonly Statement[]): ImportFrom[] {
  return body.flatMap((statement) => {
    if (statement.type !== 'With' || !statement.items.some(({ context }) => isReadBase(context))) return [];
    return statement.body.filter((inner) => inner.type === 'ImportFrom');
  });
}

function namesOfStatement(file: FileId, statement: Statement): IndexedName[] {
  if (statement.type !== 'Assign' && statement.type !== 'AugAssign' && statement.type !== 'AnnAssign' && statement.type !== 'For')
    return [];
  const target = statement.type === 'Assign' ? statement.targets[0] : statement.type === 'For' ? undefined : statement.target;
  const [name] = target?.type === 'Name' ? targetNames(target) : [];
  const own = name === undefined ? undefined : kindOfName(name);
  return [
    ...(own && target && statement.type !== 'AugAssign' ? [{ name: name!, kind: own, start: target.start, end: target.end }] : []),
    ...abbrsIn(statement, name !== undefined && /models$/.test(name) ? 'model' : kindByPath(file, name)),
  ];
}

function kindOfName(name: string): IndexedKind | undefined {
  if (/(?:^|_)(?:datasets|models|summary_groups|summarizer)$/.test(name)) return 'list';
  return /(?:^|_)(?:template|infer_cfg|reader_cfg|eval_cfg)$/.test(name) ? 'template' : undefined;
}

/** What an `abbr` names that is in no list with a name that tells. */
function kindByPath(file: FileId, name: string | undefined): 'model' | 'dataset' {
  if (name !== undefined && /datasets$/.test(name)) return 'dataset';
  return file.includes('/models/') ? 'model' : 'dataset';
}

/** The `abbr` of each dict, as far as it is written as a plain string. */
function abbrsIn(statement: Statement, kind: 'model' | 'dataset'): IndexedName[] {
  const found: IndexedName[] = [];
  walk([statement], (node) => {
    const value = node.type === 'Call' ? keywordOf(node, 'abbr') : node.type === 'Dict' ? entryOf(node, 'abbr') : undefined;
    if (value?.type === 'String' && value.traced.text !== '') found.push({ name: value.traced.text, kind, ...inside(value) });
    return true;
  });
  return found;
}

function keywordOf({ keywords }: Call, key: string): Expression | undefined {
  return keywords.find(({ name }) => name?.name === key)?.value;
}

function entryOf({ entries }: DictExpression, key: string): Expression | undefined {
  return entries.find((entry) => entry.key?.type === 'String' && entry.key.traced.text === key)?.value;
}

/** A string without its quotes. */
function inside({ start, end }: At): At {
  return { start: start + 1, end: Math.max(start + 1, end - 1) };
}
