import type { FileId } from '../text/span.js';
import { defaultLimits } from '../evaluation.js';
import type { Module } from './ast.js';
import { ParseContext } from './parse-context.js';
import { lex } from './parse-lex.js';
import { parseRaw } from './parse-raw.js';
import { inOrder, parsePieces, patched } from './parse-recover.js';
import { block } from './parse-statement.js';

export { loadPythonGrammar } from './parse-raw.js';

/**
 * Parses a Python document: Python 3.11, and of later versions the f-strings. Never throws for any text; throws Error only if the grammar was
 * not loaded. A document that is too large is not read: the module is empty and its one problem says so.
 */
export function parsePython(file: FileId, text: string): Module {
  if (text.length > defaultLimits.document) {
    const message = `This document has ${text.length} characters; more than ${defaultLimits.document} are not read.`;
    return { file, body: [], errors: [{ start: 0, end: Math.min(text.length, 1), message }] };
  }
  const lexed = lex(text);
  const context = new ParseContext(file, patched(text, lexed.patches));
  // Unclosed brackets leave no hope for the whole: only the pieces can be read.
  const whole = lexed.closers.length === 0 && lexed.tooDeep.length === 0 ? parseRaw(context.text, 0) : undefined;
  const body = whole && !whole.hasError && !whole.tooDeep ? block(context, whole.root) : parsePieces(context, lexed);
  return { file, body, errors: inOrder([...lexed.problems, ...context.problems]) };
}
