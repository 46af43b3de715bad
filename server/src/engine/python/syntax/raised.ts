import type { SyntaxProblem } from './tree/ast.js';

/**
 * Which problem of a text CPython raises (3.11 `Parser/pegen.c`, `_PyPegen_run_parser`, and `pegen_errors.c`, `_Pypegen_set_syntax_error`). Where its parser gives up, the
 * rest of the text goes through the tokenizer all the same: what that cannot read is raised instead. Only an indentation that is too deep is raised
 * at once, and an indentation that fits nothing ends the search. What the compiler refuses counts where nothing else is wrong.
 * @param problems in order of place
 */
export function raisedOf(problems: readonly SyntaxProblem[]): SyntaxProblem | undefined {
  const errors = problems.filter(({ limit }) => !limit);
  const inTurn = errors.filter(({ stage }) => stage !== 'compiler').sort((a, b) => (a.seenAt ?? a.start) - (b.seenAt ?? b.start));
  const [first] = inTurn;
  if (!first) return errors[0];
  if (first.stage !== undefined || first.message === 'unexpected indent') return first;
  const next = inTurn.find(({ stage }) => stage !== undefined);
  return next?.stage === 'tokenizer' ? next : first;
}
