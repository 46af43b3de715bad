// Random cases for op `render`: templates, meta templates, retrievers and rows of every shape, broken ones included.

const texts = [
  '',
  'Q: {q}\n',
  '{q}{x}',
  '{a}',
  '{{q}}',
  '{ctx}\n',
  ' {zz}',
  'answer',
  '</E>',
  'a</E>b{q}',
  '<SEP>',
  '{q} <SEP> {a}',
  '\n',
  '答案：',
  '{0}',
  '$& \\1',
  '{input_str}',
  '{hist}',
];
const values = [
  'plain',
  '',
  'v{a}w',
  '{q}',
  '{x}',
  '</E>',
  '<SEP>',
  'a\nb',
  true,
  false,
  null,
  42,
  0.5,
  -1,
  1e20,
  'yes',
  'no',
  '中',
  ['l', 1, "it's"],
  { k: 'v', n: null },
];
const roles = ['HUMAN', 'BOT', 'SYSTEM', 'FOO'];
const columns = ['q', 'a', 'x', 'ctx'];

/** @returns the request without its id */
export function randomPromptCase(random) {
  return promptCase(random, random.chance(0.12));
}

/** @param raw whether the templates are RawPromptTemplates */
export function promptCase(random, raw) {
  const { chance, pick, some } = random;
  const shots = chance(0.6);
  const ice = shots || chance(0.2) ? template(random, raw) : null;
  return {
    op: 'render',
    framework: 'opencompass',
    prompt_template: ice !== null && chance(0.2) ? null : template(random, raw),
    ice_template: ice,
    reader_cfg: {
      input_columns: chance(0.9) ? ['q', 'x'] : pick(['q x', [], 5]),
      output_column: pick(['a', 'a', 'a', 'a', null, 'q', 'missing']),
    },
    retriever: retriever(random, shots),
    inferencer: {
      mode: chance(0.65) ? 'gen' : 'ppl',
      labels: chance(0.8) ? null : pick([['yes', 'no'], ['A'], []]),
      gen_field_replace_token: pick(['', '', '', '[ANS]', '{q}']),
    },
    train: some(0, 4, () => row(random)),
    test: row(random),
    metas: some(1, 5, () => meta(random)),
  };
}

function template(random, raw) {
  const { chance, pick, some } = random;
  const tokens = {
    ...(chance(0.75) && { ice_token: pick(['</E>', '</E>', '</E>', '{q}', '']) }),
    ...(chance(0.15) && { sep_token: '<SEP>' }),
  };
  if (raw) {
    const message = () => (chance(0.2) ? '</E>' : { role: pick(['system', 'user', 'user', 'assistant', 'tool']), content: pick(texts) });
    return {
      type: 'RawPromptTemplate',
      messages: some(0, 4, message),
      ...(chance(0.6) && { ice_token: '</E>' }),
      ...(chance(0.15) && { expand_column: 'hist' }),
    };
  }
  const shape = random.below(10);
  if (shape < 3) return { type: 'PromptTemplate', template: text(random), ...tokens };
  if (shape < 5) return { type: 'PromptTemplate', template: labelled(random), ...tokens };
  return { type: 'PromptTemplate', template: dialogue(random), ...tokens };
}

function labelled(random) {
  const one = () => (random.chance(0.5) ? text(random) : dialogue(random));
  return Object.fromEntries(random.some(1, 3, (i) => [['yes', 'no', 'A'][i], one()]));
}

export function dialogue(random) {
  const { chance, pick, some } = random;
  const items = (max) => some(0, max, () => item(random));
  return {
    ...(chance(0.4) && { begin: chance(0.3) ? pick(texts) : ['</E>', ...items(2)].slice(random.below(2)) }),
    ...(chance(0.93) && { round: chance(0.05) ? pick([text(random), { role: 'HUMAN', prompt: 'x' }]) : items(4) }),
    ...(chance(0.06) && { end: items(2) }),
  };
}

function item(random) {
  const { chance, pick } = random;
  if (chance(0.1)) return text(random);
  return {
    role: pick(chance(0.8) ? roles.slice(0, 2) : roles),
    ...(chance(0.95) && { prompt: text(random) }),
    ...(chance(0.15) && { fallback_role: pick(roles) }),
    ...(chance(0.07) && { begin: text(random) }),
    ...(chance(0.07) && { end: pick(['', '!', '{q}']) }),
    ...(chance(0.03) && { generate: true }),
  };
}

export function text({ pick, some }) {
  return some(1, 3, () => pick(texts)).join('');
}

function retriever({ chance, pick, some, below }, shots) {
  const ends = { ...(chance(0.15) && { ice_eos_token: pick(['', '\n\n', '<eos>']) }) };
  if (!shots) return { type: 'ZeroRetriever', ...ends };
  return {
    type: 'FixKRetriever',
    fix_id_list: some(0, 3, () => below(5)),
    ...ends,
    ...(chance(0.15) && { ice_separator: pick(['', '---']) }),
  };
}

function row({ chance, pick, below }) {
  const order = below(2) ? columns : [...columns].reverse();
  const entries = order
    .filter(() => chance(0.93))
    .map((column) => [column, column === 'a' && chance(0.7) ? pick(['yes', 'no', 'A']) : pick(values)]);
  const history = [
    { role: 'user', content: 'h{q}' },
    { role: 'assistant', content: 'r' },
  ];
  return { ...Object.fromEntries(entries), ...(chance(0.2) && { hist: history }) };
}

export function meta(random) {
  const { chance, pick, some } = random;
  const kind = pick(['lm', 'api']);
  if (chance(0.15)) return { kind, meta: null };
  if (chance(0.04)) return { kind, meta: pick([{}, [], { begin: 'x' }, [{ role: 'system', content: 'Be brief.' }]]) };
  const part = (role) => ({
    role,
    ...(kind === 'api' && chance(0.95) && { api_role: pick(['HUMAN', 'BOT', 'SYSTEM', 'user']) }),
    ...(chance(0.5) && { begin: pick([`<${role}>`, '', '{q}', ' ']) }),
    ...(chance(0.5) && { end: pick([`</${role}>`, '\n', '']) }),
    ...(chance(0.1) && { prompt: pick(['None.', '{a}']) }),
    ...(role === 'BOT' && chance(0.9) && { generate: true }),
  });
  const names = ['HUMAN', 'BOT'];
  if (chance(0.2)) names.unshift('SYSTEM');
  if (chance(0.1)) names.push('FOO');
  const round = names.map((role) => (chance(0.03) ? pick(['text', 5]) : part(role)));
  return {
    kind,
    meta: {
      round,
      ...(chance(0.3) && { reserved_roles: some(1, 2, (i) => part(['SYSTEM', 'FOO'][i])) }),
      ...(chance(0.3) && { begin: pick(['<s>', '', 'P\n', { role: 'SYSTEM', prompt: 'b', api_role: 'SYSTEM' }]) }),
      ...(chance(0.3) && { end: pick(['</s>', '', '\nE']) }),
    },
  };
}
