import type { At, Comprehension, ComprehensionClause, Expression } from '../tree/ast.js';
import { hasMark, meaningful, type ParseContext } from './context.js';
import { element, tolerantExpression, operand, unnamed } from './expression.js';
import { checkTarget } from './assignment-targets.js';
import type { Raw } from '../tree-sitter/raw-tree.js';

const kinds: Readonly<Record<string, { readonly of: Comprehension['of']; readonly words: string }>> = {
  list_comprehension: { of: 'list', words: 'list comprehension' },
  set_comprehension: { of: 'set', words: 'set comprehension' },
  dictionary_comprehension: { of: 'dict', words: 'dict comprehension' },
  generator_expression: { of: 'generator', words: 'generator expression' },
};

/** A list, set or dict comprehension, or a generator expression. */
export function comprehension(context: ParseContext, raw: Raw, at: At): Expression {
  const { of, words } = kinds[raw.type]!;
  const [body, ...rest] = meaningful(raw);
  const outer = context.comprehension;
  // What the first clause goes through is evaluated outside of the comprehension.
  const first = rest[0]?.type === 'for_in_clause' ? forClause(context, rest[0]) : undefined;
  context.comprehension = words;
  try {
    const [element, value] = bodyOf(context, of, body, raw);
    return { type: 'Comprehension', of, element, value, clauses: clauses(context, first, rest.slice(first ? 1 : 0)), ...at };
  } finally {
    context.comprehension = outer;
  }
}

function bodyOf(context: ParseContext, of: Comprehension['of'], body: Raw | undefined, raw: Raw): [Expression, Expression | undefined] {
  if (of === 'dict') {
    const [key, value] = body ? meaningful(body) : [];
    return [unnamed(context, key, raw), unnamed(context, value, raw)];
  }
  const built = element(context, body, raw);
  if (built.type === 'Starred') context.problem(built, 'iterable unpacking cannot be used in comprehension');
  return [built, undefined];
}

type ForClause = Omit<ComprehensionClause, 'conditions'>;

function clauses(context: ParseContext, first: ForClause | undefined, raws: readonly Raw[]): ComprehensionClause[] {
  const result: (ForClause & { conditions: Expression[] })[] = first ? [{ ...first, conditions: [] }] : [];
  for (const raw of raws) {
    if (raw.type === 'if_clause') result[result.length - 1]?.conditions.push(condition(context, raw));
    else if (raw.type === 'for_in_clause') result.push({ ...forClause(context, raw), conditions: [] });
  }
  return result;
}

function condition(context: ParseContext, raw: Raw): Expression {
  return operand(context, meaningful(raw)[0], raw);
}

function forClause(context: ParseContext, raw: Raw): ForClause {
  const [left, ...right] = meaningful(raw);
  const target = tolerantExpression(context, left, raw);
  checkTarget(context, target, 'assign to');
  if (right.length > 1) context.problem(raw, 'invalid syntax: what the comprehension goes through needs parentheses');
  return { async: hasMark(raw, 'async'), target, iter: operand(context, right[0], raw) };
}
