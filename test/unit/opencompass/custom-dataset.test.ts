import { describe, expect, it } from 'vitest';
import { aisBenchCustom } from '../../../server/src/engine/frameworks/aisbench/config/custom-templates.js';
import { customDataset } from '../../../server/src/engine/frameworks/opencompass/config/custom-dataset.js';
import { openCompassCustom } from '../../../server/src/engine/frameworks/opencompass/config/custom-templates.js';
import { DictValue, str } from '../../../server/src/engine/core/value.js';
import { toGolden } from '../../../server/src/engine/python/runtime/value-json.js';
import { preview } from '../../../server/src/engine/editor/preview/preview.js';
import { fixture } from '../../support/fixture.js';

const span = { file: '/x.py', start: 0, end: 0 };
const quiz = '{"question": "1 + 1?", "A": "1", "B": "2", "D": "4", "answer": "B"}\nnot even JSON';
const files: Readonly<Record<string, string>> = {
  'data/quiz.v1.jsonl': quiz,
  'qa.csv': 'question,hint,answer\r\n"a, ""b""\nc",,2\n',
  'open.jsonl': '{"question": "Why?"}',
  'bom.jsonl': '\uFEFF{"question": "Why?"}',
  'bom.csv': '\uFEFFquestion,answer\n1,2\n',
  'list.jsonl': '[1]',
  'empty.csv': 'question,answer\n',
  'meta.jsonl': quiz,
  'meta.jsonl.meta.json': '{"data_type": "qa", "abbr": "named", "output_column": "B"}',
};

interface Made {
  abbr: string;
  type: string;
  meta_path?: unknown;
  reader_cfg: unknown;
  infer_cfg: { prompt_template: { template: unknown }; inferencer: { type: string } };
}

function make(framework: typeof openCompassCustom, path: string, more: Readonly<Record<string, string>> = {}): Made {
  const given = new DictValue(span);
  for (const [key, value] of Object.entries({ path, ...more })) given.set(key, str(value, span));
  return JSON.parse(toGolden(customDataset(given, { read: (file) => files[file] }, framework)).json) as Made;
}

describe('OpenCompass makes of a file', () => {
  it('a quiz', () => {
    const made = make(openCompassCustom, 'data/quiz.v1.jsonl');
    expect(made).toMatchObject({
      abbr: 'quiz',
      type: 'opencompass.datasets.custom.CustomDataset',
      reader_cfg: { input_columns: ['question', 'A', 'B', 'D'], output_column: 'answer' },
    });
    expect(made.infer_cfg.prompt_template.template).toEqual({
      round: [
        { role: 'HUMAN', prompt: 'Question: {question}\nA. {A}\nB. {B}' },
        { role: 'BOT', prompt: 'Answer: {answer}' },
      ],
    });
  });

  it('a quiz that is scored', () => {
    const { prompt_template, inferencer } = make(openCompassCustom, 'data/quiz.v1.jsonl', {
      infer_method: 'ppl',
      bot_prompt: 'It is {answer}.',
    }).infer_cfg;
    expect(inferencer.type).toMatch(/\.PPLInferencer$/);
    const human = { role: 'HUMAN', prompt: 'Question: {question}\nA. {A}\nB. {B}' };
    expect(prompt_template.template).toEqual({
      A: { round: [human, { role: 'BOT', prompt: 'It is A.' }] },
      B: { round: [human, { role: 'BOT', prompt: 'It is B.' }] },
    });
  });

  it('a quiz whose options are turned round, by a class that does so with the rows', () => {
    for (const infer_method of ['gen', 'ppl'])
      expect(make(openCompassCustom, 'data/quiz.v1.jsonl', { data_type: 'circular-mcq', infer_method })).toMatchObject({
        type: 'opencompass.datasets.custom.CircularCustomDataset',
        option_keys: ['A', 'B'],
        answer_key: 'answer',
      });
  });

  it.each([
    [
      'questions and answers',
      'qa.csv',
      {},
      [
        { role: 'HUMAN', prompt: '{question}' },
        { role: 'BOT', prompt: '{answer}' },
      ],
    ],
    ['questions alone', 'open.jsonl', { human_prompt: 'Q: {question}' }, [{ role: 'HUMAN', prompt: 'Q: {question}' }]],
    [
      'what the file beside it says',
      'meta.jsonl',
      {},
      [
        { role: 'HUMAN', prompt: '{question}' },
        { role: 'BOT', prompt: '{B}' },
      ],
    ],
  ])('%s', (_, path, more, round) => {
    expect(make(openCompassCustom, path, more).infer_cfg.prompt_template.template).toEqual({ round });
  });

  it('the columns of a CSV as they are written', () => {
    expect(make(openCompassCustom, 'qa.csv').reader_cfg).toEqual({ input_columns: ['question', 'hint'], output_column: 'answer' });
    expect(make(openCompassCustom, 'bom.csv').reader_cfg).toEqual({ input_columns: ['\uFEFFquestion'], output_column: 'answer' });
  });
});

describe('AISBench makes of a file', () => {
  it.each([
    ['a quiz', 'data/quiz.v1.jsonl', 'Question: {question}\nA. {A}\nB. {B}\nAnswer: {answer}'],
    ['questions and answers', 'qa.csv', 'Question: {question}\nAnswer: {answer}'],
    ['a tuple of questions alone', 'open.jsonl', { __tuple__: ['{question}'] }],
    ['what the first row shows', 'meta.jsonl', 'Question: {question}\nA. {A}\nB. {B}\nAnswer: {answer}'],
  ])('%s', (_, path, template) => {
    const made = make(aisBenchCustom, path);
    expect(made.reader_cfg).toMatchObject({ input_columns: ['question', 'max_out_len'] });
    expect(made).toHaveProperty('meta_path', null);
    if (typeof template === 'string') expect(made.infer_cfg.prompt_template.template).toBe(template);
    else expect(JSON.stringify(made.infer_cfg.prompt_template.template)).toContain('"{question}"');
  });
});

describe('neither makes anything of', () => {
  it.each([
    ['quiz.txt', {}, 'ValueError: Unsupported ext: quiz.txt, .jsonl or .csv required'],
    ['gone.jsonl', {}, "FileNotFoundError: [Errno 2] No such file or directory: 'gone.jsonl'"],
    ['bom.jsonl', {}, 'JSONDecodeError: Unexpected UTF-8 BOM'],
    ['list.jsonl', {}, 'AttributeError: '],
    ['empty.csv', {}, 'StopIteration: '],
    ['qa.csv', { infer_method: 'ppl' }, 'ValueError: Unsupported dataset data_type: qa and infer_method: ppl'],
  ])('%s %j', (path, more, message) => {
    for (const framework of [openCompassCustom, aisBenchCustom]) expect(() => make(framework, path, more)).toThrow(message);
  });
});

describe('the preview of an OpenCompass config', () => {
  const source =
    '# file: data/quiz.jsonl\n{"question": "1?", "A": "1", "B": "2", "answer": "B"}\n# file: eval.py\n$0from opencompass.models import HuggingFaceCausalLM\ndatasets = [dict(abbr=\'mine\', path=\'data/quiz.jsonl\')]\n';

  it('shows what is made of its data', () => {
    const { project, file } = fixture(source);
    const result = preview(project, file, { selection: {} });
    expect(result.kind === 'preview' && result.preview.output?.text).toBe('Question: ⟦question⟧\nA. ⟦A⟧\nB. ⟦B⟧\nAnswer: ');
  });

  it('has the name that the run gives it', () => {
    const { project, file } = fixture(source.replace("abbr='mine', ", ''));
    const result = preview(project, file, { selection: {} });
    expect(result.kind === 'preview' && result.preview.datasets.map(({ label }) => label)).toEqual(['quiz']);
  });

  it('says so where the data is out of reach', () => {
    const { project, file } = fixture(source.replace("path='data/quiz", "path='data/gone"));
    const result = preview(project, file, { selection: {} });
    expect(result.kind === 'preview' && result.preview.exactness).toMatchObject({
      level: 'unknown',
      reason: expect.stringContaining('makes the templates of a custom dataset from its data') as string,
    });
  });
});
