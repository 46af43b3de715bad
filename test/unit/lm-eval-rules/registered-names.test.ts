import { expect, it } from 'vitest';
import { createProject } from '../../../server/src/engine/project/project.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { fixture } from '../../support/fixture.js';
import { completions } from '../../../server/src/engine/editor/completion.js';

const file = '/ws/pond_quiz.yaml';

const task = (aggregation: string, filter: string): string => `task: pond_quiz
dataset_path: example/pond
output_type: generate_until
test_split: test
doc_to_text: "Question: {{question}}\\nAnswer:"
doc_to_target: "{{answer}}"
generation_kwargs:
  until: ["\\n\\n"]
metric_list:
  - metric: acc
    aggregation: ${aggregation}
filter_list:
  - name: short
    filter:
      - function: ${filter}
`;

function foundIn(text: string): string[] {
  const found = createProject(new MemoryWorkspace({ [file]: text }, ['/ws']), defaultSettings).check(file);
  return found.filter(({ rule }) => rule === 'unknown-value').map(({ message }) => message);
}

function offered(text: string): string[] {
  const { project, file: path, offset } = fixture(`# file: pond_quiz.yaml\n${text}`);
  return completions(project, path, offset).map(({ label }) => label);
}

// lm-evaluation-harness 0.4.13: `filters/__init__.py` imports no `decontamination`; `api/metrics.py` registers chrf++.
it('knows the names that the harness registers, and no others', () => {
  expect(foundIn(task('chrf++', 'take_first'))).toEqual([]);
  expect(foundIn(task('mean', 'decontaminate'))).toEqual([
    expect.stringMatching(/^There is no function decontaminate: building the task raises KeyError\./),
  ]);
});

it('says of a name of the coming version that it comes', () => {
  expect(foundIn(task('mean', 'noop'))).toEqual([expect.stringMatching(/^There is no function noop: .* It comes with version 0\.5\.$/)]);
});

it.each([
  ['aggregation', task('$0m', 'take_first'), 'chrf++'],
  ['function', task('mean', '$0t'), 'format_span'],
])('offers for %s what the rule knows', (_, text, one) => {
  const names = offered(text);
  expect(names).toContain(one);
  expect(names).not.toContain('decontaminate');
  for (const name of names) expect(foundIn(text.replace(/\$0\w/, name))).toEqual([]);
});

it('takes a metric for a slip of another one, and not for one whose word is another', () => {
  const severities = (metric: string): string[] => {
    const text = task('mean', 'take_first').replace('generate_until', 'multiple_choice').replace('metric: acc', `metric: ${metric}`);
    const found = createProject(new MemoryWorkspace({ [file]: text }, ['/ws']), defaultSettings).check(file);
    return found.flatMap(({ rule, severity, message }) =>
      rule === 'unknown-metric' ? [`${severity} ${message.split('. ').at(-1)!}`] : [],
    );
  };
  expect(severities('acc_nrom')).toEqual(['error Did you mean acc_norm?']);
  expect(severities('acc_male')).toEqual([expect.stringMatching(/^warning The harness has no metric acc_male/)]);
});
