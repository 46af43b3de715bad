import type { Environment } from '../core/environment.js';
import type { Evaluation, Limits } from '../core/evaluation.js';
import { evaluateJson } from '../json/evaluate-json.js';
import type { FileId } from '../core/span.js';
import type { Workspace } from '../core/workspace.js';
import { evaluateYaml } from '../yaml/read-yaml.js';
import { evaluateFilledIn } from './fill-in.js';
import { inheritBases } from './inherit-bases.js';

/** What a YAML or JSON config is evaluated with. */
export interface DataContext {
  readonly workspace: Workspace;
  readonly limits: Limits;
  readonly environment: Environment;
  /** Evaluates a Python base; `open` are the files under way, outermost first, without it. */
  readonly evaluatePython: (file: FileId, text: string, open: readonly FileId[]) => Evaluation;
}

/**
 * A YAML or JSON config as mmengine 0.11 loads it, with its variables filled in and its bases under it. Never throws.
 * @param open the files under way, outermost first, without this one
 */
export function evaluateData(
  file: FileId,
  text: string,
  language: 'yaml' | 'json',
  context: DataContext,
  open: readonly FileId[],
): Evaluation {
  const { workspace, limits, environment } = context;
  const { evaluation, baseVariables } = evaluateFilledIn(file, text, language, environment, (filled) =>
    language === 'yaml' ? evaluateYaml(file, filled, workspace, limits) : evaluateJson(file, filled, limits),
  );
  return inheritBases(evaluation, baseVariables, workspace, open, (base, baseText, baseLanguage, under) =>
    baseLanguage === 'python' ? context.evaluatePython(base, baseText, under) : evaluateData(base, baseText, baseLanguage, context, under),
  );
}
