import type { Expression, Module, Statement } from '../../../server/src/engine/python/syntax/tree/ast.js';
import { parsePython } from '../../../server/src/engine/python/syntax/parse.js';
import type { TracedText } from '../../../server/src/engine/core/traced-text.js';

const file = '/ws/config.py';

export function parse(text: string): Module {
  return parsePython(file, text);
}

/** The statements of a text that must have no problem. */
export function body(text: string): readonly Statement[] {
  const module = parse(text);
  if (module.errors.length > 0) throw new Error(`${text}: ${module.errors[0]!.message}`);
  return module.body;
}

/** The expression that a text of one expression is. */
export function expression(text: string): Expression {
  const [statement] = body(text);
  if (statement?.type !== 'ExpressionStatement') throw new Error(`${text} is no expression`);
  return statement.value;
}

/** Problems as `start-end message`. */
export function problems(text: string): string[] {
  return parse(text).errors.map(({ start, end, message }) => `${start}-${end} ${message}`);
}

/** Pieces as what they say and what stands in the source: `exact` ones once, others as `source→text`. */
export function pieces(text: string, traced: TracedText): string[] {
  return [...traced.located()].map(({ start, piece }) => {
    const own = traced.text.slice(start, start + piece.length);
    if (piece.origin.kind !== 'source') return piece.origin.kind;
    const source = text.slice(piece.origin.span.start, piece.origin.span.end);
    if (piece.origin.exact && source !== own) throw new Error(`not exact: ${source} ${own}`);
    return piece.origin.exact ? own : `${source}→${own}`;
  });
}
