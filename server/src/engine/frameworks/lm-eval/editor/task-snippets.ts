import { say } from '../../../core/say.js';
import { typedSpan } from '../../../cursor/typed.js';
import type { Completion, TypingPlace } from '../../face/editor.js';

const snippets: readonly Pick<Completion, 'label' | 'detail' | 'newText'>[] = [
  {
    label: 'task',
    detail: say`A task of lm-evaluation-harness whose answers the model writes`,
    newText: `task: \${1:my_task}
dataset_path: \${2:json}
dataset_kwargs:
  data_files:
    train: \${3:train.jsonl}
    test: \${4:test.jsonl}
training_split: train
test_split: test
fewshot_split: train
output_type: generate_until
doc_to_text: "\${5:Question: {{question\\}\\}}\\\\nAnswer:"
doc_to_target: "{{\${6:answer}}}"
generation_kwargs:
  until:
    - "\\\\n"
metric_list:
  - metric: exact_match
metadata:
  version: 1.0
`,
  },
  {
    label: 'group',
    detail: say`A group of tasks of lm-evaluation-harness`,
    newText: `group: \${1:my_group}
task:
  - \${2:first_task}
aggregate_metric_list:
  - metric: \${3:exact_match}
    aggregation: mean
metadata:
  version: 1.0
`,
  },
];

/** A task and a group, for a document that says nothing yet: a file is one of them. */
export function taskSnippets({ document, offset, before }: TypingPlace): Completion[] {
  if (document.language !== 'yaml' || document.text.trim() !== before.trim()) return [];
  const span = typedSpan(document, offset, before);
  return snippets.map((snippet) => ({ ...snippet, kind: 'snippet', markdown: '', span }));
}
