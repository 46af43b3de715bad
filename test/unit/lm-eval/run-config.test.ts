import { describe, expect, it } from 'vitest';
import { completions } from '../../../server/src/engine/editor/completion.js';
import { definitions } from '../../../server/src/engine/editor/definition.js';
import { hover } from '../../../server/src/engine/editor/hover.js';
import { preview } from '../../../server/src/engine/editor/preview/preview.js';
import type { PreviewData } from '../../../server/src/engine/editor/preview/data.js';
import type { PreviewSelection } from '../../../server/src/engine/editor/preview/preview-shape.js';
import { looksLikeConfig } from '../../../server/src/engine/frameworks/registry.js';
import { fixture } from '../../support/fixture.js';

const run = `# file: tasks/run.yaml
model: hf
model_args:
  pretrained: tiny
tasks:
  - pond
  - choices
num_fewshot: 2
`;
const rows = `# file: tasks/data.jsonl
{"question": "What croaks?", "answer": "A frog."}
{"question": "What swims?", "answer": "A pike."}
{"question": "What floats?", "answer": "A lily."}
`;
const pond = `# file: tasks/pond.yaml
task: pond
dataset_path: json
dataset_kwargs: {data_files: {train: tasks/data.jsonl, test: tasks/data.jsonl}}
training_split: train
test_split: test
output_type: generate_until
doc_to_text: "Q: {{question}}"
doc_to_target: "{{answer}}"
generation_kwargs: {until: ["Q:"], temperature: 0}
`;
const choices = `# file: tasks/choices.yaml
task: choices
dataset_path: json
dataset_kwargs: {data_files: {test: tasks/data.jsonl}}
test_split: test
output_type: multiple_choice
doc_to_text: "{{question}}"
doc_to_choice: ["A frog.", "A pike."]
doc_to_target: "{{answer}}"
`;
const tokenizer = `# file: tasks/tiny/tokenizer_config.json
{"chat_template": "{{ bos_token }}{% for m in messages %}<{{ m.role }}>{{ m.content }}{% endfor %}{% if add_generation_prompt %}<a>{% if enable_thinking is defined %}{{ enable_thinking }}{% endif %}{% endif %}", "bos_token": "<s>"}
`;
const others = rows + pond + choices + tokenizer;

function shown(text: string, selection: PreviewSelection = {}): PreviewData {
  const { project, file } = fixture(text + others);
  const result = preview(project, file, { selection });
  if (result.kind !== 'preview') throw new Error(JSON.stringify(result));
  return result.preview;
}

function found(text: string): string[] {
  const { project, file } = fixture(text + others);
  return project.check(file).map(({ rule, severity }) => `${severity} ${rule}`);
}

describe('a config of a run', () => {
  it('is told from configs of other programs by its keys', () => {
    const looks = (text: string): boolean => looksLikeConfig(text, 'yaml');
    expect(looks('tasks: [a]\nmodel_args: {pretrained: x}\n')).toBe(true);
    expect(looks('tasks:\n  build:\n    cmds: [make]\n')).toBe(false);
    expect(looks('- hosts: all\n  tasks:\n    - name: x\n')).toBe(false);
    expect(found('# file: ci/run.yaml\ntasks:\n  - name: gsm8k\nmodel_args: {}\nlog_samples: true\n')).toEqual([]);
  });

  it('has the prompts of its tasks, asked as it says', () => {
    const { datasets, shots, modes } = shown(run);
    expect(datasets.map(({ label }) => label)).toEqual(['pond', 'choices']);
    expect(shots.examples).toHaveLength(2);
    expect(modes).toEqual(['gen']);
  });

  it('has the tasks that patterns fit, each once', () => {
    const labels = (tasks: string): string[] =>
      shown(run.replace('tasks:\n  - pond\n  - choices', `tasks: ${tasks}`)).datasets.map(({ label }) => label);
    expect(labels('["p?nd"]')).toEqual(['pond']);
    expect(labels('"*o*"')).toEqual(['choices', 'pond']);
    expect(labels('[pond, "[cp]*", "no*"]')).toEqual(['pond', 'choices']);
  });

  it('shows what it says as what is chosen, and takes another choice in its place', () => {
    const text = `${run}system_instruction: Be brief.\n`;
    expect(shown(text).selection).toMatchObject({ systemInstruction: 'Be brief.', shots: 2 });
    const other = shown(text, { systemInstruction: 'Be long.', shots: 1, row: 0 });
    expect(other.output?.text).toMatch(/^Be long\.Q: /);
    expect(other.selection).toMatchObject({ systemInstruction: 'Be long.', shots: 1 });
  });

  it('sets generation arguments over those of the task', () => {
    const { stages } = shown(`${run}gen_kwargs: {temperature: 0.7, do_sample: true}\n`);
    expect(stages.at(-1)!.summary).toMatch(/until 'Q:'.*temperature 0\.7.*do_sample True/);
  });

  it('applies the chat template of the tokenizer that the model has, with what the model gives it', () => {
    const chat = run.replace('num_fewshot: 2', 'apply_chat_template: true');
    expect(shown(chat, { row: 0 }).output).toEqual({ kind: 'text', text: '<s><user>Q: What croaks?<a>' });
    const thinking = chat.replace('pretrained: tiny', 'pretrained: tiny\n  enable_thinking: false');
    expect(shown(thinking, { row: 0 }).output).toEqual({ kind: 'text', text: '<s><user>Q: What croaks?<a>False' });
    const vllm = chat.replace('model: hf', 'model: vllm');
    expect(shown(vllm, { row: 0 }).output).toEqual({ kind: 'text', text: '<s><user>Q: What croaks?<a>None' });
  });

  it('does not call exact what a template makes that is not there', () => {
    const { exactness } = shown(run.replace('tiny', 'org/elsewhere').replace('num_fewshot: 2', 'apply_chat_template: true'), { row: 0 });
    expect(exactness.level).toBe('unknown');
    expect(exactness.reason).toContain('org/elsewhere');
  });

  it('sends a service the messages as they are, and nothing where that gives no log-likelihoods', () => {
    const service = run.replace('model: hf', 'model: local-chat-completions').replace('num_fewshot: 2', 'apply_chat_template: true');
    const first = shown(service, { row: 0 });
    expect(first.exactness.level).toBe('exact');
    expect(first.output).toMatchObject({ kind: 'messages' });
    expect(shown(service, { row: 0, dataset: '/choices' }).exactness).toMatchObject({ level: 'never-sent' });
    expect(found(service)).toEqual(['error run-refused']);
  });

  it('is never sent where the run stops before', () => {
    const { exactness } = shown(`${run}fewshot_as_multiturn: true\n`, { row: 0 });
    expect(exactness).toMatchObject({ level: 'never-sent' });
    expect(exactness.reason).toContain('ValueError: When `fewshot_as_multiturn` is True');
  });

  it('that names tasks out of reach is no fault, and its prompts are not sure to be sent', () => {
    const text = run.replace('  - choices', '  - hellaswag');
    expect(found(text)).toEqual([]);
    expect(shown(text, { row: 0 }).exactness.level).toBe('close');
  });

  it('tells of a text that is split otherwise than it seems', () => {
    const text = run.replace('tasks:\n  - pond\n  - choices', 'tasks: pond, choices');
    expect(found(text)).toEqual(['error run-task-unknown']);
    expect(found(run.replace('tasks:\n  - pond\n  - choices', 'tasks: pond,choi*'))).toEqual([]);
  });

  it.each([
    ['seed: 42', []],
    ['seed: null', []],
    ['seed: [1, 2, 3, null]', []],
    ['seed: [1, 2]', ['error run-refused']],
    ['seed: x', ['error run-refused']],
    ['limit: 3\nsamples: {pond: [1]}', ['error run-refused']],
    ['limit: 3\nsamples: {}', []],
    ['metadata: [1]', ['error run-refused']],
    ['metadata: a=1', []],
    ['predict_only: true', ['error run-refused']],
    ['predict_only: true\noutput_path: out', []],
    ['generation_kwargs: {}', ['error unknown-run-key']],
    ['experiment: mine', ['warning unknown-run-key']],
  ])('%s: %j', (line, expected) => {
    expect(found(`${run}${line}\n`)).toEqual(expected);
  });
});

describe('in a config of a run', () => {
  const at = (text: string, place: string): ReturnType<typeof fixture> =>
    fixture(text.replace(place.replace('¦', ''), place.replace('¦', '$0')) + others);

  it('a key tells what it is', () => {
    const { project, file, offset } = at(run, 'num_¦fewshot');
    expect(hover(project, file, offset)?.markdown).toContain('How many examples each task shows');
  });

  it('a name tells of its task, and leads to it', () => {
    const { project, file, offset } = at(run, '- po¦nd');
    expect(hover(project, file, offset)?.markdown).toContain('`pond` · task · `pond.yaml`');
    expect(definitions(project, file, offset)).toMatchObject([{ target: { file: expect.stringMatching(/pond\.yaml$/) as string } }]);
  });

  it('names of tasks, keys and what they take are offered', () => {
    const labels = (text: string, place: string): string[] => {
      const { project, file, offset } = at(text, place);
      return completions(project, file, offset).map(({ label }) => label);
    };
    expect(labels(run.replace('- choices', '- cho'), '- cho¦')).toEqual(['choices']);
    expect(labels(`${run}appl\n`, 'appl¦')).toContain('apply_chat_template');
    expect(labels(`${run}log_samples: \n`, 'log_samples: ¦')).toEqual(['true', 'false']);
  });
});
