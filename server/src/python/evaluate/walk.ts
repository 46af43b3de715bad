import type { Expression, Statement } from '../ast.js';
import { TracedText } from '../../text/traced-text.js';
import { charge } from '../cost.js';

export type Node = Statement | Expression;

/**
 * Visits the statements and expressions below `nodes` in the order of the text, parents before children.
 * @param visit returns false to leave out what is inside the node
 */
export function walk(nodes: readonly Node[], visit: (node: Node) => boolean): void {
  // A stack of its own: trees can be deeper than the machine's.
  const open: unknown[] = [...nodes].reverse();
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null || next instanceof TracedText) continue;
    charge(1);
    if (Array.isArray(next)) for (let i = next.length - 1; i >= 0; i--) open.push(next[i]);
    else if (!('type' in next) || visit(next as Node)) open.push(...Object.values(next).reverse());
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
