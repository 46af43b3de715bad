import type { Target } from '../../frameworks/framework.js';
import type { Diagnostic } from '../../rules/rule.js';
import { encloses, type Span } from '../../text/span.js';
import type { Value } from '../../value.js';
import { spansWithin } from '../value-tree.js';

/** The diagnostics of a document that concern one target: those that stand within its dataset or its model, or point there. */
export function problemsOf(target: Target, diagnostics: readonly Diagnostic[]): Diagnostic[] {
  if (diagnostics.length === 0) return [];
  const parts: Value[] = [target.dataset.value];
  if (target.model) parts.push(target.model.value, ...(target.model.metaTemplate ? [target.model.metaTemplate] : []));
  const spans = parts.flatMap((part) => [...spansWithin(part)]);
  const concerns = (place: Span): boolean => spans.some((span) => encloses(span, place));
  return diagnostics.filter((diagnostic) => concerns(diagnostic.span) || diagnostic.related.some(({ span }) => concerns(span)));
}
