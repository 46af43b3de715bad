import { PyError } from '../core/errors.js';
import type { FileId } from '../core/span.js';
import { branchesOf, spanOf, type ExceptHandler, type If, type Statement, type Try } from '../python/syntax/tree/ast.js';
import { isBaseAssignment } from './lazy-detection.js';

/**
 * A config's statements without any `_base_ = …`, however deep it stands: only those at the top name bases (mmengine 0.11 `RemoveAssignFromAST`).
 * @param refuse gets CPython's ValueError for a block that has nothing left in it
 */
export function removeBases(file: FileId, body: readonly Statement[], refuse: (error: PyError) => void): readonly Statement[] {
  const kept = (statements: readonly Statement[]): readonly Statement[] => {
    const rest = statements.flatMap((node) => (isBaseAssignment(node) ? [] : [inside(node)]));
    return rest.length === statements.length && rest.every((node, i) => node === statements[i]) ? statements : rest;
  };
  const block = (owner: Statement | ExceptHandler, statements: readonly Statement[]): readonly Statement[] => {
    const rest = kept(statements);
    const type = 'type' in owner ? owner.type : 'ExceptHandler';
    if (rest.length === 0 && statements.length > 0)
      refuse(new PyError('ValueError', `empty body on ${type}`, spanOf(file, statements[0]!)));
    return rest;
  };
  const inside = (node: Statement): Statement => {
    switch (node.type) {
      case 'If':
        return insideIf(node);
      case 'For':
      case 'While':
        return changed(node, { body: block(node, node.body), orelse: kept(node.orelse) });
      case 'With':
      case 'FunctionDef':
      case 'ClassDef':
        return changed(node, { body: block(node, node.body) });
      case 'Try':
        return insideTry(node);
      default:
        return node;
    }
  };
  const insideIf = (node: If): Statement => {
    const branches = branchesOf(node);
    const bodies = branches.map((branch) => block(branch, branch.body));
    let orelse = kept(branches[branches.length - 1]!.orelse);
    for (let i = branches.length - 1; i > 0; i--) {
      const branch = changed(branches[i]!, { body: bodies[i]!, orelse });
      orelse = branch === branches[i] ? branches[i - 1]!.orelse : [branch];
    }
    return changed(node, { body: bodies[0]!, orelse });
  };
  const insideTry = (node: Try): Statement => {
    const handlers = node.handlers.map((handler) => changed(handler, { body: block(handler, handler.body) }));
    const same = handlers.every((handler, i) => handler === node.handlers[i]);
    const body = block(node, node.body);
    const finalbody = handlers.length === 0 ? block(node, node.finalbody) : kept(node.finalbody);
    return changed(node, { body, handlers: same ? node.handlers : handlers, orelse: kept(node.orelse), finalbody });
  };
  return kept(body);
}

/** The node itself where nothing in it has changed: the interpreter knows nodes by their identity. */
function changed<T extends object>(node: T, parts: Partial<T>): T {
  const same = Object.entries(parts).every(([name, part]) => node[name as keyof T] === part);
  return same ? node : { ...node, ...parts };
}
