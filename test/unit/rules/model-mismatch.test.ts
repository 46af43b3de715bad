import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { createProject } from '../../../server/src/engine/project/project.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

const imports = `from ais_bench.benchmark.models import (HuggingFacewithChatTemplate, TGICustomAPI, VLLMCustomAPI, VLLMCustomAPIChat,
    VLLMCustomAPIChatStream, VLLMFunctionCallAPIChat)
from ais_bench.benchmark.openicl.icl_inferencer import BFCLV3FunctionCallInferencer, GenInferencer, MultiTurnGenInferencer, PPLInferencer
from ais_bench.benchmark.openicl.icl_prompt_template import PromptTemplate
from ais_bench.benchmark.openicl.icl_retriever import ZeroRetriever
from ais_bench.benchmark.runners import LocalRunner
from ais_bench.benchmark.tasks import OpenICLApiInferTask, OpenICLInferTask
summarizer = dict(attr='accuracy')
`;

function found(config: string): string[] {
  const project = createProject(new MemoryWorkspace({ '/ws/config.py': imports + config }, ['/ws']), defaultSettings);
  return project
    .check('/ws/config.py')
    .flatMap(({ rule, severity, message }) => (rule === 'model-mismatch' ? `${severity}: ${message}` : []));
}

const dataset = (inferencer: string, columns = "'q'"): string =>
  `dict(abbr='${inferencer}', type='Demo', path='d', reader_cfg=dict(input_columns=[${columns}], output_column='a'), infer_cfg=dict(prompt_template=dict(type=PromptTemplate, template='{q}'), retriever=dict(type=ZeroRetriever), inferencer=dict(type=${inferencer})))`;
const datasets = (...inferencers: string[]): string => `datasets = [${inferencers.map((name) => dataset(name)).join(', ')}]\n`;
const model = (type: string, attr: string, more = ''): string =>
  `dict(attr='${attr}', type=${type}, abbr='${type}', path='', generation_kwargs=dict()${more})`;
const models = (...items: string[]): string => `models = [${items.join(', ')}]\n`;
const infer = (task: string): string =>
  `infer = dict(partitioner=dict(type='NaivePartitioner'), runner=dict(type=LocalRunner, task=dict(type=${task})))\n`;

describe('the task asks models that it is not made for', () => {
  it.each([
    ['attr of the only model', models(model('VLLMCustomAPIChat', 'local')), "Write 'service'."],
    ['attr of a local model', models(model('HuggingFacewithChatTemplate', 'service')), "Write 'local'."],
    [
      'attr of the first model, for the second',
      models(model('VLLMCustomAPIChat', 'service'), model('HuggingFacewithChatTemplate', 'local')),
      "`attr` of the first model, 'service', chooses the task of all",
    ],
    ['a task that is named', models(model('VLLMCustomAPIChat', 'service')) + infer('OpenICLInferTask'), 'Use OpenICLApiInferTask.'],
    [
      'a task that is named, for one of two',
      models(model('VLLMCustomAPIChat', 'service'), model('HuggingFacewithChatTemplate', 'local')) + infer('OpenICLApiInferTask'),
      'Use OpenICLInferTask.',
    ],
  ])('by %s', (_, config, said) => {
    expect(found(datasets('GenInferencer') + config)).toEqual([expect.stringContaining(said)]);
  });

  it('as a warning in a file of models alone', () => {
    expect(found(models(model('VLLMCustomAPIChat', 'local')))).toEqual([expect.stringMatching(/^warning: /)]);
  });

  it.each([
    ['a named task that fits, whatever attr says', models(model('VLLMCustomAPIChat', 'local')) + infer('OpenICLApiInferTask')],
    ['a task of the user', models(model('VLLMCustomAPIChat', 'local')) + infer("'my.Task'")],
    ['a runner without a task', models(model('VLLMCustomAPIChat', 'local')) + 'infer = dict(runner=dict(type=LocalRunner))\n'],
    ['a class of the user', models(model("'mine.VLLMCustomAPIChat'", 'local').replace("abbr=''mine.VLLMCustomAPIChat''", "abbr='m'"))],
    ['an attr that is refused', models(model('VLLMCustomAPIChat', 'remote'))],
  ])('and not with %s', (_, config) => {
    expect(found(datasets('GenInferencer') + config)).toEqual([]);
  });
});

describe('an inferencer refuses a model', () => {
  it.each([
    ['PPLInferencer', model('VLLMCustomAPIChat', 'service', ', stream=True'), 'ICLI-PARAM-007'],
    ['PPLInferencer', model('VLLMCustomAPIChatStream', 'service'), 'always streams'],
    ['PPLInferencer', model('TGICustomAPI', 'service'), 'ICLI-IMPL-008'],
    ['PPLInferencer', model('HuggingFacewithChatTemplate', 'local'), 'AttributeError'],
    ['BFCLV3FunctionCallInferencer', model('VLLMCustomAPIChat', 'service', ', stream=True'), 'ICLI-IMPL-006'],
    ['BFCLV3FunctionCallInferencer', model('VLLMCustomAPIChatStream', 'service'), 'ICLI-IMPL-006'],
    ['BFCLV3FunctionCallInferencer', model('VLLMCustomAPI', 'service'), 'takes a text'],
    ['BFCLV3FunctionCallInferencer', model('HuggingFacewithChatTemplate', 'local'), 'AttributeError'],
    ['MultiTurnGenInferencer', model('HuggingFacewithChatTemplate', 'local'), 'is ever asked'],
  ])('%s: %s', (inferencer, given, said) => {
    expect(found(datasets(inferencer) + models(given))).toEqual([expect.stringContaining(said)]);
  });

  it.each([
    ['PPLInferencer', model('VLLMCustomAPI', 'service', ', stream=False')],
    ['BFCLV3FunctionCallInferencer', model('VLLMFunctionCallAPIChat', 'service', ', stream=True')],
    ['BFCLV3FunctionCallInferencer', model('VLLMCustomAPIChat', 'service')],
    ['MultiTurnGenInferencer', model('VLLMCustomAPIChat', 'service', ', stream=True')],
    ['GenInferencer', model('VLLMCustomAPI', 'service', ', stream=True')],
  ])('%s takes %s', (inferencer, given) => {
    expect(found(datasets(inferencer) + models(given))).toEqual([]);
  });

  it('only where the two meet', () => {
    const combinations = 'model_dataset_combinations = [dict(models=[models[0]], datasets=[datasets[0]])]\n';
    const two = models(model('VLLMCustomAPIChat', 'service'), model('TGICustomAPI', 'service'));
    expect(found(datasets('PPLInferencer') + two + combinations)).toEqual([]);
    expect(found(datasets('PPLInferencer') + two)).toHaveLength(1);
  });
});

describe('requests by times', () => {
  const timed = models(model('VLLMCustomAPIChat', 'service', ', use_timestamp=True'));

  it('need a column of the rows', () => {
    expect(found(datasets('GenInferencer') + timed)).toEqual([expect.stringContaining('TINFER-PARAM-006')]);
    expect(found(datasets('MultiTurnGenInferencer') + timed)).toEqual([expect.stringContaining('TINFER-PARAM-006')]);
  });

  it('have it where input_columns name it, for datasets of one class', () => {
    expect(found(`datasets = [${dataset('GenInferencer', "'q', 'timestamp'")}, ${dataset('GenInferencer')}]\n${timed}`)).toEqual([]);
  });

  it('are not looked at where the columns are unknown', () => {
    expect(found(`import os\ndatasets = [${dataset('GenInferencer', "os.environ['A']")}]\n${timed}`)).toEqual([]);
  });
});
