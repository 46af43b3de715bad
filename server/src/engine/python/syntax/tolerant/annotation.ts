import type { At, Expression } from '../tree/ast.js';
import { meaningful, type ParseContext } from './context.js';
import { element, identifierName } from './expression.js';
import type { Raw } from '../tree-sitter/raw-tree.js';

/** A type annotation. The grammar has rules of its own for `a[b]`, `a | b` and `a.b` there; Python sees plain expressions. */
export function annotation(context: ParseContext, raw: Raw, _at: At): Expression {
  const inner = meaningful(raw)[0];
  if (!inner) return context.missing(raw);
  const at = { start: inner.start, end: inner.end };
  const parts = meaningful(inner);
  switch (inner.type) {
    case 'generic_type':
      return generic(context, inner);
    case 'union_type':
      return union(context, element(context, parts[0], inner), parts[1], inner, at);
    case 'member_type': {
      const name = parts[1];
      if (!name) return context.missing(inner);
      const attribute = { name: identifierName(context, name), start: name.start, end: name.end };
      return { type: 'Attribute', object: element(context, parts[0], inner), attribute, ...at };
    }
    case 'splat_type':
      return { type: 'Starred', value: element(context, parts[0], inner), ...at };
    case 'constrained_type':
      context.problem(inner, 'invalid syntax');
      return context.missing(inner);
    default:
      return element(context, inner, raw);
  }
}

/** `left | right`. The grammar takes `a[b] | c | d` for `a[b] | (c | d)`; Python groups from the left. */
function union(context: ParseContext, left: Expression, right: Raw | undefined, parent: Raw, at: At): Expression {
  const inner = right?.type === 'type' ? meaningful(right)[0] : right;
  const [first, last] = inner && isUnion(inner) ? [inner.children[0], inner.children[2]] : [];
  if (!inner || !first || !last) return { type: 'BinaryOperation', left, op: '|', right: element(context, right, parent), ...at };
  const upToFirst = union(context, left, first, inner, { start: at.start, end: first.end });
  return { type: 'BinaryOperation', left: upToFirst, op: '|', right: element(context, last, inner), ...at };
}

function isUnion({ type, children }: Raw): boolean {
  return (type === 'union_type' || type === 'binary_operator') && children.length === 3 && children[1]!.type === '|';
}

function generic(context: ParseContext, raw: Raw): Expression {
  const [name, parameters] = meaningful(raw);
  const members = parameters ? meaningful(parameters) : [];
  const built = members.map((member) => element(context, member, raw));
  const range = { start: members[0]?.start ?? raw.end, end: members[members.length - 1]?.end ?? raw.end };
  const many = built.length > 1 || parameters?.children.some((child) => child.type === ',') === true;
  const index: Expression = many
    ? { type: 'Tuple', elements: built, parenthesized: false, ...range }
    : (built[0] ?? context.missing(range));
  const object: Expression = name
    ? { type: 'Name', name: identifierName(context, name), start: name.start, end: name.end }
    : context.missing(raw);
  return { type: 'Subscript', object, index, start: raw.start, end: raw.end };
}
