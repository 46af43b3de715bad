import type { Config, DatasetConfig } from '../../../config/config.js';
import type { Evaluation } from '../../../core/evaluation.js';
import type { Span } from '../../../core/span.js';
import { textOf, type DictValue } from '../../../core/value.js';
import type { Surroundings, Target } from '../../face/behaviour.js';
import { taskFunctionsOf } from '../functions/task-functions.js';
import { formatNames } from '../formats/names.js';
import { readyTaskIndexOf } from './task-indexes.js';
import { releaseOf } from '../releases/find-harness.js';
import { membersOf, type Member } from './members.js';
import { descendantOf } from './descendant.js';
import { ownHarnessOf, type TaskDataset } from './own-harness.js';

type AroundTask = Pick<TaskDataset, 'harness' | 'functions' | 'descendant'>;

/** So many tasks of a group can be picked; the largest groups have thousands. */
const mostMembers = 500;

/** The task of a document, once for each of its prompt formats; a group, and a file that others include, have none. */
export function tasksOfDocument(evaluation: Evaluation, surroundings?: Surroundings): TaskDataset[] {
  const { value } = evaluation;
  const name = textOf(value.get('task'));
  if (name === undefined || value.entry('group') || value.entry('class')) return [];
  const formats = formatNames(value);
  const names = formats.length > 1 ? formats.map((format) => `${name}@${format}`) : [name];
  const around = surroundings && aroundOf(evaluation, surroundings);
  return names.map((abbr, index) => ({ value, abbr, list: '', index, inferCfg: undefined, readerCfg: undefined, ...around }));
}

function aroundOf(evaluation: Evaluation, surroundings: Surroundings): AroundTask {
  const { file } = evaluation;
  const descendant = descendantOf(evaluation, surroundings.workspace);
  return {
    descendant,
    harness: ownHarnessOf(file, surroundings.workspace, descendant),
    functions: taskFunctionsOf(file, surroundings),
  };
}

/** The tasks whose prompts a document has: its own, or those of its group, which has none while the names of all tasks are being read. */
export function taskTargetsOf(config: Config, surroundings?: Surroundings): Target[] {
  const { value } = config.evaluation;
  const isGroup = value.entry('group') && !value.entry('class');
  const tasks = isGroup && surroundings ? tasksOfGroup(config.evaluation, surroundings) : config.datasets;
  return [...tasks, ...classTaskOf(config.evaluation, surroundings)].map((dataset) => ({
    dataset,
    model: undefined,
  }));
}

/** The task that a class is: it has prompts, and no fields of its own that could be checked. */
function classTaskOf(evaluation: Evaluation, surroundings: Surroundings | undefined): TaskDataset[] {
  const { value } = evaluation;
  const abbr = textOf(value.get('task'));
  if (abbr === undefined || !value.entry('class')) return [];
  const around = surroundings && aroundOf(evaluation, surroundings);
  return [{ value, abbr, list: '', index: 0, inferCfg: undefined, readerCfg: undefined, ...around }];
}

function tasksOfGroup(group: Evaluation, surroundings: Surroundings): readonly DatasetConfig[] {
  const index = readyTaskIndexOf(group.file, surroundings);
  return index ? tasksIn(membersOf(group.value, index, releaseOf(group.file, surroundings)), aroundOf(group, surroundings)) : [];
}

/** Each task once, in the order of the group. */
export function tasksIn(members: readonly Member[], around: AroundTask): TaskDataset[] {
  const found = new Map<string, MemberTask>();
  const add = (list: readonly Member[], span: Span | undefined): void => {
    for (const member of list) {
      if (found.size >= mostMembers) return;
      // What stands in another file is named here by the group that holds it.
      if (member.kind === 'group') add(member.members, span ?? member.span);
      else if (!member.unknownName && !member.error && !found.has(member.name))
        found.set(member.name, new MemberTask(member, found.size, span ?? member.span, around));
    }
  };
  add(members, undefined);
  return [...found.values()];
}

/** A task of a group. Its file is read when its config is asked for. */
class MemberTask implements TaskDataset {
  readonly list = '';
  readonly inferCfg = undefined;
  readonly readerCfg = undefined;

  readonly harness;
  readonly functions;
  readonly descendant;

  constructor(
    private readonly member: Member,
    readonly index: number,
    readonly namedAt: Span,
    around: AroundTask,
  ) {
    ({ harness: this.harness, functions: this.functions, descendant: this.descendant } = around);
  }

  get abbr(): string {
    return this.member.name;
  }

  get value(): DictValue {
    return this.member.config;
  }
}
