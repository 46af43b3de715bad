import { describe, expect, it } from 'vitest';
import { completions } from '../../../server/src/engine/editor/completion.js';
import { hover } from '../../../server/src/engine/editor/hover.js';
import { fixture } from '../../support/fixture.js';

const riddles = `from datasets import Dataset
from .base import BaseDataset

class Riddles(BaseDataset):
    @staticmethod
    def load(path, kind='plain'):
        if kind == 'hinted':
            return Dataset.from_list([{'riddle': 1, 'hint': 2}])
        return Dataset.from_list([{'riddle': 1, 'solution': 2}])
`;

function withClass(config: string): string {
  const files = {
    'cfg.py': config,
    'opencompass/__init__.py': '',
    'opencompass/registry.py': '',
    'opencompass/openicl/__init__.py': '',
    'opencompass/datasets/__init__.py': 'from .riddles import *\n',
    'opencompass/datasets/base.py': 'class BaseDataset:\n    def __init__(self, reader_cfg={}, k=1, n=1, **kwargs):\n        pass\n',
    'opencompass/datasets/riddles.py': riddles,
  };
  return Object.entries(files)
    .map(([name, text]) => `# file: ${name}\n${text}`)
    .join('\n');
}

const config = (template: string, own = ''): string => `from opencompass.datasets import Riddles
from opencompass.openicl.icl_inferencer import GenInferencer
riddle_datasets = [dict(abbr='r', type=Riddles, path='x'${own}, reader_cfg=dict(input_columns=['riddle'], output_column='solution'),
    infer_cfg=dict(prompt_template=dict(type='PromptTemplate', template='${template}'), retriever=dict(type='ZeroRetriever'), inferencer=dict(type=GenInferencer)))]
`;

function offered(source: string): string[] {
  const { project, file, offset } = fixture(source);
  return completions(project, file, offset).map(({ label }) => label);
}

describe('the columns of a dataset class', () => {
  it('are offered within braces', () => {
    expect(offered(withClass(config('{$0}')))).toEqual(['riddle', 'solution']);
    expect(offered(withClass(config('{$0}', ", kind='hinted'")))).toEqual(['riddle', 'solution', 'hint']);
  });

  it('are offered where the reader names columns', () => {
    expect(offered(withClass(config('{riddle}').replace("output_column='solution'", "output_column='s$0'")))).toContain('solution');
  });

  it('are told where the class is named', () => {
    const { project, file, offset } = fixture(withClass(config('{riddle}').replace('type=Riddles', 'type=Rid$0dles')));
    expect(hover(project, file, offset)?.markdown).toContain('Columns: at least `riddle`, some of them `hint`, `solution`');
  });
});
