import { expect, it } from 'vitest';
import { preview } from '../../../server/src/engine/editor/preview/preview.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { defaultLimits } from '../../../server/src/engine/core/evaluation.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { createProject } from '../../../server/src/engine/project/project.js';

const build = (hands: boolean): string => `def build_dataset_from_cfg(dataset_cfg, task_state_manager=None):
    ${hands ? 'dataset_cfg["task_state_manager"] = task_state_manager' : 'pass'}
    return LOAD_DATASET.build(dataset_cfg)
`;

/** A package like AISBench, with a class whose load says how far it has come. */
const framework = {
  'ais_bench/__init__.py': '',
  'ais_bench/benchmark/__init__.py': '',
  'ais_bench/benchmark/datasets/__init__.py': 'from .base import *\nfrom .drawn import *\n',
  'ais_bench/benchmark/datasets/base.py': `class BaseDataset:
    def __init__(self, reader_cfg={}, k=1, n=1, task_state_manager=None, **kwargs):
        if task_state_manager is not None:
            self.task_state_manager = task_state_manager
        self.abbr = kwargs.pop('abbr', 'dataset')
        self.dataset = self.load(**kwargs)
    def update_task_state(self, state):
        if self.task_state_manager is not None:
            self.task_state_manager.update_task_state(state)
`,
  'ais_bench/benchmark/datasets/drawn.py': `from datasets import Dataset
from .base import BaseDataset

class Drawn(BaseDataset):
    def load(self, path):
        self.update_task_state({'status': 'loading'})
        return Dataset.from_list([{'q': path, 'a': 'x'}])
`,
  'cfg.py': `from ais_bench.benchmark.openicl.icl_prompt_template import PromptTemplate
from ais_bench.benchmark.openicl.icl_retriever import ZeroRetriever
from ais_bench.benchmark.openicl.icl_inferencer import GenInferencer
from ais_bench.benchmark.datasets import Drawn
datasets = [dict(abbr='drawn', type=Drawn, path='here', reader_cfg=dict(input_columns=['q'], output_column='a'),
    infer_cfg=dict(prompt_template=dict(type=PromptTemplate, template='{q}'), retriever=dict(type=ZeroRetriever), inferencer=dict(type=GenInferencer)))]
`,
};

function shown(hands: boolean): unknown {
  const files = Object.entries({ ...framework, 'ais_bench/benchmark/utils/config/build.py': build(hands) });
  const workspace = new MemoryWorkspace(Object.fromEntries(files.map(([name, text]) => [`/ws/${name}`, text])), ['/ws']);
  const result = preview(createProject(workspace, defaultSettings, { limits: defaultLimits }), '/ws/cfg.py', { selection: { row: 0 } });
  if (result.kind !== 'preview') throw new Error(JSON.stringify(result));
  return [result.preview.output?.text, result.preview.notes];
}

it('a load may tell the task how far it has come', () => {
  expect(shown(true)).toEqual(['here', []]);
});

it('a release that hands no task over raises', () => {
  expect(shown(false)).toEqual(['⟦q⟧', [expect.stringContaining("'Drawn' object has no attribute 'task_state_manager'")]]);
});
