import type { Expression } from '../syntax/tree/ast.js';
import { evaluate } from './expressions.js';
import type { Interpreter } from './interpreter.js';
import { UnknownSignal } from '../runtime/unknown-signal.js';

/**
 * Evaluates an annotation for what it raises, a name that is not defined above all. Python does so for functions and for names of modules and
 * classes, unless the module begins with `from __future__ import annotations`.
 */
export function evaluateAnnotation(interpreter: Interpreter, annotation: Expression | undefined): void {
  if (!annotation || annotation.type === 'Starred' || annotation.type === 'String' || interpreter.frame.module.lateAnnotations) return;
  const { unknowns, nesting } = interpreter;
  try {
    evaluate(interpreter, annotation);
  } catch (error) {
    if (!(error instanceof UnknownSignal)) throw error;
    interpreter.nesting = nesting;
  }
  // Nothing hangs on its value.
  interpreter.unknowns = unknowns;
}
