import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { createProject } from '../../../server/src/engine/project/project.js';

const framework = {
  '/ws/opencompass/__init__.py': '',
  '/ws/opencompass/evaluator.py':
    'class GenericLLMEvaluator:\n    def __init__(self, prompt_template, judge_cfg, dataset_cfg=None):\n        pass\n\nclass CascadeEvaluator:\n    def __init__(self, llm_evaluator):\n        pass\n',
  '/ws/opencompass/datasets/__init__.py': '',
  '/ws/opencompass/datasets/base.py':
    "class BaseDataset:\n    def __init__(self, reader_cfg={}, k=1, n=1, **kwargs):\n        abbr = kwargs.pop('abbr', 'dataset')\n        self.dataset = self.load(**kwargs)\n",
  '/ws/opencompass/datasets/pond.py':
    "from .base import BaseDataset\n\nclass PondDataset(BaseDataset):\n    @staticmethod\n    def load(path, part=None, mini=False, name='all', level=1, kinds=('a',)):\n        return path\n\nclass PoolDataset(PondDataset):\n    pass\n",
};

function config(dataset: string, judged: string, more = ''): string {
  return `from opencompass.datasets.pond import PondDataset, PoolDataset
from opencompass.evaluator import CascadeEvaluator, GenericLLMEvaluator
from opencompass.openicl.icl_inferencer import GenInferencer
from opencompass.openicl.icl_prompt_template import PromptTemplate
from opencompass.openicl.icl_retriever import ZeroRetriever

pond_infer_cfg = dict(
    prompt_template=dict(type=PromptTemplate, template='{question}'),
    retriever=dict(type=ZeroRetriever),
    inferencer=dict(type=GenInferencer),
)
judge = dict(
    type=GenericLLMEvaluator,
    prompt_template=dict(type=PromptTemplate, template='{question} {prediction}'),
    dataset_cfg=dict(type=PondDataset, path='pond', ${judged}),
    judge_cfg=dict(),
)
pond_datasets = [dict(abbr='pond', type=PondDataset, path='pond', infer_cfg=pond_infer_cfg, eval_cfg=dict(evaluator=judge), ${dataset})]
${more}`;
}

const reader = "reader_cfg=dict(input_columns=['question'], output_column='answer')";

function found(text: string, files: Readonly<Record<string, string>> = {}, file = '/ws/configs/pond_gen.py'): string[] {
  return createProject(new MemoryWorkspace({ ...framework, ...files, [file]: text }, ['/ws']), defaultSettings)
    .check(file)
    .filter(({ rule }) => rule === 'judge-other-rows')
    .map(
      ({ span, message }) =>
        `${text.slice(span.start, span.end)}: ${/`(\w+)` of its dataset_cfg (.*?)\. Answers/.exec(message)!.slice(1).join(' ')}`,
    );
}

describe('the rows that a judge loads', () => {
  it('are those of the dataset where both say the same', () => {
    expect(found(config(reader, reader))).toEqual([]);
    expect(found(config(`${reader}, part='a', kinds=['b']`, `${reader}, part='a', kinds=['b']`))).toEqual([]);
    expect(found(config(`${reader}, mini=False, part=None, name='all', level=1`, reader))).toEqual([]);
  });

  it.each([
    [`${reader}, part='a'`, `${reader}, part='b'`, "'b': part is another one"],
    [`${reader}, part='a'`, reader, "'a': part is missing"],
    [reader, `${reader}, name='b'`, "'b': name is another one"],
    [`${reader}, mini=True`, reader, 'True: mini is missing'],
    [`${reader}, level=2`, `${reader}, level=1`, '1: level is another one'],
    [reader.replace("'answer'", "'answer', test_range='[0:8]'"), reader, "'[0:8]': test_range is missing"],
    [reader, reader.replace("'answer'", "'answer', test_split='dev'"), "'dev': test_split is another one"],
    [`${reader}, n=4`, `${reader}, n=4`, '4: n repeats them, and each repetition is judged by itself'],
  ])('are others: %s, and %s', (dataset, judged, finding) => {
    expect(found(config(dataset, judged))).toEqual([finding]);
  });

  it("are looked at with the framework's other judges of that kind, and with no other", () => {
    for (const [name, expected] of [
      ['ATLASLLMEvaluator', ["'b': part is another one"]],
      ['PondLLMEvaluator', []],
    ] as const)
      expect(
        found(config(reader, `${reader}, part='b'`).replaceAll('GenericLLMEvaluator', name), {
          '/ws/opencompass/evaluator.py': framework['/ws/opencompass/evaluator.py'].replace('GenericLLMEvaluator', name),
        }),
      ).toEqual(expected);
  });

  it('are not compared by their path, which may be another name of the same', () => {
    expect(
      found(
        config(reader, reader).replace("dataset_cfg=dict(type=PondDataset, path='pond'", "dataset_cfg=dict(type=PondDataset, path='pool'"),
      ),
    ).toEqual([]);
  });

  it('are not compared where they are not known, of another class, and in a cascade', () => {
    expect(found(config(`${reader}, part=input()`, reader))).toEqual([]);
    // The default is no plain literal.
    expect(found(config(`${reader}, kinds=['b']`, reader))).toEqual([]);
    expect(
      found(config(reader, `${reader}, part='b'`).replace('dataset_cfg=dict(type=PondDataset', 'dataset_cfg=dict(type=PoolDataset')),
    ).toEqual([]);
    expect(
      found(config(reader, `${reader}, part='b'`).replace('evaluator=judge', 'evaluator=dict(type=CascadeEvaluator, llm_evaluator=judge)')),
    ).toEqual([]);
  });

  it('are others where a config that is run shortens those of the dataset only', () => {
    const base = { '/ws/configs/pond_gen.py': config(reader, reader) };
    const run = (more: string): string =>
      `from mmengine.config import read_base\nwith read_base():\n    from .pond_gen import pond_datasets\ndatasets = pond_datasets\nfor one in datasets:\n    one['reader_cfg']['test_range'] = '[0:8]'\n${more}`;
    expect(found(run(''), base, '/ws/configs/eval_pond.py')).toEqual(["'[0:8]': test_range is missing"]);
    const both = "    one['eval_cfg']['evaluator']['dataset_cfg']['reader_cfg']['test_range'] = '[0:8]'\n";
    expect(found(run(both), base, '/ws/configs/eval_pond.py')).toEqual([]);
  });
});
