import type { Environment } from '../../../server/src/engine/core/environment.js';
import { evaluateDocument, type EvaluateOptions } from '../../../server/src/engine/project/evaluate-document.js';
import type { Evaluation } from '../../../server/src/engine/core/evaluation.js';
import type { Span } from '../../../server/src/engine/core/span.js';
import { toGolden } from '../../../server/src/engine/python/runtime/value-json.js';
import type { Value } from '../../../server/src/engine/core/value.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

/** A first line that makes mmengine take its lazy path. */
export const lazyLine = 'from opencompass.models import Model\n';

/** Evaluates `/ws/main.py` with other files of `/ws` beside it (or anywhere, by absolute path). */
export function evaluate(main: string, files: Readonly<Record<string, string>> = {}, options: EvaluateOptions = {}): Evaluation {
  const all = Object.fromEntries(
    Object.entries({ 'main.py': main, ...files }).map(([name, text]) => [name.startsWith('/') ? name : `/ws/${name}`, text]),
  );
  return evaluateDocument('/ws/main.py', main, 'python', new MemoryWorkspace(all, ['/ws']), options);
}

/** An environment in which these variables are set and handed over. */
export function given(variables: Readonly<Record<string, string>>): Environment {
  return (name) => (Object.hasOwn(variables, name) ? { kind: 'set', value: variables[name]! } : { kind: 'unset' });
}

/** The value of a top-level name as JSON. */
export function json(evaluation: Evaluation, name: string): unknown {
  const value = evaluation.value.get(name);
  return value && (JSON.parse(toGolden(value).json) as unknown);
}

/** The values of `x` that code leaves behind, and the exception that it raises. */
export function x(code: string, files: Readonly<Record<string, string>> = {}): unknown {
  const evaluation = evaluate(code, files);
  if (evaluation.error) return `${evaluation.error.type}: ${evaluation.error.text}`;
  if (!evaluation.ok) return evaluation.problems.map((p) => p.kind).join();
  return json(evaluation, 'x');
}

/** The text that a span covers. */
export function at(text: string, span: Span): string {
  return text.slice(span.start, span.end);
}

/** Each piece of a string with the text of its place in the main file. */
export function pieces(main: string, value: Value | undefined): [string, string, boolean][] {
  if (value?.kind !== 'str') return [];
  return [...value.traced.located()].map(({ start, piece }) => {
    const text = value.text.slice(start, start + piece.length);
    if (piece.origin.kind !== 'source') return [text, piece.origin.kind, false];
    const { span, exact } = piece.origin;
    return [text, span.file === '/ws/main.py' ? at(main, span) : span.file, exact];
  });
}
