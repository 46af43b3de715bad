import { afterEach, expect, it } from 'vitest';
import { datasetConfig } from '../support/configs.js';
import { Client } from './client.js';

let client: Client;
afterEach(async () => {
  expect(client.logged.filter((line) => line.includes('failed:') || line.startsWith('stderr'))).toEqual([]);
  await client.stop();
});

/** So many datasets and models that a loop makes, each with a prompt of its own; of the first dataset's last column none is given. */
const manyPairs = (datasets: number, models: number): string => `datasets = []
for i in range(${String(datasets)}):
    hint = f'There is a single choice question about {i}. '
    reader = dict(input_columns=['input', 'A', 'B'], output_column='target', train_split='dev')
    infer = dict(
        ice_template=dict(type='PromptTemplate', template=dict(round=[
            dict(role='HUMAN', prompt=f'{hint}Question: {{input}}\\nA. {{A}}\\nB. {{B}}\\nAnswer: '),
            dict(role='BOT', prompt='{target}\\n')])),
        prompt_template=dict(type='PromptTemplate', ice_token='</E>', template=dict(begin='</E>', round=[
            dict(role='HUMAN', prompt=f'{hint}Question: {{input}}\\nA. {{A}}\\nB. {{B}}\\nAnswer: ')])),
        retriever=dict(type='FixKRetriever', fix_id_list=[0, 1, 2]),
        inferencer=dict(type='GenInferencer'))
    datasets.append(dict(abbr=f'subject-{i}', type='MMLUDataset', path='mmlu', name=f'subject-{i}', reader_cfg=reader, infer_cfg=infer))
models = [
    dict(type='HuggingFaceCausalLM', abbr=f'model-{i}', path='m', max_out_len=10, meta_template=dict(round=[
        dict(role='HUMAN', begin='<|user|>', end='\\n'), dict(role='BOT', begin='<|bot|>', end='\\n', generate=True)]))
    for i in range(${String(models)})]
`;

it.each([
  [1500, 2],
  [250, 40],
])('a config of %i datasets and %i models has its prompts, its choices and the states of all pairs', async (datasets, models) => {
  client = await Client.start({ files: { 'eval.py': '', 'demo.py': '' } });
  await client.openText('eval.py', manyPairs(datasets, models));
  const last = `datasets/subject-${String(datasets - 1)}`;
  const preview = await client.preview('eval.py', { holds: '', selection: { dataset: last } });
  expect(preview).toMatchObject({ kind: 'preview', preview: { selection: { dataset: last }, problems: [] } });
  expect(await client.rules('eval.py')).toEqual([]);
  const choices = await client.choices('eval.py');
  expect([choices?.datasets.length, choices?.models.length]).toEqual([datasets, models]);
  const ids = choices!.datasets.map(({ id }) => id);
  const asked = choices!.models.map(({ id }) => id);
  let states = 0;
  let rounds = 0;
  for (let from = 0; from < ids.length; rounds++) {
    const answer = await client.states('eval.py', ids.slice(from, from + 500), asked);
    expect(answer.states.filter(({ state }) => state !== 'fine')).toEqual([]);
    // An answer may end within a dataset, which is then asked for again.
    const whole = Math.floor(answer.states.length / asked.length);
    expect(whole).toBeGreaterThan(0);
    states += whole * asked.length;
    from += whole;
  }
  expect(states).toBe(datasets * models);
  expect(rounds).toBeGreaterThan(1);
});

it('a config of many datasets is checked beside others', async () => {
  client = await Client.start({ files: { 'eval.py': '', 'demo.py': '' } });
  await client.openText('demo.py', datasetConfig);
  await client.rules('demo.py');
  await client.openText('eval.py', manyPairs(1500, 1));
  // Which of them is there first is the machine's affair: a second engine has to load for the hover. Neither is refused for the other's sake.
  const [found, hover] = await Promise.all([client.rules('eval.py'), client.hover('demo.py', client.position('demo.py', 'retriever='))]);
  expect(found).toEqual([]);
  expect(JSON.stringify(hover)).toContain('retriever');
});
