import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import type { Diagnostic } from '../../../server/src/engine/frameworks/face/rule.js';
import { createProject } from '../../../server/src/engine/project/project.js';

const file = '/ws/configs/pond_gen.py';

const config = `from ais_bench.benchmark.datasets import PondDataset
from ais_bench.benchmark.models import VLLMCustomAPIChat
from ais_bench.benchmark.openicl.icl_evaluator import AccEvaluator
from ais_bench.benchmark.openicl.icl_inferencer import GenInferencer
from ais_bench.benchmark.openicl.icl_prompt_template import PromptTemplate
from ais_bench.benchmark.openicl.icl_retriever import ZeroRetriever

NOTES = 'Be brief.'

pond_reader_cfg = dict(input_columns=['question'], output_column='answer')

pond_infer_cfg = dict(
    prompt_template=dict(type=PromptTemplate, template=NOTES + ' {question}'),
    retriever=dict(type=ZeroRetriever),
    inferencer=dict(type=GenInferencer),
)

pond_eval_cfg = dict(evaluator=dict(type=AccEvaluator))

pond_datasets = [dict(abbr='pond', type=PondDataset, path='pond', reader_cfg=pond_reader_cfg, infer_cfg=pond_infer_cfg, eval_cfg=pond_eval_cfg)]

models = [dict(attr='service', type=VLLMCustomAPIChat, abbr='chat', path='', host_ip='localhost', host_port=8080, max_out_len=8, batch_size=1, generation_kwargs=dict(temperature=0.1))]
`;

const source = {
  '/ws/ais_bench/benchmark/datasets/__init__.py': 'from .pond import PondDataset\n',
  '/ws/ais_bench/benchmark/datasets/base.py': `class BaseDataset:

    def __init__(self, reader_cfg={}, k=1, n=1, **kwargs):
        self.abbr = kwargs.pop('abbr', 'dataset')
        self.dataset = self.load(**kwargs)
`,
  '/ws/ais_bench/benchmark/datasets/pond.py': `import json

from datasets import Dataset, DatasetDict

from .base import BaseDataset


class PondDataset(BaseDataset):

    @staticmethod
    def load(path):
        dataset = DatasetDict()
        for split in ['train', 'test']:
            with open(f'{path}/{split}.jsonl') as f:
                rows = [json.loads(line) for line in f]
            dataset[split] = Dataset.from_list([{'question': row['q'], 'answer': row['a']} for row in rows])
        return dataset
`,
};

function checked(text: string, more: Readonly<Record<string, string>> = {}, at = file): readonly Diagnostic[] {
  return createProject(new MemoryWorkspace({ ...source, ...more, [at]: text }, ['/ws']), defaultSettings).check(at);
}

function changed(from: string, to: string): string {
  expect(config.split(from)).toHaveLength(2);
  return config.replace(from, to);
}

const shown = (text: string, diagnostics: readonly Diagnostic[]): string[] =>
  diagnostics.map(({ rule, severity, span }) => `${severity} ${rule} ${text.slice(span.start, span.end)}`);

/** What is found in the config with one place of it changed. */
function foundIn(from: string, to: string, more: Readonly<Record<string, string>> = {}): string[] {
  const text = changed(from, to);
  return shown(text, checked(text, more));
}

describe('faults that configs of AISBench were repaired of', () => {
  it('are none in the config as it stands', () => expect(shown(config, checked(config))).toEqual([]));

  it('a slip of an argument that services take', () =>
    expect(foundIn('temperature=0.1', 'igonore_eos=True')).toEqual(['warning unknown-key igonore_eos']));

  it.each(['ignore_eos=True', 'enable_thinking=True', 'logprobs=0'])('nothing where services take it: %s', (argument) =>
    expect(foundIn('temperature=0.1', argument)).toEqual([]),
  );
});

describe('the token that examples replace, in a template that has none', () => {
  it('is read by the model', () =>
    expect(foundIn("NOTES + ' {question}'", "'{question}</E>\\nA.'")).toEqual(['warning ice-token-undefined </E>']));

  it('is another matter where the template has it', () =>
    expect(foundIn("template=NOTES + ' {question}'", "template='</E>{question}', ice_token='</E>'")).toEqual([]));

  it('is the end of an element where that is opened', () => expect(foundIn("NOTES + ' {question}'", "'<E>{question}</E>'")).toEqual([]));
});

describe('code of Python in the braces of a text that is no f-string', () => {
  it.each(['{json.dumps(functions, ensure_ascii=False)}', '{chr(10).join(problems)}', "{params.get('name', '?')}"])('%s', (code) =>
    expect(foundIn("NOTES = 'Be brief.'", `NOTES = """Be brief. ${code}"""`)).toEqual([`warning unfilled-placeholder ${code}`]),
  );

  it.each(['\\\\frac{f(x)}{g(x)}', 'print(f"{name.upper()}")', '${items.join(1)}', '{"a.b(": 1}', '{ a.b(); }'])('nothing in %s', (text) =>
    expect(foundIn("NOTES = 'Be brief.'", `NOTES = '''Be brief. ${text}'''`)).toEqual([]),
  );
});

describe('datasets that a loop writes anew each time', () => {
  const loop = `names = ['north', 'south']
for _name in names:
    lake_datasets = [dict(abbr='lake_' + _name, type=PondDataset, path=_name, reader_cfg=pond_reader_cfg, infer_cfg=pond_infer_cfg, eval_cfg=pond_eval_cfg)]
`;

  it('are those of the last turn alone', () =>
    expect(foundIn('\nmodels = [', `\n${loop}\nmodels = [`)).toEqual(['warning run-part lake_datasets']));

  it('are those of the last turn, also where the loop goes over a list of that name', () =>
    expect(foundIn('\nmodels = [', `\n${loop.replace(/\bnames\b/g, 'lake_datasets')}\nmodels = [`)).toEqual([
      'warning run-part lake_datasets',
    ]));

  it.each([
    ['gathered', `${loop}    pond_datasets += lake_datasets\n`],
    ['appended to', loop.replace('lake_datasets = [', 'pond_datasets = pond_datasets + [')],
    ['the same each time', loop.replace("'lake_' + _name", "'lake'").replace('path=_name', "path='lake'")],
    ['of a loop of one turn', loop.replace("['north', 'south']", "['north']")],
  ])('nothing where they are %s', (_, text) => expect(foundIn('\nmodels = [', `\n${text}\nmodels = [`)).toEqual([]));
});

describe('code of the config itself', () => {
  const postprocess = 'def first_word(text):\n    return text.split()[0]\n\n\npond_eval_cfg = dict(evaluator=dict(type=AccEvaluator)';

  it('does not come along into what a run writes', () =>
    expect(
      foundIn('pond_eval_cfg = dict(evaluator=dict(type=AccEvaluator)', `${postprocess}, pred_postprocessor=dict(type=first_word)`),
    ).toEqual(['error own-code first_word']));

  const called = `${postprocess}, pred_role=first_word('BOT or not')`;

  it('is no fault where only the config itself calls it, and gives a run some of its datasets', () =>
    expect(foundIn('pond_eval_cfg = dict(evaluator=dict(type=AccEvaluator)', called)).toEqual([]));

  describe('in a config that a run is given as it is', () => {
    const run = (code: string): string[] =>
      foundIn('models = [', `datasets = pond_datasets\n${code}\nmodels = [`).filter((found) => found.includes('own-code'));

    it.each([
      [
        'a function that only the config itself calls',
        'def first(xs):\n    return xs[:1]\ndatasets = first(datasets)',
        ['error own-code first'],
      ],
      ['a class', 'class Own:\n    pass', ['error own-code Own']],
      ['a lambda', 'first = lambda xs: xs[:1]', ['error own-code lambda xs: xs[:1]']],
      ['a module', 'import os', ['error own-code os']],
      ['within a value of any name', 'helpers = dict(first=[lambda xs: xs[:1]])', ['error own-code lambda xs: xs[:1]']],
      ['nothing that is taken away again', 'import os\ndef first(xs):\n    return xs[:1]\ndel first, os', []],
      ['no module under another name, or of a library', 'import os.path as osp\nimport numpy as np\nfrom os import path', []],
      ['nothing that was imported', 'from functools import partial', []],
    ])('%s', (_, code, found) => {
      expect(run(code)).toEqual(found);
    });
  });

  it.each([
    ['a lambda', "sort_key=lambda row: row['q']", ["error own-code lambda row: row['q']"]],
    ['a list of functions', 'checks=[len]', ['error own-code [len]']],
    ['what Python has itself as a type', 'check=dict(type=len)', []],
    ['a number that is none', "most=float('inf')", ["error own-code float('inf')"]],
    ['a key that is a word of Python', "checks={'from': 1, 'to': 2}", ["error own-code 'from'"]],
    ['True and False as keys', 'checks={True: 1, False: 2}', ['error own-code True', 'error own-code False']],
    ['such keys beside one that is no identifier', "checks={'from': 1, 'up to': 2}", []],
    ['a key with a quote', 'checks={"it\'s": 1}', ['error own-code "it\'s"']],
    ['a key with a line break', "checks={'a\\nb': 1}", ["error own-code 'a\\nb'"]],
    ['keys that are numbers', 'checks={1: 1, 2.5: 2}', []],
  ])('%s', (_, argument, found) =>
    expect(
      foundIn("path='pond',", `path='pond', ${argument},`, {
        '/ws/ais_bench/benchmark/datasets/pond.py': source['/ws/ais_bench/benchmark/datasets/pond.py'].replace(
          'load(path)',
          'load(path, **kwargs)',
        ),
      }),
    ).toEqual(found),
  );
});

describe('a key of a class that takes none', () => {
  it('has no list of known ones that is empty', () => {
    const evaluator = {
      '/ws/ais_bench/benchmark/openicl/icl_evaluator/__init__.py': 'class AccEvaluator:\n\n    def __init__(self):\n        pass\n',
    };
    const messages = checked(changed('type=AccEvaluator)', "type=AccEvaluator, version='v2')"), evaluator).map(({ message }) => message);
    expect(messages).toEqual([
      'AccEvaluator has no key version: building the evaluator raises TypeError: unexpected keyword argument. It takes none.',
    ]);
  });
});
