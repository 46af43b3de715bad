import { input, many, numbered, task, type Files, type HostileInput, type Kind } from '../input.js';

const hostileName = '\\e[31m\\u202E![a](https://hostile.invalid)<img src=x>`\\r\\n\\x85';
const lake: Files = { 't.yaml': task() };

/** A config for `lm-eval run --config`: keys that are given stand in place of its own. */
function config(keys: Readonly<Record<string, string>>): string {
  const all = { model: 'hf', model_args: '{pretrained: ./m}', tasks: '[lake]', ...keys };
  return Object.entries(all)
    .map(([key, value]) => `${key}: ${value}\n`)
    .join('');
}

/** One with these keys, beside a task. */
function run(name: string, keys: () => Readonly<Record<string, string>>, files: () => Files = () => lake): HostileInput {
  return input(`run-${name}`, 'main.yaml', () => ({ ...files(), 'main.yaml': config(keys()) }), { at: 'tasks' });
}

/** Patterns of names that a backtracking comparison would never be done with, and their like. */
const patterns: Readonly<Record<string, () => string>> = {
  'stars-alone': () => '*'.repeat(200_000),
  'stars-and-letters': () => `${'*a'.repeat(100_000)}*b`,
  'questions-many': () => '?'.repeat(300_000),
  'sets-many': () => '[a-z]'.repeat(100_000),
  'set-long': () => `[${'a-z'.repeat(100_000)}]*`,
  'sets-open': () => '[a'.repeat(150_000),
  'sets-open-negated': () => '[!'.repeat(150_000),
  'sets-backwards': () => '*[z-a]*'.repeat(40_000),
  'set-of-astral': () => `[😀-😿]*${'😀*'.repeat(50_000)}`,
  surrogates: () => '*\\uD83D[\\uD800-\\uDFFF]*',
  'like-code': () => '(a+)+$*|(?:.*)*[\\\\w]+',
};

/** Values of single keys. */
const values: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  num_fewshot: {
    huge: () => '9'.repeat(4_000),
    digits: () => '9'.repeat(300_000),
    negative: () => '-99999999999999999999',
    infinite: () => '.inf',
    text: () => `"${'1'.repeat(200_000)}"`,
  },
  seed: {
    huge: () => `[0, 0, 0, ${'9'.repeat(4_000)}]`,
    many: () => `[${'1, '.repeat(200_000)}]`,
    negative: () => '-1',
    'huge-shots': () => `${'9'.repeat(4_000)}\nnum_fewshot: 100000`,
  },
  limit: { huge: () => '1.0e+308', tiny: () => '1.0e-308', nan: () => '.nan', negative: () => '-5' },
  samples: {
    'rows-many': () => `{lake: [${many(150_000, (i) => `${String(i)}, `)}]}`,
    'rows-huge': () => '{lake: [99999999999999999999, -1, 1.0e+300]}',
    'tasks-many': () => `{${many(30_000, (i) => `t${String(i)}: [0], `)}}`,
    'path-outside': () => '../../../../../../etc/passwd',
    'path-device': () => '/dev/zero',
    json: () => `'{"lake": ${'['.repeat(100_000)}'`,
  },
  model_args: {
    'commas-many': () => `"${'a=b,'.repeat(100_000)}"`,
    'equals-many': () => `"pretrained${'='.repeat(300_000)}"`,
    deep: () => `{chat_template_args: ${'{a: '.repeat(5_000)}1${'}'.repeat(5_000)}}`,
    'deep-text': () => `'chat_template_args=${'{"a": '.repeat(50_000)}'`,
    wide: () => `{${many(50_000, (i) => `a${String(i)}: 1, `)}}`,
    'pretrained-root': () => '{pretrained: /}',
    'pretrained-up': () => '{pretrained: ../../../../../../etc}',
    'pretrained-unc': () => '{pretrained: "\\\\\\\\hostile.invalid\\\\share\\\\m"}',
    'pretrained-url': () => '{pretrained: "https://hostile.invalid/m"}',
    'pretrained-file-url': () => '{pretrained: "file:///etc/passwd"}',
    'pretrained-device': () => '{pretrained: /dev/zero, tokenizer: /proc/self/mem}',
    'pretrained-long': () => `{pretrained: ${'a/'.repeat(150_000)}m}`,
    'pretrained-hash': () => `{pretrained: "./m${'#x'.repeat(100_000)}"}`,
    'pretrained-name': () => `{pretrained: "${hostileName}"}`,
    'max-length': () => '{pretrained: ./m, max_length: 99999999999999999999, max_gen_toks: -1}',
  },
  gen_kwargs: {
    'commas-many': () => `"${'until=a,'.repeat(100_000)}"`,
    deep: () => `{until: ${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
    'until-many': () => `{until: [${many(100_000, (i) => `u${String(i)}, `)}]}`,
    huge: () => `{max_gen_toks: ${'9'.repeat(4_000)}, temperature: 1.0e+308}`,
  },
  system_instruction: {
    long: () => `"${'x {{ y }} '.repeat(40_000)}"`,
    controls: () => `"${hostileName}"`,
    loop: () => '"{% for i in range(99999999) %}{{ i }}{% endfor %}"',
    surrogates: () => '"\\uD83D"',
  },
  metadata: {
    deep: () => `${'{a: '.repeat(5_000)}1${'}'.repeat(5_000)}`,
    wide: () => `{${many(50_000, (i) => `k${String(i)}: {a: 1}, `)}}`,
    text: () => `"${'{'.repeat(300_000)}"`,
  },
  include_path: {
    up: () => '../'.repeat(2_000),
    device: () => '/dev',
    proc: () => '/proc/self/task',
    dots: () => `./${'a/../'.repeat(60_000)}`,
    list: () => `[${'., '.repeat(100_000)}]`,
    unc: () => '"\\\\\\\\hostile.invalid\\\\share"',
    url: () => 'https://hostile.invalid/',
    nul: () => '"a\\0b"',
    link: () => 'out',
  },
  apply_chat_template: {
    long: () => `"${'a'.repeat(300_000)}"`,
    name: () => `"${hostileName}"`,
    up: () => '"../../../../etc/passwd"',
  },
  output_path: { outside: () => '/etc/x', controls: () => `"${hostileName}"` },
  tasks: {
    'names-many': () => `[${many(100_000, (i) => `t${String(i)}, `)}]`,
    'names-same': () => `[${'lake, '.repeat(60_000)}]`,
    'name-long': () => `["${'a'.repeat(380_000)}"]`,
    'name-hostile': () => `["${hostileName}", "lake\\0", "${'\\u202E'.repeat(1_000)}"]`,
    'names-slips': () => `[${many(5_000, (i) => `laek${String(i)}, `)}]`,
    commas: () => `"${','.repeat(390_000)}"`,
    'paths-up': () => `[${many(1_000, (i) => `${'../'.repeat(i % 200)}t.yaml, `)}]`,
    'paths-many': () => `[${many(5_000, (i) => `p${String(i)}.yaml, `)}]`,
    'paths-outside': () => '[/etc/passwd.yaml, ../../../../etc/x.yaml, /dev/zero.yaml, file:///etc/x.yaml, //hostile.invalid/x.yaml]',
    itself: () => '[main.yaml, ./main.yaml, a/../main.yaml]',
    lists: () => `[${'['.repeat(5_000)}lake${']'.repeat(5_000)}]`,
    aliases: () => `&t [lake, ${'lake, '.repeat(50)}]\nmodel_args: {a: [${'*t, '.repeat(60_000)}]}`,
  },
};

/** What stands beside a config of a run. */
const beside: readonly (readonly [name: string, keys: Readonly<Record<string, string>>, files: () => Files])[] = [
  ['of-runs', { tasks: '[other.yaml]' }, () => ({ 'other.yaml': config({ tasks: '[main.yaml]' }) })],
  [
    'of-runs-in-a-row',
    { tasks: '[r0.yaml]' },
    () => numbered(500, (i) => [`r${String(i)}.yaml`, config({ tasks: `[r${String(i + 1)}.yaml, r${String(i + 2)}.yaml]` })]),
  ],
  ['task-fifo', { tasks: '[t.yaml]' }, () => ({ 't.yaml': { special: 'fifo' } })],
  ['task-zero', { tasks: '[t.yaml]' }, () => ({ 't.yaml': { link: '/dev/zero' } })],
  ['task-passwords', { tasks: '[t.yaml]' }, () => ({ 't.yaml': { link: '/etc/passwd' } })],
  ['folder-outside', { include_path: 'out', tasks: '["*"]' }, () => ({ out: { link: '/' } })],
  ['folder-in-itself', { include_path: 'in/in/in', tasks: '["*"]' }, () => ({ in: { link: '.' }, ...lake })],
  ['folder-a-file', { include_path: 't.yaml' }, () => lake],
  ['folder-fifo', { include_path: 'f' }, () => ({ f: { special: 'fifo' }, ...lake })],
  [
    'folder-of-many',
    { include_path: './many', tasks: '["t*", "*9", "?1*"]' },
    () => numbered(5_000, (i) => [`many/t${String(i)}.yaml`, task('task') + `task: t${String(i)}\n`]),
  ],
  [
    'folder-of-long-names',
    { tasks: `["${'*a'.repeat(50)}", "${'a*'.repeat(50)}b"]` },
    () => numbered(300, (i) => [`t${String(i)}.yaml`, task('task') + `task: ${'a'.repeat(20_000)}${String(i)}\n`]),
  ],
  [
    'groups-doubling',
    { tasks: '["g*"]', num_fewshot: '5' },
    () => numbered(60, (i) => [`g${String(i)}.yaml`, `group: g${String(i)}\ntask: [g${String(i + 1)}, g${String(i + 2)}]\nx: 1\n`]),
  ],
  [
    'tags-crossing',
    { tasks: '[w0, w1, "w*"]' },
    () =>
      numbered(2_000, (i) => [`t${String(i)}.yaml`, `${task('task')}task: t${String(i)}\ntag: [${many(50, (j) => `w${String(j)}, `)}]\n`]),
  ],
  [
    'group-of-includes',
    { tasks: '[g]' },
    () => ({ 'g.yaml': `group: g\ntask:\n${many(5_000, (i) => `  - {task: t${String(i)}, include: main.yaml}\n`)}` }),
  ],
  ['chat-loop', { apply_chat_template: 'true' }, () => chatModel('{% for i in range(99999999) %}{{ i }}{% endfor %}')],
  [
    'chat-nested',
    { apply_chat_template: 'true' },
    () => chatModel(`${'{% for m in messages %}'.repeat(300)}x${'{% endfor %}'.repeat(300)}`),
  ],
  [
    'chat-doubling',
    { apply_chat_template: 'true' },
    () => chatModel('{% set ns = namespace(a="x") %}{% for i in range(60) %}{% set ns.a = ns.a ~ ns.a %}{% endfor %}{{ ns.a }}'),
  ],
  ['chat-recursion', { apply_chat_template: 'true' }, () => chatModel('{% macro f(x) %}{{ f(x ~ x) }}{% endmacro %}{{ f("a") }}')],
  [
    'chat-fifo',
    { apply_chat_template: 'true' },
    () => ({ ...lake, 'm/tokenizer_config.json': { special: 'fifo' }, 'm/chat_template.jinja': { special: 'fifo' } }),
  ],
  [
    'chat-outside',
    { apply_chat_template: 'true' },
    () => ({ ...lake, 'm/tokenizer_config.json': { link: '/etc/passwd' }, 'm/tokenizer.json': { link: '/dev/zero' } }),
  ],
  [
    'chat-names',
    { apply_chat_template: '"x"' },
    () => ({
      ...lake,
      'm/tokenizer_config.json': JSON.stringify({
        chat_template: Array.from({ length: 50_000 }, (_, i) => ({ name: `t${String(i)}\u001b[31m`, template: '{{ x }}' })),
      }),
    }),
  ],
  ['model-config-deep', {}, () => ({ ...lake, 'm/config.json': '{"max_position_embeddings": '.repeat(100_000) })],
  ['model-config-huge', {}, () => ({ ...lake, 'm/config.json': '{"max_position_embeddings": 1e999, "n_positions": -1}' })],
];

function chatModel(template: string): Files {
  return { ...lake, 'm/tokenizer_config.json': JSON.stringify({ chat_template: template }) };
}

/** YAML around the keys. */
const documents: Readonly<Record<string, () => string>> = {
  'merge-bomb': () =>
    `${many(22, (i) => `a${String(i)}: &a${String(i)} {${i === 0 ? 'tasks: [lake]' : `<<: [*a${String(i - 1)}, *a${String(i - 1)}], k${String(i)}: *a${String(i - 1)}`}}\n`)}<<: *a21\ntasks: [lake]\nmodel: hf\nnum_fewshot: 1\n`,
  'keys-unknown-many': () => `${config({})}${many(20_000, (i) => `num_fewshto${String(i)}: 1\n`)}`,
  'keys-twice': () => `${config({})}${'num_fewshot: 1\n'.repeat(40_000)}`,
  'key-long': () => `${config({})}${'num_fewshot'.repeat(1_000)}: 1\nseed: 1\nlimit: 1\ndevice: cpu\n`,
  'key-hostile': () => `${config({ seed: '1', limit: '1', device: 'cpu' })}"${hostileName}": 1\n`,
  functions: () => config({ model_args: '!function utils.f', tasks: '[!function utils.f, lake]', seed: '!function ../../../etc/passwd.x' }),
};

export const runs: Kind = {
  kind: 'runs',
  inputs: [
    ...Object.entries(patterns).map(([name, text]) =>
      run(
        `pattern-${name}`,
        () => ({ tasks: `["${text()}"]` }),
        () => ({ ...lake, 'u.yaml': task('task') + `task: ${'a'.repeat(3_000)}\n` }),
      ),
    ),
    ...Object.entries(values).flatMap(([key, texts]) =>
      Object.entries(texts).map(([name, text]) =>
        run(
          `${key.replaceAll('_', '-')}-${name}`,
          () => ({ [key]: text() }),
          () => ({ ...lake, out: { link: '/etc' } }),
        ),
      ),
    ),
    ...beside.map(([name, keys, files]) => run(name, () => keys, files)),
    ...Object.entries(documents).map(([name, text]) => input(`run-${name}`, 'main.yaml', () => ({ ...lake, 'main.yaml': text() }))),
  ],
};
