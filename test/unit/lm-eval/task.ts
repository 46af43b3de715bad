import { defaultLimits } from '../../../server/src/engine/core/evaluation.js';
import {
  renderTask,
  type TaskError,
  type TaskPrompt,
  type TaskRequest,
} from '../../../server/src/engine/frameworks/lm-eval/prompt/render-task.js';
import { jsonToValue } from '../../../server/src/engine/json/json-values.js';
import type { TracedText } from '../../../server/src/engine/core/traced-text.js';
import type { DictValue } from '../../../server/src/engine/core/value.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { evaluateTaskFile } from '../../../server/src/engine/frameworks/lm-eval/load/include.js';

export const file = '/ws/tasks/demo.yaml';

/** The config of a task file. */
export function taskOf(yaml: string): DictValue {
  return evaluateTaskFile(file, yaml, new MemoryWorkspace({ [file]: yaml }), defaultLimits).value;
}

export function rowOf(json: object): DictValue {
  const value = jsonToValue(JSON.stringify(json), '/ws/rows.jsonl');
  if (value.kind !== 'dict') throw new Error('a row is an object');
  return value;
}

export type Options = Partial<Omit<TaskRequest, 'mode'>> & Partial<TaskRequest['mode']> & { readonly shots?: readonly object[] };

/** What becomes of a task with a row, without chat template unless said otherwise. */
function render(
  yaml: string,
  row: object,
  { shots, applyChatTemplate = false, fewshotAsMultiturn = false, systemInstruction, genPrefix, ...request }: Options = {},
): TaskPrompt | TaskError {
  const mode = { applyChatTemplate, fewshotAsMultiturn, systemInstruction, genPrefix };
  return renderTask({
    config: taskOf(yaml),
    doc: rowOf(row),
    ...(shots && { fewshotDocs: shots.map(rowOf), numFewshot: shots.length }),
    ...request,
    mode,
  });
}

export function prompt(yaml: string, row: object, options: Options = {}): TaskPrompt {
  const result = render(yaml, row, options);
  if ('error' in result) throw result.error;
  return result;
}

export function raised(yaml: string, row: object, options: Options = {}): TaskError {
  const result = render(yaml, row, options);
  if (!('error' in result)) throw new Error('nothing is raised');
  return result;
}

/** Each piece of a text with where it comes from, in short: `yaml:…` what is written there, `row:column`, `framework:what`, `unknown:reason`. */
export function origins(text: TracedText, yaml: string): [string, string][] {
  return [...text.located()].map(({ start, piece: { length, origin } }) => {
    const piece = text.text.slice(start, start + length);
    if (origin.kind === 'source') return [piece, `yaml:${yaml.slice(origin.span.start, origin.span.end)}`];
    if (origin.kind === 'row')
      return [
        piece,
        `row:${origin.split}[${String(origin.index)}].${origin.column} by ${origin.placeholder ? yaml.slice(origin.placeholder.start, origin.placeholder.end) : 'nothing'}`,
      ];
    return [piece, origin.kind === 'framework' ? `framework:${origin.what}` : `unknown:${origin.reason}`];
  });
}
