import type { Finding } from '../../face/rule.js';
import { addEntryFix } from '../../../checks/support/fixes.js';
import { taskRule } from './support/task-rule.js';
import { say } from '../../../core/say.js';

/** Samples in the order of chance (lm-evaluation-harness 0.4.13 `api/samplers.py`). */
export const samplesShuffled = taskRule(
  {
    id: 'samples-shuffled',
    title: 'Samples that come in a different order for each document',
    severity: 'information',
    fix: 'unsafe',
    prevents: 'Examples in a different order from the one in which they are written',
  },
  function* (task, context): Iterable<Finding> {
    const fewshot = task.fewshot;
    if (!fewshot || !task.samples || task.samples.length < 2 || !task.usesSamples) return;
    const sampler = fewshot.get('sampler');
    if (sampler && !(sampler.kind === 'str' && sampler.text === 'default')) return;
    yield {
      span: fewshot.entry('samples')!.keySpan,
      message: say`Without \`sampler: first_n\` samples are drawn at random: which ones are shown, and in which order, differs from document to document.`,
      fixes: sampler ? [] : addEntryFix(context, fewshot, 'sampler', "'first_n'", say`Add sampler: first_n`, false),
    };
  },
);
