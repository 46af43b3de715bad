import { BoolValue, BytesValue, FloatValue, IntValue, type Value } from '../../core/value.js';
import type {
  BinaryOperation,
  BooleanOperation,
  Comparison,
  Conditional,
  Constant,
  Expression,
  NamedExpression,
  Slice,
  Subscript,
} from '../syntax/tree/ast.js';
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
export function evaluate(interpreter: Interpreter, node: Expression): Value {
  interpreter.step();
  interpreter.enter(node);
  const value = dispatch(interpreter, node);
  interpreter.nesting--;
  if (value.kind === 'unknown') interpreter.unknowns++;
  return value;
}

/** The value of an expression that copies what it works on: large results cost more steps, so that memory is bounded as time is. */
function paid(interpreter: Interpreter, value: Value): Value {
  if (value.kind === 'str') interpreter.step(value.text.length >> 5);
  else if (value.kind === 'list' || value.kind === 'tuple') interpreter.step(value.items.length >> 6);
  return value;
}

function dispatch(interpreter: Interpreter, node: Expression): Value {
  switch (node.type) {
    case 'String':
      return interpreter.textOf(node);
    case 'Name':
      interpreter.node = node;
      return lookUp(interpreter, node.name);
    case 'Call':
      return paid(interpreter, evaluateCall(interpreter, node));
    case 'List':
      return listDisplay(interpreter, node);
    case 'Dict':
      return dictDisplay(interpreter, node);
    case 'Constant':
      return constant(interpreter, node);
    case 'Int':
      return new IntValue(node.value, interpreter.spanOf(node));
    case 'FString':
      return paid(interpreter, formatString(interpreter, node));
    case 'Attribute': {
      const object = evaluate(interpreter, node.object);
      interpreter.node = node;
      return interpreter.getAttribute(object, node.attribute.name);
    }
    case 'Subscript':
      return paid(interpreter, subscript(interpreter, node));
    case 'BinaryOperation':
      return binaryOperation(interpreter, node);
    case 'Tuple':
      return tupleDisplay(interpreter, node);
    case 'Comprehension':
      return paid(interpreter, evaluateComprehension(interpreter, node));
    case 'Comparison':
      return comparison(interpreter, node);
    case 'Conditional':
      return conditional(interpreter, node);
    case 'BooleanOperation':
      return booleanOperation(interpreter, node);
    default:
      return dispatchRare(interpreter, node);
  }
}

function dispatchRare(interpreter: Interpreter, node: Expression): Value {
  switch (node.type) {
    case 'Float':
      return new FloatValue(node.value, interpreter.spanOf(node));
    case 'Bytes':
      return new BytesValue(node.bytes, interpreter.spanOf(node));
    case 'UnaryOperation': {
      const operand = evaluate(interpreter, node.operand);
      interpreter.node = node;
      return unary(interpreter, node.op, operand);
    }
    case 'Set':
      return setDisplay(interpreter, node);
    case 'Lambda':
      return makeLambda(interpreter, node);
    case 'NamedExpression':
      return namedExpression(interpreter, node);
    case 'Slice':
      return slice(interpreter, node);
    default:
      interpreter.node = node;
      return interpreter.unknown(notEvaluated[node.type] ?? 'This expression is not followed.');
  }
}

const notEvaluated: Partial<Record<Expression['type'], string>> = {
  Complex: 'Complex numbers are not followed.',
  Yield: 'What a generator is sent is not followed.',
  Await: 'Coroutines are not run.',
  Missing: 'This part could not be understood.',
};

function constant(interpreter: Interpreter, node: Constant): Value {
  if (node.value === 'None') {
    interpreter.node = node;
    return interpreter.none();
  }
  if (node.value === 'Ellipsis') return new EllipsisValue(interpreter.spanOf(node));
  return new BoolValue(node.value === 'True', interpreter.spanOf(node));
}

/** Chains like `a + b + c + …` are walked without recursion: generated configs have very long ones. */
function binaryOperation(interpreter: Interpreter, node: BinaryOperation): Value {
  const chain: BinaryOperation[] = [];
  let leftmost: Expression = node;
  while (leftmost.type === 'BinaryOperation') {
    chain.push(leftmost);
    leftmost = leftmost.left;
  }
  let value = evaluate(interpreter, leftmost);
  for (let i = chain.length - 1; i >= 0; i--) {
    const operation = chain[i]!;
    const right = evaluate(interpreter, operation.right);
    interpreter.node = operation;
    value = binary(interpreter, operation.op, value, right);
  }
  return value;
}

function comparison(interpreter: Interpreter, node: Comparison): Value {
  let left = evaluate(interpreter, node.left);
  let result: Value = left;
  for (const [i, { op, right }] of node.rest.entries()) {
    const value = evaluate(interpreter, right);
    interpreter.node = node;
    result = compare(interpreter, op, left, value);
    if (i === node.rest.length - 1) return result;
    const holds = truthy(result);
    if (typeof holds !== 'boolean')
      return skip(
        interpreter,
        holds,
        node.rest.slice(i + 1).map((r) => r.right),
      );
    if (!holds) return result;
    left = value;
  }
  return result;
}

function booleanOperation(interpreter: Interpreter, node: BooleanOperation): Value {
  let value: Value | undefined;
  for (const [i, operand] of node.values.entries()) {
    value = evaluate(interpreter, operand);
    if (i === node.values.length - 1) return value;
    const holds = truthy(value);
    if (typeof holds !== 'boolean') return skip(interpreter, holds, node.values.slice(i + 1));
    if (holds === (node.op === 'or')) return value;
  }
  return value ?? interpreter.none();
}

function conditional(interpreter: Interpreter, node: Conditional): Value {
  const holds = truthy(evaluate(interpreter, node.test));
  if (typeof holds !== 'boolean') return skip(interpreter, holds, [node.body, node.orelse]);
  return evaluate(interpreter, holds ? node.body : node.orelse);
}

/** Expressions that may or may not run: what they could change is forgotten, and the whole is unknown. */
function skip<T extends Value>(interpreter: Interpreter, unknown: T & { kind: 'unknown' }, nodes: readonly Expression[]): Value {
  invalidateEffects(interpreter, nodes, unknown);
  return unknown;
}

function namedExpression(interpreter: Interpreter, node: NamedExpression): Value {
  const value = evaluate(interpreter, node.value);
  const target = frameOfWalrus(interpreter.frame);
  interpreter.within(target, () => {
    bindName(interpreter, node.target.name, value, interpreter.spanOf(node.target), interpreter.spanOf(node.value));
  });
  return value;
}

function subscript(interpreter: Interpreter, node: Subscript): Value {
  const object = evaluate(interpreter, node.object);
  const index = evaluate(interpreter, node.index);
  interpreter.node = node;
  return getItem(interpreter, object, index);
}

function slice(interpreter: Interpreter, node: Slice): Value {
  const part = (e: Expression | undefined): Value => {
    interpreter.node = node;
    return e ? evaluate(interpreter, e) : interpreter.none();
  };
  const [start, stop, step] = [part(node.lower), part(node.upper), part(node.step)];
  return [start, stop, step].find((v) => v.kind === 'unknown') ?? new SliceValue(start, stop, step, interpreter.spanOf(node));
}
