import { LimitError, PyError } from '../../core/errors.js';
import { nowhere } from '../../core/span.js';
import { TracedText } from '../../core/traced-text.js';
import type { Value } from '../../core/value.js';
import { UnknownSignal } from '../../python/runtime/unknown-signal.js';
import { evaluateJinja } from './evaluate-expression.js';
import { Rendering, type Compiled, type Variables } from '../runtime/rendering.js';
import { UndefinedValue } from '../runtime/undefined.js';
import type { JinjaExpression, JinjaStatement } from '../syntax/jinja-ast.js';
import { TemplateFault } from '../syntax/template-fault.js';
import { bodiesOf, children, expressionsOf } from '../syntax/walk-template.js';

/**
 * Jinja works out what is made of constants alone when it compiles a template. A member that a constant lacks, where its truth or its text is asked, raises then, whether its place
 * would ever be come to or not: `{% if false %}{{ 'a'.b or 'c' }}{% endif %}` (jinja2 3.1 `optimizer.py`, and `as_const` of `And`, `Or`, `CondExpr` and `Concat` in `nodes.py`).
 * @throws TemplateFault UndefinedError
 */
export function checkConstants(compiled: Compiled): void {
  if (!compiled.environment.strict) return;
  // One for all: what the constants of a template take together is bounded as a rendering is.
  const rendering = new Rendering(TracedText.computed(compiled.template.source, nowhere), compiled, noVariables);
  statements(rendering, compiled.template.body);
}

function statements(rendering: Rendering, body: readonly JinjaStatement[]): void {
  for (const node of body) {
    for (const expression of expressionsOf(node)) within(rendering, expression);
    for (const inner of bodiesOf(node)) statements(rendering, inner);
  }
}

function within(rendering: Rendering, node: JinjaExpression): void {
  for (const child of children(node)) within(rendering, child);
  for (const asked of askedOf(node)) {
    if (!isConstant(asked)) return;
    const value = valueOf(rendering, asked);
    if (!(value instanceof UndefinedValue)) continue;
    const { type, text } = value.error();
    throw new TemplateFault(type, text, asked.start, asked.end);
  }
}

/** What of an operation is asked for its truth or its text, in that order. */
function askedOf(node: JinjaExpression): readonly JinjaExpression[] {
  if (node.type === 'And' || node.type === 'Or') return [node.left];
  if (node.type === 'Conditional') return [node.test];
  return node.type === 'Concat' ? node.parts : [];
}

const never: ReadonlySet<JinjaExpression['type']> = new Set(['Name', 'NamespaceRef', 'Call', 'Filter', 'Test']);

/** Filters and tests are left out: none of them gives what is not there. What a condition without an `else` gives is none of a constant. */
function isConstant(node: JinjaExpression): boolean {
  if (never.has(node.type) || (node.type === 'Conditional' && !node.otherwise)) return false;
  return children(node).every(isConstant);
}

const noVariables: Variables = { column: () => undefined, originOf: () => undefined };

/** Undefined where working it out raises, or is too much work: that is left to the rendering. */
function valueOf(rendering: Rendering, node: JinjaExpression): Value | undefined {
  try {
    return evaluateJinja(rendering, node);
  } catch (error) {
    if (error instanceof PyError || error instanceof UnknownSignal || error instanceof LimitError) return undefined;
    throw error;
  }
}
