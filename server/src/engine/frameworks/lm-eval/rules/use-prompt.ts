import { say } from '../../../core/say.js';
import type { Finding } from '../../face/rule.js';
import { taskRule } from './support/task-rule.js';

/** A prompt of the registry (lm-evaluation-harness 0.4.13 `prompts/__init__.py`, `api/task.py`). */
export const usePrompt = taskRule(
  {
    id: 'use-prompt',
    title: 'A prompt from the registry, which is used for the answer too',
    severity: 'warning',
    prevents: 'Examples that repeat the question where the answer belongs',
  },
  function* (task): Iterable<Finding> {
    const entry = task.given('use_prompt');
    if (!entry || (entry.value.kind === 'str' && hasTarget(entry.value.text))) return;
    yield {
      span: entry.keySpan,
      message: say`The prompt of \`use_prompt\` is used for the text, the target and the choices alike: examples repeat the question where the answer belongs. Write doc_to_text and doc_to_target.`,
    };
  },
);

/** Prompts of promptsource, and those of a YAML file (`PromptString`), have a text for the answer beside that for the question. */
function hasTarget(name: string): boolean {
  const category = name.split(':', 1)[0]!;
  return category === 'promptsource' || category.includes('.yaml');
}
