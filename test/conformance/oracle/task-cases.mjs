// Random cases for op `lm-eval-render`: tasks, rows, shots and modes of every shape, broken ones included.

const textFields = [
  'Q: {{question}}\nA:', '{{question}}', '{{question}} ', '{{question}}\n', 'question', 'Question', '', '{{answer}}', 'answer', '{{digits}}', 'digits', '{{empty}}', 'empty', 'none', 3, true, null,
  '{% if flag %}\nyes\n{% endif %}{{question}}', '{{missing}}', '{{question', 'multi', '{{ question|upper }} {{real}}', '{question}', '{{question.strip()}}:', '0{{answer}}', '{{choices}}', 'real', '²', 1.5, ['question'], { a: 1 }, '{{question}}{{answer}}', ' {{digits}}', '{{digits}}\n', '{% for c in choices %}{{loop.index}}. {{c}}\n{% endfor %}', '{{ choices[9] }}', '{{ none.x }}', '{{ 1 if none is none }}', '{# c #}{{question}}',
];
const targets = [
  'answer', '{{answer}}', 'gold', '{{gold}}', ' {{gold}}', 'digits', '{{digits}}', 'multi', '{{multi}}', 'indices', '{{indices}}', 'empty', '{{empty}}', 'none', '{{none}}', 0, 1, 7, -1, true, ['a', 'b'], [], [1],
  '[{{answer}}]', '[{{gold}}]', '["{{gold}}"]', '[a', '0{{answer}}', 'flag', 'real', '{{real}}', '[]', '[ 1, "x" ]', '[(1,2)]', null, 1.5, '{{missing}}', '[{{answer}}', '٣', '{{choices.index(gold)}}', '{{ ["x","y"][answer] }}', { a: 1 }, '[]x', '{{indices[0]}}', '{{choices[answer]}}', '{{[gold]}}', '[\n]', '[1,]', "['a\\n']", '[set()]', '[-1]', '[1e3]', '[None]', '{{[none]}}', '{{[missing]}}',
];
const choiceFields = [
  'choices', '{{choices}}', ['A', 'B', 'C'], [' a', ' b'], ['yes', 'no'], [true, false], [0, 1], ['', 'x'], { x: 'yes', y: 'no', z: 'maybe' }, '{{[gold, question]}}', '{{gold}}', '{{(gold, question)}}', [], '', 'multi',
  'gold', 'answer', '{{choices|join(", ")}}', '[1, 2]', '5', '"abc"', '{"k": 1}', '{{missing}}', ['a', null], [['x'], ['y']], 'none', 3, true, 1.5, 'flag', 'real', '{{choices}}, ', "{{choices + ['z']}}", '{{choices[:2]}}', '(1)', "('a')", "('a',)", '{"a"}', 'digits', '{{digits}}', '{{choices}}\n', ' {{choices}}', "['a' 'b', u'c', -1]", '[]', 'A',
];
const delimiters = [' ', '', '\n', '@@', '\n\n', ': ', null, 3, ['x'], '{{question}}', 'question', '\u3000'];
const prefixes = ['The answer is', 'The answer is ', '\nAnswer:', 'pre', '{{pre}} so', '{{pre}} ', '', '{{missing}}', 'answer', ' ', '{{empty}}', 3, true, ['x'], 'none', 'multi', '{{none}}', '\u00a0', 'real'];
const descriptions = ['Answer.\n\n', 'Answer:', 'About {{question}}\n', 'pre', '', null, '{{missing}}', ' ', 'Desc', 3, true, 0, ['x'], 'answer', 'none', 'multi', 'real', '{{empty}}', '{{none}}'];
const outputTypes = ['generate_until', 'generate_until', 'multiple_choice', 'multiple_choice', 'multiple_choice', 'loglikelihood', 'loglikelihood_rolling', 'generate', null];
const kwargs = [{ until: ['\n'] }, {}, { temperature: '0.5' }, { temperature: 1, until: [] }, { do_sample: true }, { temperature: 'hot' }, null, { temperature: null }, { temperature: false }, { temperature: ' 1_0 ', until: null }, 'x', ['until'], ['temperature'], 5, []];
const instructions = [null, null, 'You are careful.', 'You are careful. ', '', ' '];

/** @returns the request without its id: the harness gets `rows` as every split, the engine the first row and the shots that the harness drew */
export function randomTaskCase(random) {
  const { chance, pick } = random;
  const rows = Array.from({ length: 5 }, (_, i) => row(random, i));
  const chat = chance(0.5);
  return {
    op: 'render_task',
    config: config(random),
    rows,
    num_fewshot: pick([0, 0, 1, 2, 2, 3]),
    mode: { apply_chat_template: chat, fewshot_as_multiturn: chat && chance(0.6), system_instruction: pick(instructions), gen_prefix: chance(0.15) ? pick(['So', 'So ']) : null },
  };
}

/** Mostly what works, so that many fields meet in one prompt. */
function config(random) {
  const { chance, pick } = random;
  const odd = (list, usual) => (chance(0.25) ? pick(list) : pick(list.slice(0, usual)));
  const type = pick(outputTypes);
  const some = (share, key, list) => (chance(share) ? { [key]: pick(list) } : {});
  return {
    task: 't',
    dataset_path: 'x',
    ...(chance(0.9) && { test_split: 'test' }),
    ...(chance(0.4) && { validation_split: 'validation' }),
    ...(chance(0.6) && { training_split: 'train' }),
    ...some(0.6, 'fewshot_split', ['train', 'test', 'validation', null]),
    ...(chance(0.95) && { output_type: type }),
    ...(chance(0.97) && { doc_to_text: odd(textFields, 6) }),
    ...(chance(0.97) && { doc_to_target: odd(targets, 7) }),
    ...(chance(type === 'multiple_choice' ? 0.95 : 0.25) && { doc_to_choice: odd(choiceFields, 5) }),
    ...some(0.3, 'target_delimiter', delimiters),
    ...some(0.3, 'fewshot_delimiter', delimiters),
    ...some(0.3, 'description', descriptions),
    ...some(0.35, 'gen_prefix', prefixes),
    ...some(0.4, 'generation_kwargs', kwargs),
    ...some(0.1, 'metric_list', [[{ metric: 'acc' }, { metric: 'acc_mutual_info' }], [{ metric: 'acc_mutual_info' }], [{ aggregation: 'mean' }], []]),
    ...some(0.03, 'use_prompt', ['qa-basic:q-newline-a', 'qa-basic:nothing', 'qa-basic', 'a:b:c']),
    ...some(0.02, 'doc_to_txt', ['x']),
    ...(chance(0.4) && { fewshot_config: chance(0.04) ? pick([{}, [], ['a'], 'text', 5, null]) : fewshotConfig(random) }),
    ...some(0.03, 'num_fewshot', [2, null]),
    ...some(0.04, 'tag', ['x', ['x', 'y']]),
  };
}

function fewshotConfig(random) {
  const { chance, pick, some } = random;
  const any = (share, key, list) => (chance(share) ? { [key]: pick(list) } : {});
  const sample = (i) => ({ question: `S${i}`, gold: `t${i}`, choices: ['p', `q${i}`], answer: i % 2, ...(chance(0.5) && { digits: '0', pre: 'P', none: null, empty: '', multi: ['m'], flag: true, real: 1.5, indices: [0] }) });
  return {
    ...any(0.7, 'sampler', ['first_n', 'first_n', 'default', 'balanced', null]),
    ...any(0.2, 'split', ['train', null]),
    ...(chance(0.4) && { samples: chance(0.1) ? pick(['text', 5, null, { a: 1 }, [3], ['text'], [['question']], [null]]) : some(0, 4, sample) }),
    ...any(0.25, 'doc_to_text', textFields),
    ...any(0.25, 'doc_to_target', targets),
    ...any(0.25, 'doc_to_choice', choiceFields),
    ...any(0.2, 'gen_prefix', prefixes),
    ...any(0.2, 'target_delimiter', delimiters),
    ...any(0.2, 'fewshot_delimiter', delimiters),
    ...any(0.03, 'num_fewshot', [1]),
  };
}

function row({ chance, pick }, i) {
  return {
    question: pick([`Q${i}?`, `Q${i}? `, '中文', '', '12', `it's "${i}"`, '{{answer}}']),
    choices: pick([[`c${i}`, 'd', 'e'], ['x', 'y'], ["it's", '"q"'], [' s', 't']]),
    answer: pick([0, 1, 1, 2, 5]),
    gold: pick([`g${i}`, 'd', '1', '[1, 2]', "['a']", '']),
    digits: pick(['0', '1', '01', '00', '٣']),
    multi: pick([[`m${i}`, 'n'], [], [1, 'a']]),
    indices: [0, 2],
    pre: pick(['Hint:', 'Hint: ', '']),
    empty: '',
    none: null,
    flag: chance(0.5),
    real: pick([0.5, 2.25]),
  };
}
