import { defaultLimits } from '../../../core/evaluation.js';
import { applyFormat } from '../formats/index.js';
import { renderTask, type TaskRequest } from '../prompt/render-task.js';
import { DictValue, textOf, type Value } from '../../../core/value.js';
import { evaluateTaskFile } from '../load/include.js';
import { releaseAsked } from './release-asked.js';
import { fewShotSource } from '../prompt/few-shot.js';
import { newestHarness, type HarnessRelease } from '../releases/harness-release.js';
import { fromMarks } from '../../../requests/golden-values.js';
import { taskPromptMembers } from './task-prompt-json.js';
import { BadRequest, type Request } from '../../../requests/request.js';
import type { RequestedConfigs, Operation } from '../../face/operation.js';

/** Op `lm-eval-render`: the prompt and the requests of one row of a task, which is a file or comes with the request. */
export const lmEvalRenderOperation: Operation = (session, request) => {
  const { config, note } = formatted(taskOf(session, request), request);
  if (typeof config === 'string') return config;
  const release = releaseAsked(request);
  const task = taskRequest(withTagOf(config, release), request, release);
  const result = renderTask(task);
  if ('error' in result) return `"error": ${JSON.stringify(`${result.error.type}: ${result.error.text}`)}`;
  // The row itself stood for them, to find out what the harness raises.
  if (task.shotsStandIn && task.fewshotDocs!.length > 0) return `"unknown": ${JSON.stringify(shotsNotGiven)}`;
  return taskPromptMembers(result, note === undefined ? result.notes : [note, ...result.notes]);
};

const shotsNotGiven = 'Which rows the shots are is not known: the request has no "fewshot_docs".';

function taskOf(session: RequestedConfigs, request: Request): DictValue {
  if (!request.has('path') && !request.has('files')) return dictOf(request.dict('config'), 'config');
  const { project, file, shown } = session.open(request);
  const evaluation = project.evaluate(file);
  // Whoever asks for it says that it is a task, whatever it looks like.
  const { ok, error, problems, value } = evaluation?.taskFile
    ? evaluation
    : evaluateTaskFile(file, project.document(file)?.text ?? '', project.workspace, defaultLimits);
  if (!ok) throw new BadRequest(error?.message ?? problems[0]?.message ?? `${shown(file)} cannot be read as a task.`);
  return value;
}

/** The task as the prompt format makes it that the request asks for (`"format": "mcqa"`, as in `task@mcqa`); else as it is. */
function formatted(config: DictValue, request: Request): { readonly config: DictValue | string; readonly note?: string } {
  if (!request.has('format')) return { config };
  const made = applyFormat(config, request.text('format'));
  if (!made) return { config };
  if ('error' in made) return { config: `"error": ${JSON.stringify(made.error.message)}` };
  if ('unknown' in made) return { config: `"unknown": ${JSON.stringify(made.unknown)}` };
  return made;
}

/** A config is read as the newest release loads it, which makes tags of the groups that 0.4.3 has. */
function withTagOf(config: DictValue, { taskFields }: HarnessRelease): DictValue {
  if (taskFields.has('tag') || !config.entry('tag')) return config;
  const made = new DictValue(config.span);
  for (const [id, entry] of config.entries) if (entry.key.kind !== 'str' || entry.key.text !== 'tag') made.entries.set(id, entry);
  return made;
}

function taskRequest(config: DictValue, request: Request, release: HarnessRelease): TaskRequest {
  const mode = request.has('mode') ? request.dict('mode') : new DictValue(config.span);
  const doc = dictOf(request.dict('doc'), 'doc');
  const numFewshot = request.index('num_fewshot');
  const applyChatTemplate = isTrue(mode.get('apply_chat_template'));
  return {
    config,
    doc,
    release,
    shotsStandIn: !request.has('fewshot_docs'),
    fewshotDocs: withRow(shotsOf(request, config, doc, numFewshot ?? 0), config, doc, release),
    numFewshot,
    mode: {
      applyChatTemplate,
      fewshotAsMultiturn: isTrue(mode.get('fewshot_as_multiturn')),
      systemInstruction: textOf(mode.get('system_instruction')),
      genPrefix: textOf(mode.get('gen_prefix')),
    },
  };
}

/** The rows of the request; without them, where the config has no samples either, the row itself stands for each. */
function shotsOf(request: Request, config: DictValue, doc: DictValue, count: number): DictValue[] {
  const given = request.has('fewshot_docs') ? request.list('fewshot_docs').items.map((item) => dictOf(item, 'fewshot_docs')) : [];
  const fewshot = config.get('fewshot_config');
  const samples = fewshot?.kind === 'dict' ? fewshot.get('samples') : undefined;
  return given.length > 0 || (samples && samples.kind !== 'none') ? given : Array.from({ length: count }, () => doc);
}

/** The row is the first of its split: where `first_n` leaves it in the pool of that split, it comes before the shots that others take. */
function withRow(shots: DictValue[], config: DictValue, doc: DictValue, release: HarnessRelease): DictValue[] {
  if (!release.firstNKeepsRow || shots.length === 0) return shots;
  const beside = fewShotSource(config, undefined, newestHarness);
  return beside?.order === 'first_n' && beside.pool.kind === 'split' && beside.excludesRow ? [doc, ...shots.slice(0, -1)] : shots;
}

function dictOf(value: Value, name: string): DictValue {
  const read = fromMarks(value);
  if (read.kind !== 'dict') throw new BadRequest(`"${name}" must be an object, or a list of objects.`);
  return read;
}

function isTrue(value: Value | undefined): boolean {
  return value?.kind === 'bool' && value.value;
}
