import type { At, Expression, Parameter, Parameters } from '../tree/ast.js';
import { childOf, meaningful, type ParseContext } from './context.js';
import { identifierName, unnamed } from './expression.js';
import { annotation } from './annotation.js';
import type { Raw } from '../tree-sitter/raw-tree.js';

/** A lambda; its body is a scope of its own. */
export function tolerantLambda(context: ParseContext, raw: Raw, at: At): Expression {
  const list = childOf(raw, 'lambda_parameters');
  const body = meaningful(raw).find((child) => child !== list);
  const parameters = tolerantReadParameters(context, list);
  const { result } = context.within('lambda', false, () => unnamed(context, body, raw));
  return { type: 'Lambda', parameters, body: result, ...at };
}

/** Where in the list of parameters we are. */
type Stage = 'positional' | 'keyword' | 'closed';

interface Draft {
  positionalOnly: Parameter[];
  positional: Parameter[];
  varArgs: Parameter | undefined;
  keywordOnly: Parameter[];
  kwArgs: Parameter | undefined;
  stage: Stage;
  /** A bare `*` that no keyword-only parameter follows yet. */
  bareStar: Raw | undefined;
  slash: boolean;
}

/** The parameters of a function or lambda, checked for order, defaults and repeats. */
export function tolerantReadParameters(context: ParseContext, raw: Raw | undefined): Parameters {
  const draft: Draft = {
    positionalOnly: [],
    positional: [],
    varArgs: undefined,
    keywordOnly: [],
    kwArgs: undefined,
    stage: 'positional',
    bareStar: undefined,
    slash: false,
  };
  for (const child of raw ? meaningful(raw) : []) add(context, draft, child);
  if (draft.bareStar) context.problem(draft.bareStar, 'named arguments must follow bare *');
  checkNames(context, draft);
  const { positionalOnly, positional, varArgs, keywordOnly, kwArgs } = draft;
  return { positionalOnly, positional, varArgs, keywordOnly, kwArgs };
}

function add(context: ParseContext, draft: Draft, raw: Raw): void {
  if (draft.stage === 'closed') context.problem(raw, 'arguments cannot follow var-keyword argument');
  switch (raw.type) {
    case 'positional_separator':
      return addSlash(context, draft, raw);
    case 'keyword_separator':
      return addStar(context, draft, raw, undefined);
    case 'list_splat_pattern':
      return addStar(context, draft, raw, plain(context, raw, meaningful(raw)[0]));
    case 'dictionary_splat_pattern':
      return addDoubleStar(draft, plain(context, raw, meaningful(raw)[0]));
    case 'typed_parameter':
      return addTyped(context, draft, raw);
    default:
      return addNamed(context, draft, raw, parameter(context, raw));
  }
}

function addSlash(context: ParseContext, draft: Draft, raw: Raw): void {
  if (draft.slash) context.problem(raw, '/ may appear only once');
  else if (draft.stage !== 'positional') context.problem(raw, '/ must be ahead of *');
  else if (draft.positional.length === 0) context.problem(raw, 'at least one argument must precede /');
  draft.slash = true;
  draft.positionalOnly = draft.positional;
  draft.positional = [];
}

function addStar(context: ParseContext, draft: Draft, raw: Raw, parameter: Parameter | undefined): void {
  if (draft.stage === 'keyword') context.problem(raw, '* argument may appear only once');
  draft.stage = 'keyword';
  draft.varArgs = parameter;
  draft.bareStar = parameter ? undefined : raw;
}

function addDoubleStar(draft: Draft, parameter: Parameter | undefined): void {
  draft.stage = 'closed';
  draft.kwArgs = parameter;
}

/** `x: int`, `*args: int` or `**kwargs: int`. */
function addTyped(context: ParseContext, draft: Draft, raw: Raw): void {
  const [first] = meaningful(raw);
  const typed = {
    ...plain(context, raw, first?.type === 'identifier' ? first : first && meaningful(first)[0]),
    annotation: typeOf(context, raw),
  };
  if (first?.type === 'list_splat_pattern') addStar(context, draft, raw, typed);
  else if (first?.type === 'dictionary_splat_pattern') addDoubleStar(draft, typed);
  else addNamed(context, draft, raw, typed);
}

function addNamed(context: ParseContext, draft: Draft, raw: Raw, parameter: Parameter): void {
  if (draft.stage === 'keyword') {
    draft.keywordOnly.push(parameter);
    draft.bareStar = undefined;
    return;
  }
  const before = [...draft.positionalOnly, ...draft.positional];
  if (!parameter.defaultValue && before.some((other) => other.defaultValue))
    context.problem(raw, 'non-default argument follows default argument');
  draft.positional.push(parameter);
}

function parameter(context: ParseContext, raw: Raw): Parameter {
  if (raw.type === 'identifier') return plain(context, raw, raw);
  const parts = meaningful(raw);
  const value = raw.type === 'identifier' ? undefined : parts.filter((part) => part.type !== 'type')[1];
  return {
    ...plain(context, raw, parts[0]),
    annotation: typeOf(context, raw),
    defaultValue: value && unnamed(context, value, raw),
  };
}

function typeOf(context: ParseContext, raw: Raw): Expression | undefined {
  const type = childOf(raw, 'type');
  return type && annotation(context, type, type);
}

function plain(context: ParseContext, raw: Raw, name: Raw | undefined): Parameter {
  const at = { start: raw.start, end: raw.end };
  if (name?.type === 'identifier')
    return {
      ...at,
      name: { name: identifierName(context, name), start: name.start, end: name.end },
      annotation: undefined,
      defaultValue: undefined,
    };
  context.problem(raw, 'invalid syntax: a parameter is a name');
  return { ...at, name: { name: '', ...at }, annotation: undefined, defaultValue: undefined };
}

function checkNames(context: ParseContext, draft: Draft): void {
  const all = [...draft.positionalOnly, ...draft.positional, draft.varArgs, ...draft.keywordOnly, draft.kwArgs];
  const names = new Set<string>();
  for (const parameter of all) {
    if (!parameter || parameter.name.name === '') continue;
    if (names.has(parameter.name.name))
      context.compilerProblem(parameter.name, `duplicate argument '${parameter.name.name}' in function definition`);
    names.add(parameter.name.name);
  }
}
