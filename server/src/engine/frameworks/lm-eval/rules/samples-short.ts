import type { Finding } from '../../face/rule.js';
import { taskRule } from './support/task-rule.js';
import { say } from '../../../core/say.js';

/** Fewer samples than examples are asked for (lm-evaluation-harness 0.4.13 `api/samplers.py`). */
export const samplesShort = taskRule(
  {
    id: 'samples-short',
    title: 'Fewer samples than num_fewshot',
    severity: 'error',
    prevents: 'AssertionError or ValueError in the first prompt',
  },
  function* (task): Iterable<Finding> {
    const { samples, shots } = task;
    if (!task.whole || !samples || shots === undefined || !task.usesSamples || samples.length >= shots) return;
    const first = task.fewshot!.get('sampler');
    const raised = first?.kind === 'str' && first.text === 'first_n' ? 'AssertionError' : 'ValueError: Sample larger than population';
    yield {
      span: task.config.entry('num_fewshot')!.keySpan,
      message: say`There are ${String(samples.length)} samples, and num_fewshot asks for ${String(shots)}: the first prompt raises ${raised}.`,
      related: [{ span: task.fewshot!.entry('samples')!.keySpan, message: say`the samples` }],
    };
  },
);
