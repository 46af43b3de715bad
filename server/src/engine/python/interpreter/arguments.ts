import { PyError } from '../../core/errors.js';
import { DictValue, textOf, TupleValue, type Value } from '../../core/value.js';
import type { Parameter } from '../syntax/tree/ast.js';
import { missingArguments, tooManyArguments } from '../runtime/call-arguments.js';
import type { Arguments } from '../runtime/runtime.js';
import type { Interpreter } from './interpreter.js';
import type { FunctionValue } from '../runtime/class-objects.js';

/**
 * Puts the arguments of a call into the parameters of a config's function.
 * @throws PyError TypeError with CPython's text where they do not fit
 */
export function bindArguments(interpreter: Interpreter, callee: FunctionValue, args: Arguments): Map<string, Value> {
  const { positionalOnly, positional, varArgs, keywordOnly, kwArgs } = callee.node.parameters;
  const byPosition = [...positionalOnly, ...positional];
  interpreter.step((args.positional.length >> 6) + 2 * args.keywords.size);
  const bound = new Map<string, Value>();
  // `locals()` shows the parameters in this order, however they were given.
  const ordered = new Map<string, Value>();
  args.positional.slice(0, byPosition.length).forEach((value, i) => bound.set(byPosition[i]!.name.name, value));
  if (!varArgs && args.positional.length > byPosition.length) throw tooMany(callee, byPosition, args.positional.length);
  const extra = bindKeywords(callee, args, bound);
  fillDefaults(callee, byPosition, bound, 'positional');
  fillDefaults(callee, keywordOnly, bound, 'keyword-only');
  for (const { name } of [...byPosition, ...keywordOnly]) ordered.set(name.name, bound.get(name.name)!);
  if (varArgs) ordered.set(varArgs.name.name, new TupleValue(args.positional.slice(byPosition.length), interpreter.span));
  if (kwArgs) ordered.set(kwArgs.name.name, keywordDict(interpreter, extra, args));
  return ordered;
}

/** Binds keyword arguments; gives back those that no parameter takes, for `**kwargs`. */
function bindKeywords(callee: FunctionValue, args: Arguments, bound: Map<string, Value>): Map<string, Value> {
  const { positional, keywordOnly, positionalOnly, kwArgs } = callee.node.parameters;
  const byName = new Set([...positional, ...keywordOnly].map((p) => p.name.name));
  const extra = new Map<string, Value>();
  for (const [name, value] of args.keywords) {
    if (byName.has(name)) {
      if (bound.has(name)) throw new PyError('TypeError', `${calledName(callee)}() got multiple values for argument '${name}'`);
      bound.set(name, value);
    } else if (kwArgs) extra.set(name, value);
    else throw unexpected(callee, name, positionalOnly);
  }
  return extra;
}

function unexpected(callee: FunctionValue, name: string, positionalOnly: readonly Parameter[]): PyError {
  if (positionalOnly.some((p) => p.name.name === name))
    return new PyError('TypeError', `${calledName(callee)}() got some positional-only arguments passed as keyword arguments: '${name}'`);
  return new PyError('TypeError', `${calledName(callee)}() got an unexpected keyword argument '${name}'`);
}

function fillDefaults(callee: FunctionValue, parameters: readonly Parameter[], bound: Map<string, Value>, kind: string): void {
  const missing: string[] = [];
  for (const { name } of parameters) {
    if (bound.has(name.name)) continue;
    const value = callee.defaults.get(name.name);
    if (value) bound.set(name.name, value);
    else missing.push(name.name);
  }
  if (missing.length === 0) return;
  throw missingArguments(calledName(callee), missing, kind);
}

function tooMany(callee: FunctionValue, parameters: readonly Parameter[], given: number): PyError {
  const optional = parameters.filter((p) => callee.defaults.has(p.name.name)).length;
  return tooManyArguments(calledName(callee), parameters.length, optional, given);
}

function keywordDict(interpreter: Interpreter, extra: ReadonlyMap<string, Value>, args: Arguments): DictValue {
  const dict = new DictValue(interpreter.span);
  for (const [name, value] of extra) dict.set(name, value, args.keywordSpans?.get(name), value.span);
  return dict;
}

/** How messages call a function: its `__qualname__`, which `functools.wraps` may have set. */
function calledName({ path, attributes }: FunctionValue): string {
  return textOf(attributes.get('__qualname__')) ?? path;
}
