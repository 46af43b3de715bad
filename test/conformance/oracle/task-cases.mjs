// Random cases for op `lm-eval-render`: tasks, rows, shots and modes of every shape, broken ones included.

const textFields = [
  'Q: {{question}}\nA:', '{{question}}', '{{question}} ', '{{question}}\n', 'question', 'Question', '{% if flag %}\nyes\n{% endif %}{{question}}', '{{ question|upper }} {{real}}', '{{question.strip()}}:', '', '{{answer}}', 'answer', '{{digits}}', 'digits', '{{empty}}', 'empty', 'none', 3, true, null,
  '{{missing}}', '{{question', 'multi', '{question}', '0{{answer}}', '{{choices}}', 'real', '²', 1.5, ['question'], { a: 1 }, '{{question}}{{answer}}', ' {{digits}}', '{{digits}}\n', '{% for c in choices %}{{loop.index}}. {{c}}\n{% endfor %}', '{{ choices[9] }}', '{{ none.x }}', '{{ 1 if none is none }}', '{# c #}{{question}}',
];
const targets = [
  '{{answer}}', 'gold', '{{gold}}', ' {{gold}}', 'digits', '{{digits}}', 'multi', '{{multi}}', 'answer', 'indices', '{{indices}}', 'empty', '{{empty}}', 'none', '{{none}}', 0, 1, 7, -1, true, ['a', 'b'], [], [1],
  '[{{answer}}]', '[{{gold}}]', '["{{gold}}"]', '[a', '0{{answer}}', 'flag', 'real', '{{real}}', '[]', '[ 1, "x" ]', '[(1,2)]', null, 1.5, '{{missing}}', '[{{answer}}', '٣', '{{choices.index(gold)}}', '{{ ["x","y"][answer] }}', { a: 1 }, '[]x', '{{indices[0]}}', '{{choices[answer]}}', '{{[gold]}}', '[\n]', '[1,]', "['a\\n']", '[set()]', '[-1]', '[1e3]', '[None]', '{{[none]}}', '{{[missing]}}',
];
const choiceFields = [
  'choices', '{{choices}}', ['A', 'B', 'C'], [' a', ' b'], ['yes', 'no'], [true, false], [0, 1], ['', 'x'], { x: 'yes', y: 'no', z: 'maybe' }, '{{[gold, question]}}', '{{gold}}', '{{(gold, question)}}', [], '', 'multi',
  'gold', 'answer', '{{choices|join(", ")}}', '[1, 2]', '5', '"abc"', '{"k": 1}', '{{missing}}', ['a', null], [['x'], ['y']], 'none', 3, true, 1.5, 'flag', 'real', '{{choices}}, ', "{{choices + ['z']}}", '{{choices[:2]}}', '(1)', "('a')", "('a',)", '{"a"}', 'digits', '{{digits}}', '{{choices}}\n', ' {{choices}}', "['a' 'b', u'c', -1]", '[]', 'A',
];
const delimiters = [' ', '', '\n', '@@', '\n\n', ': ', null, 3, ['x'], '{{question}}', 'question', '\u3000'];
const prefixes = ['The answer is', 'The answer is ', '\nAnswer:', 'pre', '{{pre}} so', '{{pre}} ', '', ' ', '{{missing}}', 'answer', '{{empty}}', 3, true, ['x'], 'none', 'multi', '{{none}}', '\u00a0', 'real'];
const descriptions = ['Answer.\n\n', 'Answer:', 'About {{question}}\n', 'pre', '', null, ' ', 'Desc', '{{missing}}', 3, true, 0, ['x'], 'answer', 'none', 'multi', 'real', '{{empty}}', '{{none}}'];
const outputTypes = ['generate_until', 'generate_until', 'multiple_choice', 'multiple_choice', 'multiple_choice', 'loglikelihood', 'loglikelihood_rolling', 'generate', null];
const samplers = ['first_n', 'default', 'balanced', null];
const kwargs = [{ until: ['\n'] }, {}, { temperature: '0.5' }, { temperature: 1, until: [] }, { do_sample: true }, { temperature: 'hot' }, null, { temperature: null }, { temperature: false }, { temperature: ' 1_0 ', until: null }, 'x', ['until'], ['temperature'], 5, []];
const metrics = [[{ metric: 'acc' }, { metric: 'acc_mutual_info' }], [{ metric: 'acc_mutual_info' }], [{ aggregation: 'mean' }], []];
const instructions = [null, null, 'You are careful.', 'You are careful. ', '', ' '];

/** @returns the request without its id: the harness gets `rows` as every split, the engine the first row and the shots that the harness drew */
export function randomTaskCase(random) {
  const { chance, pick } = random;
  const draw = drawing(random, chance(0.45));
  const rows = Array.from({ length: 5 }, (_, i) => row(random, i, draw.odd));
  const chat = chance(0.5);
  return {
    op: 'render_task',
    config: config(random, draw),
    rows,
    num_fewshot: pick([0, 0, 1, 2, 2, 3]),
    mode: { apply_chat_template: chat, fewshot_as_multiturn: chat && chance(0.6), system_instruction: pick(instructions), gen_prefix: chance(0.15) ? pick(['So', 'So ']) : null },
  };
}

/** Draws from lists whose first `usual` things work: in most cases from these only, so that many fields meet in one prompt; in odd ones from all. */
function drawing({ chance, pick }, odd) {
  const from = (list, usual) => (odd && chance(0.3) ? pick(list) : pick(list.slice(0, usual)));
  const maybe = (share, key, list, usual) => (chance(share) ? { [key]: from(list, usual) } : {});
  return { odd, from, maybe };
}

function config(random, draw) {
  const { chance } = random;
  const { odd, from, maybe } = draw;
  const type = from(outputTypes, 7);
  const often = (share) => !odd || chance(share);
  return {
    task: 't',
    dataset_path: 'x',
    ...(often(0.9) && { test_split: 'test' }),
    ...(chance(0.4) && { validation_split: 'validation' }),
    ...(chance(0.6) && { training_split: 'train' }),
    ...maybe(0.6, 'fewshot_split', ['train', 'test', 'validation', null], 4),
    ...(often(0.95) && { output_type: type }),
    ...(often(0.97) && { doc_to_text: from(textFields, 9) }),
    ...(often(0.97) && { doc_to_target: from(targets, 9) }),
    ...((type === 'multiple_choice' ? often(0.95) : chance(0.25)) && { doc_to_choice: from(choiceFields, 5) }),
    ...maybe(0.3, 'target_delimiter', delimiters, 6),
    ...maybe(0.3, 'fewshot_delimiter', delimiters, 6),
    ...maybe(0.3, 'description', descriptions, 8),
    ...maybe(0.35, 'gen_prefix', prefixes, 8),
    ...maybe(0.4, 'generation_kwargs', kwargs, 5),
    ...maybe(0.1, 'metric_list', metrics, 2),
    ...(odd && maybe(0.06, 'use_prompt', ['qa-basic:q-newline-a', 'qa-basic:nothing', 'qa-basic', 'a:b:c'], 1)),
    ...(odd && maybe(0.03, 'doc_to_txt', ['x'], 1)),
    ...(chance(0.4) && { fewshot_config: odd && chance(0.08) ? random.pick([{}, [], ['a'], 'text', 5, null]) : fewshotConfig(random, draw) }),
    ...maybe(0.03, 'num_fewshot', [2, null], 2),
    ...maybe(0.04, 'tag', ['x', ['x', 'y']], 2),
  };
}

function fewshotConfig(random, { odd, maybe }) {
  const { chance, pick, some } = random;
  const rest = { digits: '0', pre: 'P', none: null, empty: '', multi: ['m'], flag: true, real: 1.5, indices: [0] };
  const sample = (i) => ({ question: `S${i}`, gold: `t${i}`, choices: ['p', `q${i}`], answer: i % 2, ...((!odd || chance(0.5)) && rest) });
  const list = () => some(odd ? 0 : 3, 4, sample);
  return {
    ...maybe(0.7, 'sampler', samplers, 2),
    ...maybe(0.2, 'split', ['train', null], 2),
    ...(chance(0.4) && { samples: odd && chance(0.2) ? pick(['text', 5, null, { a: 1 }, [3], ['text'], [['question']], [null]]) : list() }),
    ...maybe(0.25, 'doc_to_text', textFields, 9),
    ...maybe(0.25, 'doc_to_target', targets, 9),
    ...maybe(0.25, 'doc_to_choice', choiceFields, 5),
    ...maybe(0.2, 'gen_prefix', prefixes, 8),
    ...maybe(0.2, 'target_delimiter', delimiters, 6),
    ...maybe(0.2, 'fewshot_delimiter', delimiters, 6),
    ...(odd && maybe(0.05, 'num_fewshot', [1], 1)),
  };
}

function row({ chance, pick }, i, odd) {
  return {
    question: pick([`Q${i}?`, `Q${i}? `, '中文', `it's "${i}"`, '{{answer}}', '', '12'].slice(0, odd ? 7 : 5)),
    choices: pick([[`c${i}`, 'd', 'e'], ['x', 'y'], ["it's", '"q"'], [' s', 't']]),
    answer: pick([0, 1, 1, 2, 5].slice(0, odd ? 5 : 3)),
    gold: pick([`g${i}`, 'd', "['a']", '1', '[1, 2]', ''].slice(0, odd ? 6 : 3)),
    digits: pick(['0', '1', '01', '00', '٣'].slice(0, odd ? 5 : 2)),
    multi: pick([[`m${i}`, 'n'], [], [1, 'a']].slice(0, odd ? 3 : 1)),
    indices: [0, 2],
    pre: pick(['Hint:', 'Hint: ', '']),
    empty: '',
    none: null,
    flag: chance(0.5),
    real: pick([0.5, 2.25]),
  };
}
