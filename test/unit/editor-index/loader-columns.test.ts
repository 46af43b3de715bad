import { expect, it } from 'vitest';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { doneAtOnce } from '../../../server/src/engine/core/steps.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { definitions } from '../../../server/src/engine/editor/definition.js';
import { readIndex } from '../../../server/src/engine/editor/index/workspace-index.js';
import { referencesAt } from '../../../server/src/engine/editor/references/references.js';
import { renameAt } from '../../../server/src/engine/editor/references/rename.js';
import { createProject, type Project } from '../../../server/src/engine/project/project.js';
import { offsetIn, textOf } from './places.js';

const files = {
  '/ws/mine/__init__.py': "from .pond import PondDataset, PondEvaluator\n__all__ = ['PondDataset', 'PondEvaluator']\n",
  '/ws/mine/pond.py': `from datasets import Dataset
from opencompass.datasets.base import BaseDataset

class PondDataset(BaseDataset):
    """Rows with a riddle."""

    @staticmethod
    def load(path):
        rows = []
        for line in open(path):
            item = {'riddle': line, 'answer': ''}
            item['riddle'] = item['riddle'].strip()
            rows.append(item)
        return Dataset.from_list(rows)

class PondEvaluator:
    def score(self, predictions, references):
        return {'accuracy': 1}
`,
  '/ws/pond.py': `from opencompass.openicl.icl_prompt_template import PromptTemplate
from mine import PondDataset, PondEvaluator
pond_datasets = [dict(abbr='pond', type=PondDataset, path='pond.txt',
    reader_cfg=dict(input_columns=['riddle'], output_column='answer'),
    infer_cfg=dict(prompt_template=dict(type=PromptTemplate, template='Q: {riddle}'),
        retriever=dict(type='ZeroRetriever'), inferencer=dict(type='GenInferencer')),
    eval_cfg=dict(evaluator=dict(type=PondEvaluator)))]
`,
  '/ws/run.py':
    'from mmengine.config import read_base\nwith read_base():\n    from .pond import pond_datasets\ndatasets = pond_datasets\nmodels = []\n',
} as const;

type Files = Readonly<Record<string, string>>;

function projectOf(more: Files = {}): Project {
  return createProject(new MemoryWorkspace({ ...files, ...more }, ['/ws']), defaultSettings);
}

function rename(project: Project, search: string, to: string): string | Files {
  const renamed = doneAtOnce(renameAt(project, readIndex(project), '/ws/pond.py', offsetIn(project, '/ws/pond.py', search), to));
  if ('refused' in renamed) return renamed.refused;
  const texts: Record<string, string> = {};
  for (const { span, newText } of [...renamed.edits].sort((a, b) => b.span.start - a.span.start)) {
    const text = texts[span.file] ?? textOf(project, span.file);
    texts[span.file] = text.slice(0, span.start) + newText + text.slice(span.end);
  }
  return texts;
}

function shown(project: Project, { file, start, end }: { file: string; start: number; end: number }): string {
  const text = textOf(project, file);
  return `${file}:${String(text.slice(0, start).split('\n').length)} ${text.slice(start, end)}`;
}

const inLoader = ['/ws/mine/pond.py:11 riddle', '/ws/mine/pond.py:12 riddle', '/ws/mine/pond.py:12 riddle'];

it('finds the places where the loader writes a column, as what defines it', () => {
  const project = projectOf();
  const found = doneAtOnce(referencesAt(project, readIndex(project), '/ws/pond.py', offsetIn(project, '/ws/pond.py', '{|riddle')));
  expect(found.map(({ span, binds }) => `${shown(project, span)}${binds ? ' !' : ''}`).sort()).toEqual(
    [...inLoader.map((place) => `${place} !`), '/ws/pond.py:4 riddle !', '/ws/pond.py:5 riddle'].sort(),
  );
  const defined = (search: string): string[] =>
    definitions(project, '/ws/pond.py', offsetIn(project, '/ws/pond.py', search)).map(({ target }) => shown(project, target));
  expect(defined('{|riddle')).toEqual(inLoader);
  expect(defined("['|riddle")).toEqual(inLoader);
});

it('leads to reader_cfg where the loader is not within reach', () => {
  const project = projectOf({ '/ws/mine/pond.py': '' });
  const [found] = definitions(project, '/ws/pond.py', offsetIn(project, '/ws/pond.py', '{|riddle'));
  expect(found && shown(project, found.target)).toBe('/ws/pond.py:4 riddle');
});

it('renames a column in the class of the dataset, too, where nothing else uses that', () => {
  expect(rename(projectOf(), '{|riddle', 'puzzle')).toEqual({
    '/ws/pond.py': files['/ws/pond.py'].replaceAll('riddle', 'puzzle'),
    '/ws/mine/pond.py': files['/ws/mine/pond.py'].replaceAll("'riddle'", "'puzzle'"),
  });
});

const pond = files['/ws/mine/pond.py'];
it.each<[string, Files, string]>([
  [
    'another dataset of the class',
    { '/ws/other.py': files['/ws/pond.py'].replaceAll('pond_datasets', 'other_datasets') },
    '/ws/other.py has to do with that class, too',
  ],
  [
    'code that uses the class',
    { '/ws/code.py': 'from mine import PondDataset\nprint(PondDataset.load("x"))\n' },
    '/ws/code.py has to do with',
  ],
  ['a class of it', { '/ws/mine/pond.py': `${pond}\nclass More(PondDataset):\n    pass\n` }, '/ws/mine/pond.py has to do with'],
  [
    'a reader of the rows',
    { '/ws/mine/pond.py': `${pond}\ndef first(rows):\n    return rows[0]['riddle']\n` },
    'pond.py:21 may mean that column',
  ],
  ['a key of the data', { '/ws/mine/pond.py': pond.replace('line,', "json.loads(line)['riddle'],") }, 'pond.py:11 may mean that column'],
  ['an attribute', { '/ws/mine/pond.py': `${pond}\ndef first(row):\n    return row.riddle\n` }, 'pond.py:21 may mean that column'],
  [
    'an evaluator that reads it',
    {
      '/ws/mine/__init__.py': 'from .pond import PondDataset\nfrom .judge import PondEvaluator\n',
      '/ws/mine/judge.py': "class PondEvaluator:\n    def score(self, test_set):\n        return {'n': len(test_set['riddle'])}\n",
    },
    'judge.py:3 may read it from the rows',
  ],
  [
    'an evaluator out of reach',
    { '/ws/pond.py': files['/ws/pond.py'].replace('=PondEvaluator', "='far.away.Judge'") },
    'Whether far.away.Judge reads it',
  ],
  ['columns that the data have', { '/ws/mine/pond.py': pond.replace('{', '{**json.loads(line), ') }, 'is not known for sure'],
  [
    'a name that is put together',
    { '/ws/mine/pond.py': pond.replace("{'riddle'", "{'rid' + 'dle'") },
    'it would have other columns than before',
  ],
  [
    'a column of the new name',
    { '/ws/mine/pond.py': pond.replace("'answer'", "'answer': 1, 'puzzle'") },
    'It gives a column puzzle already',
  ],
  [
    'a helper beside the class',
    {
      '/ws/mine/pond.py': pond
        .replace("item = {'riddle': line, 'answer': ''}\n            item['riddle'] = item['riddle'].strip()", 'item = row_of(line)')
        .replace('class PondDataset', "def row_of(line):\n    return {'riddle': line, 'answer': ''}\n\nclass PondDataset"),
    },
    'stands outside of the class',
  ],
])('refuses where there is %s', (_, more, why) => {
  const project = projectOf(more);
  expect(rename(project, '{|riddle', 'puzzle')).toEqual(expect.stringContaining(why));
  expect(rename(project, '{|riddle', 'puzzle')).toEqual(expect.stringContaining('The dataset class PondDataset gives the column riddle.'));
});

it('refuses for a class of an installed package', () => {
  const installed = '/ws/venv/lib/python3.11/site-packages/mine';
  const { '/ws/mine/__init__.py': init, '/ws/mine/pond.py': code, ...others } = files;
  const workspace = new MemoryWorkspace({ ...others, [`${installed}/__init__.py`]: init, [`${installed}/pond.py`]: code }, ['/ws']);
  workspace.packageRoot = (name) => (name === 'mine' ? '/ws/venv/lib/python3.11/site-packages' : undefined);
  const project = createProject(workspace, defaultSettings);
  expect(rename(project, '{|riddle', 'puzzle')).toContain(`${installed}/pond.py does not belong to the workspace`);
});
