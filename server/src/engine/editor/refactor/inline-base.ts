import type { Document } from '../../core/document.js';
import type { FileId } from '../../core/span.js';
import type { TextEdit } from '../../core/text-edit.js';
import type { Workspace } from '../../core/workspace.js';
import { isBaseAssignment, isReadBase } from '../../mmengine/lazy-detection.js';
import { parsePython } from '../../python/syntax/parse.js';
import type { At, ImportFrom, Module, Statement, With } from '../../python/syntax/tree/ast.js';
import { boundNames } from '../../python/syntax/tree/bound-names.js';
import { baseFile, baseStatements } from '../index/file-names.js';
import { importPathOf } from '../references/move-files.js';

/** A base whose text stands in the document in place of its import. */
export interface InlinedBase {
  /** As the import names it. */
  readonly module: string;
  readonly edits: readonly TextEdit[];
}

const noBases: ReadonlySet<string> = new Set();

/**
 * The text of a base in place of the import at an offset; what the base imports from bases of its own is imported from here. Undefined where none stands there, or names would be in each
 * other's way. Whether prompts stay as they are is not looked at.
 */
export function inlinedBase(document: Document, module: Module, workspace: Workspace, offset: number): InlinedBase | undefined {
  const block = module.body.find((node): node is With => isBaseBlock(node) && touches(node, offset));
  const statement = block?.body.find((node): node is ImportFrom => node.type === 'ImportFrom' && touches(node, offset));
  const base = statement && readBase(document.file, statement, workspace);
  if (!base || namesInTheWay(module, statement, base.module)) return undefined;
  const imports = movedImports(document.file, base, workspace);
  if (!imports) return undefined;
  const { file, text, lines } = document;
  const lineOf = (at: number): number => lines.lineStart(lines.positionAt(at).line);
  const indent = text.slice(lineOf(statement.start), statement.start);
  // Two statements in a line are left alone.
  if (indent.trim() !== '' || lines.positionAt(block!.end).line === lines.positionAt(block!.start).line) return undefined;
  const own = restOf(base, statement);
  const inBlock = imports.map((line) => indent + line).join('\n');
  if (imports.length === 0 && block!.body.length === 1)
    return { module: writtenModule(text, statement), edits: [{ span: { file, start: block!.start, end: block!.end }, newText: own }] };
  const from = lineOf(statement.start);
  const replaced = imports.length > 0 ? { start: from, end: statement.end } : lineWithBreak(text, from, statement.end);
  const end = block!.end;
  const behind = `${own === '' ? '' : `\n\n${own}`}`;
  // What stands behind the block goes with it where its last import is the one.
  const edits: TextEdit[] =
    replaced.end >= end
      ? [{ span: { file, start: imports.length > 0 ? from : from - 1, end }, newText: inBlock + behind }]
      : [
          { span: { file, ...replaced }, newText: inBlock },
          { span: { file, start: end, end }, newText: behind },
        ];
  return { module: writtenModule(text, statement), edits };
}

interface Base {
  readonly file: FileId;
  readonly text: string;
  readonly module: Module;
}

function readBase(from: FileId, statement: ImportFrom, workspace: Workspace): Base | undefined {
  const file = baseFile(from, statement, workspace);
  const read = file?.endsWith('.py') ? workspace.read(file) : undefined;
  if (read?.kind !== 'text') return undefined;
  const module = parsePython(file!, read.text);
  const isPlain = module.errors.length === 0 && !module.body.some(isBaseAssignment) && !read.text.includes('__file__');
  return isPlain ? { file: file!, text: read.text, module } : undefined;
}

/** Whether the document binds a name that the base has, too, otherwise than by this import. */
function namesInTheWay(document: Module, statement: ImportFrom, base: Module): boolean {
  const others = document.body.flatMap((node) => (isBaseBlock(node) ? node.body.filter((inner) => inner !== statement) : [node]));
  const own = boundNames(others, noBases);
  const imported = new Set(
    base.body.filter(({ type }) => type === 'ImportFrom' || type === 'Import').flatMap((node) => [...boundNames([node], noBases)]),
  );
  return [...boundNames(base.body, noBases)].some((name) => own.has(name) && !imported.has(name));
}

/** The imports from bases of a base, as the document writes them; undefined where one cannot be written. */
function movedImports(from: FileId, { file, text, module }: Base, workspace: Workspace): string[] | undefined {
  const lines: string[] = [];
  for (const node of baseStatements(module.body)) {
    const target = baseFile(file, node, workspace);
    const path = node.level === 0 ? writtenModule(text, node) : target && importPathOf(from, target, undefined);
    if (path === undefined) return undefined;
    lines.push(`from ${path}${text.slice(node.moduleRange.end, node.end)}`);
  }
  return lines;
}

/** The base's text without its imports of bases, and what the import calls otherwise. */
function restOf({ text, module: { body } }: Base, { names }: ImportFrom): string {
  const left = body.filter((node) => isBaseBlock(node) || importsReadBase(node));
  let rest = '';
  let at = 0;
  for (const { start, end } of left) {
    rest += text.slice(at, start);
    at = lineWithBreak(text, start, end).end;
  }
  rest = (rest + text.slice(at)).trim();
  const aliases = names.flatMap(({ name, asName }) => (asName ? [`${asName.name} = ${name.name}`] : []));
  return [...(rest === '' ? [] : [rest]), ...aliases].join('\n\n');
}

function isBaseBlock(node: Statement): node is With {
  return node.type === 'With' && node.items.some(({ context }) => isReadBase(context));
}

function importsReadBase(node: Statement): boolean {
  return node.type === 'ImportFrom' && node.names.length === 1 && node.names[0]!.name.name === 'read_base';
}

function writtenModule(text: string, { moduleRange }: ImportFrom): string {
  return text.slice(moduleRange.start, moduleRange.end);
}

/** A statement with the break behind its line. */
function lineWithBreak(text: string, start: number, end: number): At {
  const rest = /^[ \t]*(?:#[^\n]*)?\r?\n?/.exec(text.slice(end))![0];
  return { start, end: end + rest.length };
}

function touches({ start, end }: At, offset: number): boolean {
  return start <= offset && offset <= end;
}
