import { BoolValue, BytesValue, FloatValue, IntValue, StrValue, type Value } from '../../core/value.js';
import type { BinaryOperation, BooleanOperation, Comparison, Conditional, Constant, Expression, NamedExpression, Slice, Subscript } from '../syntax/tree/ast.js';
import { EllipsisValue, SliceValue } from '../runtime/objects.js';
import { binary, compare, getItem, unary } from '../runtime/operators/index.js';
import { truthy } from '../runtime/semantics.js';
import { evaluateCall } from './call-expression.js';
import { evaluateComprehension } from './comprehensions.js';
import { dictDisplay, listDisplay, setDisplay, tupleDisplay } from './displays.js';
import { invalidateEffects } from './effects.js';
import { formatString } from './format-string.js';
import { makeLambda } from './functions.js';
import type { Interpreter } from './interpreter.js';
import { bindName, frameOfWalrus, lookUp } from './names.js';

/**
 * The value of an expression in the running frame. Each value gets the span of the expression that made it; a name gives the value that it is
 * bound to, with the span where that was made.
 * @throws PyError what Python raises; LimitError; UnknownSignal where a sequence's length cannot be known
 */
export function evaluate(it: Interpreter, node: Expression): Value {
  it.step();
  it.enter(node);
  const value = dispatch(it, node);
  it.nesting--;
  if (value.kind === 'unknown') it.unknowns++;
  else if (makesNew.has(node.type)) it.step(cost(value));
  return value;
}

/** Expressions that copy what they work on: large results cost more steps, so that memory is bounded as time is. */
const makesNew = new Set<Expression['type']>(['FString', 'Call', 'Comprehension', 'Subscript']);

function cost(value: Value): number {
  if (value.kind === 'str') return value.text.length >> 5;
  return value.kind === 'list' || value.kind === 'tuple' ? value.items.length >> 6 : 0;
}

function dispatch(it: Interpreter, node: Expression): Value {
  switch (node.type) {
    case 'String':
      return new StrValue(node.traced, it.spanOf(node));
    case 'Name':
      it.node = node;
      return lookUp(it, node.name);
    case 'Call':
      return evaluateCall(it, node);
    case 'List':
      return listDisplay(it, node);
    case 'Dict':
      return dictDisplay(it, node);
    case 'Constant':
      return constant(it, node);
    case 'Int':
      return new IntValue(node.value, it.spanOf(node));
    case 'FString':
      return formatString(it, node);
    case 'Attribute': {
      const object = evaluate(it, node.object);
      it.node = node;
      return it.getAttribute(object, node.attribute.name);
    }
    case 'Subscript':
      return subscript(it, node);
    case 'BinaryOperation':
      return binaryOperation(it, node);
    case 'Tuple':
      return tupleDisplay(it, node);
    case 'Comprehension':
      return evaluateComprehension(it, node);
    case 'Comparison':
      return comparison(it, node);
    case 'Conditional':
      return conditional(it, node);
    case 'BooleanOperation':
      return booleanOperation(it, node);
    default:
      return dispatchRare(it, node);
  }
}

function dispatchRare(it: Interpreter, node: Expression): Value {
  switch (node.type) {
    case 'Float':
      return new FloatValue(node.value, it.spanOf(node));
    case 'Bytes':
      return new BytesValue(node.bytes, it.spanOf(node));
    case 'UnaryOperation': {
      const operand = evaluate(it, node.operand);
      it.node = node;
      return unary(it, node.op, operand);
    }
    case 'Set':
      return setDisplay(it, node);
    case 'Lambda':
      return makeLambda(it, node);
    case 'NamedExpression':
      return namedExpression(it, node);
    case 'Slice':
      return slice(it, node);
    default:
      it.node = node;
      return it.unknown(notEvaluated[node.type] ?? 'This expression is not followed.');
  }
}

const notEvaluated: Partial<Record<Expression['type'], string>> = {
  Complex: 'Complex numbers are not followed.',
  Yield: 'What a generator is sent is not followed.',
  Await: 'Coroutines are not run.',
  Missing: 'This part could not be understood.',
};

function constant(it: Interpreter, node: Constant): Value {
  if (node.value === 'None') {
    it.node = node;
    return it.none();
  }
  if (node.value === 'Ellipsis') return new EllipsisValue(it.spanOf(node));
  return new BoolValue(node.value === 'True', it.spanOf(node));
}

/** Chains like `a + b + c + …` are walked without recursion: generated configs have very long ones. */
function binaryOperation(it: Interpreter, node: BinaryOperation): Value {
  const chain: BinaryOperation[] = [];
  let leftmost: Expression = node;
  while (leftmost.type === 'BinaryOperation') {
    chain.push(leftmost);
    leftmost = leftmost.left;
  }
  let value = evaluate(it, leftmost);
  for (let i = chain.length - 1; i >= 0; i--) {
    const operation = chain[i]!;
    const right = evaluate(it, operation.right);
    it.node = operation;
    value = binary(it, operation.op, value, right);
  }
  return value;
}

function comparison(it: Interpreter, node: Comparison): Value {
  let left = evaluate(it, node.left);
  let result: Value = left;
  for (const [i, { op, right }] of node.rest.entries()) {
    const value = evaluate(it, right);
    it.node = node;
    result = compare(it, op, left, value);
    if (i === node.rest.length - 1) return result;
    const holds = truthy(result);
    if (typeof holds !== 'boolean') return skip(it, holds, node.rest.slice(i + 1).map((r) => r.right));
    if (!holds) return result;
    left = value;
  }
  return result;
}

function booleanOperation(it: Interpreter, node: BooleanOperation): Value {
  let value: Value | undefined;
  for (const [i, operand] of node.values.entries()) {
    value = evaluate(it, operand);
    if (i === node.values.length - 1) return value;
    const holds = truthy(value);
    if (typeof holds !== 'boolean') return skip(it, holds, node.values.slice(i + 1));
    if (holds === (node.op === 'or')) return value;
  }
  return value ?? it.none();
}

function conditional(it: Interpreter, node: Conditional): Value {
  const holds = truthy(evaluate(it, node.test));
  if (typeof holds !== 'boolean') return skip(it, holds, [node.body, node.orelse]);
  return evaluate(it, holds ? node.body : node.orelse);
}

/** Expressions that may or may not run: what they could change is forgotten, and the whole is unknown. */
function skip<T extends Value>(it: Interpreter, unknown: T & { kind: 'unknown' }, nodes: readonly Expression[]): Value {
  invalidateEffects(it, nodes, unknown);
  return unknown;
}

function namedExpression(it: Interpreter, node: NamedExpression): Value {
  const value = evaluate(it, node.value);
  const target = frameOfWalrus(it.frame);
  it.within(target, () => {
    bindName(it, node.target.name, value, it.spanOf(node.target), it.spanOf(node.value));
  });
  return value;
}

function subscript(it: Interpreter, node: Subscript): Value {
  const object = evaluate(it, node.object);
  const index = evaluate(it, node.index);
  it.node = node;
  return getItem(it, object, index);
}

function slice(it: Interpreter, node: Slice): Value {
  const part = (e: Expression | undefined): Value => {
    it.node = node;
    return e ? evaluate(it, e) : it.none();
  };
  const [start, stop, step] = [part(node.lower), part(node.upper), part(node.step)];
  return [start, stop, step].find((v) => v.kind === 'unknown') ?? new SliceValue(start, stop, step, it.spanOf(node));
}
