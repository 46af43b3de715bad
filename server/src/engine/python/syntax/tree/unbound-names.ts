import type { ClassDef, Expression, FunctionDef, Lambda, Module, Name, Parameters, Statement } from './ast.js';
import { once } from '../../../core/once.js';
import { boundNames, functionNames, targetNames } from './bound-names.js';
import { namesIn, walk, type Node } from './walk.js';

/** The names that a module uses and that nothing in it binds, wherever it may be: those of Python itself among them. */
export interface UnboundNames {
  /** Read anywhere. */
  readonly all: readonly Name[];
  /** Read while the module is loaded: outside of functions, in decorators, defaults and annotations. */
  readonly atLoad: readonly Name[];
  /** Read in the functions that are called, directly or through others, where the name of the module is. In the order of the text. */
  within(name: string): readonly Name[];
}

const nothing: ReadonlySet<string> = new Set();

/** What a module uses and never binds; undefined where names may come from elsewhere: `import *`, or statements that are not understood. */
export function unboundNames({ body }: Module): UnboundNames | undefined {
  const bound = boundAnywhere(body);
  if (!bound) return undefined;
  const future = body.some(
    (one) => one.type === 'ImportFrom' && one.module === '__future__' && one.names.some(({ name }) => name.name === 'annotations'),
  );
  const free = (names: readonly Name[]): Name[] => names.filter(({ name }) => !bound.has(name));
  const found = once(() => definitions(body));
  return {
    all: free(namesRead(body)),
    atLoad: free(readAtLoad(body, !future)),
    within: (name) => free(readWithin(name, found())),
  };
}

function namesRead(body: readonly Statement[]): Name[] {
  const names: Name[] = [];
  walk(body, (node) => {
    if (node.type === 'Name') names.push(node);
    return true;
  });
  return names;
}

/** Every name that is bound in a scope of the module; undefined where that is not all. */
function boundAnywhere(body: readonly Statement[]): ReadonlySet<string> | undefined {
  const bound = boundNames(body, nothing);
  let isAll = true;
  const add = (names: Iterable<string>): void => {
    for (const name of names) bound.add(name);
  };
  walk(body, (node) => {
    if (node.type === 'Unsupported' || node.type === 'Missing' || (node.type === 'ImportFrom' && node.star)) isAll = false;
    else if (node.type === 'FunctionDef' || node.type === 'Lambda') add(functionNames(node, nothing).locals);
    else if (node.type === 'ClassDef') add(boundNames(node.body, nothing));
    else if (node.type === 'Global') add(node.names.map(({ name }) => name));
    else if (node.type === 'Comprehension') for (const { target } of node.clauses) add(targetNames(target));
    return isAll;
  });
  return isAll ? bound : undefined;
}

/** What is read while statements run, without what functions do when they are called, and without what an `except` may catch. */
function readAtLoad(nodes: readonly Node[], annotations: boolean): Name[] {
  const names: Name[] = [];
  walk(nodes, (node) => {
    switch (node.type) {
      case 'Name':
        names.push(node);
        return true;
      case 'FunctionDef':
      case 'Lambda':
        names.push(...readAtLoad(atDefinition(node, annotations), annotations));
        return false;
      case 'AnnAssign':
        names.push(
          ...readAtLoad([node.target, ...(node.value ? [node.value] : []), ...(annotations ? [node.annotation] : [])], annotations),
        );
        return false;
      case 'Try':
        return node.handlers.length === 0;
      default:
        return true;
    }
  });
  return names;
}

/** What is evaluated where a function is defined. */
function atDefinition(node: FunctionDef | Lambda, annotations: boolean): Expression[] {
  const all = parameters(node.parameters);
  const defaults = all.map(({ defaultValue }) => defaultValue);
  const said = node.type === 'Lambda' || !annotations ? [] : [...all.map(({ annotation }) => annotation), node.returns];
  const decorators = node.type === 'Lambda' ? [] : node.decorators;
  return [...decorators, ...defaults, ...said].filter((one) => one !== undefined);
}

function parameters({ positionalOnly, positional, varArgs, keywordOnly, kwArgs }: Parameters): Parameters['positional'] {
  return [...positionalOnly, ...positional, ...(varArgs ? [varArgs] : []), ...keywordOnly, ...(kwArgs ? [kwArgs] : [])];
}

/** What each name of the module is made of: functions, classes, and values that may call them. */
function definitions(body: readonly Statement[]): ReadonlyMap<string, readonly (FunctionDef | ClassDef | Expression)[]> {
  const found = new Map<string, (FunctionDef | ClassDef | Expression)[]>();
  const add = (name: string, node: FunctionDef | ClassDef | Expression): unknown => found.set(name, [...(found.get(name) ?? []), node]);
  walk(body, (node) => {
    if (node.type === 'FunctionDef' || node.type === 'ClassDef') add(node.name.name, node);
    else if (node.type === 'Assign') for (const name of node.targets.flatMap(targetNames)) add(name, node.value);
    return node.type === 'If' || node.type === 'Try' || node.type === 'With' || node.type === 'For' || node.type === 'While';
  });
  return found;
}

function readWithin(name: string, found: ReturnType<typeof definitions>): Name[] {
  const seen = new Set<string>([name]);
  const names: Name[] = [];
  for (const one of seen)
    for (const node of found.get(one) ?? []) {
      for (const other of namesIn([node])) if (found.has(other)) seen.add(other);
      names.push(...readInBodies(node));
    }
  return names.sort((a, b) => a.start - b.start);
}

/** What the functions within a node read when they run; annotations of locals are never evaluated. */
function readInBodies(root: FunctionDef | ClassDef | Expression): Name[] {
  const names: Name[] = [];
  walk([root], (node) => {
    if (node.type === 'FunctionDef') names.push(...readAtLoad(node.body, false));
    if (node.type === 'Lambda') names.push(...readAtLoad([node.body], false));
    return true;
  });
  return names;
}
