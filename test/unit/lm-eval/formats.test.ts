import { describe, expect, it } from 'vitest';
import { applyFormat, formatNote, selectionOf, type FormattedTask } from '../../../server/src/engine/frameworks/lm-eval/formats/index.js';
import { renderTask } from '../../../server/src/engine/frameworks/lm-eval/prompt/render-task.js';
import type { DictValue } from '../../../server/src/engine/core/value.js';
import { file, origins, rowOf, taskOf } from './task.js';

const fields = 'task: demo\ntest_split: test\ndoc_to_text: question\ndoc_to_choice: options\ndoc_to_target: gold\n';
const row = { question: 'Which?', options: ['this', 'that'], gold: 1 };

function formatted(yaml: string, selection?: string): Extract<FormattedTask, { config: DictValue }> {
  const made = applyFormat(taskOf(yaml), selection);
  if (!made || !('config' in made)) throw new Error(JSON.stringify(made));
  return made;
}

function text(yaml: string, selection?: string): string | undefined {
  const result = renderTask({
    config: formatted(yaml, selection).config,
    doc: rowOf(row),
    mode: { applyChatTemplate: false, fewshotAsMultiturn: false },
  });
  return 'error' in result ? result.error.message : result.context!.text;
}

describe('applyFormat', () => {
  it('does nothing to a task without a format', () => expect(applyFormat(taskOf(fields))).toBeUndefined());

  it.each([
    ['formats: mcqa\n', undefined, 'Question: Which?\nA. this\nB. that\nAnswer:'],
    ['formats: {type: mcqa, choice_labels: [i, ii], question_prefix: "Q: "}\n', undefined, 'Q: Which?\ni. this\nii. that\nAnswer:'],
    ['formats: {cloze: null, mcqa: {instruction: "Pick.\\n"}}\n', undefined, 'Question: Which?\nAnswer:'],
    ['formats: {cloze: null, mcqa: {instruction: "Pick.\\n"}}\n', 'mcqa', 'Pick.\nQuestion: Which?\nA. this\nB. that\nAnswer:'],
    ['formats: {first: cloze}\n', 'first', 'Question: Which?\nAnswer:'],
    ['', 'cloze', 'Question: Which?\nAnswer:'],
    ['formats: mcqa\n', 'cloze', 'Question: Which?\nA. this\nB. that\nAnswer:'],
  ])('renders %j selected by %j', (formats, selection, expected) => expect(text(fields + formats, selection)).toBe(expected));

  it('is chosen by the name of the task too', () => {
    expect(text(fields.replace('demo', 'demo@cloze'))).toBe('Question: Which?\nAnswer:');
    expect([selectionOf('a@b@c'), selectionOf('a'), selectionOf(undefined)]).toEqual(['c', undefined, undefined]);
  });

  it.each([
    ['formats: generate\n', 1, 'B'],
    ['formats: {type: generate, choice_labels: [i, ii]}\n', 1, 'that'],
    ['formats: {type: generate, choice_labels: [i, ii]}\n', 'own words', 'own words'],
    ['formats: {type: generate, choice_labels: letters}\n', 'own words', 'own words'],
  ])('makes the answer of %j with the target %j', (formats, gold, answer) => {
    const result = renderTask({
      config: formatted(fields + formats).config,
      doc: rowOf({ ...row, gold }),
      mode: { applyChatTemplate: false, fewshotAsMultiturn: false },
    });
    expect('error' in result ? result.error.message : result.target?.kind === 'str' && result.target.text).toBe(answer);
  });

  it('replaces what the task says itself, and leaves the rest', () => {
    const { config, emitted, note } = formatted(`${fields}output_type: generate_until\ndescription: D\nformats: generate\n`);
    const keys = (dict: DictValue) => [...dict.entries.values()].map(({ key }) => (key.kind === 'str' ? key.text : ''));
    expect(keys(emitted)).toEqual([
      'doc_to_text',
      'doc_to_target',
      'doc_to_choice',
      'output_type',
      'target_delimiter',
      'fewshot_delimiter',
      'gen_prefix',
      'scorer',
    ]);
    expect(keys(config)).toEqual([
      'task',
      'test_split',
      'doc_to_text',
      'doc_to_choice',
      'doc_to_target',
      'output_type',
      'description',
      'target_delimiter',
      'fewshot_delimiter',
      'gen_prefix',
    ]);
    expect(note).toBe(formatNote);
  });

  it('keeps where the parts of its templates are written', () => {
    const yaml = `${fields}formats: {type: cloze, answer_prompt: "So:"}\n`;
    const template = formatted(yaml).emitted.get('doc_to_text')!;
    expect(template.kind === 'str' && origins(template.traced, yaml)).toEqual([
      ['Question: ', 'framework:prompt format cloze'],
      ['{{', 'framework:braces of a prompt format'],
      ['question', 'yaml:question'],
      ['}}', 'framework:braces of a prompt format'],
      ['\n', 'framework:prompt format cloze'],
      ['So:', 'yaml:So:'],
    ]);
  });

  it.each([
    ['formats: nope\n', "ValueError: Unknown format: nope. Available: ['cloze', 'cot', 'generate', 'mcqa']", 'nope'],
    ['formats: {type: nope}\n', "ValueError: Unknown format type: nope. Available: ['cloze', 'cot', 'generate', 'mcqa']", 'nope'],
    ['formats: {type: mcqa, bad: 1}\n', "TypeError: MCQAFormat.__init__() got an unexpected keyword argument 'bad'", 'bad'],
    ['formats: [mcqa]\n', "TypeError: Invalid format spec type: <class 'list'>. Expected str, dict, FormatConfig, or None.", '[mcqa]'],
    ['formats: {mcqa: {answer_prompt: null}}\n', 'TypeError: can only concatenate str (not "NoneType") to str', 'null'],
  ])('raises of %j', (formats, message, place) => {
    const yaml = fields + formats;
    const made = applyFormat(taskOf(yaml));
    const start = yaml.lastIndexOf(place);
    expect(made && 'error' in made && [made.error.message, made.error.span]).toEqual([message, { file, start, end: start + place.length }]);
  });

  it('raises of a selection that the config does not have, and of choices that are missing', () => {
    const other = applyFormat(taskOf(`${fields}formats: {mcqa: null}\n`), 'cloze');
    expect(other && 'error' in other && other.error.message).toBe(
      "ValueError: Format 'cloze' not found in task formats. Available: ['mcqa']",
    );
    const without = applyFormat(taskOf('doc_to_text: question\nformats: mcqa\n'));
    expect(without && 'error' in without && without.error.message).toContain(
      "ValueError: Format 'mcqa' has output_type='multiple_choice' but no doc_to_choice was provided.",
    );
  });

  it('does not know what it makes of a function', () => {
    expect(applyFormat(taskOf('doc_to_text: !function u.f\nformats: cot\n'))).toMatchObject({
      unknown: expect.stringContaining('function') as string,
    });
  });
});
