import type { Expression, FunctionDef, Statement } from '../../../../python/syntax/tree/ast.js';
import { functionNames, opensScope, targetNames } from '../../../../python/syntax/tree/bound-names.js';
import { capturedNames } from '../../../../python/syntax/tree/captured-names.js';
import { walk } from '../../../../python/syntax/tree/walk.js';

/** The types of which it can be certain by the source alone that a function gives them; as Python calls them. */
export type CertainType = 'NoneType' | 'generator' | 'list' | 'tuple' | 'dict' | 'set' | 'str' | 'bool' | 'int' | 'float';

const none: ReadonlySet<string> = new Set();

/** What Python's own types and functions make, whatever they are given. */
const made: ReadonlyMap<string, CertainType> = new Map([
  ['list', 'list'],
  ['sorted', 'list'],
  ['tuple', 'tuple'],
  ['dict', 'dict'],
  ['str', 'str'],
]);

/**
 * The type of all that a function gives, by its source alone: that of each `return`, or None where it has none that gives something; undefined where that is not
 * certain. A function that is written to raise gives nothing.
 */
export function certainResult(node: FunctionDef): CertainType | undefined {
  if (node.async || node.decorators.length > 0) return undefined;
  if (node.generator) return 'generator';
  const given = new Set(returnsOf(node).map((value) => typeOf(value, node)));
  if (given.size > 1) return undefined;
  const [type] = given;
  if (given.size === 0) return raisesAtEnd(node.body) ? undefined : 'NoneType';
  return type;
}

/** What each `return` of a function gives; that of one without a value is undefined. */
function returnsOf({ body }: FunctionDef): (Expression | undefined)[] {
  const found: (Expression | undefined)[] = [];
  walk(body, (node) => {
    if (node.type === 'Return') found.push(node.value);
    return !opensScope(node.type);
  });
  return found;
}

/** Whether nothing comes after an exception, or after a loop that may never end. */
function raisesAtEnd(body: readonly Statement[]): boolean {
  const last = body.at(-1);
  if (last?.type === 'If') return raisesAtEnd(last.body) || raisesAtEnd(last.orelse);
  if (last?.type === 'Try') return [last.body, ...last.handlers.map((handler) => handler.body)].some(raisesAtEnd);
  if (last?.type === 'With') return raisesAtEnd(last.body);
  return last?.type === 'Raise' || last?.type === 'While' || last?.type === 'Unsupported';
}

function typeOf(value: Expression | undefined, within: FunctionDef): CertainType | undefined {
  switch (value?.type) {
    case undefined:
      return 'NoneType';
    case 'Constant':
      return value.value === 'None' ? 'NoneType' : value.value === 'Ellipsis' ? undefined : 'bool';
    case 'Int':
      return 'int';
    case 'Float':
      return 'float';
    case 'String':
    case 'FString':
      return 'str';
    case 'List':
      return 'list';
    case 'Tuple':
      return 'tuple';
    case 'Dict':
      return 'dict';
    case 'Set':
      return 'set';
    case 'Comprehension':
      return value.of;
    case 'Conditional':
      return typeOf(value.body, within) === typeOf(value.orelse, within) ? typeOf(value.body, within) : undefined;
    case 'Name':
      return typeOfName(value.name, within);
    case 'Call':
      return value.callee.type === 'Name' && !functionNames(within, none).locals.has(value.callee.name)
        ? made.get(value.callee.name)
        : undefined;
    default:
      return undefined;
  }
}

/** The type of a local name that is only ever bound by `name = …`, to one type. */
function typeOfName(name: string, within: FunctionDef): CertainType | undefined {
  if (!functionNames(within, none).locals.has(name) || isParameter(name, within)) return undefined;
  const types = new Set<CertainType | undefined>();
  walk(within.body, (node) => {
    if (node.type === 'Assign' && node.targets.some((target) => target.type === 'Name' && target.name === name))
      types.add(node.value.type === 'Name' ? undefined : typeOf(node.value, within));
    else if (bindsOtherwise(node, name)) types.add(undefined);
    return true;
  });
  const [type] = types;
  return types.size === 1 ? type : undefined;
}

function isParameter(name: string, { parameters }: FunctionDef): boolean {
  const { positionalOnly, positional, keywordOnly, varArgs, kwArgs } = parameters;
  return [...positionalOnly, ...positional, ...keywordOnly, varArgs, kwArgs].some((one) => one?.name.name === name);
}

/** Whether something binds a name in another way than `name = …`, or says that a function within does. */
function bindsOtherwise(node: Statement | Expression, name: string): boolean {
  const isIt = (target: Expression | undefined): boolean => target !== undefined && targetNames(target).includes(name);
  switch (node.type) {
    case 'Assign':
    case 'Delete':
      return node.targets.some(isIt);
    case 'AugAssign':
    case 'AnnAssign':
    case 'For':
    case 'NamedExpression':
      return isIt(node.target);
    case 'With':
      return node.items.some(({ target }) => isIt(target));
    case 'Try':
      return node.handlers.some((handler) => handler.name?.name === name);
    case 'Match':
      return node.cases.some(({ pattern }) => capturedNames(pattern).some((captured) => captured.name === name));
    case 'Global':
      return node.names.some((declared) => declared.name === name);
    case 'Import':
    case 'ImportFrom':
      return node.names.some((alias) => (alias.asName ?? alias.name).name === name);
    case 'FunctionDef':
    case 'ClassDef':
      return node.name.name === name;
    default:
      return false;
  }
}
