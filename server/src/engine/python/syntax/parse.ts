import type { FileId } from '../../core/span.js';
import { defaultLimits } from '../../core/evaluation.js';
import { isTooLargeSource } from '../../core/source-size.js';
import { parseFast } from './fast/parse-fast.js';
import type { Module, Statement } from './tree/ast.js';
import { ParseContext } from './tolerant/context.js';
import { lex } from './tokens/lex.js';
import { namedExpressionProblems } from './named-expressions.js';
import { parseRaw } from './tree-sitter/raw-tree.js';
import { inOrder, longError, parsePieces, patched } from './tolerant/recover.js';
import { tolerantBlock } from './tolerant/statement.js';
import type { Lexed } from './tokens/token.js';

export { loadPythonGrammar } from './tree-sitter/raw-tree.js';

/**
 * Parses a Python document: Python 3.11, and of later versions the f-strings. Never throws for any text; throws Error only if the grammar was
 * not loaded. A document that is too large is not read: the module is empty and its one problem says so.
 */
export function parsePython(file: FileId, text: string): Module {
  if (isTooLargeSource(text, defaultLimits)) {
    const message = `This document has ${text.length} characters; more than ${defaultLimits.source} besides indentation are not read.`;
    return { file, body: [], errors: [{ start: 0, end: Math.min(text.length, 1), message, limit: true }] };
  }
  const plain = parseFast(file, text);
  return plain ? { file, body: plain, errors: namedExpressionProblems(text, plain) } : parseTolerantly(file, text);
}

/**
 * Parses a document of a readable size by the grammar, whatever is wrong with it: a tree of all that could be understood, and the problems. Of a text
 * without problems the tree is the same as `parseFast` gives.
 */
export function parseTolerantly(file: FileId, text: string): Module {
  const lexed = lex(text);
  const context = new ParseContext(file, patched(text, lexed.patches), text);
  const body = statements(context, lexed);
  return {
    file,
    body,
    errors: inOrder([...lexed.problems, ...context.problems, ...namedExpressionProblems(text, body)]).slice(0, maxProblems),
  };
}

/** More problems than this help nobody. */
const maxProblems = 200;

function statements(context: ParseContext, lexed: Lexed): Statement[] {
  // Unclosed brackets and lines cut short leave no hope for the whole: only the pieces can be read.
  if (lexed.closers.length > 0 || lexed.tooDeep.length > 0 || lexed.cutShort.length > 0) return parsePieces(context, lexed);
  if (longError(context.text, 0, context.text.length)) return parsePieces(context, lexed);
  const whole = parseRaw(context.text, 0);
  if (!whole) {
    context.limit({ start: 0, end: Math.min(1, context.text.length) }, 'This document is larger than what is read here');
    return [];
  }
  return whole.hasError || whole.tooDeep ? parsePieces(context, lexed) : tolerantBlock(context, whole.root);
}
