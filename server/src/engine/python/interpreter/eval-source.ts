import { PyError } from '../../core/errors.js';
import type { Span } from '../../core/span.js';
import { TracedText } from '../../core/traced-text.js';
import type { Value } from '../../core/value.js';
import type { Expression } from '../syntax/tree/ast.js';
import { parsePython } from '../syntax/parse.js';
import { typeName } from '../runtime/semantics.js';
import { PlaceholderValue } from '../runtime/placeholder.js';
import { evaluate } from './expressions.js';
import type { Interpreter } from './interpreter.js';

/**
 * `eval(source)` in the running frame. The values lead to the place of the call, as the text that they come from is not a document.
 * @throws PyError SyntaxError, TypeError, and what the expression raises
 */
export function evaluateSource(interpreter: Interpreter, source: Value): Value {
  if (source.kind === 'unknown') return source;
  if (source.kind !== 'str') throw new PyError('TypeError', `eval() arg 1 must be a string, bytes or code object, not ${typeName(source)}`);
  if (source instanceof PlaceholderValue) return source;
  // Parsing takes about as long as so many steps; more so where the text has errors.
  interpreter.step(200 + 4 * source.text.length);
  const span = interpreter.span;
  const module = parsePython(span.file, source.text.replace(/^[ \t]+/, ''));
  const [statement, ...more] = module.body;
  if (module.errors.length > 0 || statement?.type !== 'ExpressionStatement' || more.length > 0)
    throw new PyError('SyntaxError', module.errors[0]?.message ?? 'invalid syntax', span);
  return evaluate(interpreter, relocate(statement.value, span) as Expression);
}

/** The same tree with every node at one place. */
function relocate(node: unknown, span: Span): unknown {
  if (node instanceof TracedText) return TracedText.computed(node.text, span);
  if (Array.isArray(node)) return node.map((item) => relocate(item, span));
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, relocate(value, span)]));
  return 'start' in copy ? { ...copy, start: span.start, end: span.end } : copy;
}
