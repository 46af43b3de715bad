import { say } from '../../../core/say.js';
import type { Value } from '../../../core/value.js';
import type { NotVerifiable, Verification, VerifiedFrom } from '../../../prompt/verification.js';
import type { RenderError } from '../../../prompt/rendered-prompt.js';
import { asInteger, pyStr } from '../../../python/runtime/semantics.js';
import { toGolden } from '../../../python/runtime/value-json.js';
import { withoutUnknowns } from '../../../requests/known-values.js';
import type { RenderOptions, Target } from '../../face/behaviour.js';
import type { InferencerMode } from '../infer/inferencer.js';
import { asksByTurn, type InferCase } from './case-of.js';
import type { Dialect } from './dialect.js';
import { trainOf, type CasePrompt, type RenderCase, type RenderCaseResult } from './render-case.js';

/** A pair that was rendered, for an installed framework to be asked about. */
export interface RenderedPair {
  readonly dialect: Dialect;
  readonly target: Target;
  readonly infer: InferCase;
  readonly mode: InferencerMode;
  readonly request: RenderCase;
  readonly result: RenderCaseResult;
  readonly options: RenderOptions;
}

/** Inferencers that give a model what its parser makes of one prompt, or one a label. OpenCompass 0.5.3 and AISBench 3.1.0 `openicl/icl_inferencer/`. */
const plainInferencers: ReadonlySet<string> = new Set(['GenInferencer', 'PPLInferencer', 'LLInferencer']);

/** What is asked of the installed framework, and what is expected: what the parser of the pair's model gives to the model. */
export function pairVerification(pair: RenderedPair, from: VerifiedFrom): Verification | NotVerifiable {
  const { dialect, target, request, options, result } = pair;
  const expected = notTheRuns(pair) ?? expectedOf(pair);
  if (typeof expected !== 'string') return expected;
  const { dataset, model } = target;
  const own = options.rows?.run !== undefined && options.rows.processed === true;
  const retriever = result.parts.retriever;
  const ids = (retriever?.ids ?? []).map((id) => Number(asInteger(id) ?? 0n));
  const stops = 'error' in result && (result.stage === 'retriever' || result.stage === 'ice');
  if (!own && stops) return { refused: say`What a retriever raises cannot be verified with other rows than the dataset’s own.` };
  const rows = own ? 'null' : rowsJson(request, dialect, ids);
  if (rows.includes('{"$unknown"')) return unknownParts;
  const members = {
    framework: JSON.stringify(dialect.framework),
    paths: JSON.stringify(from.packageRoots),
    path: JSON.stringify(from.file),
    dataset: JSON.stringify({ list: dataset.list, index: dataset.index }),
    model: JSON.stringify(model ? { path: from.modelFile ?? from.file, list: model.list, index: model.index } : null),
    rows,
    data_roots: JSON.stringify(from.dataRoots),
    index: String(own ? (options.rows?.run?.index ?? 0) : 0),
    ids: JSON.stringify(own && retriever?.standIn !== true ? null : ids),
    mode: JSON.stringify(modeName(pair.mode)),
    labels: JSON.stringify(labelsOf(result)),
  };
  return {
    script: 'verify_opencompass',
    request: `{${Object.entries(members)
      .map(([name, json]) => `"${name}": ${json}`)
      .join(', ')}}`,
    expected,
    ...(from.workingDirectory !== undefined && { workingDirectory: from.workingDirectory }),
  };
}

const unknownParts: NotVerifiable = { refused: say`This prompt cannot be verified, since parts of it are not known.` };

/** Why the prompt is none that a run makes by the config alone, or not by the ways that are asked. */
function notTheRuns({ infer, mode, options, result, dialect }: RenderedPair): NotVerifiable | undefined {
  const { inferencerClass } = infer;
  const byTurn = asksByTurn(infer, dialect);
  if (byTurn || !plainInferencers.has(inferencerClass ?? ''))
    return {
      refused: byTurn
        ? say`Prompts of conversations cannot be verified.`
        : say`Prompts of ${inferencerClass ?? say`this inferencer`} cannot be verified.`,
    };
  if (mode !== dialect.modeOf(inferencerClass))
    return { refused: say`This prompt cannot be verified: it is in another mode than that of the config.` };
  const { shots } = options;
  const configured = result.parts.retriever?.configured;
  if (shots !== undefined && configured !== undefined && shots < configured)
    return { refused: say`This prompt cannot be verified: it has fewer examples than the config says.` };
  return (result.parts.retriever?.left ?? 0) > 0 ? unknownParts : undefined;
}

function expectedOf({ result, mode }: RenderedPair): string | NotVerifiable {
  if (!('prompts' in result)) return 'error' in result ? errorJson(result) : unknownParts;
  const requests: string[] = [];
  for (const prompt of result.prompts) {
    const outcome = 'parsed' in prompt ? prompt.parsed[0] : prompt;
    if (outcome && 'error' in outcome) return errorJson(outcome);
    if (!outcome || !('value' in outcome)) return unknownParts;
    const context = json(outcome.value);
    if (context.includes('{"$unknown"')) return unknownParts;
    requests.push(`{"type": "${modeName(mode)}", "context": ${context}, "continuation": ${JSON.stringify(labelOf(prompt))}}`);
  }
  return `{"requests": [${requests.join(', ')}]}`;
}

function errorJson({ error }: RenderError): string {
  return JSON.stringify({ error });
}

function modeName(mode: InferencerMode): 'gen' | 'ppl' {
  return mode === 'ppl' ? 'ppl' : 'gen';
}

function labelsOf(result: RenderCaseResult): readonly string[] | null {
  const labels = 'prompts' in result ? result.prompts.flatMap((prompt) => labelOf(prompt) ?? []) : [];
  return labels.length > 0 ? labels : null;
}

function labelOf({ label }: CasePrompt): string | null {
  return label ? pyStr(label).text : null;
}

/** The row that is asked, and those up to the last that is an example. */
function rowsJson(request: RenderCase, dialect: Dialect, ids: readonly number[]): string {
  const { at } = trainOf(request, dialect);
  const train = Array.from({ length: Math.max(-1, ...ids) + 1 }, (_, index) => (ids.includes(index) ? json(at(index)) : '{}'));
  return `{"train": [${train.join(', ')}], "test": [${json(request.test)}]}`;
}

function json(value: Value): string {
  return toGolden(withoutUnknowns(value)).json;
}
