import type { Comprehension, Expression, FunctionDef, Module, Statement } from '../../python/syntax/tree/ast.js';
import { walk, type Node } from '../../python/syntax/tree/walk.js';

/** Modules and classes of libraries whose functions read data. */
const libraries: ReadonlySet<string> = new Set(['json', 'csv', 'pickle', 'yaml', 'jsonlines', 'MsDataset']);
const readers: ReadonlySet<string> = new Set(['open', 'load_dataset', 'load_from_disk']);
/** What gives the same items, or pairs of them and numbers. */
const passing: ReadonlySet<string> = new Set(['enumerate', 'tqdm', 'zip', 'list', 'sorted', 'reversed', 'iter', 'next']);
/** Methods of data that give parts of it, and change nothing. */
const parting: ReadonlySet<string> = new Set(
  'items values keys get read readline readlines splitlines split strip rstrip lstrip to_list to_dict to_pandas iterrows select shuffle'.split(
    ' ',
  ),
);
const changing: ReadonlySet<string> = new Set(['append', 'extend', 'insert', 'update', 'add', 'setdefault']);

/**
 * The texts of a file by which its functions ask data for an entry, as it comes from files: `line['question']`, where nothing but data is ever called `line` in the function. They say nothing of
 * the columns of rows that are made of it.
 * @returns where the texts begin
 */
export function dataReads({ body }: Module): ReadonlySet<number> {
  const found = new Set<number>();
  walk(body, (node) => {
    if (node.type === 'FunctionDef') readsOf(node, found);
    return true;
  });
  return found;
}

/** What a name is bound to; undefined: something that is not followed. */
type Bindings = ReadonlyMap<string, readonly (Expression | undefined)[]>;

function readsOf(node: FunctionDef, found: Set<number>): void {
  const bindings = bindingsOf(node);
  const data = new Set(bindings.keys());
  // What is bound to anything else is none, and neither is what is bound to that.
  for (let before = -1; before !== data.size;) {
    before = data.size;
    for (const [name, values] of bindings) if (!values.every((value) => value && isData(value, data))) data.delete(name);
  }
  const targets = new Set<Node>();
  walkOwn(node.body, (inner) => {
    for (const target of targetsOf(inner)) targets.add(target);
    const read = targets.has(inner) ? undefined : keyRead(inner, data);
    if (read?.type === 'String') found.add(read.start);
  });
}

/** The key in `data[key]`, `data.get(key)` and `key in data`. */
function keyRead(node: Node, data: ReadonlySet<string>): Expression | undefined {
  if (node.type === 'Subscript') return isData(node.object, data) ? node.index : undefined;
  if (node.type === 'Call')
    return node.callee.type === 'Attribute' && node.callee.attribute.name === 'get' && isData(node.callee.object, data)
      ? node.positional[0]
      : undefined;
  if (node.type !== 'Comparison' || node.rest.length !== 1) return undefined;
  const { op, right } = node.rest[0]!;
  return (op === 'in' || op === 'not in') && isData(right, data) ? node.left : undefined;
}

/** Visits the code of a function without that of functions in it. */
function walkOwn(body: readonly Statement[], visit: (node: Node) => void): void {
  walk(body, (node) => {
    if (node.type === 'FunctionDef' || node.type === 'Lambda' || node.type === 'ClassDef') return false;
    visit(node);
    return true;
  });
}

/** What a statement sets or deletes. */
function targetsOf(node: Node): readonly Expression[] {
  if (node.type === 'Assign' || node.type === 'Delete') return node.targets;
  return node.type === 'AugAssign' || node.type === 'AnnAssign' ? [node.target] : [];
}

function bindingsOf({ parameters, body }: FunctionDef): Bindings {
  const bindings = new Map<string, (Expression | undefined)[]>();
  const bind = (name: string, value: Expression | undefined): void => {
    const there = bindings.get(name);
    if (there) there.push(value);
    else bindings.set(name, [value]);
  };
  const { positionalOnly, positional, varArgs, keywordOnly, kwArgs } = parameters;
  for (const one of [...positionalOnly, ...positional, varArgs, ...keywordOnly, kwArgs]) if (one) bind(one.name.name, undefined);
  const bindTarget = (target: Expression, value: Expression | undefined): void => {
    if (target.type === 'Name') bind(target.name, value);
    else if (target.type === 'Tuple' || target.type === 'List') for (const element of target.elements) bindTarget(element, value);
    else if (target.type === 'Starred') bindTarget(target.value, value);
    // What is set within data is no data.
    else {
      const root = rootOf(target);
      if (root !== undefined) bind(root, undefined);
    }
  };
  walkOwn(body, (node) => bindIn(node, bind, bindTarget));
  return bindings;
}

function bindIn(
  node: Node,
  bind: (name: string, value: undefined) => void,
  bindTarget: (target: Expression, value: Expression | undefined) => void,
): void {
  switch (node.type) {
    case 'Assign':
      for (const target of node.targets) bindTarget(target, node.value);
      break;
    case 'AnnAssign':
    case 'NamedExpression':
      bindTarget(node.target, node.value);
      break;
    case 'AugAssign':
      bindTarget(node.target, undefined);
      break;
    case 'For':
      bindTarget(node.target, node.iter);
      break;
    case 'With':
      for (const { context, target } of node.items) if (target) bindTarget(target, context);
      break;
    case 'Comprehension':
      for (const { target, iter } of (node satisfies Comprehension).clauses) bindTarget(target, iter);
      break;
    case 'Global':
      for (const { name } of node.names) bind(name, undefined);
      break;
    case 'Call':
      if (node.callee.type === 'Attribute' && changing.has(node.callee.attribute.name)) {
        const root = rootOf(node.callee.object);
        if (root !== undefined) bind(root, undefined);
      }
      break;
    default:
  }
}

/** The name in front of `name[…].part`. */
function rootOf(node: Expression): string | undefined {
  let at = node;
  while (at.type === 'Subscript' || at.type === 'Attribute') at = at.object;
  return at.type === 'Name' ? at.name : undefined;
}

/** Whether an expression gives what a file holds, a part of it, or a plain value. @param data the names of data */
function isData(node: Expression, data: ReadonlySet<string>): boolean {
  switch (node.type) {
    case 'Name':
      return data.has(node.name);
    case 'String':
    case 'FString':
    case 'Int':
    case 'Float':
    case 'Constant':
      return true;
    case 'Subscript':
    case 'Attribute':
      return isData(node.object, data);
    case 'Conditional':
      return isData(node.body, data) && isData(node.orelse, data);
    case 'BinaryOperation':
      return isData(node.left, data) && isData(node.right, data);
    case 'BooleanOperation':
      return node.values.every((value) => isData(value, data));
    case 'Call':
      return isDataCall(node, data);
    default:
      return false;
  }
}

function isDataCall({ callee, positional }: Extract<Expression, { type: 'Call' }>, data: ReadonlySet<string>): boolean {
  if (callee.type === 'Name')
    return readers.has(callee.name) || (passing.has(callee.name) && positional.length > 0 && positional.every((one) => isData(one, data)));
  if (callee.type !== 'Attribute') return false;
  const { object, attribute } = callee;
  if (object.type === 'Name' && libraries.has(object.name) && !data.has(object.name)) return true;
  return parting.has(attribute.name) && isData(object, data);
}
