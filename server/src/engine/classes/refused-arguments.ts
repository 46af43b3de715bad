import type { Expression, FunctionDef, If, Statement } from '../python/syntax/tree/ast.js';
import { oncePer } from '../core/once-per.js';
import { boundNames } from '../python/syntax/tree/bound-names.js';
import { namesIn, walk } from '../python/syntax/tree/walk.js';

/** A value as far as comparisons with literals decide something about it. */
export type PlainValue = string | number | boolean | null;

/** What a function raises for an argument, whatever else it is given. */
export interface ArgumentRefusal {
  /** The arguments that it asks about. */
  readonly names: readonly string[];
  /** The class of the exception. */
  readonly exception: string;
  /** The texts that it takes for the first of them, where it compares that with nothing else. */
  readonly takes: readonly string[];
}

/**
 * The exception that a function raises since its arguments are what they are: by an `if` that only compares them with literals. Loops are taken to
 * run, since there is nothing to load elsewhere. Undefined where it goes on, or where that is not sure.
 * @param given what is known of the arguments; one that is absent has its default @param itemsNamed what is in a list or a dict of the module
 */
export function argumentRefusal(
  node: FunctionDef,
  given: ReadonlyMap<string, PlainValue | undefined>,
  itemsNamed: ItemsNamed = () => undefined,
): ArgumentRefusal | undefined {
  const found = new Reading(node, given, itemsNamed).block(node.body, []);
  return typeof found === 'object' ? found : undefined;
}

/** What a name of the module stands for, where that is a list or a dict. */
type ItemsNamed = (name: string) => readonly Expression[] | undefined;

/** The parameters that a function asks about in an `if` or an `assert`: of all others nothing is refused in this way. */
export const comparedArguments = oncePer((node: FunctionDef): ReadonlySet<string> => {
  const { positional, keywordOnly } = node.parameters;
  const tests: Expression[] = [];
  walk(node.body, (part) => {
    if (part.type === 'If' || part.type === 'Assert') tests.push(part.test);
    return true;
  });
  const named = namesIn(tests);
  return new Set([...positional, ...keywordOnly].flatMap(({ name }) => (named.has(name.name) ? name.name : [])));
});

/** `on`: the next statement is reached; `off`: it may not be. */
type Outcome = 'on' | 'off' | ArgumentRefusal;

class Reading {
  private readonly known: ReadonlyMap<string, PlainValue | undefined>;

  constructor(
    private readonly node: FunctionDef,
    given: ReadonlyMap<string, PlainValue | undefined>,
    private readonly itemsNamed: ItemsNamed,
  ) {
    this.known = argumentsOf(node, given);
  }

  /** @param asked the branches by which the block is reached, the innermost last */
  block(body: readonly Statement[], asked: readonly If[]): Outcome {
    for (const statement of body) {
      const outcome = this.statement(statement, asked);
      if (outcome !== 'on') return outcome;
    }
    return 'on';
  }

  private statement(statement: Statement, asked: readonly If[]): Outcome {
    switch (statement.type) {
      case 'If':
        return this.branch(statement, asked);
      case 'For':
      case 'With': {
        const outcome = this.block(statement.body, asked);
        return outcome === 'off' && statement.type === 'For' ? 'on' : outcome;
      }
      case 'Raise':
        return this.refusal(statement.exception, asked) ?? 'off';
      case 'Assert':
        return this.truth(statement.test) === false ? { ...this.askedBy([statement]), exception: 'AssertionError' } : 'on';
      default:
        return mayLeave(statement) ? 'off' : 'on';
    }
  }

  private branch(statement: If, asked: readonly If[]): Outcome {
    const holds = this.truth(statement.test);
    if (holds === undefined) return mayLeave(statement) ? 'off' : 'on';
    const within = [...asked, statement];
    if (holds) return this.block(statement.body, within);
    return statement.orelse.length > 0 ? this.block(statement.orelse, within) : (this.unbound(within) ?? 'on');
  }

  /** No branch of a chain is taken, and each of them gives a name its value that is read later. */
  private unbound(asked: readonly If[]): ArgumentRefusal | undefined {
    const chain = chainOf(asked);
    const [first] = chain;
    if (!first) return undefined;
    const bound = chain.map(({ body }) => boundNames(body, new Set()));
    const parameters = new Set(this.known.keys());
    const names = [...bound[0]!].filter((name) => bound.every((names_) => names_.has(name)) && !parameters.has(name));
    const isLost = (name: string): boolean => !bindsBeside(this.node, name, first) && readsAfter(this.node, name, first);
    return names.some(isLost) ? { ...this.askedBy(chain), exception: 'UnboundLocalError' } : undefined;
  }

  private truth(test: Expression): boolean | undefined {
    switch (test.type) {
      case 'BooleanOperation': {
        const parts = test.values.map((part) => this.truth(part));
        const decides = test.op === 'or';
        if (parts.includes(decides)) return decides;
        return parts.includes(undefined) ? undefined : !decides;
      }
      case 'UnaryOperation': {
        const holds = test.op === 'not' ? this.truth(test.operand) : undefined;
        return holds === undefined ? undefined : !holds;
      }
      case 'Comparison':
        return this.compared(test);
      default: {
        const value = this.valueOf(test);
        return value === undefined ? undefined : Boolean(value);
      }
    }
  }

  private compared(test: Extract<Expression, { type: 'Comparison' }>): boolean | undefined {
    const [step, ...more] = test.rest;
    if (!step || more.length > 0) return undefined;
    const left = this.valueOf(test.left);
    if (left === undefined) return undefined;
    if (step.op === 'in' || step.op === 'not in') {
      const items = this.itemsOf(step.right);
      return items && items.includes(left) === (step.op === 'in');
    }
    const right = this.valueOf(step.right);
    return right === undefined ? undefined : compare(left, step.op, right);
  }

  private itemsOf(node: Expression): readonly PlainValue[] | undefined {
    const items = this.elementsOf(node)?.map((element) => this.valueOf(element));
    return items?.every((item) => item !== undefined) ? items : undefined;
  }

  /** The elements of a list that is written here, or to which the module gives a name; of a dict its keys. */
  private elementsOf(node: Expression): readonly Expression[] | undefined {
    if (node.type === 'List' || node.type === 'Tuple' || node.type === 'Set') return node.elements;
    if (node.type === 'Call') {
      const { callee, positional, keywords } = node;
      const isKeys = callee.type === 'Attribute' && callee.attribute.name === 'keys' && positional.length + keywords.length === 0;
      return isKeys ? this.elementsOf(callee.object) : undefined;
    }
    const isOfModule = node.type === 'Name' && !this.known.has(node.name) && !namesBoundIn(this.node).has(node.name);
    return isOfModule ? this.itemsNamed(node.name) : undefined;
  }

  private refusal(exception: Expression | undefined, asked: readonly If[]): ArgumentRefusal | undefined {
    const raised = exception?.type === 'Call' ? exception.callee : exception;
    const chain = chainOf(asked);
    return raised?.type === 'Name' && chain.length > 0 ? { ...this.askedBy(chain), exception: raised.name } : undefined;
  }

  private askedBy(chain: readonly { readonly test: Expression }[]): Pick<ArgumentRefusal, 'names' | 'takes'> {
    const named = namesIn(chain.map(({ test }) => test));
    const names = [...named].filter((name) => this.known.has(name));
    const texts = chain.map(({ test }) => this.textsFor(test, names[0]));
    return { names, takes: texts.every((some) => some.length > 0) ? texts.flat() : [] };
  }

  /** The texts of `name == 'a'` and `name in ('a', 'b')`. */
  private textsFor(test: Expression, name: string | undefined): readonly string[] {
    const step = test.type === 'Comparison' ? test.rest[0] : undefined;
    if (test.type !== 'Comparison' || !step || test.left.type !== 'Name' || test.left.name !== name) return [];
    const { op, right } = step;
    if (!['==', '!=', 'in', 'not in'].includes(op)) return [];
    const nodes = this.elementsOf(right) ?? [right];
    return nodes.flatMap((node) => (node.type === 'String' ? [node.traced.text] : []));
  }

  private valueOf(node: Expression): PlainValue | undefined {
    return node.type === 'Name' ? this.known.get(node.name) : literal(node);
  }
}

function compare(left: PlainValue, op: string, right: PlainValue): boolean | undefined {
  if (op === '==' || op === '!=') return (left === right) === (op === '==');
  if (op === 'is' || op === 'is not') return right === null ? (left === null) === (op === 'is') : undefined;
  if (typeof left !== 'number' || typeof right !== 'number') return undefined;
  if (op === '<') return left < right;
  if (op === '<=') return left <= right;
  return op === '>' ? left > right : left >= right;
}

function literal(node: Expression): PlainValue | undefined {
  if (node.type === 'String') return node.traced.text;
  if (node.type === 'Int') return Number(node.value);
  if (node.type === 'Float') return node.value;
  if (node.type === 'UnaryOperation' && node.op === '-') {
    const value = literal(node.operand);
    return typeof value === 'number' ? -value : undefined;
  }
  if (node.type !== 'Constant' || node.value === 'Ellipsis') return undefined;
  return node.value === 'None' ? null : node.value === 'True';
}

/** The parameters that nothing in the function gives another value. */
function argumentsOf(node: FunctionDef, given: ReadonlyMap<string, PlainValue | undefined>): Map<string, PlainValue | undefined> {
  const { positional, keywordOnly } = node.parameters;
  const bound = namesBoundIn(node);
  return new Map(
    [...positional, ...keywordOnly].map(({ name: { name }, defaultValue }) => {
      const value = given.has(name) ? given.get(name) : defaultValue && literal(defaultValue);
      return [name, bound.has(name) ? undefined : value];
    }),
  );
}

const namesBoundIn = oncePer(({ body }: FunctionDef): ReadonlySet<string> => boundNames(body, new Set()));

/** The innermost `if` with the `elif` above it that lead to it. */
function chainOf(asked: readonly If[]): readonly If[] {
  const chain: If[] = [];
  for (const branch of [...asked].reverse()) {
    if (chain[0] && branch.orelse[0] !== chain[0]) break;
    chain.unshift(branch);
  }
  return chain;
}

/** What raises by itself raises all the same, and rows that are passed over are not all. */
const leaving: ReadonlySet<string> = new Set(['Return', 'Break', 'Match', 'Unsupported']);

/** Whether what follows a statement may not be reached, without an exception. */
const mayLeave = oncePer((statement: Statement): boolean => {
  if (statement.type === 'FunctionDef' || statement.type === 'ClassDef') return false;
  let found = false;
  walk([statement], ({ type }) => {
    if (leaving.has(type)) found = true;
    return !found;
  });
  return found;
});

/** A class is asked about again for each dataset that names it. */
const namesBoundBy = oncePer((statement: Statement): ReadonlySet<string> => boundNames([statement], new Set()));

/** Whether a name is given a value outside of a chain of branches. */
function bindsBeside(node: FunctionDef, name: string, chain: If): boolean {
  return bindsIn(node.body, name, chain);
}

function bindsIn(body: readonly Statement[], name: string, chain: If): boolean {
  return body.some((statement) => {
    if (statement === chain) return false;
    const inner = 'body' in statement && statement.type !== 'FunctionDef' && statement.type !== 'ClassDef' ? statement.body : [];
    const other = 'orelse' in statement ? statement.orelse : [];
    const holds = [...inner, ...other].length > 0 && contains(statement, chain);
    if (!holds) return namesBoundBy(statement).has(name);
    return bindsIn(inner, name, chain) || bindsIn(other, name, chain);
  });
}

function contains(statement: Statement, part: Statement): boolean {
  return statement.start <= part.start && part.end <= statement.end;
}

/** Whether a name is read behind a chain of branches whatever else is asked there: in the block of the chain, before anything that may leave it. */
function readsAfter(node: FunctionDef, name: string, chain: If): boolean {
  const block = blockOf(node.body, chain);
  return block !== undefined && readsIn(block.slice(block.indexOf(chain) + 1), name) === true;
}

/** The statements among which one stands. */
function blockOf(body: readonly Statement[], wanted: Statement): readonly Statement[] | undefined {
  if (body.includes(wanted)) return body;
  const around = body.find((statement) => contains(statement, wanted));
  const blocks = around ? [innerOf(around), 'orelse' in around ? around.orelse : []] : [];
  return blocks.map((block) => blockOf(block, wanted)).find((found) => found !== undefined);
}

function innerOf(statement: Statement): readonly Statement[] {
  return 'body' in statement && Array.isArray(statement.body) ? (statement.body as readonly Statement[]) : [];
}

/** Whether a name is read where the statements run; undefined where they go on without it. */
function readsIn(body: readonly Statement[], name: string): boolean | undefined {
  for (const statement of body) {
    const reads = readsOf(statement, name);
    if (reads !== undefined) return reads;
  }
  return undefined;
}

/** Of what may not run, or not all of it, nothing is said. A return reads what it gives before it leaves. */
function readsOf(statement: Statement, name: string): boolean | undefined {
  switch (statement.type) {
    case 'For':
      return namesIn([statement.iter]).has(name) ? true : readsIn(statement.body, name);
    case 'With':
      return readsIn(statement.body, name);
    case 'If':
      return namesIn([statement.test]).has(name) ? true : mayLeave(statement) ? false : undefined;
    case 'ExpressionStatement':
    case 'Assign':
    case 'Return':
      return namesIn([statement]).has(name) ? true : mayLeave(statement) ? false : undefined;
    default:
      return mayLeave(statement) ? false : undefined;
  }
}
