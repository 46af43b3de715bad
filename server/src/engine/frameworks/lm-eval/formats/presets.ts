import { TracedText } from '../../../core/traced-text.js';
import { NoneValue, StrValue, type Value } from '../../../core/value.js';
import { nowhere } from '../../../core/span.js';

/** The fields that a prompt format has, in the harness's own names. */
export const formatFields = [
  'output_type',
  'instruction',
  'question_prefix',
  'choice_labels',
  'choice_delimiter',
  'section_separator',
  'answer_instruction',
  'answer_prompt',
  'gen_prefix',
  'target_delimiter',
  'fewshot_delimiter',
  'scorer',
] as const;

export type FormatField = (typeof formatFields)[number];

export interface Preset {
  readonly name: string;
  /** Of the class that a wrong field is reported of. */
  readonly className: string;
  readonly fields: Readonly<Record<FormatField, string | undefined>>;
}

const mcqa: Preset = {
  name: 'mcqa',
  className: 'MCQAFormat',
  fields: {
    output_type: 'multiple_choice',
    instruction: undefined,
    question_prefix: 'Question: ',
    choice_labels: 'letters',
    choice_delimiter: '\n',
    section_separator: '\n',
    answer_instruction: undefined,
    answer_prompt: 'Answer:',
    gen_prefix: undefined,
    target_delimiter: ' ',
    fewshot_delimiter: '\n\n',
    scorer: undefined,
  },
};

const generate: Preset = {
  name: 'generate',
  className: 'GenerateFormat',
  fields: {
    ...mcqa.fields,
    output_type: 'generate_until',
    instruction:
      'Given the following question and {{ _num_choices }} candidate answers ({{ _choice_list_and }}), choose the best answer.\n',
    answer_prompt:
      'Your response should end with "The best answer is [answer_letter]" where the [answer_letter] is one of {{ _choice_list_or }}.',
    gen_prefix: 'The best answer is',
    target_delimiter: '\n',
    scorer: 'first_token',
  },
};

const cot: Preset = {
  name: 'cot',
  className: 'COTGenFormat',
  fields: {
    ...generate.fields,
    instruction: 'Given the following problem, reason step by step to find the final answer.\n',
    question_prefix: 'Problem: ',
    choice_labels: undefined,
    answer_prompt: 'Your response should end with "The final answer is [answer]" where [answer] is the response to the problem.',
    gen_prefix: undefined,
  },
};

const cloze: Preset = { name: 'cloze', className: 'ClozeFormat', fields: { ...mcqa.fields, choice_labels: undefined } };

/** The formats that lm-evaluation-harness 0.5.0.dev2 registers (`config/formats/`), by name. */
export const presets: ReadonlyMap<string, Preset> = new Map([cloze, cot, generate, mcqa].map((preset) => [preset.name, preset]));

/** What a preset puts in a field: a text that no config holds, or None. */
export function presetValue({ name, fields }: Preset, field: FormatField): Value {
  const text = fields[field];
  return text === undefined
    ? new NoneValue(nowhere)
    : new StrValue(TracedText.of(text, { kind: 'framework', what: `prompt format ${name}` }), nowhere);
}
