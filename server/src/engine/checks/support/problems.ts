import type { Problem, ProblemKind } from '../../core/evaluation.js';
import type { Finding, Fix, TextRule, RuleFacts } from '../../frameworks/face/rule.js';

/** Makes the fixes of a problem. */
type FixesOf = (problem: Problem, context: Parameters<TextRule['check']>[0]) => readonly Fix[];

/** A rule that reports what the evaluation of a document found. */
export function problemRule(
  facts: Omit<RuleFacts, 'id' | 'frameworks'> & { readonly id: ProblemKind },
  fixesOf: FixesOf = () => [],
): TextRule {
  return {
    ...facts,
    frameworks: 'all',
    scope: 'text',
    check(context): Iterable<Finding> {
      const found: Finding[] = [];
      for (const problem of context.evaluation.problems) {
        const { kind, span, message, related = [] } = problem;
        if (kind === facts.id) found.push({ span, message: sentence(message, kind), related, fixes: fixesOf(problem, context) });
      }
      return found;
    },
  };
}

/** Fixes that write what a problem suggests in its place. */
export function writeSuggestion(title: (suggestion: string) => string, safe: boolean): FixesOf {
  return ({ span, suggestions = [] }) => suggestions.map((newText) => ({ title: title(newText), safe, edits: [{ span, newText }] }));
}

/** Python's own words for a syntax error start small, and none of its messages ends with a full stop. Names in front stay as they are. */
function sentence(message: string, kind: ProblemKind): string {
  const start = kind === 'syntax-error' ? message.slice(0, 1).toUpperCase() + message.slice(1) : message;
  return start + (/[.?!。？！]$/.test(start) ? '' : '.');
}
