import { afterEach, describe, expect, it } from 'vitest';
import { Client } from './client.js';

let client: Client;
afterEach(async () => {
  expect(client.logged.filter((line) => line.includes('failed:') || line.startsWith('stderr'))).toEqual([]);
  await client.stop();
});

const yaml = `datasets:
  - abbr: demo
    type: JsonlDataset
    path: demo.jsonl
    reader_cfg: {input_columns: [question], output_column: answer}
    infer_cfg:
      prompt_template:
        type: PromptTemplate
        template:
          round:
            - role: HUMAN
              prompt: "Q: {question}\\n"
            - role: BOT
              prompt: "{answer}"
      retriever: {type: ZeroRetriever}
      inferencer: {type: GenInferencer}
    eval_cfg: {evaluator: {type: AccEvaluator}}
models:
  - abbr: river
    type: HuggingFaceCausalLM
    path: river
    max_out_len: 32
    batch_size: 1
    meta_template:
      round:
        - {role: HUMAN, begin: "<user>", end: "</user>"}
        - role: BOT
          begin: "<bot>"
          end: "</bot>"
          generate: true
`;

const json = JSON.stringify(
  {
    datasets: [
      {
        abbr: 'demo',
        type: 'JsonlDataset',
        path: 'demo.jsonl',
        reader_cfg: { input_columns: ['question'], output_column: 'answer' },
        infer_cfg: {
          prompt_template: {
            type: 'PromptTemplate',
            template: {
              round: [
                { role: 'HUMAN', prompt: 'Q: {question}\n' },
                { role: 'BOT', prompt: '{answer}' },
              ],
            },
          },
          retriever: { type: 'ZeroRetriever' },
          inferencer: { type: 'GenInferencer' },
        },
        eval_cfg: { evaluator: { type: 'AccEvaluator' } },
      },
    ],
    models: [
      {
        abbr: 'river',
        type: 'HuggingFaceCausalLM',
        path: 'river',
        max_out_len: 32,
        batch_size: 1,
        meta_template: {
          round: [
            { role: 'HUMAN', begin: '<user>', end: '</user>' },
            { role: 'BOT', begin: '<bot>', end: '</bot>', generate: true },
          ],
        },
      },
    ],
  },
  null,
  2,
);

const prompt = '<user>Q: ⟦question⟧\n</user><bot>';

describe.each([
  ['yaml', 'a.yaml', yaml, '          generate: true\n', ''],
  ['json', 'a.json', json, ',\n            "generate": true', ''],
])('a config in %s', (language, name, text, generate, nothing) => {
  it('is checked, repaired and previewed as one in Python is', async () => {
    client = await Client.start();
    await client.openText(name, text, language);
    expect(await client.diagnostics(name)).toEqual([]);
    await client.replace(name, generate, nothing);
    expect(await client.rules(name)).toEqual(['no-generate-role']);
    const [diagnostic] = await client.diagnostics(name);
    const actions = await client.actions(name, diagnostic!.range);
    await client.apply(actions.find(({ edit }) => edit)!.edit!);
    expect(await client.diagnostics(name)).toEqual([]);
    const answer = await client.preview(name);
    if (answer.kind !== 'preview') throw new Error(answer.reason);
    expect(answer.preview.output?.text).toBe(prompt);
    const segment = answer.preview.stages
      .at(-1)!
      .turns.flatMap(({ segments }) => segments)
      .find((one) => one.text === '<bot>')!;
    expect(client.textAt(name, segment.origins[0]!.range)).toContain('<bot>');
  });

  it('says that its prompt is out of date while it is broken', async () => {
    client = await Client.start();
    await client.openText(name, text, language);
    await client.preview(name);
    await client.replace(name, 'datasets', '"datasets": [}');
    expect(await client.rules(name)).toContain('syntax-error');
    expect(await client.preview(name)).toMatchObject({ kind: 'stale', reason: expect.stringMatching(/./) as string });
  });

  it('is explained on hover', async () => {
    client = await Client.start();
    await client.openText(name, text, language);
    const hover = await client.hover(name, client.position(name, 'reader_cfg', 2));
    expect(JSON.stringify(hover?.contents)).toContain('**reader_cfg**');
  });
});

describe('a task', () => {
  const name = 'tasks/pond.yaml';
  const task =
    'task: pond\ndataset_path: example/pond\noutput_type: generate_until\ntraining_split: train\ntest_split: test\ndoc_to_text: "{{ question }} {{ 1 // 0 }}:"\ndoc_to_target: "{{ answer }}"\ngeneration_kwargs: {until: ["\\n"]}\n';

  it('has an error where its preview raises, and none where it is shown', async () => {
    client = await Client.start();
    await client.openText(name, task, 'yaml');
    const [diagnostic, ...others] = await client.diagnostics(name);
    expect(others).toEqual([]);
    expect(diagnostic).toMatchObject({
      code: 'task-raises',
      severity: 1,
      message: 'Loading the task raises ZeroDivisionError: integer division or modulo by zero.',
    });
    expect(client.textAt(name, diagnostic!.range)).toBe('1 // 0');
    expect(await client.preview(name)).toMatchObject({
      kind: 'preview',
      preview: { exactness: { level: 'raises' }, problems: [{ rule: 'task-raises' }] },
    });
    await client.replace(name, '1 // 0', '1 // 1');
    expect(await client.diagnostics(name)).toEqual([]);
    const answer = await client.preview(name);
    if (answer.kind !== 'preview') throw new Error(answer.reason);
    expect(answer.preview.exactness.level).not.toBe('raises');
  });
});
