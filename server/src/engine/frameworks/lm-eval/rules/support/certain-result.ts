import type { BinaryOperation, Expression, FunctionDef, Statement } from '../../../../python/syntax/tree/ast.js';
import { functionNames, opensScope, targetNames } from '../../../../python/syntax/tree/bound-names.js';
import { capturedNames } from '../../../../python/syntax/tree/captured-names.js';
import { walk } from '../../../../python/syntax/tree/walk.js';

/** The types of which it can be certain by the source alone that a function gives them; as Python calls them. */
export type CertainType =
  | 'NoneType'
  | 'generator'
  | 'list'
  | 'tuple'
  | 'dict'
  | 'set'
  | 'str'
  | 'bool'
  | 'int'
  | 'float'
  | 'map'
  | 'filter'
  | 'zip'
  | 'builtin_function_or_method';

const none: ReadonlySet<string> = new Set();

/** What Python's own types and functions make, whatever they are given. */
const made: ReadonlyMap<string, CertainType> = new Map([
  ['list', 'list'],
  ['sorted', 'list'],
  ['tuple', 'tuple'],
  ['dict', 'dict'],
  ['set', 'set'],
  ['str', 'str'],
  ['repr', 'str'],
  ['chr', 'str'],
  ['len', 'int'],
  ['ord', 'int'],
  ['int', 'int'],
  ['float', 'float'],
  ['bool', 'bool'],
  ['map', 'map'],
  ['filter', 'filter'],
  ['zip', 'zip'],
]);

const types = (type: CertainType, names: string): readonly [string, CertainType][] => names.split(' ').map((name) => [name, type]);

/** What methods give, by the type that they belong to. */
const ofMethods: Readonly<Partial<Record<CertainType, ReadonlyMap<string, CertainType>>>> = {
  str: new Map([
    ...types(
      'str',
      'strip lstrip rstrip lower upper capitalize title casefold replace join format removeprefix removesuffix zfill ljust rjust',
    ),
    ...types('list', 'split rsplit splitlines'),
    ...types('int', 'find rfind index rindex count'),
    ...types('bool', 'startswith endswith isdigit isalpha isupper islower isspace'),
  ]),
  list: new Map([...types('NoneType', 'append extend insert remove sort reverse clear'), ...types('int', 'index count'), ['copy', 'list']]),
  dict: new Map([...types('NoneType', 'update clear'), ['copy', 'dict']]),
  set: new Map(types('NoneType', 'add update discard remove clear')),
};

/** Methods that texts alone have: what they are called of is one. */
const textMethods: ReadonlySet<string> = new Set(['strip', 'lstrip', 'rstrip', 'lower', 'upper', 'casefold']);

/**
 * The type of all that a function gives, by its source alone: that of each `return`, or None where it has none that gives something; undefined where that is not
 * certain. A function that is written to raise gives nothing.
 */
export function certainResult(node: FunctionDef): CertainType | undefined {
  if (node.async || node.decorators.length > 0) return undefined;
  if (node.generator) return 'generator';
  const given = new Set(returnsOf(node).map((value) => (value ? certainTypeOf(value, node) : 'NoneType')));
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

/** The type of what an expression in a function gives, where it is certain. @param asked names whose types are being looked for */
export function certainTypeOf(value: Expression, within: FunctionDef, asked: readonly string[] = []): CertainType | undefined {
  switch (value.type) {
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
      return alike([value.body, value.orelse], within, asked);
    case 'BooleanOperation':
      return alike(value.values, within, asked);
    case 'Name':
      return typeOfName(value.name, within, asked);
    case 'BinaryOperation':
      return typeOfOperation(value, within, asked);
    case 'Attribute':
      return textMethods.has(value.attribute.name) && isPlainObject(value.object) ? 'builtin_function_or_method' : undefined;
    case 'Call':
      return typeOfCall(value.callee, within, asked);
    default:
      return undefined;
  }
}

function alike(values: readonly Expression[], within: FunctionDef, asked: readonly string[]): CertainType | undefined {
  const found = new Set(values.map((value) => certainTypeOf(value, within, asked)));
  return found.size === 1 ? [...found][0] : undefined;
}

/** A text and anything that can be added to it is a text. */
function typeOfOperation({ left, op, right }: BinaryOperation, within: FunctionDef, asked: readonly string[]): CertainType | undefined {
  if (op !== '+' && op !== '%') return undefined;
  const [a, b] = [certainTypeOf(left, within, asked), op === '+' ? certainTypeOf(right, within, asked) : undefined];
  if (a === 'str' || b === 'str') return 'str';
  return a === b && (a === 'list' || a === 'int') ? a : undefined;
}

function typeOfCall(callee: Expression, within: FunctionDef, asked: readonly string[]): CertainType | undefined {
  if (callee.type === 'Name') return functionNames(within, none).locals.has(callee.name) ? undefined : made.get(callee.name);
  if (callee.type !== 'Attribute') return undefined;
  const { name } = callee.attribute;
  const of = certainTypeOf(callee.object, within, asked);
  if (of !== undefined) return ofMethods[of]?.get(name);
  return textMethods.has(name) && isPlainObject(callee.object) ? 'str' : undefined;
}

/** What is no column of pandas or array of numpy (`series.str.strip()`, `np.char.lower(a)`), nor a module or class by its name. */
function isPlainObject(object: Expression): boolean {
  if (object.type === 'Attribute') return !['str', 'char', 'strings'].includes(object.attribute.name);
  return object.type === 'Name' ? /^[a-z_]+\d*$/.test(object.name) && !['string', 'np', 'pd', 're', 'torch'].includes(object.name) : true;
}

/** The type of a local name that is only ever bound by `name = …`, to one type. */
function typeOfName(name: string, within: FunctionDef, asked: readonly string[]): CertainType | undefined {
  if (asked.length > mostAsked || asked.includes(name) || !functionNames(within, none).locals.has(name) || isParameter(name, within))
    return undefined;
  const found = new Set<CertainType | undefined>();
  walk(within.body, (node) => {
    if (node.type === 'Assign' && node.targets.some((target) => target.type === 'Name' && target.name === name))
      found.add(certainTypeOf(node.value, within, [...asked, name]));
    else if (bindsOtherwise(node, name)) found.add(typeOfLoop(node, name));
    return true;
  });
  const [type] = found;
  return found.size === 1 && (type === 'str' || type === 'list' || !isAddedTo(name, within)) ? type : undefined;
}

/** Names that lead from one to the next: more are not followed. */
const mostAsked = 5;

/** `for i in range(…)`, and `for i, x in enumerate(…)`. */
function typeOfLoop(node: Statement | Expression, name: string): CertainType | undefined {
  if (node.type !== 'For' || node.iter.type !== 'Call' || node.iter.callee.type !== 'Name') return undefined;
  const { name: callee } = node.iter.callee;
  const target = node.target.type === 'Tuple' && callee === 'enumerate' ? node.target.elements[0] : node.target;
  return (callee === 'range' || callee === 'enumerate') && target?.type === 'Name' && target.name === name ? 'int' : undefined;
}

/** A number that something is added to may become one of another type; a text and a list stay what they are. */
function isAddedTo(name: string, { body }: FunctionDef): boolean {
  let found = false;
  walk(body, (node) => {
    found ||= node.type === 'AugAssign' && node.target.type === 'Name' && node.target.name === name;
    return !found;
  });
  return found;
}

function isParameter(name: string, { parameters }: FunctionDef): boolean {
  const { positionalOnly, positional, keywordOnly, varArgs, kwArgs } = parameters;
  return [...positionalOnly, ...positional, ...keywordOnly, varArgs, kwArgs].some((one) => one?.name.name === name);
}

/** Whether something binds a name in another way than `name = …` and `name += …`, or says that a function within does. */
export function bindsOtherwise(node: Statement | Expression, name: string): boolean {
  const isIt = (target: Expression | undefined): boolean => target !== undefined && targetNames(target).includes(name);
  switch (node.type) {
    case 'Assign':
    case 'Delete':
      return node.targets.some(isIt);
    case 'AugAssign':
      return node.op !== '+' && isIt(node.target);
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
