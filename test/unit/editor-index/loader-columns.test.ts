import { expect, it } from 'vitest';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { doneAtOnce } from '../../../server/src/engine/core/steps.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { definitions } from '../../../server/src/engine/editor/definition.js';
import { readIndex } from '../../../server/src/engine/editor/index/workspace-index.js';
import { highlightsAt, referencesAt } from '../../../server/src/engine/editor/references/references.js';
import { renamableAt, renameAt } from '../../../server/src/engine/editor/references/rename.js';
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

function rename(project: Project, search: string, to: string, file = '/ws/pond.py'): string | Files {
  const renamed = doneAtOnce(renameAt(project, readIndex(project), file, offsetIn(project, file, search), to));
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
const renamedHere = {
  '/ws/pond.py': files['/ws/pond.py'].replaceAll('riddle', 'puzzle'),
  '/ws/mine/pond.py': pond.replaceAll("'riddle'", "'puzzle'"),
};

it.each(["{'|riddle'", "= item['rid|dle'"])(
  'leads from %s in the loader to the configs of the class, and renames it from there',
  (search) => {
    const project = projectOf();
    const at = offsetIn(project, '/ws/mine/pond.py', search);
    const found = doneAtOnce(referencesAt(project, readIndex(project), '/ws/mine/pond.py', at));
    expect(found.map(({ span }) => shown(project, span)).sort()).toEqual(
      [...inLoader, '/ws/pond.py:4 riddle', '/ws/pond.py:5 riddle'].sort(),
    );
    expect(highlightsAt(project, '/ws/mine/pond.py', at).map(({ span }) => shown(project, span))).toEqual(inLoader);
    expect(definitions(project, '/ws/mine/pond.py', at).map(({ target }) => shown(project, target))).toEqual(inLoader);
    expect(renamableAt(project, readIndex(project), '/ws/mine/pond.py', at)).toMatchObject({ name: 'riddle' });
    expect(rename(project, search, 'puzzle', '/ws/mine/pond.py')).toEqual(renamedHere);
  },
);

it('finds nothing in code that gives no column', () => {
  const project = projectOf();
  for (const search of ['open(|path)', "'accu|racy'", '"""Rows |with']) {
    const at = offsetIn(project, '/ws/mine/pond.py', search);
    expect(doneAtOnce(referencesAt(project, readIndex(project), '/ws/mine/pond.py', at))).toEqual([]);
    expect(highlightsAt(project, '/ws/mine/pond.py', at)).toEqual([]);
  }
});

const another = files['/ws/pond.py'].replaceAll('pond_datasets', 'other_datasets');
const helper = pond
  .replace("item = {'riddle': line, 'answer': ''}\n            item['riddle'] = item['riddle'].strip()", 'item = row_of(line)')
  .replace('class PondDataset', "def row_of(line):\n    return {'riddle': line, 'answer': ''}\n\nclass PondDataset");
it.each<[string, Files]>([
  ['another dataset of the class', { '/ws/other.py': another }],
  ['a class of it', { '/ws/mine/pond.py': `${pond}\nclass More(PondDataset):\n    pass\n` }],
  [
    'a dataset of a class of it',
    {
      '/ws/mine/more.py': 'from .pond import PondDataset\nclass More(PondDataset):\n    pass\n',
      '/ws/mine/__init__.py': "from .pond import PondDataset, PondEvaluator\nfrom .more import More\n__all__ = ['PondDataset', 'More']\n",
      '/ws/other.py': another.replaceAll('PondDataset', 'More'),
    },
  ],
  ['a helper beside the class', { '/ws/mine/pond.py': helper }],
  [
    'rows for another source of the data',
    {
      '/ws/mine/pond.py': pond.replace(
        '        rows = []\n',
        "        if environ.get('DATASET_SOURCE') == 'ModelScope':\n            return Dataset.from_list([{'riddle': 'a', 'answer': 'b'}])\n        rows = []\n",
      ),
    },
  ],
  [
    'a class beside it with a column of that name',
    {
      '/ws/mine/pond.py': `${pond}\nclass LakeDataset(BaseDataset):\n    @staticmethod\n    def load(path):\n        return Dataset.from_list([{"riddle": 1, 'place': 2}])\n`,
    },
  ],
])('renames it from both sides with %s', (_, more) => {
  const expected = Object.fromEntries(
    Object.entries({ ...files, ...more })
      .map(([file, text]) => [
        file,
        file.startsWith('/ws/mine/') ? text.replaceAll("'riddle'", "'puzzle'") : text.replaceAll('riddle', 'puzzle'),
      ])
      .filter(([file, text]) => text !== { ...files, ...more }[file!]),
  ) as Files;
  expect(rename(projectOf(more), '{|riddle', 'puzzle')).toEqual(expected);
  expect(rename(projectOf(more), "{'|riddle'", 'puzzle', '/ws/mine/pond.py')).toEqual(expected);
});

it('leaves what is asked of the data alone', () => {
  const read = pond.replace(
    "            item = {'riddle': line,",
    "            data = json.loads(line)\n            item = {'riddle': data['riddle'] + data.get('riddle'),",
  );
  const expected = {
    ...renamedHere,
    '/ws/mine/pond.py': read.replace("{'riddle'", "{'puzzle'").replaceAll("item['riddle']", "item['puzzle']"),
  };
  expect(rename(projectOf({ '/ws/mine/pond.py': read }), '{|riddle', 'puzzle')).toEqual(expected);
  const changed = read.replace('            item =', "            data['riddle'] = 'x'\n            item =");
  expect(rename(projectOf({ '/ws/mine/pond.py': changed }), '{|riddle', 'puzzle')).toContain('pond.py:12 may mean that column');
});

/** The loader with other code for its rows. */
function loaderOf(...lines: string[]): string {
  const body = lines.map((line) => `        ${line}\n`).join('');
  return pond.replace(/ {8}rows = \[\]\n[^]*?from_list\(rows\)\n/, body);
}

it.each<[string, string[], string[]]>([
  [
    'dicts that are made on the way',
    [
      "made = [{'riddle': line, 'own': 1} for line in open(path)]",
      "return Dataset.from_list([{'riddle': one['riddle'], 'answer': ''} for one in made])",
    ],
    [
      "made = [{'riddle': line, 'own': 1} for line in open(path)]",
      "return Dataset.from_list([{'puzzle': one['riddle'], 'answer': ''} for one in made])",
    ],
  ],
  [
    'lists under keys',
    [
      "data = {'riddle': []}",
      'for line in open(path):',
      "    data['riddle'].append(line)",
      "return Dataset.from_dict({'riddle': data['riddle'], 'answer': []})",
    ],
    [
      "data = {'riddle': []}",
      'for line in open(path):',
      "    data['riddle'].append(line)",
      "return Dataset.from_dict({'puzzle': data['riddle'], 'answer': []})",
    ],
  ],
  [
    'what is asked of data before rows take its place',
    [
      'data = load_dataset(path)',
      "rows = [{'riddle': data['test']['riddle'][i], 'answer': ''} for i in range(9)]",
      "data['test'] = Dataset.from_list(rows)",
      "return DatasetDict({'test': data['test']})",
    ],
    [
      'data = load_dataset(path)',
      "rows = [{'puzzle': data['test']['riddle'][i], 'answer': ''} for i in range(9)]",
      "data['test'] = Dataset.from_list(rows)",
      "return DatasetDict({'test': data['test']})",
    ],
  ],
])('leaves %s alone', (_, before, after) => {
  expect(rename(projectOf({ '/ws/mine/pond.py': loaderOf(...before) }), '{|riddle', 'puzzle')).toEqual({
    ...renamedHere,
    '/ws/mine/pond.py': loaderOf(...after),
  });
});

it('renames a column that some branches give, where all columns of each are known', () => {
  const lines = [
    "rows = [{'riddle': line, 'answer': ''} for line in open(path)]",
    'if path:',
    "    return Dataset.from_list([{'riddle': 'a', 'hint': 'b'}])",
    'return Dataset.from_list(rows)',
  ];
  const code = loaderOf(...lines);
  const expected = { ...renamedHere, '/ws/mine/pond.py': code.replaceAll("'riddle'", "'puzzle'") };
  expect(rename(projectOf({ '/ws/mine/pond.py': code }), '{|riddle', 'puzzle')).toEqual(expected);
  expect(rename(projectOf({ '/ws/mine/pond.py': code }), '{|riddle', 'hint')).toContain('It gives a column hint already');
  const some = code.replace("{'riddle': 'a', ", '{');
  expect(rename(projectOf({ '/ws/mine/pond.py': some }), '{|riddle', 'puzzle')).toHaveProperty(
    '/ws/mine/pond.py',
    some.replaceAll("'riddle'", "'puzzle'"),
  );
  const open = code.replace("return Dataset.from_list([{'riddle'", "return Dataset.from_list([{**path, 'riddle'");
  expect(rename(projectOf({ '/ws/mine/pond.py': open }), '{|riddle', 'puzzle')).toContain('Other columns come from its data');
});

it('renames it in splits that the code does not name, too, where it gives their rows', () => {
  const code = loaderOf(
    "rows = [{'riddle': line, 'answer': ''} for line in open(path)]",
    'made = DatasetDict()',
    "if os.environ.get('DATASET_SOURCE') == 'ModelScope':",
    '    for split in MsDataset.load(path):',
    "        made[split] = Dataset.from_list([{'riddle': 1, 'hint': 2}])",
    'else:',
    "    made['test'] = Dataset.from_list(rows)",
    'return made',
  );
  expect(rename(projectOf({ '/ws/mine/pond.py': code }), '{|riddle', 'puzzle')).toHaveProperty(
    '/ws/mine/pond.py',
    code.replaceAll("'riddle'", "'puzzle'"),
  );
  expect(rename(projectOf({ '/ws/mine/pond.py': code }), '{|riddle', 'hint')).toContain('It gives a column hint already');
  const later = code
    .replace('MsDataset.load(path):', "MsDataset.load(path):\n                name = 'rid' + 'dle'")
    .replace("[{'riddle': 1", '[{name: 1');
  expect(rename(projectOf({ '/ws/mine/pond.py': later }), '{|riddle', 'puzzle')).toContain('other columns than before');
});

it('says which config of the class does not load', () => {
  const broken = another.replace('pond.txt', "' + 1 + '");
  expect(rename(projectOf({ '/ws/other.py': broken }), '{|riddle', 'puzzle')).toContain('other.py does not load');
});

it.each<[string, string[]]>([
  [
    'names of features',
    [
      "rows = [{'riddle': line, 'answer': ''} for line in open(path)]",
      "return Dataset.from_list(rows, features=Features({'riddle': 'string', 'answer': 'string'}))",
    ],
  ],
  [
    'names of features in a dict',
    [
      "rows = [{'riddle': line, 'answer': ''} for line in open(path)]",
      "kinds = {'riddle': 'string'}",
      'return Dataset.from_list(rows, features=kinds)',
    ],
  ],
  [
    'a dict that other code has',
    [
      "made = [{'riddle': line} for line in open(path)]",
      'store(made)',
      "return Dataset.from_list([{'riddle': one, 'answer': ''} for one in fetch()])",
    ],
  ],
  [
    'a dict that is kept elsewhere',
    ["cls.made = {'riddle': 1}", "return Dataset.from_list([{'riddle': one, 'answer': ''} for one in fetch()])"],
  ],
  [
    'a key that may be that of the rows',
    ["rows = [{'riddle': line, 'answer': ''} for line in open(path)]", "print('riddle' in rows[0])", 'return Dataset.from_list(rows)'],
  ],
])('refuses where there is %s', (_, lines) => {
  expect(rename(projectOf({ '/ws/mine/pond.py': loaderOf(...lines) }), '{|riddle', 'puzzle')).toContain(
    'may mean that column, too, or something else',
  );
});

it('renames a column of the framework in a checkout of it', () => {
  const { '/ws/mine/pond.py': code, '/ws/pond.py': config } = files;
  const own = '/ws/opencompass/datasets/pond.py';
  const checkout = { [own]: code, '/ws/opencompass/__init__.py': '', '/ws/opencompass/datasets/__init__.py': 'from .pond import *\n' };
  const project = createProject(
    new MemoryWorkspace({ ...checkout, '/ws/pond.py': config.replace('from mine', 'from opencompass.datasets') }, ['/ws']),
    defaultSettings,
  );
  expect(rename(project, "{'|riddle'", 'puzzle', own)).toHaveProperty(own, renamedHere['/ws/mine/pond.py']);
});

it('refuses where the data name the column, where nothing is known of the class, and where no config has a dataset of it', () => {
  const ofData = pond.replace("{'riddle': line, 'answer': ''}", 'json.loads(line)').replace(/\n +item\['riddle'\].*/, '');
  expect(rename(projectOf({ '/ws/mine/pond.py': ofData }), '{|riddle', 'puzzle')).toBe(
    'The dataset class PondDataset may have the column riddle from its data (load in pond.py:8), which would have to be changed, too.',
  );
  expect(rename(projectOf({ '/ws/mine/pond.py': '' }), '{|riddle', 'puzzle')).toBe(
    'What gives the column riddle is not known: the source of the dataset class PondDataset is not within reach.',
  );
  expect(rename(projectOf({ '/ws/pond.py': '', '/ws/run.py': '' }), "{'|riddle'", 'puzzle', '/ws/mine/pond.py')).toBe(
    'No config of the workspace has a dataset of PondDataset with the column riddle: who uses it is not known.',
  );
  const reader = "pond_reader_cfg = dict(input_columns=['riddle'], output_column='answer')\n";
  expect(rename(projectOf({ '/ws/pond.py': reader, '/ws/run.py': '' }), "['|riddle", 'puzzle')).toBe(
    'No dataset is known that has the column riddle: what gives it is not known.',
  );
});

it('refuses where an evaluator is told the name', () => {
  const told = files['/ws/pond.py'].replace('type=PondEvaluator', "type=PondEvaluator, key='riddle'");
  expect(rename(projectOf({ '/ws/pond.py': told }), '{|riddle', 'puzzle')).toBe(
    'Another text of the dataset is riddle, and may mean the column.',
  );
});

it.each<[string, Files, string]>([
  [
    'code that uses the class',
    { '/ws/code.py': 'from mine import PondDataset\nprint(PondDataset.load("x"))\n' },
    '/ws/code.py:2 may write its rows with all names',
  ],
  [
    'code that has the class under another name',
    { '/ws/code.py': 'from mine import PondDataset as P\nprint(P.load("x"))\n' },
    '/ws/code.py has to do with',
  ],
  [
    'a reader of the rows',
    { '/ws/mine/pond.py': `${pond}\ndef first(rows):\n    return rows[0]['riddle']\n` },
    'pond.py:21 may mean that column',
  ],
  [
    'a key of what is not known',
    { '/ws/mine/pond.py': pond.replace('line,', "fetch(line)['riddle'],") },
    'pond.py:11 may mean that column',
  ],
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
    'an evaluator that reads it by what another loader uses, too',
    {
      '/ws/mine/__init__.py': 'from .pond import PondDataset\nfrom .judge import PondEvaluator\n',
      '/ws/mine/judge.py': `def shown(row):
    return {'riddle': row}

class OtherDataset(BaseDataset):
    @staticmethod
    def load(path):
        return Dataset.from_list([shown(1)])

class PondEvaluator:
    def score(self, test_set):
        return {'n': [shown(row) for row in test_set]}
`,
    },
    'judge.py:2 may read it from the rows',
  ],
  [
    'an evaluator out of reach',
    { '/ws/pond.py': files['/ws/pond.py'].replace('=PondEvaluator', "='far.away.Judge'") },
    'Whether far.away.Judge reads it',
  ],
  ['columns that the data have', { '/ws/mine/pond.py': pond.replace('{', '{**json.loads(line), ') }, 'Other columns come from its data'],
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
    'a helper that others use, too',
    { '/ws/mine/pond.py': helper, '/ws/code.py': 'from mine.pond import row_of\nprint(row_of("x"))\n' },
    '/ws/code.py has to do with row_of, which gives it',
  ],
  [
    'a class that makes the rows',
    {
      '/ws/mine/pond.py': helper
        .replace('def row_of(line):\n    return', 'class Rows:\n    @staticmethod\n    def row_of(line):\n        return')
        .replace('= row_of', '= Rows.row_of'),
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

it('leaves alone what is asked of data that a function beside it reads', () => {
  const code = (reader: string): Files => ({
    '/ws/mine/reading.py': `import json\n\ndef lines_of(path):\n    with open(path) as f:\n        for line in f:\n${reader}`,
    '/ws/mine/pond.py': files['/ws/mine/pond.py']
      .replace('from datasets import Dataset', 'from datasets import Dataset\nfrom .reading import lines_of')
      .replace('for line in open(path):', 'for line in lines_of(path):\n            riddle = line["riddle"]')
      .replace("'riddle': line,", "'riddle': riddle,"),
  });
  const changed = rename(projectOf(code('            yield json.loads(line)\n')), '{|riddle', 'puzzle');
  expect(changed).toMatchObject({ '/ws/mine/pond.py': expect.stringContaining(`riddle = line["riddle"]`) as string });
  expect(changed).toMatchObject({ '/ws/mine/pond.py': expect.stringContaining("'puzzle': riddle") as string });
  const refused = rename(projectOf(code('            yield made(line)\n')), '{|riddle', 'puzzle');
  expect(refused).toContain('pond.py:12 may mean that column, too');
});

it('does not look into the model that judges, which is given prompts', () => {
  const judge = "class Judge:\n    def generate(self, inputs):\n        return [one['riddle'] for one in inputs]\n";
  const evalCfg = (key: string): Files => ({
    '/ws/mine/judge.py': judge,
    '/ws/pond.py': files['/ws/pond.py'].replace('type=PondEvaluator', `type=PondEvaluator, ${key}=dict(type='mine.judge.Judge')`),
  });
  expect(rename(projectOf(evalCfg('judge_cfg')), '{|riddle', 'puzzle')).toMatchObject({ '/ws/pond.py': expect.anything() as unknown });
  expect(rename(projectOf(evalCfg('other')), '{|riddle', 'puzzle')).toContain('judge.py:3 may read it from the rows');
});

it('renames where a config that does not load only gathers datasets, and not where it may put columns into them', () => {
  const broken = (more: string): Files => ({
    '/ws/all.py': `from mmengine.config import read_base\nwith read_base():\n    from .pond import pond_datasets\n    from .gone import lake_datasets\ndatasets = sum([v for k, v in locals().items() if k.endswith('_datasets')], [])\n${more}`,
  });
  const texts = rename(projectOf(broken('')), '{|riddle', 'puzzle');
  expect(Object.keys(texts).sort()).toEqual(['/ws/mine/pond.py', '/ws/pond.py']);
  for (const more of ["datasets[0]['infer_cfg'] = other\n", 'datasets = [dict(**one) for one in datasets]\n', "x = 'riddle'\n"])
    expect(rename(projectOf(broken(more)), '{|riddle', 'puzzle')).toContain('all.py does not load');
});

it('looks into what judges the answers once, however many datasets it judges', () => {
  const readsWith = (datasets: number): number => {
    let reads = 0;
    const workspace = new (class extends MemoryWorkspace {
      override read(file: string): ReturnType<MemoryWorkspace['read']> {
        if (file.endsWith('judge.py')) reads++;
        return super.read(file);
      }
    })(
      {
        ...files,
        '/ws/mine/__init__.py': 'from .pond import PondDataset\nfrom .judge import PondEvaluator\n',
        '/ws/mine/judge.py': "class PondEvaluator:\n    def score(self, predictions, references):\n        return {'accuracy': 1}\n",
        '/ws/pond.py': `${files['/ws/pond.py']}for i in range(${String(datasets - 1)}):\n    pond_datasets.append(dict(pond_datasets[0], abbr=f'pond{i}'))\n`,
      },
      ['/ws'],
    );
    const project = createProject(workspace, defaultSettings);
    expect(rename(project, '{|riddle', 'puzzle')).toMatchObject({ '/ws/mine/pond.py': expect.stringContaining("'puzzle'") as string });
    return reads;
  };
  expect(readsWith(40)).toBe(readsWith(1));
});

it.each([
  ['its abbr', "abbr='pond'", 'abbr=name'],
  ['its path', "path='pond.txt'", 'path=name'],
])('refuses a column whose text is by a variable %s, too', (_what, own, shared) => {
  const text = files['/ws/pond.py'].replace('pond_datasets = [', "name = 'riddle'\npond_datasets = [").replace("['riddle']", '[name]');
  expect(rename(projectOf({ '/ws/pond.py': text }), '{|riddle', 'puzzle')).toMatchObject({
    '/ws/pond.py': text.replaceAll('riddle', 'puzzle'),
  });
  expect(rename(projectOf({ '/ws/pond.py': text.replace(own, shared) }), '{|riddle', 'puzzle')).toContain('would be another config');
});
