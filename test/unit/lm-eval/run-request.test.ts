import { describe, expect, it } from 'vitest';
import { answerTo } from '../../../server/src/cli/batch/answer.js';
import { BatchSession } from '../../../server/src/cli/batch/session.js';
import { folderOf } from '../../cli/run-cli.js';

const task = `task: lake
tag: lakes
custom_dataset: !function task.made
test_split: test
output_type: generate_until
doc_to_text: "{{q}}"
doc_to_target: q
generation_kwargs: {until: ["\\n"]}
`;
const asFunctions = `task: functions
custom_dataset: !function task.made
test_split: test
training_split: test
fewshot_split: test
num_fewshot: 1
fewshot_config: {sampler: first_n}
output_type: multiple_choice
doc_to_text: !function task.text
doc_to_choice: !function task.choices
doc_to_target: !function task.target
`;
const files = {
  'lake.yaml': task,
  'broken.yaml': task.replace('task: lake', 'task: broken').replace('{{q}}', '{{ 1 // 0 }}'),
  'all.yaml': 'group: all\ntask: [lake]\n',
  'groups.yaml': 'group: groups\ntask: [all]\n',
  'functions.yaml': asFunctions,
  'noted.yaml': `${task.replace('task: lake', 'task: noted').replace('task.made', 'task.noted')}metadata: {depth: 3}\n`,
  'rows.jsonl': '{"q": "one"}\n',
  'several.yaml': `task: several
dataset_path: json
dataset_kwargs: {data_files: {test: rows.jsonl}}
test_split: test
output_type: multiple_choice
doc_to_text: "0"
doc_to_choice: [a, b]
doc_to_target: q
num_fewshot: 1
fewshot_config: {sampler: first_n, samples: [{q: two}]}
`,
  'task.py': `import datasets

def made(**kwargs):
    return {"test": datasets.Dataset.from_list([{"q": "one"}])}

def noted(**kwargs):
    return {"test": datasets.Dataset.from_list([{"q": str(kwargs)}])}

def text(doc):
    return doc["q"] + "?"

def choices(doc):
    return [doc["q"].upper(), "else"]

def target(doc):
    return 0
`,
};
const outside = folderOf(files);
const inside = folderOf(Object.fromEntries(Object.entries(files).map(([name, text]) => [`lm_eval/tasks/${name}`, text])));

/** What a run asks, or raises. */
function ask(release: string, root: string, name = 'lake', tasks?: readonly string[]): unknown {
  const options = { apply_chat_template: false, ...(tasks && { tasks }) };
  const request = { id: 1, op: 'lm-eval-run', root, path: `${name}.yaml`, task_name: name, index: 0, release, options };
  const answer = JSON.parse(answerTo(new BatchSession(), JSON.stringify(request))) as {
    requests?: { context: string }[];
    error?: string;
  };
  return answer.requests?.map(({ context }) => context) ?? answer.error?.split(':', 1)[0] ?? answer;
}

describe('batch lm-eval-run of a task outside of the folder of the harness', () => {
  it('raises in 0.4.9.2 alone, once the task is loaded', () => {
    expect(['0.4.9', '0.4.9.1', '0.4.9.2', '0.4.10'].map((release) => ask(release, outside))).toEqual([
      ['one'],
      ['one'],
      'ValueError',
      ['one'],
    ]);
    expect(ask('0.4.9.2', outside, 'broken')).toBe('ZeroDivisionError');
  });

  it('raises by its tag and by a group of groups, and not as a member of a group of tasks', () => {
    expect(ask('0.4.9.2', outside, 'lake', ['lakes'])).toBe('ValueError');
    expect(ask('0.4.9.2', outside, 'lake', ['groups'])).toBe('ValueError');
    expect(ask('0.4.9.2', outside, 'lake', ['all'])).toEqual(['one']);
  });

  it('gives custom_dataset the metadata, with the path of the file', () => {
    expect(ask('0.4.13', outside, 'noted')).toEqual([`{'depth': 3, 'config_source': '${outside}/noted.yaml'}`]);
    expect(ask('0.4.9.2', `${inside}/lm_eval/tasks`, 'noted')).toEqual(["{'depth': 3}"]);
  });

  it('asks in that folder', () => expect(ask('0.4.9.2', `${inside}/lm_eval/tasks`)).toEqual(['one']));
});

describe('batch lm-eval-run of choices that are inputs of their own', () => {
  const firstOf = (release: string): unknown => {
    const options = { apply_chat_template: true, fewshot_as_multiturn: true };
    const request = { id: 1, op: 'lm-eval-run', root: `${inside}/lm_eval/tasks`, path: 'several.yaml', index: 0, release, options };
    return (JSON.parse(answerTo(new BatchSession(), JSON.stringify(request))) as { requests?: { behind: unknown }[] }).requests?.[0]
      ?.behind;
  };

  it('has them behind the chat of the shots until 0.4.9.2, bare until 0.4.7', () => {
    expect(firstOf('0.4.7')).toBe('a');
    expect(firstOf('0.4.9.2')).toEqual({ messages: [{ role: 'user', content: 'a' }], add_generation_prompt: true });
    expect(firstOf('0.4.13')).toBeUndefined();
  });
});

describe('batch lm-eval-run as of 0.5.0.dev1', () => {
  it('calls the functions of fields, for shots too', () => {
    expect(ask('0.5.0.dev1', outside, 'functions')).toEqual(['one? ONE\n\none?', 'one? ONE\n\none?']);
  });
});
