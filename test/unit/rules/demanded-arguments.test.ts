import { describe, expect, it } from 'vitest';
import { createProject } from '../../../server/src/engine/project/project.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

/** What missing-argument says of a dataset without any argument, whose class loads its rows so. */
function said(...body: string[]): string[] {
  const files = {
    '/ws/pond.py': [
      'from opencompass.datasets.base import BaseDataset',
      'class PondDataset(BaseDataset):',
      '    @staticmethod',
      '    def load(**kwargs):',
      ...body.map((line) => `        ${line}`),
      '',
    ].join('\n'),
    '/ws/opencompass/__init__.py': '',
    '/ws/opencompass/registry.py': '',
    '/ws/opencompass/datasets/__init__.py': '',
    '/ws/opencompass/datasets/base.py':
      'class BaseDataset:\n    def __init__(self, reader_cfg={}, **kwargs):\n        self.dataset = self.load(**kwargs)\n',
    '/ws/a.py': `
from pond import PondDataset
a_datasets = [dict(abbr='a', type=PondDataset, reader_cfg=dict(input_columns=['q'], output_column='a'), infer_cfg=dict(
    prompt_template=dict(type='PromptTemplate', template='{q}'), retriever=dict(type='ZeroRetriever'), inferencer=dict(type='GenInferencer')),
    eval_cfg=dict(evaluator=dict(type='AccEvaluator')))]
`,
  };
  const project = createProject(new MemoryWorkspace(files, ['/ws']), defaultSettings);
  return project.check('/ws/a.py').flatMap(({ rule, message }) => (rule === 'missing-argument' ? [message.split(' in ')[0]!] : []));
}

describe('What a method asks of its further arguments', () => {
  it.each([
    ['raises', ["if 'path' not in kwargs:", "    raise ConfigError('no path')", "rows = read(kwargs['path'])"], 'ConfigError'],
    ['is a key', ["rows = read(kwargs['path'])"], 'KeyError'],
    ['is a key behind what has nothing to do with it', ["name = 'x'", 'log(name)', "rows = read(name, where=kwargs['path'])"], 'KeyError'],
  ])('must be given where it %s', (_what, body, error) =>
    expect(said(...body)).toEqual([`PondDataset must be given path: building the dataset raises ${error}`]),
  );

  it.each([
    ['is filled in', ["kwargs.setdefault('path', 'x')", "rows = read(kwargs['path'])"]],
    ['is written', ["kwargs['path'] = 'x'", "rows = read(kwargs['path'])"]],
    ['is given to something first', ['fill(kwargs)', "rows = read(kwargs['path'])"]],
    ['is asked for', ["rows = read(kwargs.get('path'))"]],
    ['counts in a branch', ["if 'path' in kwargs:", "    rows = read(kwargs['path'])"]],
    ['counts in a part of an expression', ["rows = read(kwargs['path'] if 'path' in kwargs else 'x')"]],
    ['comes behind a way out', ['if ready():', '    return rows()', "rows = read(kwargs['path'])"]],
    ['only warns', ["if 'path' not in kwargs:", "    log('no path')", "rows = read(kwargs.get('path'))"]],
  ])('need not be given where it %s', (_what, body) => expect(said(...body)).toEqual([]));
});
