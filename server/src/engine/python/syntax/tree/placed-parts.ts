import { pushAll } from '../../../core/push-all.js';
import { TracedText } from '../../../core/traced-text.js';
import type { Alias, At, Expression, Keyword, Module, Statement } from './ast.js';

/** What of a tree has a place: statements and expressions with a `type`, keywords, names of imports and parameters without one. */
export type TreePart = Statement | Expression | ((Keyword | Alias | At) & { readonly type?: undefined });

/** All parts of a tree that have a place, keywords and imported names among them; with a condition only those that meet it, and what is in them. */
export function* placedParts(module: Pick<Module, 'body'>, wanted: (part: At) => boolean = () => true): Iterable<TreePart> {
  const open: object[] = [...module.body].reverse();
  for (let next = open.pop(); next; next = open.pop()) {
    if (Array.isArray(next)) pushAll(open, (next.filter(isPart) as object[]).reverse());
    else {
      const placed = 'start' in next && 'end' in next ? (next as TreePart) : undefined;
      if (placed && !wanted(placed)) continue;
      if (placed) yield placed;
      pushAll(open, Object.values(next).filter(isPart));
    }
  }
}

function isPart(part: unknown): part is object {
  return typeof part === 'object' && part !== null && !(part instanceof TracedText);
}
