import type { Expression, Statement } from './ast.js';
import { TracedText } from '../../../core/traced-text.js';
import { charge } from '../../../core/cost.js';

export type Node = Statement | Expression;

/**
 * Visits the statements and expressions below `nodes` in the order of the text, parents before children.
 * @param visit returns false to leave out what is inside the node
 */
export function walk(nodes: readonly Node[], visit: (node: Node) => boolean): void {
  // A stack of its own: trees can be deeper than the machine's.
  const open: object[] = [];
  pushAll(open, nodes);
  for (let next = open.pop(); next; next = open.pop()) {
    charge(1);
    if (Array.isArray(next)) pushAll(open, next);
    else if (!('type' in next) || visit(next as Node)) pushAll(open, Object.values(next));
  }
}

/** The first on top; texts, numbers and what else has nothing inside are left out. */
function pushAll(open: object[], parts: readonly unknown[]): void {
  for (let i = parts.length - 1; i >= 0; i--) {
    const part = parts[i];
    if (typeof part === 'object' && part !== null && !(part instanceof TracedText)) open.push(part);
  }
}

/** All names that are written in `nodes`. */
export function namesIn(nodes: readonly Node[]): Set<string> {
  const names = new Set<string>();
  walk(nodes, (node) => {
    if (node.type === 'Name') names.add(node.name);
    return true;
  });
  return names;
}
