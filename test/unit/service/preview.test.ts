import { describe, expect, it } from 'vitest';
import { preview } from '../../../server/src/engine/editor/preview/preview.js';
import { previewChoices } from '../../../server/src/engine/editor/preview/offer.js';
import type { PreviewData } from '../../../server/src/engine/editor/preview/data.js';
import type { RequestOf } from '../../../server/src/engine/editor/preview/preview-shape.js';
import { datasetConfig, evalConfig, modelConfig, workspaceFixture } from '../../support/configs.js';
import { fixture, type Fixture } from '../../support/fixture.js';

function shown({ project, file }: Fixture, request: Partial<RequestOf<number>> = {}): PreviewData {
  const result = preview(project, file, { selection: {}, ...request });
  if (result.kind !== 'preview') throw new Error(JSON.stringify(result));
  return result.preview;
}

const fewShot = datasetConfig
  .replace(
    'demo_infer_cfg = dict(',
    "demo_infer_cfg = dict(\n    ice_template=dict(type=PromptTemplate, template=dict(round=[dict(role='HUMAN', prompt='Q: {question}'), dict(role='BOT', prompt='{answer}')])),",
  )
  .replace('begin=[', "begin=['</E>', ")
  .replace('        ),\n    ),\n    retriever', "        ),\n        ice_token='</E>',\n    ),\n    retriever")
  .replace('dict(type=ZeroRetriever)', 'dict(type=FixKRetriever, fix_id_list=[0, 1, 2])')
  .replace('import ZeroRetriever', 'import FixKRetriever');

const ppl = `from opencompass.openicl.icl_inferencer import PPLInferencer
from opencompass.openicl.icl_prompt_template import PromptTemplate
from opencompass.openicl.icl_retriever import ZeroRetriever

datasets = [
    dict(
        abbr='choice',
        type='D',
        reader_cfg=dict(input_columns=['q'], output_column='label'),
        infer_cfg=dict(
            prompt_template=dict(type=PromptTemplate, template=dict(A='{q} yes', B='{q} no')),
            retriever=dict(type=ZeroRetriever),
            inferencer=dict(type=PPLInferencer),
        ),
    ),
]
`;

describe('stages', () => {
  it('that raise stand once, with what they have', () => {
    const source = workspaceFixture({ 'datasets/demo.py': `$0${datasetConfig.replace('output_column', 'output_colum')}` });
    const { stages } = shown(fixture(source));
    expect(stages.map(({ id }) => id)).toEqual(['row']);
    expect(stages[0]?.error).toMatch(/^TypeError: /);
  });
});

describe('choices', () => {
  it('of an eval config are its own pairs', () => {
    const data = shown(fixture(workspaceFixture()));
    expect(data.datasets).toMatchObject([{ label: 'demo', place: 'from demo.py' }]);
    expect(data.models).toMatchObject([{ label: 'river-7b', detail: 'LM parser', place: 'from river.py' }]);
  });

  it('of two datasets with one name have ids of their own', () => {
    const data = shown(
      fixture(workspaceFixture({ 'eval.py': evalConfig.replace('[*demo_datasets]', '[*demo_datasets, dict(demo_datasets[0])]') })),
    );
    expect(new Set(data.datasets.map(({ id }) => id)).size).toBe(2);
  });

  it('of a dataset config are the models of the workspace, each once, and those of open documents', () => {
    const source =
      workspaceFixture({ 'datasets/demo.py': `$0${datasetConfig}` }) +
      `# file: other/models/api.py\n${modelConfig.replace('river-7b', 'harbor')}# file: notes/models.txt\nmodels = []\n`;
    const prepared = fixture(source);
    const labels = () => previewChoices(prepared.project, prepared.file, { selection: {} })?.models.map(({ label }) => label);
    expect(labels()).toEqual(['no meta template', 'river-7b', 'harbor']);
    prepared.project.update('/ws/fresh.py', modelConfig.replace('river-7b', 'fresh'), 1, 'python');
    expect(labels()).toEqual(['no meta template', 'river-7b', 'harbor', 'fresh']);
    prepared.project.update('/ws/eval.py', evalConfig, 1, 'python');
    expect(labels()).toEqual(['no meta template', 'river-7b', 'harbor', 'fresh']);
    prepared.workspace.remove('/ws/other/models/api.py');
    prepared.project.fileChanged('/ws/other/models/api.py');
    expect(labels()).toEqual(['no meta template', 'river-7b', 'fresh']);
  });

  it('of mode and label are those that the dataset has', () => {
    const choice = fixture(ppl);
    const data = shown(choice);
    expect(data).toMatchObject({ labels: ['A', 'B'], selection: { mode: 'ppl', label: 'A' } });
    expect(data.output?.text).toBe('⟦q⟧ yes');
    expect(shown(choice, { selection: { label: 'B' } }).output?.text).toBe('⟦q⟧ no');
    expect(shown(choice, { selection: { label: 'gone' } }).selection.label).toBe('A');
    expect(shown(fixture(datasetConfig), { selection: { label: 'A' } }).selection).toMatchObject({ mode: 'gen', label: undefined });
  });

  it('of shots go up to what is configured', () => {
    const prepared = fixture(fewShot);
    expect(shown(prepared)).toMatchObject({ shots: { configured: 3 }, selection: { shots: 3 } });
    const one = shown(prepared, { selection: { shots: 1 } });
    expect(one.selection.shots).toBe(1);
    expect(one.output?.text.match(/Q: /g)).toHaveLength(1);
  });
});

describe('segments', () => {
  it('say what they are', () => {
    const data = shown(fixture(workspaceFixture({ 'datasets/demo.py': fewShot })));
    const segments = data.stages.at(-1)!.turns.flatMap((turn) => turn.segments);
    expect(segments.map(({ text }) => text).join('')).toBe(data.output?.text);
    const titles = segments.map(({ title }) => title);
    expect(titles).toContain('prompt of role HUMAN, example 0 (train row 0)');
    expect(titles).toContain('start of role HUMAN');
    expect(titles).toContain('column question of test row 0');
    expect(titles).toContain('column question of train row 2');
  });

  it('lead to exactly the text that they show, escapes aside', () => {
    const { project, file, texts } = fixture(workspaceFixture());
    const data = shown({ project, file } as Fixture);
    let checked = 0;
    for (const { text, kind, origins } of data.stages.at(-1)!.turns.flatMap((turn) => turn.segments)) {
      if (kind !== 'prompt' && kind !== 'meta') continue;
      const [origin] = origins;
      expect(texts.get(origin!.file)!.slice(origin!.start, origin!.end).replaceAll('\\n', '\n')).toBe(text);
      checked++;
    }
    expect(checked).toBeGreaterThan(4);
  });
});

describe('what cannot be shown', () => {
  it('is said for a config that raises, with the place', () => {
    const { project, file } = fixture(datasetConfig + 'x = 1 / 0\n');
    const result = preview(project, file, { selection: {} });
    expect(result).toMatchObject({ kind: 'broken', reason: expect.stringContaining('ZeroDivisionError') as string });
    expect(result.kind === 'broken' && datasetConfig.length <= result.span!.start).toBe(true);
  });

  it('is said for a prompt that the framework refuses', () => {
    const data = shown(
      fixture(workspaceFixture({ 'datasets/demo.py': datasetConfig.replace("role='HUMAN', prompt='Q", "role='JUDGE', prompt='Q") })),
    );
    expect(data.exactness.level).toBe('raises');
    expect(data.exactness.reason).toContain('KeyError');
    expect(data.output).toBeUndefined();
    expect(data.stages.at(-1)!.error).toContain('KeyError');
  });

  it('is said for a hole', () => {
    const data = shown(fixture(`import secrets\n${datasetConfig.replace("prompt='Be brief.'", 'prompt=secrets.token_hex()')}`));
    expect(data.exactness.level).toBe('unknown');
    expect(data.exactness.reason.length).toBeGreaterThan(5);
  });
});

describe('rows', () => {
  const rows = '{"question": "Why?", "answer": "So."}\n{"question": "When?", "answer": "Now."}\n';
  const prepare = (rowFile: string, content = rows): Fixture =>
    fixture(`${workspaceFixture()}# file: ${rowFile.replace('/ws/', '')}\n${content}`, { rowFile });
  /** The preview once its rows are there. */
  const loaded = async (prepared: Fixture, request: Partial<RequestOf<number>> = {}): Promise<PreviewData> => {
    shown(prepared, request);
    await prepared.project.reads.pending;
    return shown(prepared, request);
  };

  it('are placeholders until their file is read', async () => {
    const prepared = prepare('rows.jsonl');
    expect(shown(prepared)).toMatchObject({
      rows: { file: '/ws/rows.jsonl', count: 0, problem: undefined },
      output: { text: expect.stringContaining('⟦question⟧') as string },
    });
    expect((await loaded(prepared)).output?.text).toContain('Why?');
    expect(prepared.project.reads.pending).toBeUndefined();
  });

  it('come from the file of the settings, and out-of-range picks are moved into it', async () => {
    expect(await loaded(prepare('rows.jsonl'), { selection: { row: 9 } })).toMatchObject({
      selection: { row: 1 },
      rows: { file: '/ws/rows.jsonl', count: 2 },
    });
  });

  it('lead into the row file', async () => {
    const segment = (await loaded(prepare('/ws/rows.jsonl'))).stages
      .at(-1)!
      .turns.flatMap((turn) => turn.segments)
      .find(({ text }) => text === 'Why?')!;
    expect(segment.origins.map(({ file }) => file)).toEqual(expect.arrayContaining(['/ws/datasets/demo.py', '/ws/rows.jsonl']));
  });

  it('are read anew when their file changes', async () => {
    const prepared = prepare('rows.csv', 'question,answer\nWhy?,So.\n');
    expect((await loaded(prepared)).output?.text).toContain('Why?');
    prepared.workspace.write('/ws/rows.csv', 'question,answer\nWho?,Me.\n');
    expect(prepared.project.fileChanged('/ws/rows.csv')).toEqual(['/ws/eval.py']);
    expect((await loaded(prepared)).output?.text).toContain('Who?');
  });

  it('beyond the first ones are read when they are picked', async () => {
    const many = Array.from({ length: 1500 }, (_, i) => `{"question": "Q${String(i)}?", "answer": "A"}\n`).join('');
    const data = await loaded(prepare('rows.jsonl', many), { selection: { row: 1400 } });
    expect(data).toMatchObject({
      selection: { row: 1400 },
      rows: { count: 1500 },
      output: { text: expect.stringContaining('Q1400?') as string },
    });
  });

  it('that lack a column say so, with those that they have', async () => {
    const { notes } = await loaded(prepare('rows.csv', 'query,answer\nWhy?,So.\n'));
    expect(notes).toContain("The row has no column 'question', which the prompt uses; it has 'query', 'answer'.");
    expect((await loaded(prepare('rows.jsonl'))).notes.join()).not.toContain('no column');
  });

  it('that cannot be read leave placeholders, and say why', async () => {
    expect(await loaded(prepare('rows.jsonl', 'x\n'))).toMatchObject({
      rows: { count: 0, problem: expect.stringMatching(/^Line 1 is not a row: /) as string },
      output: { text: expect.stringContaining('⟦question⟧') as string },
    });
  });
});

describe('problems', () => {
  // Two datasets and two models: only strict × plain raises for want of a fallback role; plain has a misspelt key of its own.
  const turn = (role: string) =>
    `template=dict(begin=[dict(role='SYSTEM'${role}, prompt='Be brief.')], round=[dict(role='HUMAN', prompt='{q}')])`;
  const dataset = (abbr: string, template: string) =>
    `dict(abbr='${abbr}', type='D', reader_cfg=dict(input_columns=['q'], output_column='a'), infer_cfg=dict(prompt_template=dict(type=PromptTemplate, ${template}), retriever=dict(type=ZeroRetriever), inferencer=dict(type=GenInferencer)))`;
  const rounds = "round=[dict(role='HUMAN'), dict(role='BOT', generate=True)]";
  const source = `${datasetConfig.split('\n\n')[0]!}
from opencompass.models import HuggingFaceCausalLM
datasets = [${dataset('strict', turn(''))}, ${dataset('lenient', turn(", fallback_role='HUMAN'"))}]
models = [
    dict(type=HuggingFaceCausalLM, abbr='plain', path='p', max_out_len=8, meta_template=dict(${rounds}, eos_tokens=2)),
    dict(type=HuggingFaceCausalLM, abbr='whole', path='w', max_out_len=8, meta_template=dict(${rounds}, reserved_roles=[dict(role='SYSTEM')])),
]
`;
  const rulesOf = (at: number, model: number) => {
    const prepared = fixture(source);
    const { datasets, models } = shown(prepared);
    return shown(prepared, { selection: { dataset: datasets[at]!.id, model: models[model]!.id } }).problems.map(({ rule }) => rule);
  };

  it('are those of the pair, not of another dataset that meets the same model, nor of another model', () => {
    expect(rulesOf(0, 0)).toEqual(['missing-fallback-role', 'unknown-key']);
    expect(rulesOf(1, 0)).toEqual(['unknown-key']);
    expect(rulesOf(0, 1)).toEqual([]);
    expect(rulesOf(1, 1)).toEqual([]);
  });

  it('of two datasets that share a part are those of both', () => {
    const again =
      "dict(abbr='again', type=JsonlDataset, path='demo', reader_cfg=demo_reader_cfg, infer_cfg=demo_infer_cfg, eval_cfg=dict(evaluator=dict(type='AccEvaluator'))),";
    const shared = datasetConfig.replace('output_column', 'output_colum').replace('\n    dict(abbr', `\n    ${again}\n    dict(abbr`);
    const prepared = fixture(shared);
    const { datasets } = shown(prepared);
    for (const { id } of datasets)
      expect(shown(prepared, { selection: { dataset: id } }).problems.map(({ rule }) => rule)).toEqual(['unknown-key']);
    expect(datasets).toHaveLength(2);
  });
});

describe('notes', () => {
  it('are not given beside an error: nothing of the prompt is sent', () => {
    const broken = modelConfig.replace('],\n)\n', '],\n),\n');
    const source = workspaceFixture({
      'models/river.py': broken,
      'datasets/demo.py': datasetConfig.replace("prompt='{answer}'", "prompt='So: {answer}'"),
    });
    const { exactness, notes } = shown(fixture(source));
    expect(exactness.level).toBe('raises');
    expect(notes).toEqual([]);
  });
});
