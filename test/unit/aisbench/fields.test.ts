import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { createProject } from '../../../server/src/engine/project/project.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { imports } from './support.js';

function found(config: string): string[] {
  const project = createProject(new MemoryWorkspace({ '/ws/config.py': imports + config }, ['/ws']), defaultSettings);
  return project.check('/ws/config.py').map(({ rule, message }) => `${rule}: ${message}`);
}

const infer = (inferencer = 'type=GenInferencer'): string =>
  `infer_cfg=dict(prompt_template=dict(type=PromptTemplate, template='{q}'), retriever=dict(type=ZeroRetriever), inferencer=dict(${inferencer}))`;
const dataset = (more: string, inferencer?: string): string =>
  `demo_datasets = [dict(abbr='demo', type='Demo', path='d', reader_cfg=dict(input_columns=['q'], output_column='a'), ${infer(inferencer)}, ${more})]\n`;
const model = (more: string): string =>
  `models = [dict(attr='service', type=VLLMCustomAPIChat, abbr='m', path='', generation_kwargs=dict(), ${more})]\n`;

describe('the postprocessor of a model', () => {
  it.each([
    ['without a type', "pred_postprocessor={'d*': dict(type='keep-reasoning-content')}", 'needs type'],
    ['that is empty', 'pred_postprocessor=dict()', 'has no type'],
    ['that is a text', "pred_postprocessor='keep-reasoning-content'", 'must be dict'],
  ])('%s', (_, more, said) => expect(found(model(more))).toEqual([expect.stringContaining(said)]));

  it('is silent on one with a type', () => expect(found(model("pred_postprocessor=dict(type='keep-reasoning-content')"))).toEqual([]));
});

describe('how many answers count', () => {
  it.each([
    ['a list', 'k=[1, 2], n=2', 'must be int, and this is a list'],
    ['a text', "n='4'", 'must be int, and this is a str'],
    ['zero', 'k=0, n=1', 'must be at least 1'],
  ])('is not %s', (_, more, said) => expect(found(dataset(more))).toEqual([expect.stringContaining(said)]));

  it('is a number', () => expect(found(dataset('k=1, n=2'))).toEqual([]));
  it('is not looked at for a task of its own', () =>
    expect(found(`${dataset('k=[1]')}eval = dict(runner=dict(type='LocalRunner', task=dict(type='mine.Task')))\n`)).toEqual([]));
});

describe('keys that mean something in OpenCompass', () => {
  it('are reported in the inferencer', () =>
    expect(found(dataset('', 'type=GenInferencer, max_out_len=5, min_out_len=1'))).toEqual([
      expect.stringContaining('`max_out_len`'),
      expect.stringContaining('`min_out_len`'),
    ]));
  it('are not what another key is taken to mean', () =>
    expect(found(dataset('', 'type=GenInferencer, max_new_tokens=5'))).toEqual([expect.not.stringContaining('Did you mean')]));
  it('are left alone for a class that is not known, and where they say nothing', () => {
    expect(found(dataset('', "type='mine.Inferencer', max_out_len=5"))).toEqual([]);
    expect(found(dataset('', 'type=GenInferencer, max_out_len=None'))).toEqual([]);
  });
  it('are reported in the evaluation', () =>
    expect(found(dataset("eval_cfg=dict(evaluator=dict(type='AccEvaluator'), sc_size=3)"))).toEqual([
      expect.stringContaining('`sc_size`'),
    ]));
});

describe('a summarizer', () => {
  it.each([
    ["attr='acc', type='mine.Sums'", ['the default summarizer takes the place of Sums']],
    ["attr='accuracy', type=DefaultPerfSummarizer", ["Write 'performance'"]],
    ["attr='performance', type=DefaultPerfSummarizer, calculator=dict(stats_list=['P0', 'P100', 'mean'])", ['P0', 'P100', 'mean']],
    ["attr='performance', calculator=dict(stats_list=['Min', 'Max', 'P1', 'P2', 'P3', 'P4', 'P5', 'P6', 'P7'])", ['first 8']],
    ["attr='performance', type=DefaultPerfSummarizer, calculator=dict(stats_list=['Average', 'P05', 'P99'])", []],
    ["attr='accuracy'", []],
  ])('%s', (entries, said) => {
    const lines = found(`from ais_bench.benchmark.summarizers import DefaultPerfSummarizer\nsummarizer = dict(${entries})\n`);
    expect(lines.filter((line) => !line.includes('takes no calculator'))).toEqual(
      said.map((text) => expect.stringContaining(text) as string),
    );
  });
});

describe('response_anomaly', () => {
  const named = "path='data'".replace('data', 'd');
  const service = model('').replace("path=''", named);
  const anomaly = (entries: string): string => `response_anomaly = dict(${entries})\n`;

  it.each([
    ['top_logprobs', service + anomaly('enabled=True, top_logprobs=5'), 'must be 20'],
    ['its retention', service + anomaly("enabled=True, payload_retention='some'"), "'all' or 'anomalies' or 'none'"],
    ['its shards', service + anomaly('enabled=True, payload_storage=dict(rows_per_shard=0)'), 'at least 1'],
    ['its level', service + anomaly('enabled=True, payload_storage=dict(compression_level=True)'), 'from 1 to 22'],
    ['a slip', service + anomaly("payload_retension='all'"), 'Did you mean payload_retention?'],
    ['a class', service.replace('VLLMCustomAPIChat', 'VLLMCustomAPI') + anomaly('enabled=True'), 'VLLMCustomAPI is refused'],
    ['no path', model('') + anomaly('enabled=True'), 'needs the tokenizer of m'],
  ])('tells of %s', (_, config, said) => expect(found(config)).toEqual([expect.stringContaining(said)]));

  it.each([
    ['one that is not enabled', model('') + anomaly('top_logprobs=5')],
    ['a path of its own', model("response_anomaly=dict(model_path='d')") + anomaly('enabled=True')],
    ['resources', model("response_anomaly=dict(msprobe_mtype_path='d')") + anomaly("enabled=True, msprobe_token2category_dir='d'")],
    ['a class of the user', service.replace('type=VLLMCustomAPIChat', "type='mine.Chat'") + anomaly('enabled=True')],
  ])('is silent on %s', (_, config) => expect(found(config)).toEqual([]));
});

describe('a judge', () => {
  const judge = (entries: string): string =>
    `from ais_bench.benchmark.datasets import Aime2025JDGDataset\n${dataset(`judge_infer_cfg=dict(${entries}, prompt_template=dict(type=PromptTemplate, template='{q} {model_answer}'), retriever=dict(type=ZeroRetriever), inferencer=dict(type=GenInferencer))`)}`;
  const service = "judge_model=dict(attr='service', type=VLLMCustomAPIChat, abbr='j', path='', generation_kwargs=dict())";
  const reader = (column: string): string => `judge_reader_cfg=dict(input_columns=['q', 'model_answer'], output_column='${column}')`;
  const own = 'judge_dataset_type=Aime2025JDGDataset';

  it.each([
    ['another output column', `${service}, ${own}, ${reader('a')}`, "Write 'model_pred_uuid'."],
    ['a text for its model', `judge_model='j', ${own}, ${reader('model_pred_uuid')}`, '`judge_model` must be the dict'],
    [
      'no generation_kwargs',
      `${service.replace(', generation_kwargs=dict()', '')}, ${own}, ${reader('model_pred_uuid')}`,
      'A judge model of a service needs',
    ],
  ])('with %s', (_, entries, said) => expect(found(judge(entries))).toEqual([expect.stringContaining(said)]));

  it.each([
    ['as it should be', `${service}, ${own}, ${reader('model_pred_uuid')}`],
    ['with a class of the user', `${service}, judge_dataset_type='mine.Judged', ${reader('uuid')}`],
  ])('%s', (_, entries) => expect(found(judge(entries))).toEqual([]));

  it('is not made of a class that puts no answers beside its rows', () => {
    const base =
      'class BaseDataset:\n    pass\n\n\nclass BaseJDGDataset(BaseDataset):\n    pass\n\n\nclass Judged(BaseJDGDataset):\n    pass\n\n\nclass Plain(BaseDataset):\n    pass\n';
    const check = (name: string): string[] => {
      const config = `${imports}from pond.base import ${name}\n${judge(`${service}, judge_dataset_type=${name}, ${reader('model_pred_uuid')}`)}`;
      const files = { '/ws/config.py': config, '/ws/pond/__init__.py': '', '/ws/pond/base.py': base };
      return createProject(new MemoryWorkspace(files, ['/ws']), defaultSettings)
        .check('/ws/config.py')
        .map(({ message }) => message);
    };
    expect(check('Plain')).toEqual([expect.stringContaining('Plain puts no answers beside its rows')]);
    expect(check('Judged')).toEqual([]);
  });
});

describe('rows that are made with a tokenizer', () => {
  const talk = `from ais_bench.benchmark.datasets import ShareGPTDataset\n${dataset('disable_shuffle=True').replace("'Demo'", 'ShareGPTDataset').replace('demo_datasets', 'datasets')}summarizer = dict(attr='accuracy')\n`;
  it('need the path of the first model', () =>
    expect(found(talk + model(''))).toEqual([expect.stringContaining('The rows of demo are made')]));
  it('have it', () => expect(found(talk + model('').replace("path=''", "path='p'"))).toEqual([]));
  it('are of classes of the framework', () =>
    expect(found(talk.replace('=ShareGPTDataset', "='mine.ShareGPTDataset'") + model(''))).toEqual([]));
});

describe('a stage', () => {
  const check = (runner: string): string[] => {
    const files = {
      '/ws/config.py': `${imports}${model('')}infer = dict(partitioner=dict(type='NaivePartitioner'), runner=dict(type='${runner}', task=dict(type='OpenICLInferTask')))\n`,
      '/ws/ais_bench/__init__.py': '',
      '/ws/ais_bench/benchmark/__init__.py': '',
      '/ws/ais_bench/benchmark/registry.py': '',
      '/ws/ais_bench/benchmark/runners/__init__.py': 'class LocalRunner:\n    def __init__(self, task):\n        pass\n',
    };
    return createProject(new MemoryWorkspace(files, ['/ws']), defaultSettings)
      .check('/ws/config.py')
      .flatMap(({ rule, message }) => (rule === 'class-not-found' && message.includes(runner) ? message : []));
  };

  it('has no runner of OpenCompass', () => expect(check('SlurmRunner')).toEqual([expect.stringContaining('is one of OpenCompass')]));
  it('may have one of its own, or of the user', () => {
    expect(check('LocalRunner')).toEqual([]);
    expect(check('PondRunner')).toEqual([]);
  });
});
