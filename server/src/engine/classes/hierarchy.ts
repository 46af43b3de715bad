import type { ClassDef, Expression, FunctionDef } from '../python/syntax/tree/ast.js';
import type { ClassIndex, ClassSource } from './class-index.js';

/** A class whose source could be parsed. */
export type ParsedClass = ClassSource & { readonly node: ClassDef };

/** A method where method resolution finds it. `order` is its class's place there. */
export interface ClassMethod {
  readonly owner: ParsedClass;
  readonly order: number;
  readonly node: FunctionDef;
}

/** The method resolution order of a class, as far as its source is within reach. */
export interface Hierarchy {
  readonly classes: readonly ParsedClass[];
  /** False where classes follow that are not known. */
  readonly complete: boolean;
}

/** Bases that bring no constructor of their own. */
const plainBases: ReadonlySet<string> = new Set(['object', 'ABC']);

/** The classes in which Python looks for a method, in order. Linearised as Python does (C3); ends before the first base that is not known. */
export function hierarchyOf(index: ClassIndex, source: ClassSource): Hierarchy {
  return index.remember(source, 'hierarchy', () => linearise(index, source, new Set()));
}

/**
 * Finds a method.
 * @param after only in classes behind this place of the order: what `super()` sees
 * @returns undefined where there is none; 'unknown' where a class that is not known may define it
 */
export function methodOf({ classes, complete }: Hierarchy, name: string, after = -1): ClassMethod | 'unknown' | undefined {
  for (let order = after + 1; order < classes.length; order++) {
    const owner = classes[order]!;
    const defined = owner.node.body.filter(
      (statement): statement is FunctionDef => statement.type === 'FunctionDef' && statement.name.name === name,
    );
    if (defined.length > 0) return { owner, order, node: defined.at(-1)! };
    if (bindsElsewhere(owner, name)) return 'unknown';
  }
  return complete ? undefined : 'unknown';
}

/** `load = other`, or a definition within an `if`: not followed. */
function bindsElsewhere({ node }: ParsedClass, name: string): boolean {
  return node.body.some((statement) => {
    if (statement.type === 'Assign') return statement.targets.some((target) => target.type === 'Name' && target.name === name);
    return statement.type === 'If' || statement.type === 'Try' || statement.type === 'Unsupported';
  });
}

function linearise(index: ClassIndex, source: ClassSource, above: Set<ClassSource>): Hierarchy {
  if (above.has(source) || !isParsed(source)) return { classes: [], complete: false };
  const inner = new Set([...above, source]);
  const parents: Hierarchy[] = [];
  for (const base of source.node.bases) {
    if (base.type === 'Name' && plainBases.has(base.name)) continue;
    const found = base.type === 'Name' ? index.findIn(source.module, base.name) : undefined;
    if (found?.kind !== 'class') return { classes: [source], complete: false };
    parents.push(linearise(index, found.source, inner));
  }
  if (parents.length === 1) return { classes: [source, ...parents[0]!.classes], complete: parents[0]!.complete };
  const complete = parents.every((parent) => parent.complete);
  // An order that is only known in part may be any.
  return { classes: [source, ...(complete ? merge(parents) : [])], complete };
}

function isParsed(source: ClassSource): source is ParsedClass {
  return source.node !== undefined;
}

function merge(parents: readonly Hierarchy[]): ParsedClass[] {
  const lists = [...parents.map(({ classes }) => [...classes]), parents.flatMap(({ classes }) => classes.slice(0, 1))];
  const result: ParsedClass[] = [];
  for (;;) {
    const heads = lists.flatMap(([head]) => (head ? [head] : []));
    const next = heads.find((head) => !lists.some((list) => list.indexOf(head) > 0));
    if (!next) return result;
    result.push(next);
    for (const list of lists) if (list[0] === next) list.shift();
  }
}

/** Whether decorators leave a class or method as it is, as far as calls of it go. */
export function areHarmless(decorators: readonly Expression[], names: readonly string[]): boolean {
  return decorators.every((decorator) => {
    const callee = decorator.type === 'Call' ? decorator.callee : decorator;
    const name = callee.type === 'Attribute' ? callee.attribute.name : callee.type === 'Name' ? callee.name : '';
    return names.includes(name);
  });
}
