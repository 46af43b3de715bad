import type {
  At,
  BooleanOperation,
  CompareOperator,
  Conditional,
  Constant,
  DictExpression,
  Expression,
  NamedExpression,
  Slice,
  Subscript,
} from '../tree/ast.js';
import { tolerantCall } from './call.js';
import { comprehension } from './comprehension.js';
import { binaryOperation } from './binary-operation.js';
import { hasMark, meaningful, type ParseContext } from './context.js';
import { numberLiteral } from './number-literal.js';
import { tolerantLambda } from './parameters.js';
import type { Raw } from '../tree-sitter/raw-tree.js';
import { stringLiteral } from './string-literal.js';
import { annotation } from './annotation.js';

type Build = (context: ParseContext, raw: Raw, at: At) => Expression;

/**
 * The expression that `raw` stands for, as one that must give a single value. What the grammar lets through and CPython refuses is reported; what
 * cannot be understood becomes Missing.
 * @param around where to say that an expression is missing
 */
export function tolerantExpression(context: ParseContext, raw: Raw | undefined, around: At): Expression {
  const built = element(context, raw, around);
  if (built.type === 'Starred') context.compilerProblem(built, "can't use starred expression here");
  return built;
}

/** An expression where `*x` may stand too: in a display, a call, a tuple without parentheses. */
export function element(context: ParseContext, raw: Raw | undefined, around: At): Expression {
  if (!raw || raw.missing) return context.missing(raw ?? { start: around.start, end: around.end });
  const starred = context.text.charCodeAt(raw.start) === 42 ? unstarred(raw) : undefined;
  if (starred) return { type: 'Starred', value: operand(context, starred, raw), start: raw.start, end: raw.end };
  const build = Object.hasOwn(builders, raw.type) ? builders[raw.type] : undefined;
  return build ? build(context, raw, { start: raw.start, end: raw.end }) : context.missing(raw);
}

const bindsTighter = new Set(['call', 'attribute', 'subscript', 'binary_operator']);

/**
 * The grammar takes the `*` of `*a.b(c)` to the innermost `a`; in Python it governs the whole. Gives the tree without that star, or undefined where
 * `raw` does not begin with one.
 */
function unstarred(raw: Raw): Raw | undefined {
  if (!bindsTighter.has(raw.type)) return undefined;
  const [first, ...rest] = raw.children;
  if (!first || first.start !== raw.start) return undefined;
  const inner = first.type === 'list_splat' || first.type === 'list_splat_pattern' ? meaningful(first)[0] : unstarred(first);
  return inner && { ...raw, start: inner.start, children: [inner, ...rest] };
}

/** An operand of `and`, `not`, `if … else` and the like: a lambda, condition or `:=` needs parentheses there. */
export function operand(context: ParseContext, raw: Raw | undefined, around: At): Expression {
  if (raw && needsParentheses.has(raw.type)) context.problem(raw, 'invalid syntax: this expression needs parentheses here');
  return tolerantExpression(context, raw, around);
}

/** An expression in a place where `:=` needs parentheses. */
export function unnamed(context: ParseContext, raw: Raw | undefined, around: At): Expression {
  if (raw?.type === 'named_expression') context.problem(raw, "invalid syntax: ':=' needs parentheses here");
  return tolerantExpression(context, raw, around);
}

const needsParentheses = new Set(['lambda', 'conditional_expression', 'named_expression']);

/** What `*` and `**` unpack in a display: no more than an operand of `|`. Arguments of a call may be any expression. */
function unpacked(context: ParseContext, raw: Raw | undefined, around: At): Expression {
  if (raw && looserThanOr.has(raw.type)) context.problem(raw, 'invalid syntax');
  return operand(context, raw, around);
}

const looserThanOr = new Set(['not_operator', 'boolean_operator', 'comparison_operator']);

const constant =
  (value: Constant['value']): Build =>
  (_context, _raw, at) => ({ type: 'Constant', value, ...at });

const builders: Readonly<Record<string, Build>> = {
  identifier: (context, raw, at) => ({ type: 'Name', name: identifierName(context, raw), ...at }),
  none: constant('None'),
  true: constant('True'),
  false: constant('False'),
  ellipsis: constant('Ellipsis'),
  integer: numberLiteral,
  float: numberLiteral,
  string: stringLiteral,
  concatenated_string: stringLiteral,
  tuple: tuple,
  tuple_pattern: tuple,
  expression_list: bareTuple,
  pattern_list: bareTuple,
  list: (context, raw, at) => ({ type: 'List', elements: elements(context, raw), ...at }),
  list_pattern: (context, raw, at) => ({ type: 'List', elements: elements(context, raw), ...at }),
  set: (context, raw, at) => ({ type: 'Set', elements: elements(context, raw), ...at }),
  dictionary,
  list_comprehension: comprehension,
  set_comprehension: comprehension,
  dictionary_comprehension: comprehension,
  generator_expression: comprehension,
  parenthesized_expression: (context, raw) => tolerantExpression(context, meaningful(raw)[0], raw),
  binary_operator: binaryOperation,
  unary_operator: (context, raw, at) => ({
    type: 'UnaryOperation',
    op: context.text[raw.start] === '-' ? '-' : context.text[raw.start] === '+' ? '+' : '~',
    operand: operand(context, meaningful(raw)[0], raw),
    ...at,
  }),
  not_operator: (context, raw, at) => ({ type: 'UnaryOperation', op: 'not', operand: operand(context, meaningful(raw)[0], raw), ...at }),
  boolean_operator: booleanOperation,
  comparison_operator: comparison,
  conditional_expression: conditional,
  named_expression: namedExpression,
  lambda: tolerantLambda,
  call: tolerantCall,
  attribute,
  subscript,
  slice,
  list_splat: (context, raw, at) => ({ type: 'Starred', value: unpacked(context, meaningful(raw)[0], raw), ...at }),
  list_splat_pattern: (context, raw, at) => ({ type: 'Starred', value: unpacked(context, meaningful(raw)[0], raw), ...at }),
  yield: yieldExpression,
  await: awaitExpression,
  as_pattern: (context, raw) => {
    context.problem(raw, "invalid syntax: 'as' can only appear in import, with and except");
    return tolerantExpression(context, meaningful(raw)[0], raw);
  },
  as_pattern_target: (context, raw) => tolerantExpression(context, meaningful(raw)[0], raw),
  type: annotation,
};

/** Python reads identifiers in Unicode's normal form NFKC. */
export function identifierName(context: ParseContext, raw: Raw): string {
  const name = context.source(raw);
  if (name === 'async' || name === 'await') context.problem(raw, `invalid syntax: ${name} is a keyword`);
  for (let i = 0; i < name.length; i++) if (name.charCodeAt(i) > 127) return name.normalize('NFKC');
  return name;
}

/** The members of a display, stars allowed. */
function elements(context: ParseContext, raw: Raw): Expression[] {
  return meaningful(raw).map((child) => {
    if (child.type === 'yield') context.problem(child, 'invalid syntax: yield needs parentheses here');
    return element(context, child, raw);
  });
}

function tuple(context: ParseContext, raw: Raw, at: At): Expression {
  const members = elements(context, raw);
  // The grammar reads the target `(a)` as a pattern of one member; without a comma it is `a` itself.
  if (members.length === 1 && !hasMark(raw, ',')) return members[0]!;
  return { type: 'Tuple', elements: members, parenthesized: true, ...at };
}

function bareTuple(context: ParseContext, raw: Raw, at: At): Expression {
  const members = meaningful(raw).map((child) => {
    if (child.type === 'named_expression') context.problem(child, "invalid syntax: ':=' needs parentheses here");
    return element(context, child, raw);
  });
  return { type: 'Tuple', elements: members, parenthesized: false, ...at };
}

function dictionary(context: ParseContext, raw: Raw, at: At): Expression {
  const entries: { key: Expression | undefined; value: Expression }[] = [];
  for (const child of meaningful(raw)) {
    const [first, second] = meaningful(child);
    if (child.type === 'pair') entries.push({ key: unnamed(context, first, child), value: unnamed(context, second, child) });
    else if (child.type === 'dictionary_splat') entries.push({ key: undefined, value: unpacked(context, first, child) });
  }
  return { type: 'Dict', entries, ...at } satisfies DictExpression;
}

/** `a and b and c` is one operation, as in CPython; parenthesised parts stay apart. */
function booleanOperation(context: ParseContext, raw: Raw, at: At): Expression {
  const op = hasMark(raw, 'and') ? 'and' : 'or';
  // Beyond the depth that is copied, an operation has no parts.
  if (!hasMark(raw, op)) return context.missing(raw);
  const operands: (Raw | undefined)[] = [];
  let left: Raw | undefined = raw;
  while (left?.type === 'boolean_operator' && hasMark(left, op)) {
    const [first, second]: Raw[] = meaningful(left);
    operands.push(second);
    left = first;
  }
  operands.push(left);
  operands.reverse();
  return { type: 'BooleanOperation', op, values: operands.map((value) => operand(context, value, raw)), ...at } satisfies BooleanOperation;
}

const compareOperators = new Set<string>(['==', '!=', '<', '<=', '>', '>=', 'in', 'not in', 'is', 'is not']);

function comparison(context: ParseContext, raw: Raw, at: At): Expression {
  const [first, ...others] = meaningful(raw).filter((child) => !compareOperators.has(child.type));
  const operators = raw.children.filter((child) => compareOperators.has(child.type) || child.type === '<>');
  const rest = operators.map((operator, index) => {
    if (operator.type === '<>') context.problem(operator, "invalid syntax: write '!=' for '<>'");
    const op = operator.type === '<>' ? '!=' : (operator.type as CompareOperator);
    return { op, right: operand(context, others[index], raw) };
  });
  return { type: 'Comparison', left: operand(context, first, raw), rest, ...at };
}

function conditional(context: ParseContext, raw: Raw, at: At): Expression {
  const [body, test, orelse] = meaningful(raw);
  return {
    type: 'Conditional',
    body: operand(context, body, raw),
    test: operand(context, test, raw),
    orelse: unnamed(context, orelse, raw),
    ...at,
  } satisfies Conditional;
}

function namedExpression(context: ParseContext, raw: Raw, at: At): Expression {
  const [name, value] = meaningful(raw);
  const target = element(context, name, raw);
  if (target.type !== 'Name') return context.missing(raw);
  return { type: 'NamedExpression', target, value: unnamed(context, value, raw), ...at } satisfies NamedExpression;
}

function attribute(context: ParseContext, raw: Raw, at: At): Expression {
  const [object, name] = meaningful(raw);
  if (!name || name.missing) return context.missing(raw);
  return {
    type: 'Attribute',
    object: operand(context, object, raw),
    attribute: { name: identifierName(context, name), start: name.start, end: name.end },
    ...at,
  };
}

function subscript(context: ParseContext, raw: Raw, at: At): Expression {
  const [object, ...indices] = meaningful(raw);
  const built = indices.map((index) => element(context, index, raw));
  const many = built.length > 1 || hasMark(raw, ',') || built[0]?.type === 'Starred';
  const range = { start: indices[0]?.start ?? raw.end, end: indices[indices.length - 1]?.end ?? raw.end };
  const index: Expression = many
    ? { type: 'Tuple', elements: built, parenthesized: false, ...range }
    : (built[0] ?? context.missing(range));
  return { type: 'Subscript', object: operand(context, object, raw), index, ...at } satisfies Subscript;
}

function slice(context: ParseContext, raw: Raw, at: At): Expression {
  const parts: (Expression | undefined)[] = [undefined, undefined, undefined];
  let part = 0;
  for (const child of raw.children) {
    if (child.type === ':') part++;
    else if (child.named && child.type !== 'ERROR') parts[part] = unnamed(context, child, raw);
  }
  return { type: 'Slice', lower: parts[0], upper: parts[1], step: parts[2], ...at } satisfies Slice;
}

function yieldExpression(context: ParseContext, raw: Raw, at: At): Expression {
  const from = hasMark(raw, 'from');
  const value = meaningful(raw)[0];
  const { scope, comprehension: inside } = context;
  if (scope.kind === 'module' || scope.kind === 'class') context.compilerProblem(raw, "'yield' outside function");
  else if (inside !== undefined) context.compilerProblem(raw, `'yield' inside ${inside}`);
  else if (from && scope.async) context.compilerProblem(raw, "'yield from' inside async function");
  scope.generator = true;
  const built = value && (from ? unnamed(context, value, raw) : element(context, value, raw));
  if (built?.type === 'Starred') context.compilerProblem(built, "can't use starred expression here");
  return { type: 'Yield', from, value: built, ...at };
}

function awaitExpression(context: ParseContext, raw: Raw, at: At): Expression {
  const { scope } = context;
  // A generator expression may await anywhere: it becomes an asynchronous one.
  if (context.comprehension === 'generator expression') return { type: 'Await', value: operand(context, meaningful(raw)[0], raw), ...at };
  if (scope.kind !== 'function') context.compilerProblem(raw, "'await' outside function");
  else if (!scope.async) context.compilerProblem(raw, "'await' outside async function");
  return { type: 'Await', value: operand(context, meaningful(raw)[0], raw), ...at };
}
