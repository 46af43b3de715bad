// Random cases for op `lm-eval-format`: specs of every shape, fields as tasks write them, rows that have what they name and rows that do not.

const names = ['mcqa', 'cloze', 'generate', 'cot'];
const instructions = [
  'Pick.\n',
  '',
  'One of {{ _num_choices }}: {{ _choice_list_or }}.\n',
  'Topic {{topic}}\n',
  null,
  'é {{ _choice_labels }} ',
];
const overrides = {
  instruction: instructions,
  question_prefix: ['Q: ', '', null, 'Problem: ', '{{topic}}: '],
  choice_labels: ['letters', 'numbers', null, ['I', 'II', 'III'], [], 'roman', ["it's", 'b']],
  choice_delimiter: ['\n', ', ', ''],
  section_separator: ['\n', ' ', '', '\n\n'],
  answer_instruction: ['Think.\n', null, '{{ _choice_list_and }}'],
  answer_prompt: ['Answer:', '', 'One of {{ _choice_list_and }}:', 'A {{answer}}'],
  gen_prefix: ['So', null, '', '{{topic}}'],
  target_delimiter: [' ', '', '\n'],
  fewshot_delimiter: ['\n\n', '###'],
  output_type: ['multiple_choice', 'generate_until', 'loglikelihood'],
  scorer: ['first_token', null, { type: 'x' }],
};
const texts = [
  'question',
  '{{question}}',
  '{{ q.stem }}',
  "{{[a, b]|join(' ')}}",
  '{{topic}}\n{{question}}',
  ' {{question}} ',
  'missing',
  '{{missing}}',
  'q.stem',
  3,
  null,
  'été',
];
const choices = [
  'choices',
  '{{choices}}',
  '{{opts.text}}',
  '{{[a, b]}}',
  ['yes', 'no'],
  ["it's", 'b"'],
  [1, true],
  [],
  '',
  null,
  '{{ choices|list }}',
  'opts.text',
  '{{a}},{{b}}',
  'missing',
];
const targets = [
  'answer',
  '{{answer}}',
  'label',
  '{{opts.label.index(key)}}',
  '{{ (label|int) - 1 }}',
  "{{['B', 'A'][answer]}}",
  0,
  3,
  'topic',
  '{{topic}}',
  'missing',
  null,
  'f',
  'flag',
  '{{a}} {{b}}',
];

/** @returns the request without its id */
export function randomFormatCase(random) {
  const { chance, pick } = random;
  const selection = chance(0.3) ? pick([...names, 'nope']) : undefined;
  return {
    op: 'lm-eval-format',
    spec: selection !== undefined && chance(0.4) ? null : spec(random),
    ...(selection !== undefined && { selection }),
    doc_to_text: pick(texts),
    doc_to_choice: pick(choices),
    doc_to_target: pick(targets),
    doc: row(random),
  };
}

function spec(random) {
  const { chance, pick, some } = random;
  if (chance(0.03)) return pick([5, ['mcqa'], true, {}]);
  if (chance(0.25)) return pick(chance(0.9) ? names : ['nope', '', 'MCQA']);
  if (chance(0.45)) return { type: pick(chance(0.95) ? names : ['nope', 5, null, ['mcqa']]), ...fields(random) };
  const value = () => (chance(0.15) ? pick([null, null, 'cloze', 'nope', 5, []]) : chance(0.05) ? { type: pick(names) } : fields(random));
  return Object.fromEntries(some(1, 3, () => [pick(chance(0.95) ? names : ['own']), value()]));
}

function fields({ chance, pick, some }) {
  const chosen = some(0, 4, () => pick(Object.keys(overrides)));
  return { ...Object.fromEntries(chosen.map((name) => [name, pick(overrides[name])])), ...(chance(0.03) && { colour: 'red' }) };
}

function row({ chance, pick }) {
  const doc = {
    question: pick(['What?', 'Wie\nviel?', '', '{{x}}']),
    choices: pick([['x', 'y', 'z'], ['x'], [], ['é', "it's"], [1, 2.5, true]]),
    answer: pick([1, 0, 'y', 'x', '1', null, true, 7, 1.0]),
    label: pick([2, '1', 'A']),
    topic: 'pond',
    a: 'p',
    b: 'q',
    q: { stem: 'S?' },
    opts: { text: ['t0', 't1'], label: ['A', 'B'] },
    key: pick(['B', 'A', 'C']),
    f: 0.5,
    flag: false,
    été: 'warm',
  };
  return Object.fromEntries(Object.entries(doc).filter(() => chance(0.98)));
}
