import type { At, Expression, Statement } from '../tree/ast.js';
import { assignment, augmentedAssignment } from './assignment.js';
import {
  tolerantForStatement,
  tolerantIfStatement,
  tolerantTryStatement,
  tolerantWhileStatement,
  tolerantWithStatement,
} from './compound.js';
import { childOf, hasMark, meaningful, type ParseContext } from './context.js';
import { tolerantClassDefinition, decoratedDefinition, tolerantFunctionDefinition } from './definition.js';
import { element, identifierName, operand, unnamed } from './expression.js';
import { futureImport, tolerantImportFrom, tolerantImportStatement } from './import.js';
import { tolerantMatchStatement } from './match.js';
import { parseRaw, type Raw } from '../tree-sitter/raw-tree.js';
import { checkTarget } from './assignment-targets.js';

type Build = (context: ParseContext, raw: Raw, at: At) => Statement | undefined;

/** The statements of a block or module. What fits no rule is left out: its problem is reported elsewhere. */
export function tolerantBlock(context: ParseContext, raw: Raw | undefined): Statement[] {
  const result: Statement[] = [];
  for (const child of raw?.children ?? []) {
    const build = child.named && Object.hasOwn(builders, child.type) ? builders[child.type] : undefined;
    const built = build?.(context, child, { start: child.start, end: child.end });
    if (built) result.push(built);
  }
  return result;
}

const builders: Readonly<Record<string, Build>> = {
  expression_statement: expressionStatement,
  import_statement: tolerantImportStatement,
  import_from_statement: tolerantImportFrom,
  future_import_statement: futureImport,
  print_statement: printStatement,
  exec_statement: printStatement,
  assert_statement: assertStatement,
  return_statement: returnStatement,
  delete_statement: deleteStatement,
  raise_statement: raiseStatement,
  pass_statement: (_context, _raw, at) => ({ type: 'Pass', ...at }),
  break_statement: loopWord,
  continue_statement: loopWord,
  global_statement: nameStatement,
  nonlocal_statement: nameStatement,
  type_alias_statement: typeStatement,
  if_statement: tolerantIfStatement,
  for_statement: tolerantForStatement,
  while_statement: tolerantWhileStatement,
  try_statement: tolerantTryStatement,
  with_statement: tolerantWithStatement,
  match_statement: tolerantMatchStatement,
  function_definition: (context, raw, at) => tolerantFunctionDefinition(context, raw, at),
  class_definition: (context, raw, at) => tolerantClassDefinition(context, raw, at),
  decorated_definition: decoratedDefinition,
};

function expressionStatement(context: ParseContext, raw: Raw, at: At): Statement | undefined {
  const members = meaningful(raw);
  const [first] = members;
  if (!first) return undefined;
  if (first.type === 'assignment') return assignment(context, first, at);
  if (first.type === 'augmented_assignment') return augmentedAssignment(context, first, at);
  if (!hasMark(raw, ',')) return { type: 'ExpressionStatement', value: unnamed(context, first, raw), ...at };
  const elements = members.map((member) => element(context, member, raw));
  return { type: 'ExpressionStatement', value: { type: 'Tuple', elements, parenthesized: false, ...at }, ...at };
}

/** Python 2's statements. `print >> file, x` is an expression to Python 3: a shift in a tuple. */
function printStatement(context: ParseContext, raw: Raw, at: At): Statement {
  const chevron = childOf(raw, 'chevron');
  if (chevron) return shiftedPrint(context, raw, chevron, at);
  const word = raw.type === 'print_statement' ? 'print' : 'exec';
  context.problem(raw, `Missing parentheses in call to '${word}'. Did you mean ${word}(...)?`);
  return { type: 'ExpressionStatement', value: context.missing(raw), ...at };
}

function shiftedPrint(context: ParseContext, raw: Raw, chevron: Raw, at: At): Statement {
  const name: Expression = { type: 'Name', name: 'print', start: raw.start, end: raw.start + 5 };
  const right = operand(context, meaningful(chevron)[0], chevron);
  const shift: Expression = { type: 'BinaryOperation', left: name, op: '>>', right, start: raw.start, end: chevron.end };
  const others = meaningful(raw).filter((child) => child !== chevron);
  const elements = [shift, ...others.map((other) => element(context, other, raw))];
  if (!hasMark(raw, ',')) return { type: 'ExpressionStatement', value: shift, ...at };
  return { type: 'ExpressionStatement', value: { type: 'Tuple', elements, parenthesized: false, ...at }, ...at };
}

/**
 * `type X = …` of Python 3.12; but `type(x).y = …`, which the grammar takes for the same, is an assignment: it is parsed again under
 * another name of the same length.
 */
function typeStatement(context: ParseContext, raw: Raw, at: At): Statement | undefined {
  if (/[\sA-Za-z_]/.test(context.text[raw.start + 4] ?? '')) return { type: 'Unsupported', what: 'type', ...at };
  return tolerantBlock(context, parseRaw('typ_' + context.text.slice(raw.start + 4, raw.end), raw.start)?.root)[0];
}

function assertStatement(context: ParseContext, raw: Raw, at: At): Statement {
  const [test, message, extra] = meaningful(raw);
  if (extra) context.problem(extra, 'invalid syntax: assert takes a condition and a message');
  return { type: 'Assert', test: unnamed(context, test, raw), message: message && unnamed(context, message, raw), ...at };
}

function returnStatement(context: ParseContext, raw: Raw, at: At): Statement {
  if (context.scope.kind !== 'function') context.compilerProblem(raw, "'return' outside function");
  const value = meaningful(raw)[0];
  return { type: 'Return', value: value && unnamed(context, value, raw), ...at };
}

function deleteStatement(context: ParseContext, raw: Raw, at: At): Statement {
  const value = meaningful(raw)[0];
  const built = element(context, value, raw);
  const targets: readonly Expression[] = built.type === 'Tuple' && !built.parenthesized ? built.elements : [built];
  for (const target of targets) checkTarget(context, target, 'delete');
  return { type: 'Delete', targets, ...at };
}

function raiseStatement(context: ParseContext, raw: Raw, at: At): Statement {
  const from = raw.children.findIndex((child) => child.type === 'from');
  const parts = meaningful(raw);
  const exception = parts.find((part) => from < 0 || part.start < raw.children[from]!.start);
  const cause = from < 0 ? undefined : parts[parts.length - 1];
  if (from >= 0 && !exception) context.problem(raw, 'invalid syntax: raise … from needs an exception');
  if (exception?.type === 'expression_list') context.problem(exception, 'invalid syntax: raise takes one exception');
  return {
    type: 'Raise',
    exception: exception && unnamed(context, exception, raw),
    cause: cause && cause !== exception ? unnamed(context, cause, raw) : undefined,
    ...at,
  };
}

function loopWord(context: ParseContext, raw: Raw, at: At): Statement {
  const isBreak = raw.type === 'break_statement';
  if (context.loops === 0) context.compilerProblem(raw, isBreak ? "'break' outside loop" : "'continue' not properly in loop");
  return isBreak ? { type: 'Break', ...at } : { type: 'Continue', ...at };
}

function nameStatement(context: ParseContext, raw: Raw, at: At): Statement {
  const nonlocal = raw.type === 'nonlocal_statement';
  if (nonlocal && context.scope.kind === 'module') context.compilerProblem(raw, 'nonlocal declaration not allowed at module level');
  const names = meaningful(raw).map((name) => ({ name: identifierName(context, name), start: name.start, end: name.end }));
  return { type: 'Global', nonlocal, names, ...at };
}
