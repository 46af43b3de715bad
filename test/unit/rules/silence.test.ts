import { describe, expect, it } from 'vitest';
import { createProject } from '../../../server/src/engine/project/project.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

/** Rules that find something in a dataset config with this infer_cfg. */
function found(inferCfg: string, before = ''): string[] {
  const text = `${before}
quiz_datasets = [dict(
    abbr='quiz', type='JsonlDataset', path='p',
    reader_cfg=dict(input_columns=['question'], output_column='answer'),
    infer_cfg=${inferCfg})]
`;
  return rulesIn(text);
}

function rulesIn(text: string): string[] {
  return createProject(new MemoryWorkspace({ '/ws/quiz.py': text }), defaultSettings)
    .check('/ws/quiz.py')
    .map(({ rule }) => rule);
}

const turns = `round=[dict(role='HUMAN', prompt='{question}'), dict(role='BOT', prompt='{answer}')]`;
const ice = `ice_template=dict(type='PromptTemplate', template=dict(${turns}))`;
const zero = `retriever=dict(type='ZeroRetriever')`;
const few = `retriever=dict(type='FixKRetriever', fix_id_list=[0])`;
const gen = `inferencer=dict(type='GenInferencer')`;
const chat = `inferencer=dict(type='ChatInferencer')`;
const prompt = `prompt_template=dict(type='PromptTemplate', template=dict(${turns}))`;
const withToken = `prompt_template=dict(type='PromptTemplate', template=dict(${turns}), ice_token='</E>')`;

describe('nothing is found', () => {
  it.each([
    ['in a plain dataset', `dict(${prompt}, ${zero}, ${gen})`],
    ['with a token that a zero-shot dialogue does not hold', `dict(${ice}, ${withToken}, ${zero}, ${gen})`],
    ['with an ice_template alone that a chat inferencer never asks for its token', `dict(${ice}, ${zero}, ${chat})`],
    ['with both templates and no token for a chat inferencer', `dict(${ice}, ${prompt}, ${zero}, ${chat})`],
    ['with a few-shot retriever and no ice_template for a chat inferencer', `dict(${prompt}, ${few}, ${chat})`],
    ['with FixKRetriever and no ids', `dict(${prompt}, retriever=dict(type='FixKRetriever', fix_id_list=[]), ${gen})`],
    ['with a retriever of the user that takes what it likes', `dict(${prompt}, retriever=dict(type='mine.MyRetriever', depth=3), ${gen})`],
    [
      'with a template class of the user',
      `dict(prompt_template=dict(type='mine.MyTemplate', prompt='{question}', style=1), ${zero}, ${gen})`,
    ],
    [
      'with the registry scope of mmengine',
      `dict(prompt_template=dict(type='PromptTemplate', template='{question}', _scope_='opencompass'), ${zero}, ${gen})`,
    ],
    [
      'with the answer at the end of a generative text',
      `dict(prompt_template=dict(type='PromptTemplate', template='Q: {question} A: {answer}'), ${zero}, ${gen})`,
    ],
    [
      'with labels that sound like sections',
      `dict(prompt_template=dict(type='PromptTemplate', template={'start': '{question} a', 'finish': '{question} b'}), ${zero}, inferencer=dict(type='PPLInferencer'))`,
    ],
    [
      'with a system turn that falls back',
      `dict(prompt_template=dict(type='PromptTemplate', template=dict(begin=[dict(role='SYSTEM', fallback_role='HUMAN', prompt='s')], ${turns})), ${zero}, ${gen})`,
    ],
    [
      'with a system turn in the round for an agent',
      `dict(prompt_template=dict(type='PromptTemplate', template=dict(round=[dict(role='SYSTEM', prompt='s')])), ${zero}, inferencer=dict(type='AgentInferencer'))`,
    ],
    [
      'with messages',
      `dict(prompt_template=dict(type='RawPromptTemplate', messages=[{'role': 'user', 'content': '{question}'}]), ${zero}, ${gen})`,
    ],
    ['with LaTeX in braces', `dict(prompt_template=dict(type='PromptTemplate', template=r'\\boxed{x} {{a}} {question}'), ${zero}, ${gen})`],
  ])('%s', (_, inferCfg) => {
    expect(found(inferCfg)).toEqual([]);
  });

  it('in a draft that a loop completes', () => {
    const draft = `draft_prompt_template = dict(type='PromptTemplate', template=None, ice_token='</E>')\n`;
    expect(found(`dict(${prompt}, ${zero}, ${gen})`, draft)).toEqual([]);
  });

  it('in infer_cfgs by language', () => {
    expect(
      found(`by_infer_cfg['en']`, `by_infer_cfg = {'en': dict(${prompt}, ${zero}, ${gen}), 'de': dict(${prompt}, ${zero}, ${gen})}\n`),
    ).toEqual([]);
  });

  it('about templates that depend on what is unknown', () => {
    const unknown = `import random\nsome = random.choice(['a', 'b'])\n`;
    expect(
      found(
        `dict(ice_template=dict(type='PromptTemplate', template='{question}'), prompt_template=dict(type='PromptTemplate', template=some + '{question}', ice_token='</E>'), ${few}, ${gen})`,
        unknown,
      ),
    ).toEqual([]);
    expect(
      found(
        `dict(prompt_template=dict(type='PromptTemplate', template=dict(begin=some, ${turns}), ice_token='</E>'), ${ice}, ${few}, ${gen})`,
        unknown,
      ),
    ).toEqual([]);
  });
});

it('is found of examples from the split that is asked, and not of those before the row that is asked', () => {
  const shots = (retriever: string): string[] =>
    rulesIn(`quiz_datasets = [dict(
    abbr='quiz', type='JsonlDataset', path='p', reader_cfg=dict(input_columns=['question'], output_column='answer', train_split='test', test_split='test'),
    infer_cfg=dict(ice_template=dict(type='PromptTemplate', template='{question} {answer}'), prompt_template=dict(type='PromptTemplate', template='</E>{question}', ice_token='</E>'), ${retriever}, ${gen}),
    eval_cfg=dict(evaluator=dict(type='AccEvaluator')))]
`);
  expect(shots(few)).toEqual(['examples-from-test']);
  expect(shots(`retriever=dict(type='SlidingWindowRetriever', k=2)`)).toEqual([]);
});

it('is found in the stages of a run, and not in those that a runner writes for one of its tasks', () => {
  const quiz = `dict(abbr='quiz', type='JsonlDataset', path='p', reader_cfg=dict(input_columns=['question'], output_column='answer'), infer_cfg=dict(${prompt}, ${zero}, ${gen}), eval_cfg=dict(evaluator=dict(type='AccEvaluator')))`;
  const withDatasets = (datasets: string): string[] =>
    rulesIn(`datasets = ${datasets}
eval = dict(runner=dict(task=dict()))
models = [dict(abbr='m', type='opencompass.models.HuggingFaceCausalLM', path='p', run_cfg=dict(num_gpus=1))]
work_dir = './outputs/20241008_231138'
`);
  expect(withDatasets(`[${quiz}]`)).toContain('run-part');
  expect(withDatasets(`[[${quiz}]]`)).toEqual([]);
});

it('is found of a length below one, and not where a class of the user may mean that there is none', () => {
  const withClass = (type: string): string[] =>
    rulesIn(
      `from opencompass.models import ${type}\nmodels = [dict(abbr='m', type=${type}, path='p', max_seq_len=-1, run_cfg=dict(num_gpus=1))]\n`,
    );
  expect(withClass('HuggingFaceCausalLM')).toEqual(['wrong-type']);
  expect(withClass('Endless')).toEqual([]);
});

describe('something is found', () => {
  it.each([
    [
      'an argument that a retriever refuses',
      `dict(${prompt}, retriever=dict(type='ZeroRetriever', fix_id_list=[0]), ${gen})`,
      ['unknown-key'],
    ],
    [
      'messages without the token',
      `dict(ice_template=dict(type='RawPromptTemplate', messages=[{'role': 'user', 'content': '{question}'}]), prompt_template=dict(type='RawPromptTemplate', messages=[{'role': 'user', 'content': '{question}'}]), ${few}, ${gen})`,
      ['ice-token-missing'],
    ],
    [
      'a misspelt key of a turn',
      `dict(prompt_template=dict(type='PromptTemplate', template=dict(round=[dict(role='HUMAN', promt='{question}')])), ${zero}, ${gen})`,
      ['unknown-key'],
    ],
    ['a template without template', `dict(prompt_template=dict(type='PromptTemplate'), ${zero}, ${gen})`, ['prompt-raises']],
    [
      'a label that is not text',
      `dict(prompt_template=dict(type='PromptTemplate', template={'A': '{question}', 'B': 2}), ${zero}, inferencer=dict(type='PPLInferencer'))`,
      ['wrong-type'],
    ],
    [
      'ids that are no list',
      `dict(${ice}, prompt_template=dict(type='PromptTemplate', template='</E>{question}', ice_token='</E>'), retriever=dict(type='FixKRetriever', fix_id_list=3), ${gen})`,
      ['wrong-type'],
    ],
  ])('%s', (_, inferCfg, rules) => {
    expect(found(inferCfg)).toEqual(rules);
  });
});

describe('a prompt that raises without a word', () => {
  const raw = `prompt_template=dict(type='RawPromptTemplate', messages=[{'role': 'user', 'content': '{question}'}])`;

  it('is explained', () => {
    const text = `datasets = [dict(abbr='quiz', type='JsonlDataset', path='p', reader_cfg=dict(input_columns='q', output_column='a'), infer_cfg=dict(${raw}, ${zero}, ${gen}))]\nmodels = [dict(type='HuggingFaceCausalLM', abbr='m', path='p', meta_template=dict(round=[dict(role='HUMAN'), dict(role='BOT', generate=True)]))]\n`;
    const messages = createProject(new MemoryWorkspace({ '/ws/eval.py': text }), defaultSettings)
      .check('/ws/eval.py')
      .map(({ message }) => message);
    expect(messages).toEqual([
      'Building the prompt of quiz for m raises AssertionError: a model that reads its meta template with the LM parser cannot take messages, use PromptTemplate for it.',
    ]);
  });

  it('is shown at its infer_cfg where the framework has no place to blame', () => {
    const text = `datasets = [dict(abbr='quiz', type='JsonlDataset', path='p', reader_cfg=dict(input_columns='q', output_column=None), infer_cfg=dict(prompt_template=dict(type='PromptTemplate', template='{q}'), ${zero}, inferencer=dict(type='PPLInferencer')))]\n`;
    const [diagnostic] = createProject(new MemoryWorkspace({ '/ws/eval.py': text }), defaultSettings).check('/ws/eval.py');
    expect(diagnostic).toMatchObject({ rule: 'prompt-raises', span: { file: '/ws/eval.py', start: text.indexOf('infer_cfg=') } });
  });
});

it('nothing is found in the module of a package that passes names on, and something in a config that does', () => {
  const text = 'from .pond_gen import pond_datasets\n';
  const files = { '/ws/pond/__init__.py': text, '/ws/pond/pond.py': text, '/ws/pond/pond_gen.py': 'pond_datasets = []\n' };
  const project = createProject(new MemoryWorkspace(files), defaultSettings);
  expect(project.check('/ws/pond/__init__.py')).toEqual([]);
  expect(project.check('/ws/pond/pond.py').map(({ rule }) => rule)).toEqual(['base-outside']);
});
