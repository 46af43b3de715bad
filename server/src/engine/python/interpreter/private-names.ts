import { charge } from '../../core/cost.js';
import { TracedText } from '../../core/traced-text.js';
import type { ClassDef } from '../syntax/tree/ast.js';

const made = new WeakMap<ClassDef, ClassDef>();
const privateName = /^__(?!.*__$)/;

/**
 * A class definition as its code is compiled: names in its body that begin with two underscores have that of the class before them (Language Reference, 6.2.1).
 * @param text the text of its module
 */
export function withPrivateNames(node: ClassDef, text: string): ClassDef {
  const there = made.get(node);
  if (there) return there;
  const owner = node.name.name.replace(/^_+/, '');
  const source = text.slice(node.start, node.end);
  const copy = owner !== '' && /(?<!\w)__[A-Za-z]\w*(?<!__)(?!\w)/.test(source) ? { ...node, body: renamed(node.body, owner) } : node;
  made.set(node, copy);
  return copy;
}

/** A copy of a part of the tree. What is inside of another class is that one's. */
function renamed<T>(part: T, owner: string): T {
  if (typeof part !== 'object' || part === null || part instanceof TracedText) return part;
  charge(1);
  if (Array.isArray(part)) return part.map((one: unknown) => renamed(one, owner)) as T;
  if ('type' in part && part.type === 'ClassDef') return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, value]: [string, unknown]) => [
      key,
      key === 'name' && typeof value === 'string' && privateName.test(value) ? `_${owner}${value}` : renamed(value, owner),
    ]),
  ) as T;
}
