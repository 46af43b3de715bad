import type { Expression, FunctionDef, ImportFrom, Lambda, Statement } from './ast.js';
import { capturedNames } from './captured-names.js';
import { walk } from './walk.js';

/** How the names that a function's code binds are scoped. */
export interface FunctionNames {
  readonly locals: ReadonlySet<string>;
  readonly globals: ReadonlySet<string>;
  readonly nonlocals: ReadonlySet<string>;
}

const known = new WeakMap<object, FunctionNames>();

/**
 * Scopes of the names in a function: parameters and whatever its body binds are local unless declared otherwise.
 * @param baseModules imports from these are done before the code runs, and bind names of the module
 */
export function functionNames(node: FunctionDef | Lambda, baseModules: ReadonlySet<string>): FunctionNames {
  let names = known.get(node);
  if (!names) known.set(node, (names = analyse(node, baseModules)));
  return names;
}

function analyse(node: FunctionDef | Lambda, baseModules: ReadonlySet<string>): FunctionNames {
  const body: readonly (Statement | Expression)[] = node.type === 'Lambda' ? [node.body] : node.body;
  const globals = new Set<string>();
  const nonlocals = new Set<string>();
  walk(body, (child) => {
    if (child.type === 'Global') for (const { name } of child.names) (child.nonlocal ? nonlocals : globals).add(name);
    return !opensScope(child.type);
  });
  const locals = boundNames(body, baseModules);
  const { positionalOnly, positional, keywordOnly, varArgs, kwArgs } = node.parameters;
  for (const p of [...positionalOnly, ...positional, ...keywordOnly]) locals.add(p.name.name);
  if (varArgs) locals.add(varArgs.name.name);
  if (kwArgs) locals.add(kwArgs.name.name);
  for (const name of [...globals, ...nonlocals]) locals.delete(name);
  return { locals, globals, nonlocals };
}

/** Whether a node of this type has names of its own. */
export function opensScope(type: string): boolean {
  return type === 'FunctionDef' || type === 'Lambda' || type === 'ClassDef';
}

/** Names that code binds or deletes in its own scope; what nested functions and classes bind inside is theirs. */
export function boundNames(body: readonly (Statement | Expression)[], baseModules: ReadonlySet<string>): Set<string> {
  const names = new Set<string>();
  const targets = (...expressions: readonly (Expression | undefined)[]): void => {
    for (const e of expressions) if (e) for (const name of targetNames(e)) names.add(name);
  };
  walk(body, (child) => {
    switch (child.type) {
      case 'Assign':
      case 'Delete':
        targets(...child.targets);
        break;
      case 'AugAssign':
      case 'AnnAssign':
      case 'For':
      case 'NamedExpression':
        targets(child.target);
        break;
      case 'With':
        targets(...child.items.map((item) => item.target));
        break;
      case 'Try':
        for (const { name } of child.handlers) if (name) names.add(name.name);
        break;
      case 'Match':
        for (const { pattern } of child.cases) for (const { name } of capturedNames(pattern)) names.add(name);
        break;
      case 'Import':
        for (const { name, asName } of child.names) names.add(asName?.name ?? name.name.split('.')[0]!);
        break;
      case 'ImportFrom':
        if (baseModules.has(moduleName(child))) break;
        for (const { name, asName } of child.names) names.add((asName ?? name).name);
        break;
      case 'FunctionDef':
      case 'ClassDef':
        names.add(child.name.name);
        break;
    }
    return !opensScope(child.type);
  });
  return names;
}

/** The plain names in an assignment's target. */
export function targetNames(target: Expression): string[] {
  switch (target.type) {
    case 'Name':
      return [target.name];
    case 'Tuple':
    case 'List':
      return target.elements.flatMap(targetNames);
    case 'Starred':
      return targetNames(target.value);
    default:
      return [];
  }
}

/** The module of a `from` as mmengine writes it: `..a.b`; `.None` where only dots stand. */
export function moduleName(node: ImportFrom): string {
  return '.'.repeat(node.level) + (node.module === '' ? 'None' : node.module);
}
