import type { CallArguments, JinjaExpression, JinjaStatement } from './jinja-ast.js';

/** The expressions directly inside an expression, in the order in which they are evaluated or, in a conditional, written. */
export function children(node: JinjaExpression): readonly JinjaExpression[] {
  switch (node.type) {
    case 'Tuple':
    case 'List':
      return node.items;
    case 'Dict':
      return node.pairs.flatMap(({ key, value }) => [key, value]);
    case 'Attribute':
      return [node.object];
    case 'Item':
      return [node.object, node.index];
    case 'Slice':
      return [node.lower, node.upper, node.step].filter((part) => part !== undefined);
    case 'Call':
      return [node.callee, ...argumentsOf(node.args)];
    case 'Filter':
      return [...(node.input ? [node.input] : []), ...argumentsOf(node.args)];
    case 'Test':
      return [node.input, ...argumentsOf(node.args)];
    case 'Unary':
      return [node.operand];
    case 'Binary':
    case 'And':
    case 'Or':
      return [node.left, node.right];
    case 'Concat':
      return node.parts;
    case 'Compare':
      return [node.left, ...node.rest.map(({ right }) => right)];
    case 'Conditional':
      return [node.then, node.test, ...(node.otherwise ? [node.otherwise] : [])];
    default:
      return [];
  }
}

/** The expressions of a call's arguments. */
export function argumentsOf(args: CallArguments): JinjaExpression[] {
  return [
    ...args.positional,
    ...args.keywords.map(({ value }) => value),
    ...[args.star, args.doubleStar].filter((part) => part !== undefined),
  ];
}

/** The names that a target assigns to. */
export function namesOfTargets(target: JinjaExpression): string[] {
  if (target.type === 'Name') return [target.name];
  return target.type === 'Tuple' ? target.items.flatMap(namesOfTargets) : [];
}

/** The bodies of a statement. */
export function bodiesOf(node: JinjaStatement): (readonly JinjaStatement[])[] {
  switch (node.type) {
    case 'If':
      return [...node.branches.map(({ body }) => body), node.otherwise];
    case 'For':
      return [node.body, node.otherwise];
    case 'SetBlock':
    case 'With':
    case 'Macro':
    case 'CallBlock':
    case 'FilterBlock':
    case 'Block':
    case 'AutoEscape':
      return [node.body];
    default:
      return [];
  }
}

/** The names to which statements, or statements inside of them, assign by `set` or `for`. */
export function assignedNames(nodes: readonly JinjaStatement[]): string[] {
  return nodes.flatMap((node) => {
    const own = node.type === 'Set' || node.type === 'SetBlock' || node.type === 'For' ? namesOfTargets(node.target) : [];
    return [...own, ...bodiesOf(node).flatMap(assignedNames)];
  });
}

/** The expressions of a statement itself, those of its bodies left out. */
export function expressionsOf(node: JinjaStatement): readonly JinjaExpression[] {
  switch (node.type) {
    case 'Print':
    case 'Set':
    case 'AutoEscape':
      return [node.value];
    case 'If':
      return node.branches.map(({ test }) => test);
    case 'For':
      return [node.iterable, ...(node.filter ? [node.filter] : [])];
    case 'With':
      return node.bindings.map(({ value }) => value);
    case 'SetBlock':
    case 'FilterBlock':
      return node.filter ? [node.filter] : [];
    case 'Macro':
      return node.parameters.flatMap(({ absent }) => absent ?? []);
    case 'CallBlock':
      return [node.call, ...node.parameters.flatMap(({ absent }) => absent ?? [])];
    case 'Load':
      return [node.template];
    default:
      return [];
  }
}
