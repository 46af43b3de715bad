import type { At, BinaryOperation, BinaryOperator, Expression } from '../tree/ast.js';
import { meaningful, type ParseContext } from './context.js';
import { operand } from './expression.js';
import type { Raw } from '../tree-sitter/raw-tree.js';

/**
 * An operation with two sides. The grammar binds `^` closer than `&`, Python the other way round: a chain of these two is taken apart
 * and put together again.
 */
export function binaryOperation(context: ParseContext, raw: Raw, _at: At): Expression {
  const op = operatorOf(raw);
  if (op !== '&' && op !== '^') return leftDeep(context, raw);
  const operands: Expression[] = [];
  const operators: BinaryOperator[] = [];
  flatten(context, raw, operands, operators);
  const groups: Expression[] = [operands[0]!];
  operators.forEach((operator, index) => {
    const right = operands[index + 1]!;
    if (operator === '&') groups.push(join('&', groups.pop()!, right));
    else groups.push(right);
  });
  return groups.reduce((left, right) => join('^', left, right));
}

/** A chain `a + b + c` hangs on its left side: it is followed in a loop, as prompts are often put together from many parts. */
function leftDeep(context: ParseContext, raw: Raw): Expression {
  const chain: Raw[] = [];
  let left: Raw | undefined = raw;
  while (left?.type === 'binary_operator' && !isMask(operatorOf(left))) {
    chain.push(left);
    left = meaningful(left)[0];
  }
  let built = operand(context, left, raw);
  for (const level of chain.reverse()) {
    const right = operand(context, meaningful(level)[1], level);
    built = {
      type: 'BinaryOperation',
      left: built,
      op: operatorOf(level),
      right,
      start: level.start,
      end: level.end,
    } satisfies BinaryOperation;
  }
  return built;
}

function flatten(context: ParseContext, raw: Raw | undefined, operands: Expression[], operators: BinaryOperator[]): void {
  if (raw?.type !== 'binary_operator' || !isMask(operatorOf(raw))) {
    operands.push(operand(context, raw, raw ?? { start: 0, end: 0 }));
    return;
  }
  const [left, right] = meaningful(raw);
  flatten(context, left, operands, operators);
  operators.push(operatorOf(raw));
  flatten(context, right, operands, operators);
}

function join(op: BinaryOperator, left: Expression, right: Expression): BinaryOperation {
  return { type: 'BinaryOperation', left, op, right, start: left.start, end: right.end };
}

function isMask(op: BinaryOperator): boolean {
  return op === '&' || op === '^';
}

function operatorOf(raw: Raw): BinaryOperator {
  return (raw.children.find((child) => !child.named)?.type ?? '+') as BinaryOperator;
}
