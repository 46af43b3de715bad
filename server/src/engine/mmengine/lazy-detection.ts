import { PyError } from '../core/errors.js';
import type { FileId } from '../core/span.js';
import { spanOf, type ExceptHandler, type Expression, type Module, type Statement, type With } from '../python/syntax/tree/ast.js';
import { isReallyImported } from '../python/interpreter/imports.js';

/**
 * Whether mmengine loads a config on its lazy-import path (0.11 `config/config.py`, `Config._is_lazy_import`): the tree is walked breadth first,
 * and the first node that decides wins.
 * @throws PyError ConfigParsingError or AttributeError for a `with` that is not `with read_base()`
 */
export function isLazyImport(module: Module): boolean {
  let level: readonly (Statement | ExceptHandler)[] = module.body;
  while (level.length > 0) {
    for (const node of level) {
      const decided = decide(module.file, node);
      if (decided !== undefined) return decided;
    }
    level = level.flatMap(children);
  }
  return false;
}

function decide(file: FileId, node: Statement | ExceptHandler): boolean | undefined {
  if (!('type' in node)) return undefined;
  switch (node.type) {
    case 'Assign':
      return isBaseAssignment(node) ? false : undefined;
    case 'With':
      if (node.async) return undefined;
      requireReadBase(file, node);
      return true;
    case 'ImportFrom':
      if (node.level > 0) return true;
      if (node.module === 'mmengine' && node.names.length === 1 && node.names[0]!.name.name === 'Config') return undefined;
      return isReallyImported(node.module) ? undefined : true;
    case 'Import':
      return node.names.every((alias) => isReallyImported(alias.name.name)) ? undefined : true;
    default:
      return undefined;
  }
}

/** `_base_ = …` */
export function isBaseAssignment(node: Statement): boolean {
  const target = node.type === 'Assign' ? node.targets[0] : undefined;
  return target?.type === 'Name' && target.name === '_base_';
}

/** `read_base()` */
export function isReadBase(context: Expression): boolean {
  return context.type === 'Call' && context.callee.type === 'Name' && context.callee.name === 'read_base';
}

/** @throws PyError where the context is not a call of `read_base` */
export function requireReadBase(file: FileId, node: With): void {
  const context = node.items[0]?.context;
  if (!context) return; // A syntax error, which is reported.
  const span = spanOf(file, context);
  if (context.type === 'Call' && context.callee.type !== 'Name')
    throw new PyError('AttributeError', `'${context.callee.type}' object has no attribute 'id'`, span);
  if (!isReadBase(context)) throw new PyError('ConfigParsingError', 'Only `read_base` context manager can be used in the config', span);
}

/** The statements directly below a node, in the order of CPython's `ast` fields. */
function children(node: Statement | ExceptHandler): readonly (Statement | ExceptHandler)[] {
  if (!('type' in node)) return node.body;
  switch (node.type) {
    case 'If':
    case 'For':
    case 'While':
      return [...node.body, ...node.orelse];
    case 'Try':
      return [...node.body, ...node.handlers, ...node.orelse, ...node.finalbody];
    case 'With':
    case 'FunctionDef':
    case 'ClassDef':
      return node.body;
    default:
      return [];
  }
}
