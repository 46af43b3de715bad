import { expect, it } from 'vitest';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { doneAtOnce } from '../../../server/src/engine/core/steps.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { readIndex } from '../../../server/src/engine/editor/index/workspace-index.js';
import { highlightsAt, referencesAt } from '../../../server/src/engine/editor/references/references.js';
import { renamableAt, renameAt } from '../../../server/src/engine/editor/references/rename.js';
import { createProject, type Project } from '../../../server/src/engine/project/project.js';

const files = {
  '/ws/sets/lake.py': 'lake_datasets = [dict(abbr="lake", type="X")]\nlake_datasets += [x for x in lake_datasets]\n',
  '/ws/sets/all.py': 'from mmengine.config import read_base\nwith read_base():\n    from .lake import *\n',
  '/ws/run.py':
    "from mmengine.config import read_base\nwith read_base():\n    from .sets.all import lake_datasets\n    from .sets.lake import lake_datasets as other_datasets\n\ndatasets = sum([v for k, v in locals().items() if k.endswith('_datasets')], [])\n\ndef f(lake_datasets):\n    return lake_datasets\n",
};

function projectOf(more: Readonly<Record<string, string>> = {}): Project {
  return createProject(new MemoryWorkspace({ ...files, ...more }, ['/ws']), defaultSettings);
}

function offsetIn(project: Project, file: string, search: string): number {
  const read = project.workspace.read(file);
  return read.kind === 'text' ? read.text.indexOf(search) : -1;
}

function rename(project: Project, file: string, search: string, to: string): string | Record<string, string> {
  const renamed = doneAtOnce(renameAt(project, readIndex(project), file, offsetIn(project, file, search), to));
  if ('refused' in renamed) return renamed.refused;
  const texts: Record<string, string> = {};
  for (const { span, newText } of [...renamed.edits].sort((a, b) => b.span.start - a.span.start)) {
    const read = project.workspace.read(span.file);
    const text = texts[span.file] ?? (read.kind === 'text' ? read.text : '');
    texts[span.file] = text.slice(0, span.start) + newText + text.slice(span.end);
  }
  return texts;
}

it('renames a list in every file that has it, and leaves aliases and names of functions alone', () => {
  const renamed = rename(projectOf(), '/ws/sets/lake.py', 'lake_datasets', 'pond_datasets');
  expect(renamed).toEqual({
    '/ws/sets/lake.py': files['/ws/sets/lake.py'].replaceAll('lake_datasets', 'pond_datasets'),
    '/ws/run.py': files['/ws/run.py']
      .replace('.all import lake', '.all import pond')
      .replace('import lake_datasets as', 'import pond_datasets as'),
  });
});

it('renames the same from where it is imported, and an alias for itself', () => {
  const project = projectOf();
  expect(rename(project, '/ws/run.py', 'lake_datasets', 'pond_datasets')).toEqual(
    rename(project, '/ws/sets/lake.py', 'lake_datasets', 'pond_datasets'),
  );
  expect(rename(project, '/ws/run.py', 'other_datasets', 'sea_datasets')).toEqual({
    '/ws/run.py': files['/ws/run.py'].replace('other_datasets', 'sea_datasets'),
  });
});

it.each([
  ['lake_datasets', 'not a name', {}, 'is no name in Python'],
  ['lake_datasets', 'lake', {}, 'by the ending _datasets'],
  ['lake_datasets', 'datasets', {}, 'reads datasets by this name'],
  ['lake_datasets', 'other_datasets', {}, 'has a name other_datasets already'],
  [
    'lake_datasets',
    'k_datasets',
    { '/ws/more.py': 'with read_base():\n    from .sets.lake import lake_datasets\nx = globals()["lake_datasets"]\n' },
    'by their text',
  ],
  [
    'lake_datasets',
    'k_datasets',
    { '/ws/more.py': 'with read_base():\n    from .sets.lake import lake_datasets\n    from gone.sets import *\n' },
    'is not found',
  ],
  [
    'lake_datasets',
    'k_datasets',
    { '/ws/more.py': 'with read_base():\n    from .sets.lake import lake_datasets\n    from .sets.gone import lake_datasets\n' },
    'it would not have the new name',
  ],
  [
    'lake_datasets',
    'k_datasets',
    { '/ws/more.py': 'with read_base():\n    from .sets.lake import lake_datasets\nx = (\n' },
    'cannot be read as Python',
  ],
])('refuses to call %s %s', (from, to, more, why) => {
  const refused = rename(projectOf(more), '/ws/sets/lake.py', from, to);
  expect(refused).toEqual(expect.stringContaining(why));
});

it('says before what can be renamed', () => {
  const project = projectOf();
  const at = (search: string) => renamableAt(project, readIndex(project), '/ws/run.py', offsetIn(project, '/ws/run.py', search));
  expect(at('lake_datasets')).toMatchObject({ name: 'lake_datasets' });
  expect(at('datasets = sum')).toMatchObject({ refused: expect.stringContaining('reads datasets') as string });
  expect(at('return')).toBeUndefined();
});

it.each([
  ['dict', 'Nothing in the workspace gives dict its value.'],
  ['len', 'Nothing in the workspace gives len its value.'],
  ['Lake', 'Lake comes from Python code that is no config, as pond.py imports it.'],
])('says before that %s, which no config gives its value, cannot be renamed', (name, refused) => {
  const pond = 'from lakes import Lake\npond_datasets = [dict(abbr="pond", type=Lake, number=len([]))]\n';
  const project = projectOf({ '/ws/pond.py': pond });
  const [, second] = [...pond.matchAll(new RegExp(`\\b${name}\\b`, 'g'))];
  const at = second?.index ?? pond.indexOf(name);
  expect(renamableAt(project, readIndex(project), '/ws/pond.py', at)).toEqual({ refused });
});

it('leaves it to the rename where a base that is not found may give a name', () => {
  const pond = 'from mmengine.config import read_base\nwith read_base():\n    from .gone import *\n\ndatasets = [*reeds]\n';
  const project = projectOf({ '/ws/pond.py': pond });
  expect(renamableAt(project, readIndex(project), '/ws/pond.py', pond.indexOf('reeds'))).toMatchObject({ name: 'reeds' });
});

it('finds the places of a name in all files, and marks those in one', () => {
  const project = projectOf();
  const found = doneAtOnce(referencesAt(project, readIndex(project), '/ws/sets/lake.py', 0));
  expect(found.map(({ span, binds }) => `${span.file.slice(4)} ${binds ? 'binds' : 'reads'}`).sort()).toEqual([
    'run.py binds',
    'run.py reads',
    'sets/lake.py binds',
    'sets/lake.py binds',
    'sets/lake.py reads',
  ]);
  expect(highlightsAt(project, '/ws/run.py', offsetIn(project, '/ws/run.py', 'lake_datasets'))).toHaveLength(1);
  expect(highlightsAt(project, '/ws/sets/lake.py', 0)).toHaveLength(3);
});
