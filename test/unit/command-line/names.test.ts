import { describe, expect, it } from 'vitest';
import { assembledConfig } from '../../../server/src/engine/command-line/assemble.js';
import { configFolders, findConfig } from '../../../server/src/engine/command-line/find-config.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

describe('a name', () => {
  const workspace = new MemoryWorkspace(
    Object.fromEntries(
      [
        '/my/datasets/z/pond_gen.py',
        '/my/dataset_collections/pond_gen.py',
        '/pkg/datasets/a/pond_gen.py',
        '/pkg/datasets/a/pond_ppl.py',
        '/pkg/datasets/a/notes.md',
        '/pkg/models/pike_7b.py',
      ].map((file) => [file, '']),
    ),
  );
  const datasets = configFolders('datasets', '/my', '/pkg');

  it('is looked for in the folders of the user first', () => {
    expect(datasets).toEqual(['/my/datasets', '/my/dataset_collections', '/pkg/datasets', '/pkg/dataset_collections']);
    expect(findConfig(workspace, datasets, 'pond_gen')).toEqual({
      file: '/my/datasets/z/pond_gen.py',
      others: ['/my/dataset_collections/pond_gen.py', '/pkg/datasets/a/pond_gen.py'],
    });
  });

  it('may be a pattern, and have its ending', () => {
    expect(findConfig(workspace, datasets, '*_PPL.py')).toEqual({ file: '/pkg/datasets/a/pond_ppl.py', others: [] });
  });

  it('that is nowhere brings the nearest', () => {
    expect(findConfig(workspace, configFolders('models', '/my', '/pkg'), 'pike7b')).toEqual({ nearest: ['pike_7b'] });
    expect(findConfig(workspace, configFolders('models', '/my', undefined), 'pike7b')).toEqual({ nearest: [] });
  });
});

describe('an assembled config', () => {
  it('imports from the package by its name, else relative to its own folder', () => {
    const models = [{ file: '/a b/pkg/configs/models/x.py', names: ['models'] }];
    const datasets = [
      { file: '/a b/my/datasets/y.py', names: ['y_datasets', 'z_datasets'] },
      { file: '/a b/other/w.py', names: ['w_datasets'] },
    ];
    expect(
      assembledConfig('/a b/my/all.py', models, datasets, {
        inPackage: '/a b/pkg',
        literals: { datasets: ["{'abbr': 'v'}"] },
        adds: 'work_dir = 1',
      }),
    ).toBe(`from mmengine.config import read_base

with read_base():
    from pkg.configs.models.x import models as models_1
    from .datasets.y import y_datasets as datasets_1
    from .datasets.y import z_datasets as datasets_2
    from ..other.w import w_datasets as datasets_3

models = [*models_1]
datasets = [*datasets_1, *datasets_2, *datasets_3, {'abbr': 'v'}]
work_dir = 1
`);
  });

  it('refuses what no import can name', () => {
    expect(() => assembledConfig('/my/all.py', [], [{ file: '/my/datasets/y-1.py', names: ['y_datasets'] }])).toThrow(
      /'y-1' is not a Python name/,
    );
  });
});
