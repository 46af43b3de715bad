import type { JinjaAt, JinjaExpression, JinjaStatement } from '../syntax/jinja-ast.js';
import { TemplateFault } from '../syntax/template-fault.js';
import { bodiesOf, children, expressionsOf } from '../syntax/walk-template.js';

/** Expressions within expressions, and statements within statements. jinja2 3.1 goes through some 300 of either before Python's own stack ends. */
const deepest = 400;

interface Level<T> {
  readonly nodes: readonly T[];
  readonly depth: number;
}

/**
 * Looks how deep a template is nested, without the stack, so that whatever walks through it afterwards may use the stack.
 * @throws TemplateFault RecursionError, as jinja2 does with a template as deep
 */
export function checkDepth(body: readonly JinjaStatement[]): void {
  const waiting: Level<JinjaStatement>[] = [{ nodes: body, depth: 0 }];
  for (let level = waiting.pop(); level; level = waiting.pop())
    for (const node of level.nodes) {
      checkExpressions(expressionsOf(node));
      for (const nodes of bodiesOf(node)) if (nodes.length > 0) waiting.push(deeper(node, nodes, level.depth));
    }
}

function checkExpressions(expressions: readonly JinjaExpression[]): void {
  const waiting: Level<JinjaExpression>[] = [{ nodes: expressions, depth: 0 }];
  for (let level = waiting.pop(); level; level = waiting.pop())
    for (const node of level.nodes) {
      const nodes = children(node);
      if (nodes.length > 0) waiting.push(deeper(node, nodes, level.depth));
    }
}

function deeper<T>(node: JinjaAt, nodes: readonly T[], depth: number): Level<T> {
  if (depth >= deepest) throw new TemplateFault('RecursionError', 'maximum recursion depth exceeded', node.start, node.end);
  return { nodes, depth: depth + 1 };
}
