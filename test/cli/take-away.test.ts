import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { workspaceFiles } from '../support/configs.js';
import { folderOf, runCli } from './run-cli.js';

/** Interpreters of environments that have the frameworks: `PREFLIGHT_PYTHON_LM_EVAL`, `PREFLIGHT_PYTHON_OPENCOMPASS`. */
const pythons = { lmEval: process.env['PREFLIGHT_PYTHON_LM_EVAL'], openCompass: process.env['PREFLIGHT_PYTHON_OPENCOMPASS'] };
for (const [name, python] of Object.entries(pythons))
  if (python === undefined)
    console.log(`skipped: the Python that ${name} runs. No environment has it; PREFLIGHT_PYTHON_… names an interpreter.`);

const lakes = `task: lakes
dataset_path: made/lakes
test_split: test
training_split: train
fewshot_split: train
num_fewshot: 1
output_type: multiple_choice
doc_to_text: "{{name}} lies in"
doc_to_target: 0
doc_to_choice: [Europe, Asia]
`;
const folder = folderOf({
  'lakes.yaml': lakes,
  'rows.jsonl':
    '{"name": "Como \u{1f30a} \\u202e \\"\'", "question": "Why \\u001b[2J\'\'\'?", "answer": "b"}\n{"name": "Baikal", "question": "How?", "answer": "c"}\n',
  ...workspaceFiles,
});

async function taken(form: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCli(['preview', ...args, '--as', form], { cwd: folder });
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}

/** What a program prints that the framework is asked by. */
async function printed(python: string, ...args: string[]): Promise<string> {
  const program = join(folder, 'program.py');
  writeFileSync(program, await taken('python', ...args));
  const { status, stdout, stderr } = spawnSync(python, [program], { cwd: folder, timeout: 100_000 });
  expect([status, status === 0 ? '' : stderr.toString()]).toEqual([0, '']);
  return stdout.toString();
}

describe('preview --as', () => {
  it('prints the prompt alone', async () => {
    expect(await taken('text', 'eval.py')).toBe('<system>Be brief.</system><user>Question: ⟦question⟧\n</user><bot>');
    expect(JSON.parse(await taken('messages', 'eval.py'))).toEqual([
      { role: 'user', content: '<system>Be brief.</system><user>Question: ⟦question⟧\n</user><bot>' },
    ]);
    const call = await taken('curl', 'eval.py');
    expect(call).toContain('-H "Authorization: Bearer $OPENAI_API_KEY"');
    expect(call).toMatch(/"max_tokens": 32,\n/);
  });

  it('says why there is no program', async () => {
    const { code, stderr } = await runCli(['preview', 'lakes.yaml', '--as', 'poem'], { cwd: folder });
    expect([code, stderr]).toEqual([2, expect.stringContaining('--as must be one of text, messages, curl, python, markdown') as string]);
  });

  it.skipIf(pythons.lmEval === undefined)('is Python that has lm-evaluation-harness make the same prompt', async () => {
    const row = ['lakes.yaml', '--row', 'rows.jsonl:1'];
    const prompt = await taken('text', ...row);
    expect(prompt).toContain('Como');
    expect(await printed(pythons.lmEval!, ...row)).toContain(`${prompt.slice(0, -' Europe'.length)}\n--- scored: ' Europe'\n`);
  });

  it.skipIf(pythons.openCompass === undefined)('is Python that has OpenCompass make the same prompt', async () => {
    const row = ['eval.py', '--row', 'rows.jsonl:1'];
    expect(await printed(pythons.openCompass!, ...row)).toBe(`${await taken('text', ...row)}\n`);
  });
});
