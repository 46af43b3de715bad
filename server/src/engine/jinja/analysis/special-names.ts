import type { CallBlock, JinjaExpression, Macro, JinjaStatement } from '../syntax/jinja-ast.js';
import { bodiesOf, children, expressionsOf, namesOfTargets } from '../syntax/walk-template.js';

/**
 * Which of some special names the body of a macro mentions before it assigns to them: only then the macro takes them
 * (jinja2 3.1 `compiler.py`, `find_undeclared`).
 */
export function mentionedNames(node: Macro | CallBlock, names: readonly string[]): ReadonlySet<string> {
  const open = new Set(names);
  const mentioned = new Set<string>();
  const expression = (part: JinjaExpression): void => {
    if (part.type === 'Name' && open.has(part.name)) mentioned.add(part.name);
    for (const child of children(part)) expression(child);
  };
  const statements = (nodes: readonly JinjaStatement[]): void => {
    for (const one of nodes) {
      if (one.type === 'Block') continue;
      for (const target of targetsOf(one)) for (const name of namesOfTargets(target)) open.delete(name);
      for (const part of expressionsOf(one)) expression(part);
      for (const body of bodiesOf(one)) statements(body);
    }
  };
  const explicit = new Set(node.parameters.map(({ name }) => name));
  statements(node.body);
  for (const name of explicit) mentioned.delete(name);
  return mentioned;
}

function targetsOf(node: JinjaStatement): readonly JinjaExpression[] {
  if (node.type === 'Set' || node.type === 'SetBlock' || node.type === 'For') return [node.target];
  return node.type === 'With' ? node.bindings.map(({ target }) => target) : [];
}
