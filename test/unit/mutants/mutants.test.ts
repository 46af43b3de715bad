import { describe, expect, it } from 'vitest';
import { createProject } from '../../../server/src/engine/project/project.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { random } from '../../fuzz/mutate.js';
import { mutatedText, slips, type Mutation } from '../../mutants/mutation.js';
import { PythonSource } from '../../mutants/python-source.js';
import { TaskSource } from '../../mutants/task-source.js';
import { mutantsOf } from '../../mutants/run-kinds.js';
import { missesOf, tableOf } from '../../mutants/table.js';
import { Bench, tried, type Outcome } from '../../mutants/trial.js';
import { roleKinds } from '../../mutants/kinds/roles.js';
import { configValueKinds } from '../../mutants/kinds/values.js';
import { taskKeyKinds } from '../../mutants/kinds/task-keys.js';

const config = `from opencompass.openicl.icl_prompt_template import PromptTemplate
from opencompass.openicl.icl_retriever import ZeroRetriever
from opencompass.openicl.icl_inferencer import GenInferencer
from opencompass.datasets import JsonlDataset

demo_reader_cfg = dict(input_columns=['question'], output_column='answer')
demo_infer_cfg = dict(
    prompt_template=dict(
        type=PromptTemplate,
        template=dict(round=[dict(role='HUMAN', prompt='Q: {question}')]),
    ),
    retriever=dict(type=ZeroRetriever),
    inferencer=dict(type=GenInferencer),
)
demo_datasets = [
    dict(abbr='demo', type=JsonlDataset, path='demo.jsonl', reader_cfg=demo_reader_cfg, infer_cfg=demo_infer_cfg, eval_cfg=dict(evaluator=dict(type='AccEvaluator'))),
]
`;
const file = '/ws/demo_gen.py';
const bench = new Bench(createProject(new MemoryWorkspace({ [file]: config }), defaultSettings));

/** Other text in place of the first occurrence of a text. */
function instead(of: string, text: string): Mutation {
  const start = config.indexOf(of);
  const range = { start, end: start + of.length };
  return { changes: [{ ...range, text }], at: start, within: range };
}

async function outcome(mutation: Mutation): Promise<Outcome | undefined> {
  return tried(bench, file, config, await bench.look(file, config), mutation);
}

describe('a fault in a config', () => {
  it('is found on its line, and its fix leads back', async () => {
    const template = /template=dict\(round/.exec(config)!.index;
    const change = { start: template, end: template + 'template'.length, text: 'tempalte' };
    expect(await outcome({ changes: [change], at: template, within: change })).toMatchObject({
      verdict: 'line',
      fix: 'restored',
      line: 10,
    });
  });

  it('is found elsewhere where something else is said', async () => {
    const fault = instead("role='HUMAN'", "role='HUMEN'");
    expect(await outcome(fault)).toMatchObject({ verdict: 'line' });
    expect(await outcome({ ...fault, at: 0, within: { start: 0, end: 4 } })).toMatchObject({ verdict: 'elsewhere' });
    expect(await outcome({ ...fault, at: 0, within: { start: 0, end: config.length } })).toMatchObject({ verdict: 'literal' });
  });

  it('is missed where nothing is said, and none where nothing changes', async () => {
    expect(await outcome(instead("abbr='demo'", "abbr='other'"))).toMatchObject({ verdict: 'missed', fix: 'none' });
    expect(await outcome(instead('Q: {question}', 'Q: {question}'))).toBeUndefined();
  });
});

describe('mutants', () => {
  const kinds = [...roleKinds, ...configValueKinds].map(({ id, sites }) => ({
    id,
    sites: (name: string, text: string, slip: Parameters<typeof sites>[1]) => sites(new PythonSource(name, text), slip),
  }));
  const run = async (): ReturnType<typeof mutantsOf> =>
    mutantsOf({ framework: 'opencompass', root: '/ws', files: [file], kinds }, bench, () => config, random(1), 2);

  it('come out the same again', async () => {
    const first = await run();
    expect(first.length).toBeGreaterThan(5);
    expect(await run()).toEqual(first);
    expect(tableOf(first)).toMatch(/^opencompass role\/slip in a template +1 +1 +0 +0 +0 +100\.0/m);
    expect(missesOf(first)).not.toContain('role/slip');
  });

  it('are not made of a config in which something is found', async () => {
    const faulty = config.replace('HUMAN', 'HUMEN');
    const own = new Bench(createProject(new MemoryWorkspace({ [file]: faulty }), defaultSettings));
    const shipped = { framework: 'opencompass', root: '/ws', files: [file], kinds } as const;
    expect(await mutantsOf(shipped, own, () => faulty, random(1), 2)).toEqual([]);
  });
});

it('slips are other words of about the same letters', () => {
  const slip = slips(random(3), new Set(['templat']));
  for (const word of ['template', 'role', 'abbr', 'x']) {
    const made = slip(word);
    expect(made).not.toBe(word);
    expect(Math.abs(made.length - word.length)).toBeLessThan(2);
  }
});

it('keys of tasks are renamed where they stand', () => {
  const text = 'task: demo\ndoc_to_text: "{{q}}"\n';
  const kind = taskKeyKinds.find(({ id }) => id === 'key/doc_to_txt')!;
  const [mutation] = kind.sites(new TaskSource('/ws/demo.yaml', text), (word) => word);
  expect(mutatedText(text, mutation!)).toBe('task: demo\ndoc_to_txt: "{{q}}"\n');
});
