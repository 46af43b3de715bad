import type { DictEntry } from '../../../../core/value.js';
import type { Task } from './task.js';

/** A question with answers behind it, and the delimiter between them where it is written; undefined where there is none. */
export interface BeforeAnswers {
  readonly entry: DictEntry | undefined;
  readonly delimiter: DictEntry | undefined;
}

/**
 * Where a task puts its delimiter (lm-evaluation-harness 0.4.13 `api/task.py`, `construct_requests` and `build_qa_turn`): in front of each choice
 * that is scored, and in examples. A prompt that an answer is written to ends with the question, and so does one whose target is scored; a `gen_prefix` stands between.
 */
export function beforeAnswers(task: Task): BeforeAnswers | undefined {
  if (task.outputType === undefined || task.outputType === 'loglikelihood_rolling' || task.given('gen_prefix')) return undefined;
  if (task.outputType === 'multiple_choice') return { entry: task.given('doc_to_text'), delimiter: task.given('target_delimiter') };
  // An example whose answer is empty shows no delimiter.
  const answer = task.fewshotEntry('doc_to_target')?.value;
  if (!task.hasShots || task.fewshotUnknown || task.fewshot?.entry('gen_prefix') || (answer?.kind === 'str' && answer.text === ''))
    return undefined;
  return { entry: task.fewshotEntry('doc_to_text'), delimiter: task.fewshotEntry('target_delimiter') };
}
