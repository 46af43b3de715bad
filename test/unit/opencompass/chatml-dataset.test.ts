import { describe, expect, it } from 'vitest';
import type { PreviewData } from '../../../server/src/engine/editor/preview/data.js';
import { preview } from '../../../server/src/engine/editor/preview/preview.js';
import type { Settings } from '../../../server/src/engine/core/settings.js';
import { fixture } from '../../support/fixture.js';

// What a run makes of `chatml_datasets`: held against `consturct_chatml_datasets` of OpenCompass 0.5.4.

const judge = "dict(type='llm_evaluator', judge_cfg=dict())";

/** A config that is run, with items of `chatml_datasets`. */
function evaluation(items: string, datasets = 'datasets = []\n'): string {
  return `# file: eval.py
$0from opencompass.models import OpenAISDK
models = [dict(type=OpenAISDK, abbr='m', path='m')]
${datasets}chatml_datasets = [${items}]
`;
}

function item(evaluator: string, more = ''): string {
  return `dict(abbr='sums', path='data/sums.jsonl', evaluator=${evaluator}${more})`;
}

/** A package with parts of its own. */
const framework = `# file: opencompass/__init__.py
__version__ = '0.5.4'
# file: opencompass/models/base_api.py
class APITemplateParser:
    def check(self, meta_template):
        self.meta_template['begin']
        isinstance(meta_template, list)
# file: opencompass/openicl/icl_inferencer/icl_gen_inferencer.py
multiround = 1
# file: opencompass/configs/datasets/chatobj_custom/chatobj_custom_gen.py
chatobj_custom_reader_cfg = dict(input_columns=['question'], output_column='answer')
chatobj_custom_infer_cfg = dict(
    prompt_template=dict(type='RawPromptTemplate', messages=[{'role': 'user', 'content': 'Say: {question}'}]),
    retriever=dict(type='ZeroRetriever'),
    inferencer=dict(type='GenInferencer'),
)
GRADER = """
  Is {prediction} right?
""".strip()
optional_evaluator = dict(
    math_evaluator=dict(type='MATHVerifyEvaluator'),
    mcq_rule_evaluator=dict(type='AccEvaluator'),
    llm_evaluator=dict(
        type='GenericLLMEvaluator',
        prompt_template=dict(type='RawPromptTemplate', messages=[{'role': 'system', 'content': 'You judge.'}, {'role': 'user', 'content': GRADER}]),
        dataset_cfg=dict(type='ChatMLDataset'),
        judge_cfg=dict(),
    ),
    cascade_evaluator=dict(type='CascadeEvaluator', rule_evaluator=dict(), llm_evaluator=dict()),
)
`;

const loader = `# file: opencompass/datasets/__init__.py
from .chatml import *
# file: opencompass/datasets/base.py
class BaseDataset:
    def __init__(self, reader_cfg={}, k=1, n=1, **kwargs):
        dataset = self.load(**kwargs)
# file: opencompass/datasets/chatml/__init__.py
from .chatml import ChatMLDataset
# file: opencompass/datasets/chatml/chatml.py
import json
from datasets import Dataset
from ..base import BaseDataset
class ChatMLDataset(BaseDataset):
    @staticmethod
    def load(path, file_name=None, local_mode=False):
        with open(path, 'r', encoding='utf-8-sig') as f:
            data = [json.loads(line) for line in f]
        from .verification import VerifyDataset
        for i in data:
            VerifyDataset(**i)
        rows = Dataset.from_list(data).rename_column('question', 'chatml_question').rename_column('answer', 'chatml_answer')
        rows = rows.add_column('question', [next((q['content'] for q in i['question'] if q['role'] == 'user'), None) for i in data])
        return rows.add_column('answer', [i['answer'][0] for i in data])
# file: opencompass/datasets/chatml/verification.py
from pydantic import BaseModel
class VerifyDataset(BaseModel):
    question: list
`;

function shown(source: string, dataset?: string, settings: Partial<Settings> = {}): PreviewData {
  const { project, file } = fixture(source, settings);
  const found = preview(project, file, { selection: { row: 0 } });
  const id = found.kind === 'preview' ? found.preview.datasets.find(({ label }) => label === dataset)?.id : undefined;
  const result = id === undefined ? found : preview(project, file, { selection: { row: 0, dataset: id } });
  if (result.kind !== 'preview') throw new Error(JSON.stringify(result));
  return result.preview;
}

function labelsOf(source: string): string[] {
  return shown(source).datasets.map(({ label }) => label);
}

/** The messages, a line each. */
function promptOf({ output }: PreviewData): unknown {
  const messages = JSON.parse(output?.text ?? '[]') as { role: string; content: string }[];
  return messages.map(({ role, content }) => `${role}: ${content}`);
}

const math = "dict(type='math_evaluator')";
const newest = ['user: ⟦question⟧\nRemember to put your final answer within \\boxed{}.'];

describe('a dataset of a ChatML file', () => {
  it('is asked as the newest release does where no package is within reach', () => {
    const made = shown(evaluation(item(math)));
    expect(promptOf(made)).toEqual(newest);
    expect(made.exactness.level).toBe('placeholder-rows');
  });

  it('is asked as the package within reach does', () => {
    expect(promptOf(shown(framework + evaluation(item(math))))).toEqual(['user: Say: ⟦question⟧']);
  });

  it.each([
    ["prompt_template=dict(type='PromptTemplate', template=dict()), inferencer=dict(type='ChatMLInferencer')", 'ChatMLInferencer'],
    ['', 'is not known'],
  ])('is not known where a package makes something else of it: %s', (inferCfg, reason) => {
    const own = framework.replace(/chatobj_custom_infer_cfg = dict\([^]*?\n\)/, inferCfg && `chatobj_custom_infer_cfg = dict(${inferCfg})`);
    expect(shown(own + evaluation(item(math))).exactness).toMatchObject({
      level: 'unknown',
      reason: expect.stringContaining(reason) as string,
    });
  });

  it('is not known of an older release that is asked for', () => {
    const { exactness } = shown(evaluation(item(math)), undefined, { release: { opencompass: '0.5.2' } });
    expect(exactness).toMatchObject({ level: 'unknown', reason: expect.stringContaining('something else of a ChatML file') as string });
  });

  it.each(["'math_evaluator'", "dict(type='math')", "dict(type='llm_evaluator')", "dict(type='cascade_evaluator', llm_evaluator=dict())"])(
    'is none where its evaluator is %s',
    (evaluator) => {
      expect(shown(evaluation(item(evaluator))).exactness).toMatchObject({
        level: 'unknown',
        reason: expect.stringContaining('it raises an exception') as string,
      });
    },
  );

  it('stands behind the datasets of a config, and alone where these are none', () => {
    const own = "datasets = [dict(abbr='own', path='p', reader_cfg=dict(), infer_cfg=dict())]\nother_datasets = datasets\n";
    expect(labelsOf(evaluation(item(math), own))).toEqual(['own', 'sums']);
    expect(labelsOf(evaluation(item(math), 'datasets = []\nother_datasets = [dict(abbr="other", path="p", infer_cfg=dict())]\n'))).toEqual([
      'sums',
    ]);
  });

  it('is not taken for a quiz by what its file holds', () => {
    const data = '# file: data/sums.jsonl\n{"question": [{"role": "user", "content": "1 + 1?"}], "answer": ["2"]}\n';
    expect(promptOf(shown(data + evaluation(item(math))))).toEqual(newest);
    const config = `# file: configs/chatml_datasets/sums.py\n$0from opencompass.datasets import A\ndatasets = [${item(math)}]\n`;
    expect(promptOf(shown(data + config))).toEqual(newest);
  });
});

describe('what is wrong with a dataset of a ChatML file', () => {
  const raising = (source: string, settings: Partial<Settings> = {}): string[] => {
    const { project, file, texts } = fixture(source, settings);
    const found = project.check(file).filter(({ rule }) => rule === 'prompt-raises');
    return found.map(({ message, span }) => `${texts.get(file)!.slice(span.start, span.start + 9)}: ${message}`);
  };

  it('is told at its item, where building its prompt raises for a model', () => {
    const chat = evaluation(item(math)).replaceAll('OpenAISDK', 'TurboMindModelwithChatTemplate');
    expect(raising(chat)).toEqual(["dict(abbr: Building the prompt of sums for m raises KeyError: 'prompt'."]);
    expect(raising(evaluation(item(math)))).toEqual([]);
  });

  it('is nothing for a release that makes something else of it', () => {
    expect(raising(evaluation(item(math)), { release: { opencompass: '0.5.2' } })).toEqual([]);
  });
});

describe('the judge of a ChatML file', () => {
  it.each([
    ['as the framework has it', judge, ['system: You judge.', 'user: Is ⟦prediction⟧ right?']],
    [
      'with a question that is given',
      judge.replace('())', "(), prompt='{answer} or {prediction}?')"),
      ['system: You judge.', 'user: ⟦answer⟧ or ⟦prediction⟧?'],
    ],
    [
      'behind rules',
      `dict(type='cascade_evaluator', rule_evaluator=${math}, llm_evaluator=${judge})`,
      ['system: You judge.', 'user: Is ⟦prediction⟧ right?'],
    ],
  ])('%s', (_, evaluator, messages) => {
    expect(promptOf(shown(framework + evaluation(item(evaluator)), 'sums (judge)'))).toEqual(messages);
  });

  it('is not shown before plain messages, where a question is that of later datasets, too', () => {
    const older = framework.replace(/messages=\[\{'role': 'system'[^]*?\]/, "template=dict(round=[dict(role='HUMAN', prompt=GRADER)])");
    expect(labelsOf(older + evaluation(item(judge)))).toEqual(['sums']);
  });
});

describe('the rows of a ChatML file', () => {
  const asked = '{"question": [{"role": "system", "content": "S"}, {"role": "user", "content": "1 + 1?"}], "answer": ["2"]}\n';
  const rowsOf = (rows: string): PreviewData => shown(`${framework}${loader}# file: data/sums.jsonl\n${rows}${evaluation(item(judge))}`);

  it('are those of its messages', () => {
    const made = rowsOf(asked);
    expect(promptOf(made)).toEqual(['user: Say: 1 + 1?']);
    expect(made.rows).toMatchObject({ count: 1, by: 'own', problem: undefined });
    expect(made.exactness.level).toBe('exact');
  });

  it.each([
    ['{"question": "1 + 1?", "answer": ["2"]}', '`question` must be a list of messages'],
    ['{"question": [{"role": "user", "content": "1"}], "answer": "2"}', '`answer` must be a list of texts'],
    ['{"question": [{"role": "human", "content": "1"}], "answer": ["2"]}', 'message 0 of'],
    ['{"question": [{"role": "user", "content": "1"}, {"role": "assistant", "content": []}], "answer": ["2"]}', 'message 1 of'],
    ['{"question": [{"role": "user", "content": [{"type": "image_url", "image_url": "x"}]}], "answer": ["2"]}', 'message 0 of'],
    [
      '{"question": [{"role": "user", "content": "1"}], "answer": ["2", "3"]}',
      '`answer` must hold one text, or one for each of the 1 messages of the user, and holds 2',
    ],
  ])('are none for %s', (row, reason) => {
    expect(rowsOf(`${asked}${row}\n`).notes.join(' ')).toContain(`raises ValidationError on a row of its file: ${reason}`);
  });

  it('may hold texts and images', () => {
    const row =
      '{"question": [{"role": "user", "content": [{"type": "text", "text": "a"}, {"type": "image", "image_url": "b"}]}], "answer": ["2"]}\n';
    expect(rowsOf(row).rows).toMatchObject({ count: 1, problem: undefined });
  });
});
