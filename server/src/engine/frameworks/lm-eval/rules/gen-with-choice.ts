import type { Finding } from '../../face/rule.js';
import { taskRule } from './support/task-rule.js';
import { say } from '../../../core/say.js';

/** Choices of a task that is generated (lm-evaluation-harness 0.4.13 `api/task.py`, `process_results`). */
export const genWithChoice = taskRule(
  {
    id: 'gen-with-choice',
    title: 'Choices of a task whose answers are generated',
    severity: 'information',
    prevents: 'A target that is compared as a text where the index of a choice was meant, or the other way round',
  },
  function* (task): Iterable<Finding> {
    const choices = task.given('doc_to_choice');
    // A prompt format says itself what is made of the choices.
    if (!choices || task.given('formats') || task.outputType !== 'generate_until') return;
    yield {
      span: choices.keySpan,
      message: say`With output_type generate_until the choices are not scored: they only turn the index that \`doc_to_target\` gives into the text that the answer is compared with.`,
    };
  },
);
