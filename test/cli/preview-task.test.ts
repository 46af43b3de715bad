import { describe, expect, it } from 'vitest';
import { folderOf, runCli, type Outcome } from './run-cli.js';

const rivers = `task: rivers
dataset_path: made/rivers
test_split: test
output_type: generate_until
doc_to_text: "Q: {{question}}\\nA:"
doc_to_target: "{{answer}}"
generation_kwargs: {until: ["\\n"]}
`;
const lakes =
  'task: lakes\ntag: waters\ndataset_path: made/lakes\ntest_split: test\noutput_type: multiple_choice\ndoc_to_text: "{{name}} lies in"\ndoc_to_choice: [Europe, Asia]\ndoc_to_target: 0\n';
const group = 'group: all_waters\ntask: [rivers, lakes]\n';
const template =
  '{% for message in messages %}[{{ message.role }}]{{ message.content }}{% endfor %}{% if add_generation_prompt %}[go]{% endif %}';

const folder = folderOf({
  'tasks/rivers.yaml': rivers,
  'tasks/lakes.yaml': lakes,
  'tasks/all.yaml': group,
  'tasks/python.yaml': 'task: python\nclass: !function code.Task\n',
  'mine.jinja': template,
  'rows.jsonl': '{"question": "Which?", "answer": "That."}\n{"question": "Who?", "answer": "She."}\n',
});

function preview(...args: string[]): Promise<Outcome> {
  return runCli(['preview', ...args], { cwd: folder });
}

async function textOf(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await preview(...args, '--format', 'json');
  expect([code, stderr]).toEqual([0, '']);
  return (JSON.parse(stdout) as { output: { text: string } }).output.text;
}

describe('preview of a task', () => {
  it('takes a file, and the name of a task', async () => {
    expect(await textOf('tasks/rivers.yaml')).toBe('Q: ⟦question⟧\nA:');
    expect(await textOf('rivers', '--include-path', 'tasks')).toBe('Q: ⟦question⟧\nA:');
  });

  it("takes the harness's own options, with hyphens or underscores", async () => {
    expect(await textOf('tasks/rivers.yaml', '--apply_chat_template', 'mine.jinja', '--system_instruction', 'Be brief.')).toBe(
      '[system]Be brief.[user]Q: ⟦question⟧\nA:[go]',
    );
    expect(await textOf('tasks/rivers.yaml', '--row', 'rows.jsonl:2', '--num-fewshot', '1')).toBe('Q: Which?\nA: That.\n\nQ: Who?\nA:');
    const single = await textOf(
      'tasks/rivers.yaml',
      '--row',
      'rows.jsonl:2',
      '--num-fewshot',
      '1',
      '--apply-chat-template',
      'mine.jinja',
      '--fewshot_as_multiturn',
      'false',
    );
    expect(single).toBe('[user]Q: Which?\nA: That.\n\nQ: Who?\nA:[go]');
  });

  it('shows messages where no template is named', async () => {
    expect(JSON.parse(await textOf('tasks/rivers.yaml', '--apply-chat-template'))).toEqual([
      { role: 'user', content: 'Q: ⟦question⟧\nA:' },
    ]);
  });

  it('shows a member of a group, a prompt format, and the request of a choice', async () => {
    expect(await textOf('all_waters', '--include-path', 'tasks', '--dataset', 'lakes', '--label', 'Asia')).toBe('⟦name⟧ lies in Asia');
    expect(await textOf('lakes@mcqa', '--include-path', 'tasks')).toContain('A. Europe\nB. Asia\nAnswer: A');
  });

  it('says that shots stand in for random ones where it says that it is exact', async () => {
    const last = async (...args: string[]): Promise<string> =>
      (await preview('tasks/rivers.yaml', '--row', 'rows.jsonl:2', ...args)).stdout.trimEnd().split('\n').at(-1)!;
    expect(await last()).not.toContain('stand in');
    expect(await last('--num-fewshot', '1')).toMatch(/^exact · .* · examples stand in for those of the run/);
  });

  it('says which prompt format it shows', async () => {
    const formats = '\nformats: {mcqa: null, cloze: null}\n';
    const here = folderOf({ 'lakes.yaml': lakes + formats });
    const { stdout } = await runCli(['preview', 'lakes@cloze', '--include-path', '.'], { cwd: here });
    expect(stdout).toMatch(/^lakes@cloze · /);
  });

  it('does not speak of rows where the task itself holds the examples', async () => {
    const samples = 'num_fewshot: 1\nfewshot_config: {sampler: first_n, samples: [{question: What?, answer: This.}]}\n';
    const { stdout } = await runCli(['preview', 'rivers.yaml', '--row', 'rows.jsonl:1'], {
      cwd: folderOf({ 'rivers.yaml': rivers + samples, 'rows.jsonl': '{"question": "Which?", "answer": "That."}\n' }),
    });
    expect(stdout).toContain('This.');
    expect(stdout).not.toContain('rows of the row file');
  });

  it('takes one of the templates of a tokenizer', async () => {
    const config = JSON.stringify({
      chat_template: [
        { name: 'default', template: 'plain' },
        { name: 'tool_use', template: '[tools]{{ messages[0].content }}' },
      ],
    });
    const here = folderOf({ 'rivers.yaml': rivers, 'model/tokenizer_config.json': config });
    const { stdout } = await runCli(['preview', 'rivers.yaml', '--apply-chat-template', 'model#tool_use', '--format', 'json'], {
      cwd: here,
    });
    expect((JSON.parse(stdout) as { output: { text: string } }).output.text).toBe('[tools]Q: ⟦question⟧\nA:');
  });

  it('names what is raised whatever the row is, not what placeholders raise', async () => {
    const task =
      rivers +
      'doc_to_choice: "{{choices + [1 / zero]}}"\nnum_fewshot: 2\nfewshot_config: {sampler: first_n, samples: [{question: a, answer: b}]}\n';
    const { code, stdout } = await runCli(['preview', 'rivers.yaml'], { cwd: folderOf({ 'rivers.yaml': task }) });
    expect(code).toBe(1);
    expect(stdout).toContain('exceeds the 1 that are available');
  });

  it('takes a tag for the group of its tasks', async () => {
    const { code, stdout } = await preview('waters', '--include-path', 'tasks', '--format', 'json');
    expect(code).toBe(0);
    expect((JSON.parse(stdout) as { datasets: { label: string }[] }).datasets.map(({ label }) => label)).toEqual(['lakes']);
  });

  it('asks a row of the data of the task itself, with the shots of a run', async () => {
    const lines = (texts: readonly string[]): string => texts.map((q) => JSON.stringify({ q, a: q.toUpperCase() })).join('\n');
    const task = `task: own\ndataset_path: json\ndataset_kwargs: {data_files: {train: train.jsonl, test: test.jsonl}}\ntraining_split: train\ntest_split: test\noutput_type: generate_until\ndoc_to_text: "{{q}}"\ndoc_to_target: "{{a}}"\n`;
    const cwd = folderOf({ 'own.yaml': task, 'train.jsonl': lines([...'abcdefgh']), 'test.jsonl': lines(['x', 'y', 'z']) });
    const shown = async (...args: string[]): Promise<{ output: { text: string }; exactness: { level: string } }> =>
      JSON.parse((await runCli(['preview', 'own.yaml', '--num-fewshot', '2', '--format', 'json', ...args], { cwd })).stdout) as never;
    expect(await shown('--row', '3')).toMatchObject({ output: { text: 'a A\n\nf F\n\nz' }, exactness: { level: 'exact' } });
    expect(await shown('--row', 'train.jsonl:3')).toMatchObject({
      output: { text: 'a A\n\nf F\n\nc' },
      exactness: { level: 'stand-in-shots' },
    });
    expect(await shown('--row', '3', '--samples', '[2]')).toMatchObject({
      output: { text: 'h H\n\na A\n\nz' },
      exactness: { level: 'exact' },
    });
    expect((await runCli(['preview', 'own.yaml', '--row', '4'], { cwd })).stderr).toContain('The dataset has 3 rows; there is no row 4.');
  });

  it('says of a class what of it cannot be followed', async () => {
    const { code, stdout } = await preview('python', '--include-path', 'tasks');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^unknown: .*code/m);
  });

  it.each([
    [['rivers', '--include-path', 'nowhere'], '--include-path nowhere: there is no such directory.'],
    [['riverz', '--include-path', 'tasks'], 'Did you mean rivers?'],
    [['tasks/rivers.yaml', '--apply-chat-template', 'no/such'], 'no/such'],
    [['tasks/rivers.yaml', '--fewshot-as-multiturn'], '--apply-chat-template'],
    [['tasks/rivers.yaml', '--num-fewshot', 'many'], '--num-fewshot must be a whole number'],
    [['tasks/none.yaml'], 'tasks/none.yaml does not exist.'],
  ])('says what is wrong with %j', async (args, sentence) => {
    const { code, stderr } = await preview(...args);
    expect(code).toBe(2);
    expect(stderr).toContain(sentence);
  });
});
