import { BuiltinValue, ModuleValue } from '../runtime/runtime.js';
import type { Comprehension, Expression, For, Statement } from '../syntax/tree/ast.js';
import { boundNames, targetNames } from '../syntax/tree/bound-names.js';
import type { Interpreter } from './interpreter.js';
import { aliasesOf } from '../runtime/holdings.js';
import { lookUpQuietly } from './names.js';

/**
 * The lists that a loop appends to, by name, where what a round does depends on that round's item alone: so the first rounds leave the same items whatever comes behind them. Undefined where that is
 * not plain. What is plain: names that are bound before they are read in the same round, containers that were made in it, and calls of functions and methods that change nothing.
 */
export function listsOfPlainLoop(interpreter: Interpreter, node: For): ReadonlySet<string> | undefined {
  if (node.async || node.orelse.length > 0) return undefined;
  const bound = boundNames([node], interpreter.frame.module.baseModules);
  const round = new Round(interpreter, bound);
  for (const name of targetNames(node.target)) round.bound.add(name);
  if (!round.block(node.body)) return undefined;
  return round.appended.size > 0 && !readsWhatItAppendsTo(interpreter, round) ? round.appended : undefined;
}

/** Whether rounds see the lists that they append to, under whichever name. */
function readsWhatItAppendsTo(interpreter: Interpreter, { appended, read }: Round): boolean {
  const lists = new Set([...appended].map((name) => lookUpQuietly(interpreter, name)));
  return [...read].some((name) => {
    const value = lookUpQuietly(interpreter, name);
    return value && [...aliasesOf(value, true)].some((alias) => lists.has(alias));
  });
}

/** Whether what a list comprehension makes of an item depends on that item alone. */
export function isPlainComprehension(interpreter: Interpreter, node: Comprehension): boolean {
  if (node.of !== 'list' || node.clauses.length !== 1) return false;
  const [{ target, conditions }] = node.clauses as readonly [Comprehension['clauses'][0]];
  const round = new Round(interpreter, new Set(targetNames(target)));
  for (const name of targetNames(target)) round.bound.add(name);
  return [node.element, ...conditions].every((each) => round.isPure(each));
}

/** Functions of the language that change nothing. */
const pureFunctions: ReadonlySet<string> = new Set(
  'len int str float bool list dict tuple set sorted zip enumerate range min max sum abs ord chr round isinstance any all repr reversed print'.split(
    ' ',
  ),
);

/** Functions of modules that change nothing, and give something new. */
const pureOfModules: Readonly<Record<string, ReadonlySet<string>>> = {
  json: new Set(['loads', 'dumps']),
  re: new Set(['sub', 'match', 'search', 'findall', 'split', 'fullmatch', 'escape', 'compile']),
  ast: new Set(['literal_eval']),
  copy: new Set(['deepcopy', 'copy']),
};

/** Methods of texts and containers that change nothing; those of the second kind may give what the container holds. */
const makingMethods: ReadonlySet<string> = new Set(
  (
    'strip lstrip rstrip split rsplit splitlines partition rpartition replace lower upper title capitalize join format startswith endswith find rfind count index isdigit isalpha ' +
    'isnumeric zfill removeprefix removesuffix encode copy group groups'
  ).split(' '),
);
const lookingMethods: ReadonlySet<string> = new Set(['get', 'keys', 'values', 'items']);

/** Methods that change their object, which must be one of this round. */
const changingMethods: ReadonlySet<string> = new Set([
  'update',
  'append',
  'extend',
  'insert',
  'pop',
  'sort',
  'reverse',
  'setdefault',
  'remove',
  'add',
]);

/** What one round of a loop does, found by looking at its code. */
class Round {
  /** Names that this round has bound so far, and those among them that hold something that it has made. */
  readonly bound = new Set<string>();
  private readonly made = new Set<string>();
  readonly appended = new Set<string>();
  readonly read = new Set<string>();

  /** @param own the names that rounds bind */
  constructor(
    private readonly interpreter: Interpreter,
    private readonly own: ReadonlySet<string>,
  ) {}

  block(statements: readonly Statement[]): boolean {
    return statements.every((statement) => this.statement(statement));
  }

  private statement(node: Statement): boolean {
    switch (node.type) {
      case 'Pass':
      case 'Continue':
      case 'Break':
        return true;
      case 'Raise':
        return (!node.exception || this.isPureRaise(node.exception)) && !node.cause;
      case 'Assert':
        return this.isPure(node.test) && (!node.message || this.isPure(node.message));
      case 'ExpressionStatement':
        return this.isAppend(node.value) || this.isPure(node.value);
      case 'Assign':
        return this.isPure(node.value) && node.targets.every((target) => this.assigned(target, node.value));
      case 'AnnAssign':
        return !!node.value && this.isPure(node.value) && this.assigned(node.target, node.value);
      case 'AugAssign':
        return this.isPure(node.value) && this.isOfRound(node.target.type === 'Subscript' ? node.target.object : node.target);
      case 'Delete':
        return node.targets.every((target) => target.type === 'Subscript' && this.isOfRound(target.object) && this.isPure(target.index));
      case 'If':
        return this.isPure(node.test) && this.branches([node.body, node.orelse]);
      case 'For':
        return !node.async && this.isPure(node.iter) && this.inner(node);
      default:
        return false;
    }
  }

  private inner(node: For): boolean {
    return this.apart(() => {
      for (const name of targetNames(node.target)) {
        this.bound.add(name);
        this.made.delete(name);
      }
      return this.block(node.body) && this.block(node.orelse);
    });
  }

  /** Behind branches that names are bound which each of them binds, but for those that leave the round. */
  private branches(blocks: readonly (readonly Statement[])[]): boolean {
    const ends: (readonly [ReadonlySet<string>, ReadonlySet<string>])[] = [];
    for (const block of blocks) {
      const plain = this.apart(() => {
        if (!this.block(block)) return false;
        const last = block.at(-1)?.type;
        if (last !== 'Continue' && last !== 'Break' && last !== 'Raise') ends.push([new Set(this.bound), new Set(this.made)]);
        return true;
      });
      if (!plain) return false;
    }
    const [first] = ends;
    for (const name of first?.[0] ?? []) if (ends.every(([bound]) => bound.has(name))) this.bound.add(name);
    const ever = new Set(this.made);
    for (const name of [...ever, ...(first?.[1] ?? [])])
      if (ends.every(([, made]) => made.has(name))) this.made.add(name);
      else this.made.delete(name);
    return true;
  }

  /** Does some work whose bindings are forgotten behind it. */
  private apart(work: () => boolean): boolean {
    const [bound, made] = [[...this.bound], [...this.made]];
    const plain = work();
    this.bound.clear();
    this.made.clear();
    for (const name of bound) this.bound.add(name);
    for (const name of made) this.made.add(name);
    return plain;
  }

  private assigned(target: Expression, value: Expression): boolean {
    if (target.type === 'Subscript') return this.isOfRound(target.object) && this.isPure(target.index);
    if (target.type === 'Tuple' || target.type === 'List')
      return target.elements.every((element) => element.type === 'Name' && this.binds(element.name, false));
    return target.type === 'Name' && this.binds(target.name, isMaking(value));
  }

  private binds(name: string, made: boolean): boolean {
    this.bound.add(name);
    if (made) this.made.add(name);
    else this.made.delete(name);
    return true;
  }

  /** Whether an object was made in this round, so that changing it changes nothing else. */
  private isOfRound(object: Expression): boolean {
    return object.type === 'Name' && this.made.has(object.name);
  }

  /** `rows.append(…)` on a list that was there before the round. */
  private isAppend(node: Expression): boolean {
    if (node.type !== 'Call' || node.callee.type !== 'Attribute' || node.callee.attribute.name !== 'append') return false;
    const { object } = node.callee;
    const [item] = node.positional;
    if (object.type !== 'Name' || this.own.has(object.name) || node.positional.length !== 1 || node.keywords.length > 0) return false;
    if (!item || !this.isPure(item) || lookUpQuietly(this.interpreter, object.name)?.kind !== 'list') return false;
    this.appended.add(object.name);
    return true;
  }

  private isPureRaise(node: Expression): boolean {
    return (
      node.type === 'Name' || (node.type === 'Call' && node.callee.type === 'Name' && node.positional.every((each) => this.isPure(each)))
    );
  }

  /** Whether an expression changes nothing, and reads nothing that an earlier round may have left. */
  isPure(node: Expression): boolean {
    switch (node.type) {
      case 'Name':
        return this.own.has(node.name) ? this.bound.has(node.name) : this.isPlainOuter(node.name);
      case 'Constant':
      case 'Int':
      case 'Float':
      case 'String':
        return true;
      case 'FString':
        return node.parts.every((part) => !('type' in part) || (this.isPure(part.value) && part.spec === undefined));
      case 'Tuple':
      case 'List':
      case 'Set':
        return node.elements.every((element) => this.isPure(element));
      case 'Dict':
        return node.entries.every(({ key, value }) => (!key || this.isPure(key)) && this.isPure(value));
      case 'BinaryOperation':
        return this.isPure(node.left) && this.isPure(node.right);
      case 'UnaryOperation':
        return this.isPure(node.operand);
      case 'BooleanOperation':
        return node.values.every((value) => this.isPure(value));
      case 'Comparison':
        return this.isPure(node.left) && node.rest.every(({ right }) => this.isPure(right));
      case 'Conditional':
        return [node.test, node.body, node.orelse].every((each) => this.isPure(each));
      case 'Subscript':
        return this.isPure(node.object) && this.isPure(node.index);
      case 'Slice':
        return [node.lower, node.upper, node.step].every((each) => !each || this.isPure(each));
      case 'Starred':
        return this.isPure(node.value);
      case 'Comprehension':
        return this.isPureComprehension(node);
      case 'Call':
        return this.isPureCall(node);
      default:
        return false;
    }
  }

  /** Whether a name that rounds do not bind holds something that reading leaves as it is, which an iterator is not. */
  private isPlainOuter(name: string): boolean {
    if (this.bound.has(name)) return true;
    this.read.add(name);
    const value = lookUpQuietly(this.interpreter, name);
    return value !== undefined && value.kind !== 'object' && value.kind !== 'unknown';
  }

  private isPureComprehension({ clauses, element, value }: Comprehension): boolean {
    return this.apart(
      () =>
        clauses.every(({ async, target, iter, conditions }) => {
          if (async || !this.isPure(iter)) return false;
          for (const name of targetNames(target)) this.bound.add(name);
          return conditions.every((each) => this.isPure(each));
        }) &&
        this.isPure(element) &&
        (!value || this.isPure(value)),
    );
  }

  private isPureCall({ callee, positional, keywords }: Expression & { readonly type: 'Call' }): boolean {
    if (![...positional, ...keywords.map((keyword) => keyword.value)].every((each) => this.isPure(each))) return false;
    if (callee.type === 'Name')
      return (
        pureFunctions.has(callee.name) && !this.own.has(callee.name) && lookUpQuietly(this.interpreter, callee.name) instanceof BuiltinValue
      );
    if (callee.type !== 'Attribute') return false;
    const { object, attribute } = callee;
    if (object.type === 'Name' && !this.own.has(object.name)) {
      const value = lookUpQuietly(this.interpreter, object.name);
      if (value instanceof ModuleValue) return pureOfModules[value.path]?.has(attribute.name) ?? false;
      if (value === undefined || value.kind === 'object' || value.kind === 'callable') return false;
    }
    if (changingMethods.has(attribute.name)) return this.isOfRound(object);
    return (makingMethods.has(attribute.name) || lookingMethods.has(attribute.name)) && this.isPure(object);
  }
}

/** Whether the value of an expression is an object that nothing else holds. */
function isMaking(node: Expression): boolean {
  if (node.type === 'Call') {
    const name = node.callee.type === 'Name' ? node.callee.name : node.callee.type === 'Attribute' ? node.callee.attribute.name : '';
    return (
      name === 'loads' ||
      name === 'deepcopy' ||
      makingMethods.has(name) ||
      ['dict', 'list', 'set', 'str', 'int', 'float', 'len', 'sorted'].includes(name)
    );
  }
  return ['Dict', 'List', 'Set', 'Comprehension', 'String', 'FString', 'BinaryOperation', 'Int', 'Float', 'Constant'].includes(node.type);
}
