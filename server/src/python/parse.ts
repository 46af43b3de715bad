import type { FileId } from '../text/span.js';
import type { Module } from './ast.js';
import { ParseContext } from './parse-context.js';
import { parseRaw } from './parse-raw.js';
import { block } from './parse-statement.js';

export { loadPythonGrammar } from './parse-raw.js';

/** Parses a Python document. Never throws for any text; throws Error only if the grammar was not loaded. */
export function parsePython(file: FileId, text: string): Module {
  const context = new ParseContext(file, text);
  const { root, hasError } = parseRaw(text, 0);
  const body = block(context, root);
  if (hasError) context.problem({ start: 0, end: 0 }, 'invalid syntax');
  return { file, body, errors: context.problems };
}
