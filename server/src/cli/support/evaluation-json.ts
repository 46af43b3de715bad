import type { Evaluation } from '../../engine/core/evaluation.js';
import { LineIndex } from '../../engine/core/line-index.js';
import type { FileId } from '../../engine/core/span.js';
import { toGolden } from '../../engine/python/runtime/value-json.js';

/**
 * What a config evaluates to, as members of a JSON object without its braces: `"ok": true, "lazy": …, "value": …, "hidden": …,
 * "tuple_paths": […]`, or `"ok": false, "error": {"type", "message", "path", "line"}` with the line from 1. Text, because JavaScript's own
 * JSON writer does not know 1 from 1.0.
 * @param shown how a file is named in the answer
 * @param text gives a file's text, to find the line of an error
 */
export function evaluationMembers(evaluation: Evaluation, shown: (file: FileId) => string, text: (file: FileId) => string): string {
  if (!evaluation.ok) return `"ok": false, "error": ${JSON.stringify(errorOf(evaluation, shown, text))}`;
  const value = toGolden(evaluation.value);
  const hidden = toGolden(evaluation.hidden);
  const lazy = evaluation.lazy ?? null;
  return `"ok": true, "lazy": ${lazy}, "value": ${value.json}, "hidden": ${hidden.json}, "tuple_paths": ${JSON.stringify(value.tuplePaths)}`;
}

function errorOf({ error, problems, file }: Evaluation, shown: (file: FileId) => string, text: (file: FileId) => string) {
  const problem = problems[0];
  const span = error?.span ?? problem?.span;
  return {
    type: error?.type ?? 'LimitError',
    message: error?.text ?? problem?.message ?? 'The config cannot be evaluated.',
    path: shown(span?.file ?? file),
    line: span ? new LineIndex(text(span.file)).positionAt(span.start).line + 1 : null,
  };
}
