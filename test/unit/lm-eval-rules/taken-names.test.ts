import { describe, expect, it } from 'vitest';
import { createProject } from '../../../server/src/engine/project/project.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import type { Diagnostic } from '../../../server/src/engine/frameworks/face/rule.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

const task = (name: string): string => `${name}
dataset_path: example/pond
output_type: generate_until
training_split: train
test_split: test
doc_to_text: "Question: {{question}}\\nAnswer:"
doc_to_target: "{{answer}}"
generation_kwargs: {until: ["\\n"]}
`;

/** More files than are read to look at one name. */
const many = Object.fromEntries(Array.from({ length: 3_001 }, (_, i) => [`/ws/tasks/other/t${String(i)}.yaml`, 'x: 1\n']));

function found(
  first: string,
  second: string,
  others: Readonly<Record<string, string>>,
  shown = ({ message }: Diagnostic): string => message,
): readonly string[] {
  const file = '/ws/tasks/ponds/b.yaml';
  const workspace = new MemoryWorkspace({ ...others, '/ws/tasks/ponds/a.yaml': task(first), [file]: task(second) }, ['/ws']);
  return createProject(workspace, defaultSettings)
    .check(file)
    .filter(({ rule }) => rule === 'not-indexed')
    .map(shown);
}

describe('a name that is taken', () => {
  const said = ['The name pond is taken by a.yaml: the harness skips this file, and --tasks pond runs the other. Give it another name.'];

  it.each([
    ['task: pond', 'task: pond'],
    ['"task": "pond"', 'task: pond # a pond'],
    ["task: 'pond'", '"task": pond'],
  ])('is found among few files and among very many: %s, %s', (first, second) => {
    expect(found(first, second, {})).toEqual(said);
    expect(found(first, second, many)).toEqual(said);
  });

  it.each([
    ['task: ponds', 'task: pond'],
    ['group: pond\ntask: frog', 'task: pond'],
    ['# task: pond\ntask: frog', 'task: pond'],
  ])('is another one: %s', (first, second) => expect(found(first, second, many)).toEqual([]));

  it('is no fault where both files are the same task', () => {
    const severities = (first: string, second: string): readonly string[] => found(first, second, {}, ({ severity }) => severity);
    expect(severities('task: pond', 'task: pond # a pond')).toEqual(['information']);
    expect(severities('task: pond', 'task: pond\nnum_fewshot: 2')).toEqual(['error']);
    const own = 'task: pond\nprocess_docs: !function utils.wet';
    expect(severities(own, own)).toEqual(['error']);
  });
});
