import { LimitError, PyError } from '../../../core/errors.js';
import { IntValue, textOf, type DictValue, type UnknownValue, type Value } from '../../../core/value.js';
import { toGolden } from '../../../python/runtime/value-json.js';
import { findUnknown } from '../../../python/runtime/find-unknown.js';
import type { Workspace } from '../../../core/workspace.js';
import { BadRequest, type Request } from '../../../requests/request.js';
import type { Operation, RequestedConfig, RequestedConfigs } from '../../face/operation.js';
import { raisedByImports } from '../load/raised-by-imports.js';
import { ownClassOf } from '../functions/own-class.js';
import { taskFunctionsOf } from '../functions/task-functions.js';
import { membersOf, type Member } from '../load/members.js';
import { ownHarnessOf, type TaskDataset } from '../load/own-harness.js';
import { raisedByFields } from '../load/raised-by-fields.js';
import { raisedByAggregation, raisedByMetrics } from '../load/raised-by-metrics.js';
import { raisedByPlace } from '../load/raised-by-place.js';
import { taskIndexOf } from '../load/task-indexes.js';
import { renderTask } from '../prompt/render-task.js';
import type { Chat, TaskInput, TaskMode, TaskPrompt, TaskRequestToModel } from '../prompt/task-prompt.js';
import type { HarnessRelease } from '../releases/harness-release.js';
import { releaseAsked } from './release-asked.js';
import { loadTaskData } from '../run/task-data.js';
import { TaskRun, type RunOptions } from '../run/task-run.js';
import { evaluateTaskFile } from '../load/include.js';
import { defaultLimits } from '../../../core/evaluation.js';

/** Op `lm-eval-run`: the requests that a run of the harness makes of one document, with its own rows and shots. */
export const lmEvalRunOperation: Operation = (session, request) => {
  try {
    return answered(session, request);
  } catch (error) {
    if (error instanceof PyError) return `"error": ${JSON.stringify(`${error.type}: ${error.text}`)}`;
    if (error instanceof LimitError) return unknownJson(error.message);
    throw error;
  }
};

function answered(session: RequestedConfigs, request: Request): string {
  const opened = session.open(request);
  const options = request.has('options') ? request.dict('options') : undefined;
  const release = releaseAsked(request);
  const found = taskAsked(opened, request, options, release);
  if (!found) return unknownJson('The group of the run has no such task.');
  const { task, logged } = found;
  const given = runOptions(options);
  const doubt = stopBefore(task, release, given);
  if (doubt !== undefined) return unknownJson(doubt);
  task.functions?.startOver();
  const own = ownClassOf(task.value, task.functions, release);
  if (own && 'kind' in own) return unknownJson(own.reason);
  const run = own ? TaskRun.ofClass(own, task, release) : runOfFile(task, opened.project.workspace, release);
  if ('kind' in run) return unknownJson(run.reason);
  const place = logged ? raisedByPlace(task.value, opened.file, release) : undefined;
  if (place) throw raisedByLoading(run, task, release) ?? place;
  const index = request.index('index') ?? 0;
  const mode = modeOf(options, release);
  // The harness makes the pool whether or not it is asked for shots.
  if (run.hasPool) run.pool();
  const asked = run.document(index, { ...given, inOneTurn: mode.applyChatTemplate && !mode.fewshotAsMultiturn });
  if (!asked) throw new BadRequest(`The run asks no document ${String(index)}.`);
  if ('kind' in asked) return unknownJson(asked.reason);
  const { doc, row, firstDoc, wanted, shots, fromConfig } = asked;
  const unfollowed = task.functions?.unfollowed;
  const { harness } = task;
  const { config, functions } = own ?? { config: task.value, functions: task.functions };
  const prompt = renderTask({
    config,
    doc,
    row,
    firstDoc,
    numFewshot: wanted,
    drawn: () => ({ shots, fromConfig }),
    mode,
    release,
    harness,
    functions,
    own,
  });
  if ('error' in prompt) throw prompt.error;
  const json = promptJson(
    prompt,
    config,
    shots.map((shot) => shot.row),
  );
  return unfollowed === undefined || json.startsWith('"unknown"') ? json : unknownJson(unfollowed);
}

/** What stops a run before any data are loaded. @returns why something may, as a sentence @throws PyError what is raised */
function stopBefore(task: TaskDataset, release: HarnessRelease, { numFewshot }: RunOptions): string | undefined {
  const { value, functions } = task;
  const imports = functions && raisedByImports(value, functions, release);
  if (imports) {
    if ('doubt' in imports) return imports.doubt;
    throw imports.raises;
  }
  const fields =
    raisedByMetrics(value, release) ?? raisedByAggregation(task, release) ?? raisedByFields(value, release, numFewshot !== undefined);
  if (fields) throw fields;
  return undefined;
}

function runOfFile(task: TaskDataset, workspace: Workspace, release: HarnessRelease): TaskRun | UnknownValue {
  const data = loadTaskData(task.value, task.functions!, workspace, release);
  return 'kind' in data ? data : TaskRun.of(task, data, release);
}

/** What loading a task raises, which comes before anything that its place does. */
function raisedByLoading(
  { documents }: TaskRun,
  { value: config, harness, functions }: TaskDataset,
  release: HarnessRelease,
): PyError | undefined {
  const [doc] = documents;
  if (doc?.kind !== 'dict' || config.entry('class')) return undefined;
  const mode = { applyChatTemplate: false, fewshotAsMultiturn: false };
  const prompt = renderTask({ config, doc, numFewshot: 0, mode, release, harness, functions });
  return 'error' in prompt && prompt.atLoad ? prompt.error : undefined;
}

function unknownJson(reason: string): string {
  return `"unknown": ${JSON.stringify(reason)}`;
}

/** A task of a run. */
interface TaskOfRun {
  readonly task: TaskDataset;
  /** Whether its path is logged: it is called by its name, by a tag, or by a group of groups, and not as a member of a group of tasks. */
  readonly logged: boolean;
}

/** The task as the run has it: what a group of `options.tasks` overrides is in its config. */
function taskAsked(
  { project, file, shown }: RequestedConfig,
  request: Request,
  options: DictValue | undefined,
  release: HarnessRelease,
): TaskOfRun | undefined {
  const around = { harness: ownHarnessOf(file, project.workspace), functions: taskFunctionsOf(file, project) };
  const asked = (value: DictValue, logged: boolean): TaskOfRun => ({
    task: { value, abbr: name, list: '', index: 0, inferCfg: undefined, readerCfg: undefined, ...around },
    logged,
  });
  const evaluation = evaluateTaskFile(file, project.document(file)?.text ?? '', project.workspace, defaultLimits);
  if (!evaluation.ok) throw new BadRequest(evaluation.error?.message ?? `${shown(file)} cannot be read as a task.`);
  const own = textOf(evaluation.value.get('task')) ?? '';
  const name = request.has('task_name') ? request.text('task_name') : own;
  const names = textsIn(options?.get('tasks'));
  if (names.length === 0 || names.includes(name)) return asked(evaluation.value, true);
  const index = taskIndexOf(file, project);
  for (const each of names) {
    const entry = index.entry(each);
    if (entry?.kind === 'TAG' && entry.tagged.has(name)) return asked(evaluation.value, true);
    const group = entry?.kind === 'GROUP' && entry.file !== undefined ? index.evaluate(entry.file)?.value : undefined;
    const members = group ? membersOf(group, index, release) : [];
    const member = memberNamed(members, name);
    if (member) return asked(member.config, holdsGroups(members));
  }
  return undefined;
}

/** Whether a group is logged with the paths of the tasks in the groups that it is made of. */
function holdsGroups([first]: readonly Member[]): boolean {
  return first?.members.some(({ kind }) => kind === 'task') ?? false;
}

function memberNamed(members: readonly Member[], name: string): Member | undefined {
  for (const member of members) {
    const found = member.kind === 'group' ? memberNamed(member.members, name) : member.name === name ? member : undefined;
    if (found) return found;
  }
  return undefined;
}

function textsIn(list: Value | undefined): string[] {
  return list?.kind === 'list' ? list.items.flatMap((item) => textOf(item) ?? []) : [];
}

function runOptions(options: DictValue | undefined): RunOptions {
  const number = (name: string): number | undefined => {
    const value = options?.get(name);
    if (value?.kind === 'int' || value?.kind === 'bool') return Number(value.value);
    return value?.kind === 'float' ? value.value : undefined;
  };
  const seed = options?.get('fewshot_seed');
  return {
    numFewshot: number('num_fewshot'),
    fewshotSeed: seed === undefined ? 1234n : seed.kind === 'int' ? seed.value : undefined,
    limit: number('limit'),
    samples: samplesIn(options?.get('samples')),
    rank: number('rank'),
    worldSize: number('world_size'),
  };
}

/** Numbers of documents, or a dict of them by task as `--samples` takes it. */
function samplesIn(given: Value | undefined): number[] | undefined {
  const list = given?.kind === 'dict' ? [...given.entries.values()][0]?.value : given;
  if (list?.kind !== 'list') return undefined;
  return list.items.flatMap((item) => (item instanceof IntValue ? Number(item.value) : []));
}

function modeOf(options: DictValue | undefined, { multiturnByDefault }: HarnessRelease): TaskMode {
  const isTrue = (name: string, otherwise: boolean): boolean => {
    const value = options?.get(name);
    return value?.kind === 'bool' ? value.value : otherwise;
  };
  return {
    applyChatTemplate: isTrue('apply_chat_template', false),
    fewshotAsMultiturn: isTrue('fewshot_as_multiturn', multiturnByDefault),
    systemInstruction: textOf(options?.get('system_instruction')),
  };
}

function promptJson(prompt: TaskPrompt, config: DictValue, shots: readonly number[]): string {
  const { unknowns, doubts } = prompt;
  if (unknowns.length > 0) return unknownJson(unknowns[0]!);
  const doubt = doubts.find(({ kind }) => kind === 'unfollowed-call' || kind === 'incomplete');
  if (doubt) return unknownJson(doubt.message);
  const repeats = config.get('repeats');
  const times = repeats?.kind === 'int' && repeats.value > 1n ? `, "repeats": ${String(repeats.value)}` : '';
  const requests = prompt.requests.map((request) => requestJson(request, prompt, times));
  const unknown = requests.find((each) => typeof each !== 'string') as UnknownValue | undefined;
  if (unknown) return unknownJson(unknown.reason);
  return `"requests": [${requests.join(', ')}], "shots": ${JSON.stringify(shots)}`;
}

function requestJson({ type, input, context, continuation }: TaskRequestToModel, prompt: TaskPrompt, times: string): string | UnknownValue {
  const unknown = [context, continuation].flatMap((value) => (value ? (findUnknown(value) ?? []) : []))[0];
  if (unknown) return unknown;
  const asked = input === undefined ? undefined : prompt.inputs[input];
  const before = asked?.chat ? chatsJson(asked, asked.chat) : `"context": ${context ? toGolden(context).json : 'null'}`;
  if (!continuation) return `{"type": "${type}", ${before}${times}}`;
  const scored = toGolden(continuation).json;
  const settings = type === 'generate_until' ? `, "gen_kwargs": ${scored}` : '';
  return `{"type": "${type}", ${before}, "continuation": ${scored}${settings}${times}}`;
}

/** A chat, and behind it what releases until 0.4.9.2 put there: a choice as a chat of its own, or as bare text. */
function chatsJson({ chatBefore, bareAfter }: TaskInput, chat: Chat): string {
  if (chatBefore) return `${chatJson(chatBefore)}, "behind": {${chatJson(chat)}}`;
  return bareAfter ? `${chatJson(chat)}, "behind": ${JSON.stringify(bareAfter.text)}` : chatJson(chat);
}

function chatJson({ messages, addGenerationPrompt }: Chat): string {
  const all = messages.map(
    ({ role, text, content }) => `{"role": "${role}", "content": ${content ? toGolden(content).json : JSON.stringify(text.text)}}`,
  );
  return `"messages": [${all.join(', ')}], "add_generation_prompt": ${String(addGenerationPrompt)}`;
}
