import type { Value } from '../../core/value.js';
import type { Expression, FunctionDef, Lambda, Parameter } from '../syntax/tree/ast.js';
import { evaluate } from './expressions.js';
import type { Interpreter } from './interpreter.js';
import { evaluateAnnotation } from './annotations.js';
import { bindName } from './names.js';
import { FunctionValue } from '../runtime/class-objects.js';

export function makeLambda(it: Interpreter, node: Lambda): Value {
  return new FunctionValue(it.frame.prefix + '<lambda>', it.spanOf(node), node, it.frame, defaultsOf(it, node));
}

/** Runs a `def`: its decorators, its defaults, and binds its name. */
export function defineFunction(it: Interpreter, node: FunctionDef): void {
  const decorators = node.decorators.map((d) => evaluate(it, d));
  const span = it.spanOf(node.name);
  const made = new FunctionValue(it.frame.prefix + node.name.name, span, node, it.frame, defaultsOf(it, node));
  const { positionalOnly, positional, varArgs, keywordOnly, kwArgs } = node.parameters;
  for (const parameter of [...positionalOnly, ...positional, varArgs, ...keywordOnly, kwArgs]) evaluateAnnotation(it, parameter?.annotation);
  evaluateAnnotation(it, node.returns);
  bindName(it, node.name.name, decorate(it, made, decorators), span, span);
}

/** Applies decorators, the last one first. */
export function decorate(it: Interpreter, made: Value, decorators: readonly Value[]): Value {
  return decorators.reduceRight<Value>((value, decorator) => it.call(decorator, { positional: [value], keywords: new Map() }), made);
}

function defaultsOf(it: Interpreter, node: FunctionDef | Lambda): Map<string, Value> {
  const { positionalOnly, positional, keywordOnly } = node.parameters;
  const defaults = new Map<string, Value>();
  const given = (p: Parameter): p is Parameter & { defaultValue: Expression } => p.defaultValue !== undefined;
  for (const p of [...positionalOnly, ...positional, ...keywordOnly].filter(given)) defaults.set(p.name.name, evaluate(it, p.defaultValue));
  return defaults;
}
