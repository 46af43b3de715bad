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

it('nor does a base with a name of its own, which others include', () => {
  const base = 'task: base_pond\ndataset_path: example/pond\ntest_split: test\noutput_type: multiple_choice\n';
  const told = (other: string): string[] =>
    createProject(new MemoryWorkspace({ '/ws/_pond.yaml': base, '/ws/pond_a.yaml': other }, ['/ws']), defaultSettings)
      .check('/ws/_pond.yaml')
      .filter(({ severity }) => severity === 'error')
      .map(({ rule }) => rule);
  const asks = 'doc_to_text: "{{q}}"\ndoc_to_target: "{{a}}"\ndoc_to_choice: ["x", "z"]\n';
  expect(told(`task: pond_a\ninclude: big_pond.yaml\n${asks}`)).toEqual(['missing-task-field', 'missing-task-field', 'mc-no-choice']);
  expect(told(`task: pond_a\ninclude: _pond.yaml\n${asks}`)).toEqual([]);
  // A task of its own, which another one takes over as it is.
  expect(told('task: pond_a\ninclude: _pond.yaml\ndataset_name: a\n')).toEqual([
    'missing-task-field',
    'missing-task-field',
    'mc-no-choice',
  ]);
});

it.each([
  ['', 1],
  ['dataset_kwargs: {cache_dir: /tmp}\n', 1],
  ['dataset_kwargs: {data_files: a.jsonl}\n', 0],
  ['dataset_kwargs: {data_dir: pond}\n', 0],
  ['dataset_kwargs: {data_file: a.jsonl}\n', 0],
  ['dataset_kwargs: !function utils.load\n', 0],
  ['custom_dataset: !function utils.load\n', 0],
])('a format of files needs files: %j', (kwargs, times) =>
  expect(found(`task: pond\ndataset_path: json\n${kwargs}${rest}`)).toHaveLength(times),
);
