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
        yield { span, message: sentence(message), related, fixes };
      }
    },
  };
}

/** Python's own words start small and end without a full stop; a module's name in front stays as it is. */
function sentence(message: string): string {
  const start = message.replace(/^[a-z](?=[a-z']*[ :,])/, (letter) => letter.toUpperCase());
  return start + (/[.?!]$/.test(start) ? '' : '.');
}
