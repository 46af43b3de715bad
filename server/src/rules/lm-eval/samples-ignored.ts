import { textOf } from '../../value.js';
import type { Finding } from '../rule.js';
import { addEntryFix } from '../support/fixes.js';
import { taskRule } from './support/task-rule.js';

/** Samples beside a split (lm-evaluation-harness 0.4.13 `api/task.py`, `fewshot_docs`). */
export const samplesIgnored = taskRule(
  {
    id: 'samples-ignored',
    title: 'Samples that a split displaces',
    severity: 'warning',
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
      message: `These samples are not used: examples come from ${textOf(split.value) ?? 'a split'}, since a split wins over samples${own ? '' : ', that of the task too'}.`,
      related: [{ span: split.keySpan, message: 'the split is given here' }],
      fixes: own ? [] : addEntryFix(context, task.fewshot!, 'split', 'None', 'Give fewshot_config no split', false),
    };
  },
);
