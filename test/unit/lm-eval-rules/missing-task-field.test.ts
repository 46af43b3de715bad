import { expect, it } from 'vitest';
import { createProject } from '../../../server/src/engine/project/project.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

const rest =
  'output_type: generate_until\ntraining_split: train\ntest_split: test\ndoc_to_text: "{{question}}"\ndoc_to_target: "{{answer}}"\ngeneration_kwargs:\n  until: ["\\n\\n"]\n';

function found(text: string): string[] {
  const files = {
    '/ws/pond.yaml': text,
    '/ws/base.yaml': 'dataset_path: example/pond\n',
    '/ws/utils.py': 'def load(**given):\n    return given\n',
  };
  return createProject(new MemoryWorkspace(files, ['/ws']), defaultSettings)
    .check('/ws/pond.yaml')
    .filter(({ rule }) => rule === 'missing-task-field')
    .map(({ message }) => message);
}

it('a task needs a dataset', () =>
  expect(found(`task: pond\n${rest}`)).toEqual([
    'The task has no `dataset_path`: loading it raises an AttributeError that does not say so.',
  ]));
it.each(['dataset_path: example/pond\n', 'custom_dataset: !function utils.load\n', 'include: base.yaml\n', 'include: other.yaml\n'])(
  'which %j gives',
  (dataset) => expect(found(`${dataset}task: pond\n${rest}`)).toEqual([]),
);
it('but what others include needs none', () => expect(found(rest)).toEqual([]));
it('and where a key already raises, nothing comes to what is missing', () => {
  expect(found(`task: pond\nanything: 1\n${rest}`)).toEqual([]);
  expect(found(`task: pond\n? 7\n: 1\n${rest}`)).toEqual([]);
});
