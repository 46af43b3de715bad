import { parseTemplate, TemplateFault, type JinjaTemplate } from '../../../../jinja/index.js';
import type { JinjaExpression, JinjaStatement } from '../../../../jinja/syntax/jinja-ast.js';
import { bodiesOf, children, expressionsOf } from '../../../../jinja/syntax/walk-template.js';
import { cover, type Span } from '../../../../core/span.js';
import type { StrValue } from '../../../../core/value.js';

/** A template's syntax tree, or what Jinja raises on it. */
export function templateOf(text: string): JinjaTemplate | TemplateFault {
  try {
    return parseTemplate(text);
  } catch (error) {
    if (error instanceof TemplateFault) return error;
    throw error;
  }
}

/** Whether a text has no Jinja in it: it stands for itself, unless it is the name of a column. */
export function isPlain(text: string): boolean {
  return !/\{[{%#]/.test(text);
}

/** Whether a text looks like the name of a column: without Jinja, one word. */
export function looksLikeColumn(text: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(text);
}

/** Everything that stands in a template, blocks before what they hold. */
export function* statementsOf(body: readonly JinjaStatement[]): Iterable<JinjaStatement> {
  for (const statement of body) {
    yield statement;
    for (const inner of bodiesOf(statement)) yield* statementsOf(inner);
  }
}

/** An expression of a template. */
export interface ExpressionUse {
  readonly node: JinjaExpression;
  /** Whether it depends on a condition, or on how long a list is, that it is reached at all. */
  readonly conditional: boolean;
}

/** Every expression of a template with those inside of it, in the order in which they are written. */
export function* expressionsIn(body: readonly JinjaStatement[], conditional = false): Iterable<ExpressionUse> {
  for (const statement of body) {
    for (const node of expressionsOf(statement)) yield* within(node, conditional);
    const inner = conditional || statement.type === 'If' || statement.type === 'For' || statement.type === 'Macro';
    for (const part of bodiesOf(statement)) yield* expressionsIn(part, inner);
  }
}

function* within(node: JinjaExpression, conditional: boolean): Iterable<ExpressionUse> {
  yield { node, conditional };
  const inner = conditional || node.type === 'Conditional' || node.type === 'And' || node.type === 'Or';
  for (const part of children(node)) yield* within(part, inner);
}

/** The place in a document of a part of a text, by UTF-16 offsets into it; that of the whole where no closer one is known. */
export function spanWithin(value: StrValue, start: number, end: number): Span {
  let found: Span | undefined;
  for (const { origin } of value.traced.slice(start, Math.max(end, start + 1)).pieces) {
    if (origin.kind !== 'source') return value.span;
    found = found ? cover(found, origin.span) : origin.span;
  }
  return found ?? value.span;
}
