import { describe, expect, it } from 'vitest';
import { createProject } from '../../../server/src/engine/project/project.js';
import type { Diagnostic } from '../../../server/src/engine/frameworks/face/rule.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

const model = "dict(type=HuggingFaceCausalLM, abbr='a', path='b')";
const header = `from opencompass.models import HuggingFaceCausalLM\nfrom other.configs import models as theirs\n\nmine = [${model}]\n`;

function found(models: string): readonly Diagnostic[] {
  const text = `${header}models = ${models}\n`;
  return createProject(new MemoryWorkspace({ '/ws/eval.py': text }, ['/ws']), defaultSettings)
    .check('/ws/eval.py')
    .filter(({ rule }) => rule === 'wrong-type');
}

/** What the value of `models` is after the fix. */
function fixed(models: string): string | undefined {
  const [fix] = found(models).flatMap(({ fixes }) => fixes);
  const start = `${header}models = `.length;
  return (
    fix &&
    [...fix.edits]
      .sort((a, b) => b.span.start - a.span.start)
      .reduce((text, { span, newText }) => text.slice(0, span.start - start) + newText + text.slice(span.end - start), models)
  );
}

describe('a list of models', () => {
  it.each(['mine', '[*mine]', '[]', `[${model}]`, 'None', 'mine + mine', '(mine[0],)'])('is %s', (models) =>
    expect(found(models)).toEqual([]),
  );

  it.each([
    ['theirs', 'Import models within such a block.'],
    ['mine[0]', '`models` must be a list of dicts, and this is a dict'],
    ["'mine'", '`models` must be a list of dicts, and this is a str'],
    ['[mine]', 'one of its items is a list'],
    [`[[${model}]]`, 'one of its items is a list'],
    ['[mine[:1]]', 'one of its items is a list'],
    ["['mine']", 'one of its items is a str'],
  ])('is not %s', (models, message) => expect(found(models).map((one) => one.message)).toEqual([expect.stringContaining(message)]));

  it.each([
    ['[mine, mine]', '[*mine, *mine]'],
    ['mine[0]', '[mine[0]]'],
    ['[mine[:1]]', '[*mine[:1]]'],
    [`[[${model}]]`, `[*[${model}]]`],
    ['theirs', undefined],
  ])('%s becomes %s', (models, wanted) => expect(fixed(models)).toBe(wanted));
});

describe('an import in place of a list', () => {
  const said = (text: string): string[] =>
    createProject(new MemoryWorkspace({ '/ws/eval.py': text }, ['/ws']), defaultSettings)
      .check('/ws/eval.py')
      .map(({ rule }) => rule);
  const datasets = 'datasets = [dict(abbr="a")]\n';

  it('is told of where it is meant for one', () =>
    expect(said(`from opencompass.configs.models.pond import models\n${datasets}`)).toContain('wrong-type'));
  it.each(['import models\n', 'from opencompass import models\n', 'with read_base():\n    from .pond import models\n'])(
    'but not where it is %j',
    (text) => expect(said(text + datasets)).not.toContain('wrong-type'),
  );
});

describe('a postprocessor of a model', () => {
  const processor = 'from opencompass.utils.text_postprocessors import extract_non_reasoning_content as spoken\n';
  const given = (value: string): string[] => {
    const text = `${processor}${header}models = [${model.replace(')', `, pred_postprocessor=${value})`)}]\n`;
    return createProject(new MemoryWorkspace({ '/ws/eval.py': text }, ['/ws']), defaultSettings)
      .check('/ws/eval.py')
      .filter(({ rule }) => rule === 'wrong-type')
      .flatMap(({ fixes }) => fixes.map(({ title }) => title));
  };

  it('is a dict with its function', () => {
    expect(given('spoken')).toEqual(['Write dict(type=spoken)']);
    expect(given('dict(type=spoken)')).toEqual([]);
  });
});

describe('a variable of the chat template', () => {
  const given = (keys: string): string[] =>
    found(`[${model.replace(')', `, ${keys})`)}]`).flatMap(({ message, fixes }) => [
      message.split(' ')[0]!,
      ...fixes.map(({ title }) => title),
    ]);

  it.each([
    "generation_kwargs=dict(chat_template_kwargs=dict(enable_thinking='False'))",
    "generation_kwargs=dict(extra_body=dict(chat_template_kwargs=dict(enable_thinking='False')))",
    "chat_template_kwargs=dict(enable_thinking='False')",
    "openai_extra_kwargs=dict(extra_body={'chat_template_kwargs': {'enable_thinking': 'False'}})",
  ])('is no flag in quotes: %s', (keys) => expect(given(keys)).toEqual(['`enable_thinking`', 'Change to False']));

  it.each([
    'generation_kwargs=dict(chat_template_kwargs=dict(enable_thinking=False))',
    "generation_kwargs=dict(chat_template_kwargs=dict(date='Monday'))",
    "openai_extra_kwargs=dict(extra_headers={'x-think': 'False'})",
  ])('is anything else: %s', (keys) => expect(given(keys)).toEqual([]));
});

describe('a number in quotes', () => {
  const source = {
    '/ws/opencompass/datasets/__init__.py': 'from .pond import *\n',
    '/ws/opencompass/datasets/base.py':
      'class BaseDataset:\n    def __init__(self, reader_cfg={}, **kwargs):\n        self.dataset = self.load(**kwargs)\n',
    '/ws/opencompass/datasets/pond.py':
      'from .base import BaseDataset\n\n\nclass PondDataset(BaseDataset):\n    @staticmethod\n    def load(path, limit: int = 3, seed=7, name=None, size=2):\n' +
      '        size = int(size)\n        return path\n',
    '/ws/opencompass/openicl/icl_evaluator.py':
      'from typing import Optional\n\n\nclass PondEvaluator:\n    def __init__(self, bound: Optional[int] = None, rate: float = 0.5, label=None):\n        pass\n\n\n' +
      'class DeepPondEvaluator(PondEvaluator):\n    def __init__(self, own=1, **kwargs):\n        super().__init__(**kwargs)\n',
  };
  const config = (dataset: string, evaluator: string, name = 'PondEvaluator'): string =>
    `from opencompass.datasets import PondDataset\nfrom opencompass.openicl.icl_evaluator import ${name}\n\npond_datasets = [\n` +
    `    dict(abbr='pond', type=PondDataset, path='1', reader_cfg=dict(input_columns=['q'], output_column='a'), ${dataset}\n` +
    `        infer_cfg=dict(\n            prompt_template=dict(type='PromptTemplate', template='{q}'),\n            retriever=dict(type='ZeroRetriever'),\n            inferencer=dict(type='GenInferencer')),\n` +
    `        eval_cfg=dict(evaluator=dict(type=${name}, ${evaluator})))]\n`;
  const told = (text: string): string[] =>
    createProject(new MemoryWorkspace({ ...source, '/ws/eval.py': text }, ['/ws']), defaultSettings)
      .check('/ws/eval.py')
      .flatMap(({ rule, severity, message, fixes }) =>
        rule === 'wrong-type' ? [`${severity} ${message.split(' ')[0]!} ${fixes.map(({ title }) => title).join()}`] : [],
      );

  it('is no number to the class that takes one', () => {
    expect(told(config("limit='5', seed='8',", "bound='4', rate='0.25'"))).toEqual([
      'warning `limit` Change to 5',
      'warning `seed` Change to 8',
      'warning `bound` Change to 4',
      'warning `rate` Change to 0.25',
    ]);
    expect(told(config('', "own='2', bound='4'", 'DeepPondEvaluator'))).toEqual([
      'warning `own` Change to 2',
      'warning `bound` Change to 4',
    ]);
  });

  it('is a text where the class takes one, or makes a number of it', () => {
    expect(told(config("name='5', size='8',", "label='4'"))).toEqual([]);
    expect(told(config('limit=5,', 'bound=4, rate=1'))).toEqual([]);
    expect(told(config("limit='all',", "rate='half'"))).toEqual([]);
  });
});
