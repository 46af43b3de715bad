import type { Comprehension, Expression, For, FunctionDef, Module, Statement, Try, While } from '../../python/syntax/tree/ast.js';
import { walk, type Node } from '../../python/syntax/tree/walk.js';
import { HeldNames } from './held-names.js';
import { dataIn, type Readings } from './data-values.js';

const changing: ReadonlySet<string> = new Set(['append', 'extend', 'insert', 'update', 'add', 'setdefault']);
/** So many times a loop is followed: what is data at most times is not found to be none later. */
const mostPasses = 20;
/** So many statements are followed of a function, those of loops each time. */
const mostStatements = 20_000;

/**
 * The texts of a file by which its functions ask data for an entry, as it comes from files: `line['question']`, where nothing but data is called `line` whenever that is reached. They say nothing of
 * the columns of rows that are made of it.
 * @param givesData whether what a name of the module's top level stands for gives nothing but data when it is called
 * @returns where the texts begin
 */
export function dataReads({ body }: Module, givesData: (name: string) => boolean = () => false): ReadonlySet<number> {
  const found = new Set<number>();
  walk(body, (node) => {
    if (node.type === 'FunctionDef') for (const start of new Follower(node, givesData).reads()) found.add(start);
    return true;
  });
  return found;
}

/** Whether a function gives nothing but data that it reads anew each time it is called, as it comes from files: `for line in open(path): yield json.loads(line)`. */
export function isReader(node: FunctionDef): boolean {
  return node.decorators.length === 0 && !changesParts(node) && new Follower(node, () => false).givesData();
}

/** Whether a function sets or changes parts of what it holds, also of what it has given away already. */
function changesParts({ body }: FunctionDef): boolean {
  let found = false;
  const isPart = ({ type }: Expression): boolean => type === 'Subscript' || type === 'Attribute';
  walk(body, (node) => {
    if (node.type === 'Assign' || node.type === 'Delete') found ||= node.targets.some(isPart);
    else if (node.type === 'AugAssign' || node.type === 'AnnAssign' || node.type === 'For') found ||= isPart(node.target);
    else if (node.type === 'Call') found ||= node.callee.type === 'Attribute' && changing.has(node.callee.attribute.name);
    return !found;
  });
  return found;
}

/** Where `break` and `continue` leave to. */
interface Exits {
  readonly breaks: HeldNames[];
  readonly continues: HeldNames[];
}

/** Follows one function, with what its names hold at each point. */
class Follower {
  /** Names that others see: they may hold anything at any time. */
  private readonly shared: ReadonlySet<string>;

  /** For each text by which something is asked whether that is data, each time it is reached. */
  private readonly found = new Map<number, boolean>();
  private left = mostStatements;
  /** Whether what is given back is data, each time that something is. */
  private readonly given: boolean[] = [];

  constructor(
    private readonly node: FunctionDef,
    private readonly isReading: (name: string) => boolean,
  ) {
    this.shared = sharedNames(node.body);
  }

  /** Where the texts begin by which data is asked; none where the function is too much to follow. */
  reads(): readonly number[] {
    this.follow();
    return this.left < 0 ? [] : [...this.found].filter(([, isData]) => isData).map(([start]) => start);
  }

  givesData(): boolean {
    this.follow();
    return this.left >= 0 && this.given.length > 0 && this.given.every((isData) => isData);
  }

  private follow(): void {
    const { positionalOnly, positional, varArgs, keywordOnly, kwArgs } = this.node.parameters;
    const parameters = [...positionalOnly, ...positional, varArgs, ...keywordOnly, kwArgs].flatMap((one) => one?.name.name ?? []);
    const own = new Set([...parameters, ...ownNames(this.node.body)]);
    const held = new HeldNames(this.shared, (name) => !own.has(name) && this.isReading(name));
    for (const name of parameters) held.set(name, undefined);
    this.block(this.node.body, held);
  }

  /** What is held becomes what it is behind the statements. @returns whether the code behind them is reached */
  private block(body: readonly Statement[], held: HeldNames, exits?: Exits): boolean {
    return body.every((statement) => --this.left >= 0 && this.statement(statement, held, exits));
  }

  private statement(node: Statement, held: HeldNames, exits: Exits | undefined): boolean {
    switch (node.type) {
      case 'If':
        this.expression(node.test, held);
        return this.branches([node.body, node.orelse], held, exits);
      case 'For':
      case 'While':
        return this.loop(node, held);
      case 'Try':
        return this.attempt(node, held, exits);
      case 'With':
        for (const { context, target } of node.items) {
          this.expression(context, held);
          if (target) this.bind(target, dataIn(context, held), held);
        }
        return this.block(node.body, held, exits);
      case 'Match':
        // What a pattern binds is not followed.
        held.loseAll();
        return this.branches([...node.cases.map((one) => one.body), []], held, exits);
      case 'Break':
        exits?.breaks.push(held.copy());
        return false;
      case 'Continue':
        exits?.continues.push(held.copy());
        return false;
      case 'FunctionDef':
      case 'ClassDef':
        held.set(node.name.name, undefined);
        return true;
      default:
        this.simple(node, held);
        return node.type !== 'Return' && node.type !== 'Raise';
    }
  }

  private simple(node: Statement, held: HeldNames): void {
    if (node.type === 'Assign') {
      this.expression(node.value, held);
      const data = dataIn(node.value, held);
      for (const target of node.targets) this.bind(target, data, held);
    } else if (node.type === 'AnnAssign') {
      this.expression(node.value, held);
      if (node.value) this.bind(node.target, dataIn(node.value, held), held);
    } else if (node.type === 'AugAssign') {
      for (const part of [node.target, node.value]) this.expression(part, held);
      this.bind(node.target, undefined, held);
    } else if (node.type === 'Delete') {
      for (const target of node.targets) this.bind(target, undefined, held);
    } else
      walk([node], (inner) => {
        if (inner === node) return true;
        this.expression(inner as Expression, held);
        return false;
      });
    if (node.type === 'Return' && node.value) this.given.push(dataIn(node.value, held) !== undefined);
  }

  private branches(bodies: readonly (readonly Statement[])[], held: HeldNames, exits: Exits | undefined): boolean {
    const ends = bodies.map((body) => {
      const own = held.copy();
      return this.block(body, own, exits) ? own : undefined;
    });
    return held.becomeOneOf(ends);
  }

  private loop(node: For | While, held: HeldNames): boolean {
    const breaks: HeldNames[] = [];
    this.expression(node.type === 'For' ? node.iter : node.test, held);
    for (let pass = 0; ; pass++) {
      // What is not known by then is not found out.
      if (pass === mostPasses) held.loseAll();
      const own = held.copy();
      const continues: HeldNames[] = [];
      if (node.type === 'For') this.bind(node.target, dataIn(node.iter, held), own);
      else this.expression(node.test, own);
      const through = this.block(node.body, own, { breaks, continues });
      const before = held.copy();
      held.becomeOneOf([held.copy(), through ? own : undefined, ...continues]);
      if (held.holdsTheSameAs(before) || pass === mostPasses) break;
    }
    const through = this.block(node.orelse, held);
    return held.becomeOneOf([through ? held.copy() : undefined, ...breaks]);
  }

  /** A handler is reached from anywhere in the body. */
  private attempt(node: Try, held: HeldNames, exits: Exits | undefined): boolean {
    const anywhere = held.copy();
    const own = held.copy();
    let reached = true;
    for (const statement of node.body) {
      if (reached) reached = this.block([statement], own, exits);
      anywhere.becomeOneOf([anywhere.copy(), own]);
      // What stands within it is reached from its midst.
      if (!isPlainBinding(statement)) for (const name of boundIn([statement])) anywhere.set(name, undefined);
    }
    const ends = [reached && this.block(node.orelse, own, exits) ? own : undefined];
    for (const handler of node.handlers) {
      const caught = anywhere.copy();
      if (handler.name) caught.set(handler.name.name, undefined);
      if (this.block(handler.body, caught, exits)) ends.push(caught);
    }
    const isReached = held.becomeOneOf(ends);
    // It is run on each way out.
    if (!isReached && node.finalbody.length > 0) held.becomeOneOf([anywhere]);
    return this.block(node.finalbody, held, exits) && isReached;
  }

  /** `target = value` */
  private bind(target: Expression, data: Readings | undefined, held: HeldNames): void {
    if (target.type === 'Name') held.set(target.name, data);
    else if (target.type === 'Tuple' || target.type === 'List') for (const element of target.elements) this.bind(element, data, held);
    else if (target.type === 'Starred') this.bind(target.value, data, held);
    else if (target.type === 'Subscript' || target.type === 'Attribute') {
      this.expression(target.object, held);
      if (target.type === 'Subscript') this.expression(target.index, held);
      held.change(rootOf(target));
    }
  }

  /** Notes what is asked within an expression. What it binds and changes counts for all of it. */
  private expression(node: Expression | undefined, held: HeldNames): void {
    if (!node) return;
    walk([node], (inner) => {
      if (inner.type === 'NamedExpression') held.set(inner.target.name, dataIn(inner.value, held));
      else if (inner.type === 'Call' && inner.callee.type === 'Attribute' && changing.has(inner.callee.attribute.name))
        held.change(rootOf(inner.callee.object));
      return inner.type !== 'Lambda';
    });
    walk([node], (inner) => {
      if (inner.type === 'Lambda') return false;
      if (inner.type === 'Yield') this.given.push(dataIn(inner.value, held) !== undefined);
      if (inner.type === 'Comprehension') {
        this.comprehension(inner, held);
        return false;
      }
      const key = keyRead(inner, held);
      if (key) this.found.set(key.start, key.isData && this.found.get(key.start) !== false);
      return true;
    });
  }

  private comprehension({ clauses, element, value }: Comprehension, held: HeldNames): void {
    const own = held.copy();
    for (const { target, iter, conditions } of clauses) {
      this.expression(iter, own);
      this.bind(target, dataIn(iter, own), own);
      for (const condition of conditions) this.expression(condition, own);
    }
    this.expression(element, own);
    this.expression(value, own);
  }
}

/** The key in `data[key]`, `data.get(key)` and `key in data`, and whether that is data. */
function keyRead(node: Node, held: HeldNames): { readonly start: number; readonly isData: boolean } | undefined {
  const read = (key: Expression | undefined, from: Expression) =>
    key?.type === 'String' ? { start: key.start, isData: dataIn(from, held) !== undefined } : undefined;
  if (node.type === 'Subscript') return read(node.index, node.object);
  if (node.type === 'Call')
    return node.callee.type === 'Attribute' && node.callee.attribute.name === 'get'
      ? read(node.positional[0], node.callee.object)
      : undefined;
  if (node.type !== 'Comparison' || node.rest.length !== 1) return undefined;
  const { op, right } = node.rest[0]!;
  return op === 'in' || op === 'not in' ? read(node.left, right) : undefined;
}

/** The name in front of `name[…].part`. */
function rootOf(node: Expression): string | undefined {
  let at = node;
  while (at.type === 'Subscript' || at.type === 'Attribute') at = at.object;
  return at.type === 'Name' ? at.name : undefined;
}

/** Whether a statement binds names to what it says and does nothing else. */
function isPlainBinding({ type }: Statement): boolean {
  return type === 'Assign' || type === 'AnnAssign' || type === 'ExpressionStatement';
}

/** The names that statements bind or change. */
function boundIn(body: readonly Node[]): ReadonlySet<string> {
  const names = new Set<string>();
  const add = (target: Expression | undefined): void => {
    if (target?.type === 'Tuple' || target?.type === 'List') target.elements.forEach(add);
    else if (target?.type === 'Starred') add(target.value);
    else {
      const root = target && rootOf(target);
      if (root !== undefined) names.add(root);
    }
  };
  walk(body, (node) => {
    if (node.type === 'Assign' || node.type === 'Delete') node.targets.forEach(add);
    else if (node.type === 'AugAssign' || node.type === 'AnnAssign' || node.type === 'For' || node.type === 'NamedExpression')
      add(node.target);
    else if (node.type === 'With') for (const { target } of node.items) add(target);
    else if (node.type === 'Call' && node.callee.type === 'Attribute' && changing.has(node.callee.attribute.name)) add(node.callee.object);
    return true;
  });
  return names;
}

/** The names that a function has for itself: what it binds, defines and imports. */
function ownNames(body: readonly Statement[]): ReadonlySet<string> {
  const names = new Set(boundIn(body));
  walk(body, (node) => {
    if (node.type === 'FunctionDef' || node.type === 'ClassDef') names.add(node.name.name);
    else if (node.type === 'Import' || node.type === 'ImportFrom') for (const one of node.names) names.add((one.asName ?? one.name).name);
    return true;
  });
  return names;
}

/** Names that are declared global or nonlocal, and those that functions within set or change. */
function sharedNames(body: readonly Statement[]): ReadonlySet<string> {
  const names = new Set<string>();
  walk(body, (node) => {
    if (node.type === 'Global') for (const { name } of node.names) names.add(name);
    if (node.type !== 'FunctionDef' && node.type !== 'Lambda') return true;
    for (const name of boundIn(node.type === 'FunctionDef' ? node.body : [node.body])) names.add(name);
    return true;
  });
  return names;
}
