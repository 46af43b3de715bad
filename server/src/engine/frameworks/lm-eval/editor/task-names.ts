import { itemsOf } from '../../../config/sequence.js';
import { say } from '../../../core/say.js';
import type { Value } from '../../../core/value.js';
import type { ReadConfig } from '../../face/behaviour.js';
import type { SharedNames } from '../../face/editor.js';
import { usesIn } from '../rules/support/columns.js';
import { templateFields } from '../rules/support/template-fields.js';
import { tasksOf, type Task } from '../rules/support/task.js';
import { isPlain } from '../rules/support/template.js';
import { GatheredNames } from '../../face/gathered-names.js';
import { namingFunction } from './naming-function.js';

/** The task, the group, the tags and the members that a file names, with what it includes: they share one namespace (lm-evaluation-harness 0.4.13 `tasks/_index.py`). */
export function namesInTask({ config, surroundings }: ReadConfig): SharedNames {
  const gathered = new GatheredNames();
  for (const { kind, value } of config.places) {
    if (value.kind !== 'dict') continue;
    const isGroup = kind === 'group' || kind === 'group-member';
    if (!isGroup && (kind !== 'task' || value !== config.evaluation.value)) continue;
    const task = value.get('task');
    if (itemsOf(task)) membersIn(config, task, gathered);
    else gathered.whole('task', config, task, kind !== 'group-member');
    oneOrSeveral(config, value.get('group'), gathered);
    oneOrSeveral(config, value.get('tag'), gathered);
  }
  for (const task of tasksOf({ evaluation: config.evaluation, config })) {
    columnsOf(task, gathered);
    const naming = namingFunction(task.config, surroundings);
    if (naming) gathered.classes.set(task.config, naming);
  }
  return gathered.gathered;
}

/** The columns that templates use, and the field that is nothing but the name of one of them. They are what the rows have. */
function columnsOf(task: Task, gathered: GatheredNames): void {
  const scope = task.config;
  const fields = templateFields(task);
  const used = new Set<string>();
  for (const { value } of fields)
    for (const { name, start } of usesIn(value.text)) {
      used.add(name);
      gathered.part('column', scope, value, name, start, false);
    }
  for (const { value } of fields)
    if (isPlain(value.text) && used.has(value.text)) gathered.part('column', scope, value, value.text, 0, false);
  gathered.because('column', scope, (name) => say`The rows of the task have the column ${name} by this name.`);
}

/** Dicts among them are places of their own. */
function membersIn(scope: object, list: Value | undefined, gathered: GatheredNames): void {
  for (const item of itemsOf(list) ?? []) if (item.kind !== 'dict') gathered.whole('task', scope, item, false);
}

/** A text, or a list of texts. */
function oneOrSeveral(scope: object, given: Value | undefined, gathered: GatheredNames): void {
  for (const item of itemsOf(given) ?? (given ? [given] : [])) gathered.whole('task', scope, item, true);
}
