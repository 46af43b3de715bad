import type { FunctionDef, Statement } from '../python/syntax/tree/ast.js';
import { namesIn } from '../python/syntax/tree/walk.js';

/** The names that a function reads whatever happens, but for exceptions: those in no branch. Loops are taken to run. */
export function namesAlwaysIn({ body }: FunctionDef): ReadonlySet<string> {
  const names = new Set<string>();
  collect(body, names);
  return names;
}

function collect(body: readonly Statement[], names: Set<string>): void {
  for (const statement of body) {
    switch (statement.type) {
      case 'For':
      case 'With':
        collect(statement.body, names);
        break;
      case 'Assign':
      case 'AugAssign':
      case 'AnnAssign':
      case 'ExpressionStatement':
      case 'Return':
        for (const name of namesIn([statement])) names.add(name);
        break;
      default:
    }
  }
}
