import { LimitError, PyError } from '../core/errors.js';
import { LineIndex } from '../core/line-index.js';
import type { FileId } from '../core/span.js';
import { tellingProblems } from '../python/syntax/parts.js';
import { raisedOf } from '../python/syntax/raised.js';
import type { Module, SyntaxProblem } from '../python/syntax/tree/ast.js';
import type { LoadReport } from './report.js';

/** CPython's subclass for what it says of indentation. */
function syntaxErrorType(message: string): string {
  if (message.startsWith('inconsistent use of tabs')) return 'TabError';
  return /^(unexpected indent|unindent does not match|expected an indented block|too many levels of indentation)/.test(message)
    ? 'IndentationError'
    : 'SyntaxError';
}
function pythonSyntaxError(file: FileId, { start, end, message }: SyntaxProblem, text: string): PyError {
  const line = String(new LineIndex(text).positionAt(start).line + 1);
  return new PyError(syntaxErrorType(message), `${message} (<unknown>, line ${line})`, { file, start, end });
}
/**
 * One syntax error of each part of the text is a problem; one is what loading raises. What is only too much to be read is a limit. mmengine parses a config first, then loads
 * its bases, and compiles last of all.
 * @param stage what has just been done with the text; what the compiler refuses is a matter for `compiled`
 */
export function reportSyntaxErrors(report: LoadReport, module: Module, text: string, stage: 'parsed' | 'compiled'): void {
  if (module.errors.length === 0) return;
  const raised = raisedOf(module.errors);
  if ((raised?.stage === 'compiler') !== (stage === 'compiled')) return;
  const error = raised && pythonSyntaxError(module.file, raised, text);
  for (const { start, end, message, replacement, limit } of tellingProblems(text, module.errors)) {
    const span = { file: module.file, start, end };
    if (limit) report.unread(new LimitError('size', span, message), span);
    else if (error)
      report.fail(error, { kind: 'syntax-error', span, message, ...(replacement !== undefined && { suggestions: [replacement] }) });
  }
}
