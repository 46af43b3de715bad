import { describe, expect, it } from 'vitest';
import { createProject } from '../../../server/src/engine/project/project.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

const config = (inferencer: string): string => `from opencompass.datasets.pond import PondDataset
from opencompass.openicl.icl_inferencer import ${inferencer}
from opencompass.openicl.icl_prompt_template import PromptTemplate
from opencompass.openicl.icl_retriever import ZeroRetriever

pond_datasets = [dict(
    abbr='pond', type=PondDataset, path='pond.json',
    reader_cfg=dict(input_columns=['dialogs', 'resources'], output_column='gold'),
    infer_cfg=dict(
        prompt_template=dict(type=PromptTemplate, template='{questions}'), retriever=dict(type=ZeroRetriever), inferencer=dict(type=${inferencer}),
    ),
)]
`;

const source = `import json

from datasets import Dataset

from .base import BaseDataset


class PondDataset(BaseDataset):

    @staticmethod
    def load(path):
        rows = []
        for one in json.load(open(path)):
            rows.append({'dialogs': json.dumps(one), 'resources': '', 'gold': ''})
        return Dataset.from_list(rows)
`;

function found(inferencer: string): readonly string[] {
  const files = {
    '/ws/opencompass/__init__.py': '',
    '/ws/opencompass/datasets/__init__.py': 'from .pond import *\n',
    '/ws/opencompass/datasets/base.py':
      'class BaseDataset:\n    def __init__(self, reader_cfg={}, **kwargs):\n        self.dataset = self.load(**kwargs)\n',
    '/ws/opencompass/datasets/pond.py': source,
    '/ws/eval.py': config(inferencer),
  };
  return createProject(new MemoryWorkspace(files, ['/ws']), defaultSettings)
    .check('/ws/eval.py')
    .filter(({ rule }) => rule === 'unfilled-placeholder')
    .map(({ severity }) => severity);
}

describe('a placeholder that no column fills', () => {
  it('is a warning where the template is read, and an information of an agent, which may ask what a column holds', () => {
    expect(found('GenInferencer')).toEqual(['warning']);
    expect(found('AgentInferencer')).toEqual(['information']);
  });
});
