import type { Value } from '../../core/value.js';
import type { Expression, FunctionDef, Lambda, Parameter } from '../syntax/tree/ast.js';
import { evaluate } from './expressions.js';
import type { Interpreter } from './interpreter.js';
import { evaluateAnnotation } from './annotations.js';
import { bindName } from './names.js';
import { FunctionValue } from '../runtime/class-objects.js';

export function makeLambda(interpreter: Interpreter, node: Lambda): Value {
  return new FunctionValue(
    interpreter.frame.prefix + '<lambda>',
    interpreter.spanOf(node),
    node,
    interpreter.frame,
    defaultsOf(interpreter, node),
  );
}

/** Runs a `def`: its decorators, its defaults, and binds its name. */
export function defineFunction(interpreter: Interpreter, node: FunctionDef): void {
  const decorators = node.decorators.map((d) => evaluate(interpreter, d));
  const span = interpreter.spanOf(node.name);
  const made = new FunctionValue(interpreter.frame.prefix + node.name.name, span, node, interpreter.frame, defaultsOf(interpreter, node));
  const { positionalOnly, positional, varArgs, keywordOnly, kwArgs } = node.parameters;
  for (const parameter of [...positionalOnly, ...positional, varArgs, ...keywordOnly, kwArgs])
    evaluateAnnotation(interpreter, parameter?.annotation);
  evaluateAnnotation(interpreter, node.returns);
  bindName(interpreter, node.name.name, decorate(interpreter, made, decorators), span, span);
}

/** Applies decorators, the last one first. */
export function decorate(interpreter: Interpreter, made: Value, decorators: readonly Value[]): Value {
  return decorators.reduceRight<Value>(
    (value, decorator) => interpreter.call(decorator, { positional: [value], keywords: new Map() }),
    made,
  );
}

function defaultsOf(interpreter: Interpreter, node: FunctionDef | Lambda): Map<string, Value> {
  const { positionalOnly, positional, keywordOnly } = node.parameters;
  const defaults = new Map<string, Value>();
  const given = (p: Parameter): p is Parameter & { defaultValue: Expression } => p.defaultValue !== undefined;
  for (const p of [...positionalOnly, ...positional, ...keywordOnly].filter(given))
    defaults.set(p.name.name, evaluate(interpreter, p.defaultValue));
  return defaults;
}
