import { expect, it } from 'vitest';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { preview } from '../../../server/src/engine/editor/preview/preview.js';
import { createProject } from '../../../server/src/engine/project/project.js';

const file = '/ws/eval.py';

const config = (marks: string): string => `from ais_bench.benchmark.datasets import PondDataset
from ais_bench.benchmark.models import VLLMCustomAPI
from ais_bench.benchmark.openicl.icl_inferencer import GenInferencer
from ais_bench.benchmark.openicl.icl_prompt_template import PromptTemplate
from ais_bench.benchmark.openicl.icl_retriever import ZeroRetriever

datasets = [dict(abbr='pond', type=PondDataset, path='pond', marks=${marks},
    reader_cfg=dict(input_columns=['marks'], output_column='answer'),
    infer_cfg=dict(prompt_template=dict(type=PromptTemplate, template='{marks}'), retriever=dict(type=ZeroRetriever), inferencer=dict(type=GenInferencer)))]
models = [dict(attr='service', type=VLLMCustomAPI, abbr='m', path='', host_ip='localhost', host_port=8080, max_out_len=8, batch_size=1)]
`;

const source = {
  '/ws/ais_bench/benchmark/datasets/__init__.py': 'from .pond import PondDataset\n',
  '/ws/ais_bench/benchmark/datasets/base.py': `class BaseDataset:

    def __init__(self, reader_cfg={}, k=1, n=1, **kwargs):
        self.dataset = self.load(**kwargs)
`,
  '/ws/ais_bench/benchmark/datasets/pond.py': `from datasets import Dataset

from .base import BaseDataset


class PondDataset(BaseDataset):

    @staticmethod
    def load(path, marks, **more):
        return Dataset.from_list([{'marks': ' '.join(f'{k}={v}' for k, v in marks.items()), 'answer': ''}])
`,
};

const shown = (marks: string): string | undefined => {
  const project = createProject(new MemoryWorkspace({ ...source, [file]: config(marks) }, ['/ws']), defaultSettings);
  const result = preview(project, file, { selection: { row: 0 } });
  if (result.kind !== 'preview') throw new Error(result.reason);
  return result.preview.output?.text;
};

it.each([
  ['dict(two=2, one=1, Zero=[dict(b=1, a=2)])', "Zero=[{'a': 2, 'b': 1}] one=1 two=2"],
  ["{'to be': 'x', 'é': 1, 'a': ('b', {'d': 1, 'c': 2})}", "a=('b', {'c': 2, 'd': 1}) to be=x é=1"],
  ['{10: 1, 9: 2}', '10=1 9=2'],
  ["{'\\U0001f600': 1, '\\uffff': 2}", '\uffff=2 \u{1f600}=1'],
])('a dataset is given its dicts in the order in which a run writes them: %s', (marks, text) => {
  expect(shown(marks)).toBe(text);
});
