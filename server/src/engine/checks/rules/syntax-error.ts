import type { Problem } from '../../core/evaluation.js';
import type { TextEdit } from '../../core/text-edit.js';
import { problemRule, writeSuggestion } from '../support/problems.js';
import { lackingMark } from '../support/lacking-mark.js';
import { say } from '../../core/say.js';

/** The text is no Python, YAML or JSON. */
export const syntaxError = problemRule(
  { id: 'syntax-error', title: 'The document cannot be parsed', severity: 'error', fix: 'either', prevents: 'SyntaxError: invalid syntax' },
  (problem, context) => {
    if (!problem.suggestions) return lackingMark(problem, context.text(problem.span.file));
    const closing = closingQuote(problem, context.text(problem.span.file));
    return writeSuggestion((text) => say`Replace with ${text}`, true)(problem, context).map((fix) =>
      closing ? { ...fix, edits: [...fix.edits, closing] } : fix,
    );
  },
);

const typographic: Readonly<Record<string, RegExp>> = { "'": /['‘’‚\n]/g, '"': /["“”„\n]/g };

/** A typographic quote that opens a text is no help without the one that closes it on its line. */
function closingQuote({ span, suggestions = [] }: Problem, source: string): TextEdit | undefined {
  const [quote] = suggestions;
  const closing = quote === undefined || suggestions.length > 1 ? undefined : typographic[quote];
  if (!closing || quote === source.slice(span.start, span.end)) return undefined;
  const at = source.slice(span.end).search(closing);
  const start = span.end + at;
  if (at < 0 || source[start] === '\n' || source[start] === quote) return undefined;
  return { span: { file: span.file, start, end: start + 1 }, newText: quote! };
}
