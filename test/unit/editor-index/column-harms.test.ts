import { expect, it } from 'vitest';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { doneAtOnce } from '../../../server/src/engine/core/steps.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { readIndex } from '../../../server/src/engine/editor/index/workspace-index.js';
import { renameAt } from '../../../server/src/engine/editor/references/rename.js';
import { createProject } from '../../../server/src/engine/project/project.js';
import { offsetIn } from './places.js';

type Files = Readonly<Record<string, string>>;

const base = `from opencompass.openicl.icl_evaluator import BaseEvaluator
`;
const framework: Files = {
  '/ws/opencompass/__init__.py': '',
  '/ws/opencompass/openicl/__init__.py': '',
  '/ws/opencompass/openicl/icl_evaluator/__init__.py': 'from .icl_base_evaluator import BaseEvaluator\n',
  '/ws/opencompass/openicl/icl_evaluator/icl_base_evaluator.py':
    "class BaseEvaluator:\n    def group(self, n, details, test_set):\n        pass\n    def evaluate(self, k, n, original_dataset, **score_kwargs):\n        return self.score(**score_kwargs)\n    def score(self):\n        raise NotImplementedError('riddle')\n",
};

const loader = (...lines: string[]): string =>
  `from datasets import Dataset\nfrom opencompass.datasets.base import BaseDataset\n\nclass PondDataset(BaseDataset):\n    @staticmethod\n    def load(path):\n${lines.map((line) => `        ${line}\n`).join('')}`;

const plainLoader = loader("return Dataset.from_list([{'riddle': line, 'answer': ''} for line in open(path)])");
const plainJudge = `${base}class PondEvaluator(BaseEvaluator):\n    def score(self, predictions, references):\n        return {'accuracy': 1}\n`;
const config = `from opencompass.openicl.icl_prompt_template import PromptTemplate
from mine.pond import PondDataset
from mine.judge import PondEvaluator
pond_datasets = [dict(abbr='pond', type=PondDataset, path='pond.txt',
    reader_cfg=dict(input_columns=['riddle'], output_column='answer'),
    infer_cfg=dict(prompt_template=dict(type=PromptTemplate, template='Q: {riddle}'),
        retriever=dict(type='ZeroRetriever'), inferencer=dict(type='GenInferencer')),
    eval_cfg=dict(evaluator=dict(type=PondEvaluator)))]
`;

function filesOf(more: Files): Files {
  return {
    ...framework,
    '/ws/mine/__init__.py': '',
    '/ws/mine/pond.py': plainLoader,
    '/ws/mine/judge.py': plainJudge,
    '/ws/pond.py': config,
    ...more,
  };
}

/** What is said against the rename; else the files that are changed. */
function renamed(more: Files, to = 'puzzle', search = '{|riddle'): string | readonly string[] {
  const project = createProject(new MemoryWorkspace(filesOf(more), ['/ws']), defaultSettings);
  const result = doneAtOnce(renameAt(project, readIndex(project), '/ws/pond.py', offsetIn(project, '/ws/pond.py', search), to));
  return 'refused' in result ? result.refused : [...new Set(result.edits.map(({ span }) => span.file))].sort();
}

const both = ['/ws/mine/pond.py', '/ws/pond.py'];

it('renames where the evaluator is handed answers alone, whatever its file says of the word', () => {
  const more = "RULES = {'riddle': 1}\nclass Other(BaseEvaluator):\n    def score(self, test_set):\n        return test_set['riddle']\n";
  expect(renamed({ '/ws/mine/judge.py': plainJudge + more })).toEqual(both);
});

it.each<[string, string]>([
  ['its score', "    def score(self, predictions, test_set):\n        return {'n': [row['riddle'] for row in test_set]}\n"],
  [
    'another evaluate',
    "    def evaluate(self, k, n, original_dataset, **more):\n        return original_dataset['riddle']\n    def score(self, predictions):\n        return {}\n",
  ],
  [
    'a function that its score calls',
    "    def score(self, predictions, test_set):\n        return words(test_set)\n\ndef words(rows):\n    return [row['riddle'] for row in rows]\n",
  ],
  [
    'a table by which its score asks',
    "    def score(self, predictions, test_set):\n        return test_set[KEYS[0]]\n\nKEYS = ['riddle']\n",
  ],
])('refuses where an evaluator reads the column in %s', (_, body) => {
  expect(renamed({ '/ws/mine/judge.py': `${base}class PondEvaluator(BaseEvaluator):\n${body}` })).toMatch(
    /judge\.py:\d+ may read it from the rows/,
  );
});

it('refuses where an evaluator reads it by a function of another file', () => {
  const judge = `${base}from .helper import words\nclass PondEvaluator(BaseEvaluator):\n    def score(self, test_set):\n        return words(test_set)\n`;
  const helper = "def words(rows):\n    return rows['riddle']\n\ndef other(rows):\n    return rows['hint']\n";
  expect(renamed({ '/ws/mine/judge.py': judge, '/ws/mine/helper.py': helper })).toContain('helper.py:2 may read it from the rows');
  expect(renamed({ '/ws/mine/judge.py': judge, '/ws/mine/helper.py': helper.replace("'riddle'", '0') })).toEqual(both);
});

it('refuses where a function of the answers is handed the rows, too', () => {
  const withProcessor = config.replace('type=PondEvaluator', "type=PondEvaluator, dict_postprocessor=dict(type='mine.after.after')");
  const after = (parameters: string): string => `def after(${parameters}):\n    return dataset.reader.dataset['test'][0]['riddle']\n`;
  expect(renamed({ '/ws/pond.py': withProcessor, '/ws/mine/after.py': after('output, output_path, dataset') })).toContain(
    'after.py:2 may read it',
  );
  expect(renamed({ '/ws/pond.py': withProcessor, '/ws/mine/after.py': after('output, output_path') })).toEqual(both);
});

it('refuses where an inferencer of the user reads it', () => {
  const own = config.replace("'GenInferencer'", "'mine.infer.Own'");
  const code = (key: string): Files => ({
    '/ws/pond.py': own,
    '/ws/mine/infer.py': `class Own:\n    def inference(self, retriever):\n        return retriever.test_ds[${key}]\n`,
  });
  expect(renamed(code("'riddle'"))).toContain('infer.py:3 may read it from the rows');
  expect(renamed(code('0'))).toEqual(both);
  expect(renamed({ '/ws/pond.py': own })).toContain('Whether mine.infer.Own reads it from the rows is not known');
});

it.each([
  ['dialogue', "'ChatInferencer'"],
  ['chatml_question', "'ChatMLInferencer'"],
  ['label', "'InferencePPLOnlyInferencer'"],
  ['timestamp', "'GenInferencer'"],
])('keeps the column %s, which the framework reads by its name, and gives that to no other', (name, inferencer) => {
  const own = config.replace("'GenInferencer'", inferencer);
  const named = { '/ws/pond.py': own.replaceAll('riddle', name), '/ws/mine/pond.py': plainLoader.replaceAll('riddle', name) };
  expect(renamed(named, 'puzzle', `{|${name}`)).toBe(`The framework reads the column ${name} by this name: it cannot have another.`);
  expect(renamed({ '/ws/pond.py': own }, name)).toBe(`The framework reads the column ${name} by this name: no other column can have it.`);
  expect(renamed({ '/ws/pond.py': own })).toEqual(both);
});

it.each<[string, string]>([
  ['get', "test_set[0].get('hint')"],
  ['in', "'hint' in test_set.column_names"],
  ['names that are tried one after the other', "[row[k] for row in test_set for k in ['hint', 'help'] if k in row]"],
])('refuses a new name that an evaluator asks for by %s', (_, asks) => {
  const judge = `${base}class PondEvaluator(BaseEvaluator):\n    def score(self, test_set):\n        return {'hint': ${asks}}\n`;
  expect(renamed({ '/ws/mine/judge.py': judge }, 'hint')).toContain('judge.py:4 may ask the rows for a column hint');
  expect(renamed({ '/ws/mine/judge.py': judge })).toEqual(both);
});

it('refuses a new name that the loader asks for', () => {
  const asks = loader(
    "rows = [{'riddle': line, 'answer': ''} for line in open(path)]",
    "return Dataset.from_list([dict(row, answer=row.get('hint')) for row in rows])",
  );
  expect(renamed({ '/ws/mine/pond.py': asks }, 'hint')).toContain('pond.py:8 may ask the rows for a column hint');
  expect(renamed({ '/ws/mine/pond.py': asks })).toEqual(both);
});

it.each<[string, string[]]>([
  [
    'an f-string',
    ["row = {'riddle': path, 'answer': ''}", "for key in ['riddle', 'answer']:", "    row['answer'] += f'{key}: {row[key]}'"],
  ],
  ['a sum of texts', ["row = {'riddle': path, 'answer': ''}", "for key in ['riddle', 'answer']:", "    row['answer'] += key + row[key]"]],
  [
    'a comparison',
    [
      "row = {'riddle': path, 'answer': ''}",
      "for key in ['riddle', 'answer']:",
      "    if key == 'riddle':",
      "        row['answer'] = row[key]",
    ],
  ],
  [
    'a value',
    ["row = {'riddle': path, 'answer': ''}", "for key in ['riddle', 'answer']:", "    row['answer'] = key", '    row[key] = path'],
  ],
  [
    'a list of values',
    ["row = {'riddle': path, 'answer': []}", "for key in ['riddle', 'answer']:", "    row['answer'].append(key)", '    row[key] = path'],
  ],
  ['JSON', ["row = {'riddle': path, 'answer': ''}", "row['answer'] = json.dumps(row)"]],
  ['a text of the whole row', ["row = {'riddle': path, 'answer': ''}", "row['answer'] = f'{row}'"]],
  ['a join of keys', ["row = {'riddle': path, 'answer': ''}", "row['answer'] = ', '.join(row)"]],
])('refuses where the loader puts the name into %s', (_, lines) => {
  expect(renamed({ '/ws/mine/pond.py': loader(...lines, 'return Dataset.from_list([row])') })).toContain('puts that name into texts');
});

it('renames where the loader goes through the names and does nothing else with them', () => {
  const lines = ["row = {'riddle': path, 'answer': ''}", "for key in ['riddle', 'answer']:", '    row[key] = row[key].strip()'];
  expect(renamed({ '/ws/mine/pond.py': loader(...lines, 'return Dataset.from_list([row])') })).toEqual(both);
});

const test = (body: string): Files => ({
  '/ws/tests/test_pond.py': `from mine.pond import PondDataset\n\ndef test_load():\n    rows = PondDataset.load('x')\n${body}`,
});

it.each<[string, string, string | undefined]>([
  ['looks at its length', "    assert len(rows) == len(json.dumps('a riddle, an answer'))\n", undefined],
  ['asks for the column', "    assert rows[0]['riddle'] == 1\n", '/ws/tests/test_pond.py:5 may read it from the rows'],
  [
    'goes through names',
    "    for key in ['riddle', 'answer']:\n        assert key in rows[0]\n",
    '/ws/tests/test_pond.py:5 may read it from the rows',
  ],
  [
    'cuts a text into names',
    "    for key in 'riddle answer'.split():\n        assert key in rows[0]\n",
    '/ws/tests/test_pond.py:5 may read it from the rows',
  ],
  ['fills a text', "    assert 'Q: {riddle}'.format(**rows[0]) == 'Q: a'\n", '/ws/tests/test_pond.py:5 may read it from the rows'],
  [
    'asks in what it calls',
    '    looks(rows)\n\ndef looks(rows):\n    return rows[0].riddle\n',
    '/ws/tests/test_pond.py:8 may read it from the rows',
  ],
])('minds code that loads the class and %s', (_, body, why) => {
  const found = renamed(test(body));
  expect(why === undefined ? found : String(found)).toEqual(why === undefined ? both : expect.stringContaining(why));
});

it('refuses where other code makes something of the class that a config names, or that asks for the column', () => {
  const lake = 'from .pond import PondDataset\nclass LakeDataset:\n    def load(self, path):\n        return PondDataset.load(path)\n';
  expect(renamed({ '/ws/mine/lake.py': lake })).toEqual(both);
  const other = config
    .replaceAll('pond_datasets', 'lake_datasets')
    .replace('mine.pond import PondDataset', 'mine.lake import LakeDataset')
    .replace('type=PondDataset', 'type=LakeDataset');
  expect(renamed({ '/ws/mine/lake.py': lake, '/ws/lake.py': other })).toContain('/ws/lake.py has to do with LakeDataset');
  const user = "from mine.lake import LakeDataset\ndef first():\n    return LakeDataset().load('x')[0]['riddle']\n";
  expect(renamed({ '/ws/mine/lake.py': lake, '/ws/tool.py': user })).toContain('/ws/tool.py:3 may read it from the rows');
  expect(renamed({ '/ws/mine/lake.py': lake, '/ws/tool.py': user.replace("['riddle']", '') })).toEqual(both);
});

const pondJudge = `
def told(answers):
    return [{'riddle': one} for one in answers]

class PondEvaluator(BaseEvaluator):
    def score(self, predictions, references):
        return {'details': told(predictions)}
`;
const inOneFile = `${base}${plainLoader}${pondJudge}`;
const oneFile: Files = { '/ws/mine/pond.py': inOneFile, '/ws/mine/judge.py': 'from .pond import PondEvaluator\n' };

it('passes over evaluators beside the class that are handed answers alone, and what only they call', () => {
  expect(renamed(oneFile)).toEqual(both);
  expect(
    renamed({ ...oneFile, '/ws/mine/pond.py': inOneFile.replace('references)', 'test_set)').replace('(predictions)}', '(test_set)}') }),
  ).toContain('pond.py:11 may mean that column');
  expect(renamed({ ...oneFile, '/ws/mine/pond.py': `${inOneFile}\ndef rows(some):\n    return told(some)\n` })).toContain(
    'pond.py:11 may mean that column',
  );
  const judge = `${base}from .pond import told\nclass PondEvaluator(BaseEvaluator):\n    def score(self, test_set):\n        return {'n': told(test_set)}\n`;
  expect(renamed({ ...oneFile, '/ws/mine/judge.py': judge })).toContain('pond.py:11 may read it from the rows');
});

it.each<[string, string[], string[]]>([
  [
    'a dict within a row that has the name, too',
    ["rows = [{'riddle': line, 'answer': {'riddle': 1}} for line in open(path)]", 'return Dataset.from_list(rows)'],
    ["rows = [{'puzzle': line, 'answer': {'riddle': 1}} for line in open(path)]", 'return Dataset.from_list(rows)'],
  ],
  [
    'lines that are read into a list',
    [
      'lines = [json.loads(line) for line in open(path)]',
      "return Dataset.from_list([{'riddle': one['riddle'], 'answer': ''} for one in lines])",
    ],
    [
      'lines = [json.loads(line) for line in open(path)]',
      "return Dataset.from_list([{'puzzle': one['riddle'], 'answer': ''} for one in lines])",
    ],
  ],
  [
    'a long text with the word',
    [
      "told = 'Read this (riddle), think of a riddle, and then say what the riddle means to you and to all of us, in as few words as the \\'riddle\\' has.'",
      "return Dataset.from_list([{'riddle': told, 'answer': ''}])",
    ],
    [
      "told = 'Read this (riddle), think of a riddle, and then say what the riddle means to you and to all of us, in as few words as the \\'riddle\\' has.'",
      "return Dataset.from_list([{'puzzle': told, 'answer': ''}])",
    ],
  ],
])('leaves %s alone', (_, before, after) => {
  const project = createProject(new MemoryWorkspace(filesOf({ '/ws/mine/pond.py': loader(...before) }), ['/ws']), defaultSettings);
  const result = doneAtOnce(renameAt(project, readIndex(project), '/ws/pond.py', offsetIn(project, '/ws/pond.py', '{|riddle'), 'puzzle'));
  if ('refused' in result) throw new Error(result.refused);
  let text = loader(...before);
  for (const { span, newText } of result.edits
    .filter((one) => one.span.file === '/ws/mine/pond.py')
    .sort((a, b) => b.span.start - a.span.start))
    text = text.slice(0, span.start) + newText + text.slice(span.end);
  expect(text).toBe(loader(...after));
});

it('refuses where the word is filled into a long text, and where a list of lines is changed', () => {
  const long =
    "told = 'Read {riddle}, think of it, and then say what the riddle means to you and to all of us, in as few words as you can.'";
  expect(renamed({ '/ws/mine/pond.py': loader(long, "return Dataset.from_list([{'riddle': told, 'answer': ''}])") })).toContain(
    'pond.py:7 may mean that column',
  );
  const changed = [
    'lines = [json.loads(line) for line in open(path)]',
    "lines[0]['riddle'] = 1",
    "return Dataset.from_list([{'riddle': one['riddle'], 'answer': ''} for one in lines])",
  ];
  expect(renamed({ '/ws/mine/pond.py': loader(...changed) })).toMatch(/pond\.py:\d may mean that column/);
});

it('passes over a config that does not load and only sets what follows the answers', () => {
  const broken = (line: string): Files => ({
    '/ws/all.py': `from mmengine.config import read_base\nwith read_base():\n    from .pond import pond_datasets\n    from .gone import lake_datasets\ndatasets = pond_datasets\nfor one in datasets:\n    ${line}\n`,
  });
  expect(renamed(broken("one['eval_cfg']['pred_postprocessor'][\n        'type'] = other"))).toEqual(both);
  expect(renamed(broken("one['eval_cfg']['evaluator']['type'] = other"))).toContain('all.py does not load');
});

it('renames the options of a template by labels that are called as they are', () => {
  const lines = "options = '{riddle}\\nA) {A}\\nB) {B}'\n";
  const scored = (lines + config)
    .replace("['riddle']", "['riddle', 'A', 'B']")
    .replace("template='Q: {riddle}'", "template={answer: f'{options}\\n{answer}' for answer in ['A', 'B']}")
    .replace('GenInferencer', 'PPLInferencer');
  const made = loader("return Dataset.from_list([{'riddle': line, 'A': '', 'B': '', 'answer': ''} for line in open(path)])");
  expect(renamed({ '/ws/pond.py': scored, '/ws/mine/pond.py': made }, 'first', 'A) {|A}')).toEqual(both);
});
