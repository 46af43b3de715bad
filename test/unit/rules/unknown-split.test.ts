import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import type { Diagnostic } from '../../../server/src/engine/frameworks/face/rule.js';
import { createProject } from '../../../server/src/engine/project/project.js';

const file = '/ws/configs/datasets/pond/pond_gen.py';

const base = `from opencompass.openicl import DatasetReader


class BaseDataset:

    def __init__(self, reader_cfg={}, k=1, n=1, **kwargs):
        abbr = kwargs.pop('abbr', 'dataset')
        self.dataset = self.load(**kwargs)
`;

const rows = `        rows = []
        with open(path) as lines:
            for line in lines:
                data = json.loads(line)
                rows.append({'question': data['q'], 'answer': data['a']})
`;

function loader(body: string, parameters = 'path'): string {
  return `import json\nfrom datasets import Dataset, DatasetDict, load_dataset\nfrom .base import BaseDataset\n\n\nclass PondDataset(BaseDataset):\n\n    @staticmethod\n    def load(${parameters}):\n${body}`;
}

function config(splits: string, more = ''): string {
  return `from opencompass.datasets.pond import PondDataset
from opencompass.openicl.icl_inferencer import GenInferencer
from opencompass.openicl.icl_prompt_template import PromptTemplate
from opencompass.openicl.icl_retriever import ZeroRetriever

pond_infer_cfg = dict(
    prompt_template=dict(type=PromptTemplate, template='{question}'),
    retriever=dict(type=ZeroRetriever),
    inferencer=dict(type=GenInferencer),
)
pond_datasets = [
    dict(
        abbr='pond',
        type=PondDataset,
        path='data/pond.jsonl',${more}
        reader_cfg=dict(input_columns=['question'], output_column='answer'${splits}),
        infer_cfg=pond_infer_cfg,
    ),
]
`;
}

function check(text: string, source: string, asked = 'unknown-split'): readonly Diagnostic[] {
  const files = {
    '/ws/opencompass/__init__.py': '',
    '/ws/opencompass/datasets/__init__.py': '',
    '/ws/opencompass/datasets/base.py': base,
    '/ws/opencompass/datasets/pond.py': source,
    [file]: text,
  };
  return createProject(new MemoryWorkspace(files, ['/ws']), defaultSettings)
    .check(file)
    .filter(({ rule }) => rule === asked);
}

function found(splits: string, source: string, more = ''): string[] {
  const text = config(splits, more);
  return check(text, source).map(({ span }) => text.slice(span.start, span.end));
}

/** The text after the fix of the only finding. */
function fixed(splits: string, source: string): string {
  return fixedText(config(splits), source);
}

function fixedText(text: string, source: string, rule?: string): string {
  const [fix] = check(text, source, rule).flatMap(({ fixes }) => fixes);
  return (fix?.edits ?? []).reduce((all, { span, newText }) => all.slice(0, span.start) + newText + all.slice(span.end), text);
}

const single = loader(`${rows}        return Dataset.from_list(rows)\n`);
const several = loader(`${rows}        return DatasetDict({'validation': Dataset.from_list(rows), 'test': Dataset.from_list(rows)})\n`);

describe('splits of a dataset that is read from one list', () => {
  it('are train and test', () => {
    expect(found('', single)).toEqual([]);
    expect(found(", train_split='test', test_split='train'", single)).toEqual([]);
    expect(found(", test_split='validation'", single)).toEqual(["'validation'"]);
    expect(found(", train_split='dev', test_split='validation'", single)).toEqual(["'dev'", "'validation'"]);
    expect(fixed(", test_split='validation'", single)).toBe(config(", test_split='test'"));
    expect(fixed(", train_split='dev'", single)).toBe(config(", train_split='train'"));
  });
});

describe('splits of a dataset that has several', () => {
  it('are those', () => {
    expect(found(", train_split='validation'", several)).toEqual([]);
    expect(found(", train_split='val'", several)).toEqual(["'val'"]);
    expect(fixed(", train_split='dev'", several)).toBe(config(", train_split='validation'"));
    expect(found(", train_split='validation', test_split='tset'", several)).toEqual(["'tset'"]);
  });

  it('are missed where none is named', () => {
    expect(found('', several)).toEqual(["dict(input_columns=['question'], output_column='answer')"]);
    expect(check(config(''), several).map(({ message }) => message)).toEqual([
      "PondDataset loads no split train, only validation and test: building the dataset raises KeyError: 'train'. Name the split in `train_split`.",
    ]);
  });

  it('may be train once that has been taken', () => {
    expect(found(", train_split='validation', test_split='train'", several)).toEqual([]);
  });
});

describe('splits that are not known', () => {
  it.each([
    ['a library loads them', loader('        return load_dataset(path)\n')],
    ['an argument may make one Dataset of them', loader('        return load_dataset(path, split=split)\n', 'path, split=None')],
    [
      'their names come from the data',
      loader(`${rows}        return DatasetDict({row['question']: Dataset.from_list(rows) for row in rows})\n`),
    ],
    [
      'an argument names them',
      loader(`${rows}        return DatasetDict({name: Dataset.from_list(rows) for name in splits})\n`, "path, splits=('train', 'test')"),
    ],
    [
      'code that is not followed has them',
      loader(`${rows}        parts = {'a': Dataset.from_list(rows)}\n        complete(parts)\n        return parts\n`),
    ],
    ['the constructor is another', `${single}\n    def __init__(self, **kwargs):\n        pass\n`],
    ['the name is not known', single],
  ])('are left alone where %s', (why, source) => {
    const splits = why === 'the name is not known' ? ', test_split=input()' : ", test_split='pond'";
    expect(found(splits, source, why === 'an argument names them' ? "\n        splits=['pond', 'train']," : '')).toEqual([]);
  });
});

describe('the split that examples are taken from, where it is the one that is evaluated', () => {
  const withExamples = (splits: string): string =>
    config(splits)
      .replaceAll('ZeroRetriever', 'FixKRetriever')
      .replace('type=FixKRetriever', 'type=FixKRetriever, fix_id_list=[0]')
      .replace(
        '    retriever',
        `    ice_template=dict(type=PromptTemplate, template='{question} {answer}', ice_token='</E>'),\n    retriever`,
      );
  const both = (split: string): string => withExamples(`, train_split='${split}', test_split='test'`);

  it.each([
    ['the one that the class loads besides', several, both('validation')],
    ['train, where nobody knows', loader('        return load_dataset(path)\n'), both('train')],
    ['none, where all have the same rows', single, both('test')],
  ])('becomes %s', (_which, source, expected) => {
    expect(check(both('test'), source, 'examples-from-test')).toHaveLength(1);
    expect(fixedText(both('test'), source, 'examples-from-test')).toBe(expected);
  });
});
