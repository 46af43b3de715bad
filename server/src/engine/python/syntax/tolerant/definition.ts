import type { At, ClassDef, Expression, FunctionDef, Identifier, Statement } from '../tree/ast.js';
import { tolerantCallArguments } from './call.js';
import { childOf, hasMark, meaningful, type ParseContext } from './context.js';
import { tolerantExpression, identifierName } from './expression.js';
import { tolerantReadParameters } from './parameters.js';
import type { Raw } from '../tree-sitter/raw-tree.js';
import { tolerantBlock } from './statement.js';

/** A function or class with its decorators; its range begins at the first decorator. */
export function decoratedDefinition(context: ParseContext, raw: Raw, at: At): Statement | undefined {
  const decorators = raw.children
    .filter((child) => child.type === 'decorator')
    .map((child) => tolerantExpression(context, meaningful(child)[0], child));
  const definition = childOf(raw, 'function_definition', 'class_definition');
  if (!definition) return undefined;
  return definition.type === 'class_definition'
    ? tolerantClassDefinition(context, definition, at, decorators)
    : tolerantFunctionDefinition(context, definition, at, decorators);
}

/** `def f(…): …`. */
export function tolerantFunctionDefinition(context: ParseContext, raw: Raw, at: At, decorators: readonly Expression[] = []): FunctionDef {
  const isAsync = hasMark(raw, 'async');
  const parameters = tolerantReadParameters(context, childOf(raw, 'parameters'));
  const type = childOf(raw, 'type');
  const returns = type && tolerantExpression(context, type, raw);
  const { result, generator } = context.within('function', isAsync, () => tolerantBlock(context, childOf(raw, 'block')));
  return {
    type: 'FunctionDef',
    async: isAsync,
    name: nameOf(context, raw),
    parameters,
    body: result,
    decorators,
    returns,
    generator,
    ...at,
  };
}

/** `class C(…): …`. */
export function tolerantClassDefinition(context: ParseContext, raw: Raw, at: At, decorators: readonly Expression[] = []): ClassDef {
  const { positional, keywords } = tolerantCallArguments(context, childOf(raw, 'argument_list'), raw);
  const { result } = context.within('class', false, () => tolerantBlock(context, childOf(raw, 'block')));
  return { type: 'ClassDef', name: nameOf(context, raw), bases: positional, keywords, body: result, decorators, ...at };
}

function nameOf(context: ParseContext, raw: Raw): Identifier {
  const name = childOf(raw, 'identifier');
  return name ? { name: identifierName(context, name), start: name.start, end: name.end } : { name: '', start: raw.start, end: raw.start };
}
