import { removeEntry } from '../../../edit/index.js';
import { textOf, type DictEntry } from '../../../core/value.js';
import type { CheckContext, Finding, Fix } from '../../face/rule.js';
import { addEntryFix, oneEdit } from '../../../checks/support/fixes.js';
import { usesIn } from './support/columns.js';
import { columnsOfSamples, exampleTemplates } from './support/samples.js';
import type { Task } from './support/task.js';
import { taskRule } from './support/task-rule.js';
import { say } from '../../../core/say.js';

/** Samples beside a split (lm-evaluation-harness 0.4.13 `api/task.py`, `fewshot_docs`). */
export const samplesIgnored = taskRule(
  {
    id: 'samples-ignored',
    title: 'Samples that a split overrides',
    severity: 'warning',
    fix: 'either',
    prevents: 'Examples from the dataset in place of those that are written here',
  },
  function* (task, context): Iterable<Finding> {
    const samples = task.fewshot?.entry('samples');
    if (!samples || samples.value.kind === 'none') return;
    const own = task.fewshot!.entry('split');
    const split = own ?? task.config.entry('fewshot_split');
    if (!split || split.value.kind === 'none') return;
    yield {
      span: samples.keySpan,
      message: say`These samples are not used: examples come from ${textOf(split.value) ?? say`a split`}, since a split wins over samples${own ? '' : say`, even that of the task`}.`,
      related: [{ span: split.keySpan, message: say`the split is given here` }],
      fixes: fixes(task, context, samples, own !== undefined),
    };
  },
);

/** Samples that lack a column of the prompt are no examples: they go, and nothing changes. */
function fixes(task: Task, context: CheckContext, samples: DictEntry, ownSplit: boolean): Fix[] {
  if (!canBeExamples(task)) return oneEdit(say`Remove the samples`, true, removeEntry(context.text(samples.keySpan.file), samples));
  return ownSplit ? [] : addEntryFix(context, task.fewshot!, 'split', 'None', say`Set no split in fewshot_config`, false);
}

/** Whether the samples, as far as they are written out, have every column that examples are made of. */
function canBeExamples(task: Task): boolean {
  if (!task.samples) return true;
  const columns = columnsOfSamples(task.samples);
  const fits = (template: string): boolean =>
    columns.has(template) || usesIn(template).every(({ name, missing, guarded }) => missing !== 'raises' || guarded || columns.has(name));
  return exampleTemplates(task).every(({ value }) => fits(value.text));
}
