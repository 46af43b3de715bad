import type { At, Expression, Keyword } from '../tree/ast.js';
import { meaningful, type ParseContext } from './context.js';
import { element, tolerantExpression, identifierName, operand, unnamed } from './expression.js';
import type { Raw } from '../tree-sitter/raw-tree.js';

/** A call. */
export function tolerantCall(context: ParseContext, raw: Raw, at: At): Expression {
  const [callee, args] = meaningful(raw);
  return { type: 'Call', callee: operand(context, callee, raw), ...tolerantCallArguments(context, args, raw), ...at };
}

/** The arguments of a call or the bases of a class, checked as CPython's parser does: order and repeats. */
export function tolerantCallArguments(
  context: ParseContext,
  raw: Raw | undefined,
  around: At,
): { readonly positional: readonly Expression[]; readonly keywords: readonly Keyword[] } {
  if (raw?.type === 'generator_expression') return { positional: [tolerantExpression(context, raw, around)], keywords: [] };
  const positional: Expression[] = [];
  const keywords: Keyword[] = [];
  const names = new Set<string>();
  const first = raw?.children[1];
  if (first?.type === ',') context.problem(first, 'invalid syntax');
  for (const child of raw ? meaningful(raw) : []) {
    if (child.type === 'keyword_argument') keywords.push(keyword(context, child, names));
    else if (child.type === 'dictionary_splat')
      keywords.push({ name: undefined, value: unnamed(context, meaningful(child)[0], child), start: child.start, end: child.end });
    // Here `*` takes any expression, in a display only an operand of `|`.
    else if (child.type === 'list_splat')
      positional.push(
        checked(
          context,
          { type: 'Starred', value: unnamed(context, meaningful(child)[0], child), start: child.start, end: child.end },
          keywords,
        ),
      );
    else positional.push(checked(context, element(context, child, raw!), keywords));
  }
  return { positional, keywords };
}

function keyword(context: ParseContext, raw: Raw, names: Set<string>): Keyword {
  const [name, value] = meaningful(raw);
  const at = { start: raw.start, end: raw.end };
  if (!name || name.missing) return { name: undefined, value: context.missing(raw), ...at };
  const text = identifierName(context, name);
  if (names.has(text)) context.compilerProblem(raw, `keyword argument repeated: ${text}`);
  names.add(text);
  return { name: { name: text, start: name.start, end: name.end }, value: unnamed(context, value, raw), ...at };
}

function checked(context: ParseContext, argument: Expression, keywords: readonly Keyword[]): Expression {
  const unpacked = keywords.some((keyword) => keyword.name === undefined);
  if (argument.type === 'Starred') {
    if (unpacked) context.problem(argument, 'iterable argument unpacking follows keyword argument unpacking');
  } else if (keywords.length > 0) {
    context.problem(
      argument,
      unpacked ? 'positional argument follows keyword argument unpacking' : 'positional argument follows keyword argument',
    );
  }
  return argument;
}
