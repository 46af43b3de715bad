import { input, many, task, type Entry, type HostileInput, type Kind } from '../input.js';

const config = (template: unknown, more: object = {}): string =>
  JSON.stringify({ chat_template: template, bos_token: '<s>', eos_token: '</s>', ...more });

/** Files of chat templates, into which the prompt of a task is put. */
const files: readonly (readonly [name: string, file: string, content: () => Entry])[] = [
  ['loop', 'tokenizer_config.json', () => config('{% for a in range(99999) %}{% for b in range(99999) %}x{% endfor %}{% endfor %}')],
  [
    'loop-continue',
    'tokenizer_config.json',
    () => config('{% for a in range(99999) %}{% for b in range(99999) %}{% continue %}{% endfor %}{% endfor %}'),
  ],
  [
    'namespace',
    'tokenizer_config.json',
    () => config("{% set n = namespace(s='a') %}{% for i in range(99) %}{% set n.s = n.s ~ n.s %}{% endfor %}{{ n.s }}"),
  ],
  [
    'namespace-list',
    'tokenizer_config.json',
    () => config('{% set n = namespace(l=[1]) %}{% for i in range(40) %}{% set n.l = [n.l, n.l] %}{% endfor %}{{ n.l }}{{ n.l | tojson }}'),
  ],
  ['macro', 'tokenizer_config.json', () => config('{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}')],
  [
    'messages-doubled',
    'tokenizer_config.json',
    () => config('{% set n = namespace(m=messages) %}{% for i in range(60) %}{% set n.m = n.m + n.m %}{% endfor %}{{ n.m | tojson }}'),
  ],
  ['messages-appended', 'tokenizer_config.json', () => config('{% for m in messages %}{% set _ = messages.append(m) %}{% endfor %}')],
  ['raises-long', 'tokenizer_config.json', () => config("{{ raise_exception('x' * 4000000) }}")],
  ['raises-hostile', 'tokenizer_config.json', () => config("{{ raise_exception('\u001b[31m\u202e![a](https://hostile.invalid)') }}")],
  ['blanks', 'tokenizer_config.json', () => config(`${' '.repeat(200_000)}{%- if 1 %}x{%- endif %}`)],
  ['deep', 'tokenizer_config.json', () => config(`${'{% if 1 %}'.repeat(20_000)}${'{% endif %}'.repeat(20_000)}`)],
  ['long', 'tokenizer_config.json', () => config('{{ messages }}'.repeat(100_000))],
  ['tojson-indent', 'tokenizer_config.json', () => config('{{ ([[[[[[1]]]]]] * 10000) | tojson(indent=100000) }}')],
  ['strftime', 'tokenizer_config.json', () => config(`{{ strftime_now('${'%Y'.repeat(200_000)}') }}`)],
  [
    'attributes',
    'tokenizer_config.json',
    () => config("{{ messages.__class__.__mro__ }}{{ raise_exception.__globals__ }}{{ ''.format_map }}"),
  ],
  [
    'many-templates',
    'tokenizer_config.json',
    () => config(Array.from({ length: 50_000 }, (_, i) => ({ name: `t${String(i)}`, template: '{{ messages }}' }))),
  ],
  ['template-number', 'tokenizer_config.json', () => config(5)],
  ['template-itself', 'tokenizer_config.json', () => config([[[['x']]]])],
  [
    'tokens-many',
    'tokenizer_config.json',
    () =>
      config('{{ bos_token }}', {
        added_tokens_decoder: Object.fromEntries(Array.from({ length: 200_000 }, (_, i) => [i, { content: `<t${String(i)}>` }])),
      }),
  ],
  ['token-long', 'tokenizer_config.json', () => config('{{ bos_token * 100 }}', { bos_token: 'x'.repeat(3_000_000) })],
  [
    'token-odd',
    'tokenizer_config.json',
    () => config('{{ bos_token }}{{ eos_token }}', { bos_token: { content: { content: [] } }, eos_token: 5 }),
  ],
  ['json-deep', 'tokenizer_config.json', () => `{"chat_template": ${'['.repeat(1_000_000)}`],
  ['json-long', 'tokenizer_config.json', () => `{"a": "${'x'.repeat(50_000_000)}", "chat_template": "x"}`],
  ['json-keys', 'tokenizer_config.json', () => `{${many(300_000, (i) => `"k${String(i)}": 1, `)}"chat_template": "x"}`],
  ['json-broken', 'tokenizer_config.json', () => '{"chat_template": "'],
  ['json-binary', 'tokenizer_config.json', () => new Uint8Array(5_000_000)],
  ['jinja-file', 'chat_template.jinja', () => '{% for a in range(99999) %}{% for b in range(99999) %}x{% endfor %}{% endfor %}'],
  ['jinja-file-large', 'chat_template.jinja', () => '{{ x }}'.repeat(2_000_000)],
  ['jinja-file-open', 'chat_template.jinja', () => '{%'.repeat(1_000_000)],
  ['jinja-file-zero', 'chat_template.jinja', () => ({ link: '/dev/zero' })],
  ['jinja-file-fifo', 'chat_template.jinja', () => ({ special: 'fifo' })],
  ['json-fifo', 'tokenizer_config.json', () => ({ special: 'fifo' })],
  ['json-folder', 'tokenizer_config.json', () => ({ special: 'folder' })],
  ['json-link-to-itself', 'tokenizer_config.json', () => ({ link: 'tokenizer_config.json' })],
];

/** A tokenizer beside a config of OpenCompass, whose model leads to it. */
const tokenizers: readonly (readonly [name: string, content: () => Entry])[] = [
  [
    'vocabulary',
    () =>
      JSON.stringify({
        version: '1.0',
        model: { type: 'BPE', vocab: Object.fromEntries(Array.from({ length: 300_000 }, (_, i) => [`t${String(i)}`, i])), merges: [] },
      }),
  ],
  ['merges', () => JSON.stringify({ version: '1.0', model: { type: 'BPE', vocab: { a: 0 }, merges: Array<string>(300_000).fill('a a') } })],
  [
    'regex',
    () =>
      JSON.stringify({
        version: '1.0',
        pre_tokenizer: { type: 'Split', pattern: { Regex: '^(a+)+$' }, behavior: 'Isolated' },
        model: { type: 'BPE', vocab: { a: 0 }, merges: [] },
      }),
  ],
  ['deep', () => '{"model": '.repeat(200_000)],
  ['fifo', () => ({ special: 'fifo' })],
];

const inputs: HostileInput[] = [
  ...files.map(([name, file, content]) =>
    input(`chat-${name}`, 'main.yaml', () => ({ 'main.yaml': task(), [file]: content() }), { chat: file }),
  ),
  ...tokenizers.map(([name, content]) =>
    input(`chat-tokenizer-${name}`, 'main.py', () => ({
      'main.py': `models = [dict(type='HuggingFacewithChatTemplate', abbr='m', path='./tokenizer', tokenizer_path='./tokenizer', max_out_len=8, max_seq_len=5)]\nx_datasets = [dict(abbr='x', type='X', reader_cfg=dict(input_columns=['q'], output_column='a'), infer_cfg=dict(prompt_template=dict(type='PromptTemplate', template='{q}' * 1000), retriever=dict(type='FixKRetriever', fix_id_list=[0, 1]), inferencer=dict(type='GenInferencer'), ice_template=dict(type='PromptTemplate', template='{q}</E>', ice_token='</E>')))]\n`,
      'tokenizer/tokenizer_config.json': config('{{ messages }}'),
      'tokenizer/tokenizer.json': content(),
    })),
  ),
];

export const chat: Kind = { kind: 'chat', inputs };
