import type { At, BinaryOperator, Expression, Statement } from '../tree/ast.js';
import { childOf, meaningful, type ParseContext } from './context.js';
import { element, tolerantExpression, unnamed } from './expression.js';
import type { Raw } from '../tree-sitter/raw-tree.js';
import { checkTarget } from './assignment-targets.js';

/** `a = b = value`, `a: int = value`, `a: int`. */
export function assignment(context: ParseContext, raw: Raw, at: At): Statement {
  if (childOf(raw, 'type')) return annotated(context, raw, at);
  const targets: Expression[] = [];
  let current: Raw | undefined = raw;
  let chained = false;
  while (current?.type === 'assignment') {
    const [left, right]: Raw[] = meaningful(current);
    if (chained && childOf(current, 'type')) context.problem(current, 'invalid syntax');
    targets.push(target(context, left, raw));
    chained = true;
    current = childOf(current, 'type') ? undefined : right;
  }
  return { type: 'Assign', targets, value: assigned(context, current, raw), ...at };
}

function annotated(context: ParseContext, raw: Raw, at: At): Statement {
  const type = childOf(raw, 'type')!;
  const [left] = meaningful(raw);
  const right = meaningful(raw).find((child) => child !== left && child !== type);
  const built = tolerantExpression(context, left, raw);
  if (built.type === 'Tuple' || built.type === 'List')
    context.problem(built, `only single target (not ${built.type.toLowerCase()}) can be annotated`);
  else checkTarget(context, built, 'assign to');
  if (right?.type === 'assignment') context.problem(right, 'invalid syntax');
  const annotation = tolerantExpression(context, type, raw);
  return { type: 'AnnAssign', target: built, annotation, value: right && assigned(context, right, raw), ...at };
}

/** `a += value`. */
export function augmentedAssignment(context: ParseContext, raw: Raw, at: At): Statement {
  const [left, right] = meaningful(raw);
  const built = tolerantExpression(context, left, raw);
  if (!['Name', 'Attribute', 'Subscript', 'Missing'].includes(built.type))
    context.problem(built, `'${built.type.toLowerCase()}' is an illegal expression for augmented assignment`);
  const sign = raw.children.find((child) => !child.named && child.type.endsWith('='))?.type ?? '+=';
  return { type: 'AugAssign', target: built, op: sign.slice(0, -1) as BinaryOperator, value: assigned(context, right, raw), ...at };
}

function target(context: ParseContext, raw: Raw | undefined, around: At): Expression {
  const built = element(context, raw, around);
  checkTarget(context, built, 'assign to');
  return built;
}

/** The right side; another assignment there is one too many. */
function assigned(context: ParseContext, raw: Raw | undefined, around: At): Expression {
  if (raw?.type === 'augmented_assignment' || raw?.type === 'assignment') {
    context.problem(raw, 'invalid syntax: an assignment is not a value');
    return context.missing(raw);
  }
  return unnamed(context, raw, around);
}
