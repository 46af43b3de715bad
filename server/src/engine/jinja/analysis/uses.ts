import type { CallArguments, JinjaExpression, JinjaFor, JinjaStatement, JinjaTemplate } from '../syntax/jinja-ast.js';
import { globalNames } from './builtin-names.js';
import { argumentsOf, children, namesOfTargets } from '../syntax/walk-template.js';

/**
 * What happens where a row has no such column: the use raises UndefinedError (or, for an argument of a method, another exception); the
 * template says what to do (`is defined`, `|default`); or nothing is raised, and what comes out is rarely meant: `x is none` does not hold,
 * a list prints `Undefined` (jinja2 3.1 `runtime.py`, StrictUndefined).
 */
export type WhenMissing = 'raises' | 'handled' | 'silent';

/** A place where a template uses a variable that it does not define itself: a column of the row. */
export interface Use {
  readonly name: string;
  /** UTF-16 offsets of the name in the template's text. */
  readonly start: number;
  readonly end: number;
  readonly missing: WhenMissing;
  /** Whether it depends on a condition, or on how long a list is, that the place is reached at all. */
  readonly conditional: boolean;
  /** Whether it is only reached where the same name `is defined`. */
  readonly guarded: boolean;
  /** It is only reached where these names are not defined. */
  readonly unless: ReadonlySet<string>;
}

/** The free variables of a template, in the order in which Jinja comes to them. Jinja's own globals (`range` …) and `loop` are none. */
export function usesOf(template: JinjaTemplate): Use[] {
  const finder = new UseFinder();
  finder.statements(template.body, { conditional: false, guards: none, unless: none, locals: new Set(['self']) });
  return finder.uses;
}

interface Context {
  readonly conditional: boolean;
  /** Names that are known to be defined here. */
  readonly guards: ReadonlySet<string>;
  /** Names that are known not to be. */
  readonly unless: ReadonlySet<string>;
  /** Names that the template itself has defined; grows as it goes on. */
  readonly locals: Set<string>;
}

const none: ReadonlySet<string> = new Set();

/** Tests that take what is undefined without raising. */
const silentTests = new Set([
  'none',
  'string',
  'number',
  'mapping',
  'boolean',
  'integer',
  'float',
  'true',
  'false',
  'sameas',
  'callable',
  'sequence',
  'escaped',
]);

class UseFinder {
  readonly uses: Use[] = [];

  statements(nodes: readonly JinjaStatement[], context: Context): void {
    for (const node of nodes) this.statement(node, context);
  }

  private statement(node: JinjaStatement, context: Context): void {
    switch (node.type) {
      case 'Print':
      case 'AutoEscape':
        this.expression(node.value, 'raises', context);
        if (node.type === 'AutoEscape') this.statements(node.body, inner(context));
        break;
      case 'If':
        this.branches(node, context);
        break;
      case 'For':
        this.loop(node, context);
        break;
      case 'Set':
        this.expression(node.value, 'silent', context);
        this.define(node.target, context);
        break;
      case 'SetBlock':
      case 'FilterBlock':
        this.statements(node.body, inner(context));
        if (node.filter) this.expression(node.filter, 'raises', context);
        if (node.type === 'SetBlock') this.define(node.target, context);
        break;
      case 'With': {
        for (const { value } of node.bindings) this.expression(value, 'silent', context);
        this.statements(
          node.body,
          inner(
            context,
            node.bindings.flatMap(({ target }) => namesOfTargets(target)),
          ),
        );
        break;
      }
      case 'Macro':
      case 'CallBlock': {
        const parameters = node.parameters.map(({ name }) => name);
        const body = { ...inner(context, [...parameters, 'caller', 'varargs', 'kwargs']), conditional: true };
        if (node.type === 'Macro') context.locals.add(node.name);
        else this.expression(node.call, 'raises', context);
        for (const { absent } of node.parameters) if (absent) this.expression(absent, 'silent', body);
        this.statements(node.body, body);
        break;
      }
      case 'Block':
        this.statements(node.body, inner(context));
        break;
      case 'Load':
        this.expression(node.template, 'raises', context);
    }
  }

  private define(target: JinjaExpression, { locals }: Context): void {
    for (const name of namesOfTargets(target)) locals.add(name);
  }

  private branches(node: Extract<JinjaStatement, { type: 'If' }>, context: Context): void {
    let before = context;
    for (const { test, body } of node.branches) {
      this.expression(test, 'raises', before);
      this.statements(body, where(before, test, true));
      before = where(before, test, false);
    }
    this.statements(node.otherwise, before);
  }

  private loop(node: JinjaFor, context: Context): void {
    this.expression(node.iterable, 'raises', context);
    const body = { ...inner(context, ['loop', ...namesOfTargets(node.target)]), conditional: true };
    if (node.filter) this.expression(node.filter, 'raises', body);
    this.statements(node.body, node.filter ? where(body, node.filter, true) : body);
    this.statements(node.otherwise, { ...inner(context), conditional: true });
  }

  private all(nodes: readonly JinjaExpression[], missing: WhenMissing, context: Context): void {
    for (const node of nodes) this.expression(node, missing, context);
  }

  private expression(node: JinjaExpression, missing: WhenMissing, context: Context): void {
    switch (node.type) {
      case 'Name':
        this.name(node.name, node.start, missing, context);
        break;
      case 'List':
      case 'Tuple':
        this.all(node.items, 'silent', context);
        break;
      case 'Dict':
        for (const { key, value } of node.pairs) {
          this.expression(key, 'raises', context);
          this.expression(value, 'silent', context);
        }
        break;
      case 'Filter':
        if (node.input)
          this.expression(
            node.input,
            node.name === 'default' || node.name === 'd' ? 'handled' : node.name === 'items' ? 'silent' : 'raises',
            context,
          );
        this.all(argumentsOf(node.args), node.name === 'default' || node.name === 'd' ? 'silent' : 'raises', context);
        break;
      case 'Test':
        this.expression(node.input, whenTested(node.name), context);
        this.all(argumentsOf(node.args), node.name === 'sameas' ? 'silent' : 'raises', context);
        break;
      case 'Call':
        this.expression(node.callee, 'raises', context);
        this.arguments(node.args, node.callee, context);
        break;
      case 'And':
      case 'Or':
        this.expression(node.left, 'raises', context);
        this.expression(node.right, missing, where(context, node.left, node.type === 'And'));
        break;
      case 'Conditional':
        this.expression(node.test, 'raises', context);
        this.expression(node.then, missing, where(context, node.test, true));
        if (node.otherwise) this.expression(node.otherwise, missing, where(context, node.test, false));
        break;
      default:
        this.all(children(node), 'raises', context);
    }
  }

  /** What the template's own macros, and Jinja's own functions, do with an undefined argument is not followed. */
  private arguments(args: CallArguments, callee: JinjaExpression, context: Context): void {
    this.all(
      argumentsOf(args),
      callee.type === 'Name' && (context.locals.has(callee.name) || globalNames.has(callee.name)) ? 'silent' : 'raises',
      context,
    );
  }

  private name(name: string, start: number, missing: WhenMissing, { conditional, guards, unless, locals }: Context): void {
    if (locals.has(name) || globalNames.has(name)) return;
    this.uses.push({ name, start, end: start + name.length, missing, conditional, guarded: guards.has(name), unless });
  }
}

function whenTested(name: string): WhenMissing {
  if (name === 'defined' || name === 'undefined') return 'handled';
  return silentTests.has(name) ? 'silent' : 'raises';
}

/** A scope of its own: what is defined there is not known outside. */
function inner(context: Context, names: readonly string[] = []): Context {
  return { ...context, locals: new Set([...context.locals, ...names]) };
}

function union(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
  return b.size === 0 ? a : new Set([...a, ...b]);
}

/** What is known where a test has come out as `outcome`. */
function where(context: Context, test: JinjaExpression, outcome: boolean): Context {
  return {
    ...context,
    conditional: true,
    guards: union(context.guards, tested(test, outcome, 'defined')),
    unless: union(context.unless, tested(test, outcome, 'undefined')),
  };
}

/** The names that are defined, or are not, where a test comes out as `outcome`. */
function tested(test: JinjaExpression, outcome: boolean, state: 'defined' | 'undefined'): ReadonlySet<string> {
  if (test.type === 'Unary' && test.op === 'not') return tested(test.operand, !outcome, state);
  if (test.type === 'And' || test.type === 'Or') {
    const both = (test.type === 'And') === outcome;
    const [left, right] = [tested(test.left, outcome, state), tested(test.right, outcome, state)];
    return both ? union(left, right) : new Set([...left].filter((name) => right.has(name)));
  }
  if (test.type !== 'Test' || test.input.type !== 'Name') return none;
  const says = test.name === 'defined' ? outcome : test.name === 'undefined' ? !outcome : undefined;
  return says === (state === 'defined') ? new Set([test.input.name]) : none;
}
