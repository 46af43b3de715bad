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
const lakes = 'task: lakes\ntag: waters\ndataset_path: made/lakes\ntest_split: test\noutput_type: multiple_choice\ndoc_to_text: "{{name}} lies in"\ndoc_to_choice: [Europe, Asia]\ndoc_to_target: 0\n';
const group = 'group: all_waters\ntask: [rivers, lakes]\n';
const template = "{% for message in messages %}[{{ message.role }}]{{ message.content }}{% endfor %}{% if add_generation_prompt %}[go]{% endif %}";

const folder = folderOf({ 'tasks/rivers.yaml': rivers, 'tasks/lakes.yaml': lakes, 'tasks/all.yaml': group, 'mine.jinja': template, 'rows.jsonl': '{"question": "Which?", "answer": "That."}\n{"question": "Who?", "answer": "She."}\n' });

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
    expect(await textOf('tasks/rivers.yaml', '--apply_chat_template', 'mine.jinja', '--system_instruction', 'Be brief.')).toBe('[system]Be brief.[user]Q: ⟦question⟧\nA:[go]');
    expect(await textOf('tasks/rivers.yaml', '--row', 'rows.jsonl:2', '--num-fewshot', '1')).toBe('Q: Which?\nA: That.\n\nQ: Who?\nA:');
    const single = await textOf('tasks/rivers.yaml', '--row', 'rows.jsonl:2', '--num-fewshot', '1', '--apply-chat-template', 'mine.jinja', '--fewshot_as_multiturn', 'false');
    expect(single).toBe('[user]Q: Which?\nA: That.\n\nQ: Who?\nA:[go]');
  });

  it('shows messages where no template is named', async () => {
    expect(JSON.parse(await textOf('tasks/rivers.yaml', '--apply-chat-template'))).toEqual([{ role: 'user', content: 'Q: ⟦question⟧\nA:' }]);
  });

  it('shows a member of a group, a prompt format, and the request of a choice', async () => {
    expect(await textOf('all_waters', '--include-path', 'tasks', '--dataset', 'lakes', '--label', 'Asia')).toBe('⟦name⟧ lies in Asia');
    expect(await textOf('lakes@mcqa', '--include-path', 'tasks')).toContain('A. Europe\nB. Asia\nAnswer: A');
  });

  it.each([
    [['riverz', '--include-path', 'tasks'], 'Did you mean rivers?'],
    [['waters', '--include-path', 'tasks'], 'waters is a tag. Its tasks are: lakes.'],
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
