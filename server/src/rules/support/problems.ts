import type { ProblemKind } from '../../evaluation.js';
import type { Finding, Fix, TextRule } from '../rule.js';

const frameworks = ['opencompass', 'aisbench', 'lm-eval'] as const;

/** A rule that reports what the evaluation of a document found. `fixes` makes fixes of the suggestions that a problem carries. */
export function problemRule(
  facts: Pick<TextRule, 'title' | 'severity' | 'prevents'> & { readonly id: ProblemKind },
  fixTitle?: { readonly title: (suggestion: string) => string; readonly safe: boolean },
): TextRule {
  return {
    ...facts,
    frameworks,
    scope: 'text',
    *check({ evaluation }): Iterable<Finding> {
      for (const { kind, span, message, related = [], suggestions = [] } of evaluation.problems) {
        if (kind !== facts.id) continue;
        const fixes: Fix[] = fixTitle ? suggestions.map((newText) => ({ title: fixTitle.title(newText), safe: fixTitle.safe, edits: [{ span, newText }] })) : [];
        yield { span, message: sentence(message, kind), related, fixes };
      }
    },
  };
}

/** Python's own words for a syntax error start small, and none of its messages ends with a full stop. Names in front stay as they are. */
function sentence(message: string, kind: ProblemKind): string {
  const start = kind === 'syntax-error' ? message.slice(0, 1).toUpperCase() + message.slice(1) : message;
  return start + (/[.?!]$/.test(start) ? '' : '.');
}
