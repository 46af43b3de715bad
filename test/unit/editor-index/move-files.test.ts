import { expect, it } from 'vitest';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { readIndex } from '../../../server/src/engine/editor/index/workspace-index.js';
import { editsOfMoves } from '../../../server/src/engine/editor/references/move-files.js';
import { createProject } from '../../../server/src/engine/project/project.js';

type Files = Readonly<Record<string, string>>;

const head = 'from mmengine.config import read_base\nwith read_base():\n';
const configs: Files = {
  '/ws/pack/__init__.py': '',
  '/ws/pack/sets/lake.py': 'lake_datasets = [dict(abbr="lake", type="X")]\n',
  '/ws/pack/sets/waters.py': `${head}    from .lake import lake_datasets\n`,
  '/ws/pack/run.py': `${head}    from .sets.waters import lake_datasets\n    from pack.sets.lake import lake_datasets as again\ndatasets = lake_datasets\n`,
  '/ws/plain.py': "_base_ = ['./pack/plain_base.py', 'gone.py']\nmodels = [dict(abbr='m', type='M')]\n",
  '/ws/pack/plain_base.py': 'datasets = [dict(abbr="a", infer_cfg=dict())]\nmodels = []\n',
};

const tasks: Files = {
  '/ws/tasks/_base_yaml': 'dataset_path: d\noutput_type: generate_until\n',
  '/ws/tasks/utils.py': 'def text(doc):\n    return doc["q"]\n',
  '/ws/tasks/a.yaml':
    'include: _base_yaml\ntask: a\ndoc_to_text: !function utils.text\nprocess_docs: !function utils.docs\ndoc_to_target: !function numpy.abs\n',
  '/ws/tasks/deep/b.yaml': 'include:\n  - ../_base_yaml\ntask: b\ndoc_to_text: q\ndoc_to_target: a\n',
};

/** The files that are written otherwise, by their paths before the move. */
function move(files: Files, ...moves: readonly (readonly [string, string])[]): Files {
  const project = createProject(new MemoryWorkspace(files, ['/ws']), defaultSettings);
  const edits = editsOfMoves(
    project,
    readIndex(project),
    moves.map(([from, to]) => ({ from, to })),
  );
  const texts: Record<string, string> = {};
  for (const { span, newText } of [...edits].sort((a, b) => b.span.start - a.span.start)) {
    const text = texts[span.file] ?? files[span.file]!;
    texts[span.file] = text.slice(0, span.start) + newText + text.slice(span.end);
  }
  return texts;
}

it('writes imports anew when a base gets another name', () => {
  expect(move(configs, ['/ws/pack/sets/lake.py', '/ws/pack/sets/pond.py'])).toEqual({
    '/ws/pack/sets/waters.py': configs['/ws/pack/sets/waters.py']!.replace('.lake', '.pond'),
    '/ws/pack/run.py': configs['/ws/pack/run.py']!.replace('pack.sets.lake', 'pack.sets.pond'),
  });
});

it('writes those of a config that is moved, and those that lead to it', () => {
  expect(move(configs, ['/ws/pack/sets/waters.py', '/ws/pack/deep/er/waters.py'])).toEqual({
    '/ws/pack/sets/waters.py': configs['/ws/pack/sets/waters.py']!.replace('.lake', '...sets.lake'),
    '/ws/pack/run.py': configs['/ws/pack/run.py']!.replace('.sets.waters', '.deep.er.waters'),
  });
});

it('writes those that lead into a folder that is moved, and none within it', () => {
  expect(move(configs, ['/ws/pack/sets', '/ws/pack/data'])).toEqual({
    '/ws/pack/run.py': configs['/ws/pack/run.py']!.replaceAll('sets.', 'data.'),
  });
});

it('leaves an import alone that cannot be written', () => {
  expect(move(configs, ['/ws/pack/sets/lake.py', '/ws/pack/sets/the-lake.py'])).toEqual({});
});

it('writes paths of _base_', () => {
  expect(move(configs, ['/ws/pack/plain_base.py', '/ws/pack/base.py'])).toEqual({
    '/ws/plain.py': configs['/ws/plain.py']!.replace('plain_base', 'base'),
  });
  expect(move(configs, ['/ws/plain.py', '/ws/pack/plain.py'])).toEqual({
    '/ws/plain.py': configs['/ws/plain.py']!.replace('./pack/plain_base.py', './plain_base.py').replace('gone.py', '../gone.py'),
  });
});

it('writes includes and functions of tasks', () => {
  expect(move(tasks, ['/ws/tasks/_base_yaml', '/ws/tasks/deep/_all_yaml'], ['/ws/tasks/utils.py', '/ws/tasks/deep/own.py'])).toEqual({
    '/ws/tasks/a.yaml': tasks['/ws/tasks/a.yaml']!.replace('_base_yaml', 'deep/_all_yaml').replaceAll('utils.', 'deep.own.'),
    '/ws/tasks/deep/b.yaml': tasks['/ws/tasks/deep/b.yaml']!.replace('../_base_yaml', '_all_yaml'),
  });
  expect(move(tasks, ['/ws/tasks/a.yaml', '/ws/tasks/deep/a.yaml'])).toEqual({
    '/ws/tasks/a.yaml': tasks['/ws/tasks/a.yaml']!.replace('_base_yaml', '../_base_yaml'),
  });
});
