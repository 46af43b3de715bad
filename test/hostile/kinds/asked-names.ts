import { dataset, input, many, numbered, task, type Files, type HostileInput, type Kind } from '../input.js';

const word = 'a'.repeat(300_000);
const base = 'from mmengine.config import read_base\nwith read_base():\n';
const lake: Files = { 't.yaml': task() };

/** A config that an editor is asked about at a text. */
function asked(name: string, at: string, text: () => string, files: () => Files = () => ({})): HostileInput {
  return input(`asked-${name}`, 'main.py', () => ({ ...files(), 'main.py': text() }), { at });
}

function askedTask(name: string, at: string, text: () => string, files: () => Files = () => ({})): HostileInput {
  return input(`asked-${name}`, 'main.yaml', () => ({ ...files(), 'main.yaml': text() }), { at });
}

/** A script of a shell, asked where a text stands in it. */
function script(name: string, at: string, text: () => string, files: () => Files = () => lake): HostileInput {
  return input(`script-${name}`, 'main.sh', () => ({ ...files(), 'main.sh': text() }), { at });
}

/** Names that no regular expression can be made of. */
const long: readonly HostileInput[] = [
  asked('long-undefined', 'models', () => `${dataset}x = ${word}\n`),
  asked(
    'long-base-name',
    'read_base',
    () => `${base}    from .m import ${word}\n${dataset}`,
    () => ({ 'm.py': 'a = 1\n' }),
  ),
  asked(
    'long-import',
    'models',
    () => `from .m import ${word}\n${dataset}x = ${word}\n`,
    () => ({ 'm.py': `${word} = 1\n` }),
  ),
  asked('long-variable', 'aaaa', () => `${word} = 1\n${dataset}x = ${word}\n`),
  asked('long-column', 'aaaa', () => dataset.replaceAll('question', word)),
  asked(
    'long-role',
    'aaaa',
    () => `${dataset}models[0]['meta_template'] = dict(round=[dict(role='${word}'), dict(role='BOT', generate=True)])\n`,
  ),
  asked('long-abbr', 'aaaa', () => dataset.replace('demo', word)),
  asked('long-ice-token', 'models', () => dataset.replace("template='Be", `ice_token='${word}', template='Be ${word}`)),
  asked('long-type', 'aaaa', () => dataset.replace('JsonlDataset', word)),
  asked(
    'long-class',
    'aaaa',
    () => `from m import ${word}\n${dataset.replace("'JsonlDataset'", word)}`,
    () => ({
      'm.py': `class ${word}:\n    @staticmethod\n    def load(path):\n        return [{'question': 1}]\n`,
    }),
  ),
  asked('long-inferencer', 'models', () => dataset.replace('GenInferencer', `${word}GenInferencer`)),
  asked('long-key', 'aaaa', () => dataset.replace('abbr=', `${word}=1, abbr=`)),
  askedTask(
    'long-metric',
    'group',
    () => `group: g\ntask: [lake]\naggregate_metric_list: [{metric: ${word}}]\n`,
    () => lake,
  ),
  askedTask(
    'long-task',
    'aaaa',
    () => `task: ${word}\n${task('task')}`,
    () => ({ 'g.yaml': `group: g\ntask: [${word}]\n` }),
  ),
  askedTask(
    'long-tag',
    'aaaa',
    () => `${task()}tag: ${word}\n`,
    () => ({ 'g.yaml': `group: g\ntask: [${word}]\n` }),
  ),
  askedTask(
    'long-function',
    'aaaa',
    () => `${task('doc_to_text')}doc_to_text: !function utils.${word}\n`,
    () => ({
      'utils.py': `def ${word}(doc): return doc['question']\n`,
    }),
  ),
  askedTask('long-column-of-task', 'aaaa', () => `${task('doc_to_text')}doc_to_text: "{{ ${word} }}"\n`),
  askedTask(
    'long-date',
    'task',
    () => `${task('doc_to_text')}doc_to_text: !function utils.f\n`,
    () => ({
      'utils.py': "from datetime import datetime\ndef f(doc): return str(datetime.strptime('a' * 300000 + '1', 'a' * 300000 + '%d'))\n",
    }),
  ),
  asked('long-indent', 'infer_cfg', () => dataset.replace('        infer_cfg=dict(', `${' '.repeat(200_000)}infer_cfg=dict(`)),
  asked('many-columns', 'question', () =>
    dataset
      .replace("['question']", `[${many(30_000, (i) => `'c${String(i)}', `)}'question']`)
      .replace('{question}', '{question'.repeat(20_000)),
  ),
  asked('many-uses', 'shared', () => `shared = 1\n${dataset}${many(30_000, (i) => `x${String(i)} = shared\n`)}`),
  asked(
    'many-bases-of-a-name',
    'shared',
    () => `${base}${many(1_000, (i) => `    from .m${String(i)} import *\n`)}${dataset}x = shared\n`,
    () => numbered(1_000, (i) => [`m${String(i)}.py`, `shared = ${String(i)}\n`]),
  ),
  asked(
    'role-in-many-files',
    'HUMAN',
    () => `${dataset}models[0]['meta_template'] = dict(round=[dict(role='HUMAN'), dict(role='BOT', generate=True)])\n`,
    () =>
      numbered(1_000, (i) => [
        `n${String(i)}.py`,
        dataset.replace("'Be brief. {question}'", "dict(round=[dict(role='HUMAN', prompt='{question}')])"),
      ]),
  ),
  asked(
    'column-of-class-ring',
    'question',
    () => `from m import D\n${dataset.replace("'JsonlDataset'", 'D')}`,
    () => ({
      'm.py': `from n import D as E\nclass D(E):\n    @staticmethod\n    def load(path):\n        rows = []\n${many(5_000, () => "        rows.append({'question': rows})\n")}        return rows\n`,
      'n.py': 'from m import D\n',
    }),
  ),
  asked(
    'column-of-class-nested',
    'question',
    () => `from m import D\n${dataset.replace("'JsonlDataset'", 'D')}`,
    () => ({
      'm.py': `class D:\n    @staticmethod\n    def load(path):\n        return ${'[dict(question=x) for x in '.repeat(100)}[]${']'.repeat(100)}\n`,
    }),
  ),
  asked(
    'column-of-class-helpers',
    'question',
    () => `from m import D\n${dataset.replace("'JsonlDataset'", 'D')}`,
    () => ({
      'm.py': `${many(300, (i) => `def f${String(i)}(r): return f${String(i + 1)}(f${String(i + 1)}(r))\n`)}def f300(r): return {'question': r, **r}\nclass D:\n    @staticmethod\n    def load(path):\n        return [f0({})]\n`,
    }),
  ),
];

/** Scripts in which a name is looked for far and wide. */
const scripts: readonly HostileInput[] = [
  script('variables-crossing', 'lake', () => {
    const crossing = many(60, (i) => `V${String(i)}=$X\n${many(60, (j) => `V${String(j)}=$V${String(i)}\n`)}`);
    return `X=lake\n${crossing}lm_eval --tasks $Y\n${`-a${'='.repeat(18)}b `.repeat(6_000)}`;
  }),
  script('variables-in-long-lines', 'lake', () => `X=lake\n${`lm_eval --x ${'$X '.repeat(6_000)}\n`.repeat(10)}lm_eval --tasks x\n`),
  script('variables-of-options', 'lake', () => `X=lake --tasks \n${`-a${' '.repeat(20)}${'='.repeat(280)}`.repeat(600)}`),
  script('variable-long', 'lake', () => `${'V'.repeat(190_000)}=lake\nlm_eval --tasks x\n`),
  script('variable-in-itself', 'lake', () => `X=lake\nX=$X\nfor X in $X; do X=$X; done\nlm_eval --tasks $Z\n`),
  script('quotes-in-quotes', 'lake', () => `bash -c "${'\\"'.repeat(9_000)} lm_eval --tasks lake`),
  script('lines-joined', 'lake', () => `lm_eval \\\n${'  --a b \\\n'.repeat(1_900)}  --tasks lake\n`),
  script('lines-joined-long', 'lake', () => `${'\\\n'.repeat(90_000)}lm_eval --tasks lake\n`),
  script('names-many', 'lake', () => `lm_eval --tasks ${'a,'.repeat(9_000)}lake\n`),
  script('arrays-open', 'lake', () => `${'A=( '.repeat(4_000)}lake\nlm_eval --tasks $A\n`),
  script('redirects', 'lake', () => `lm_eval ${'2>&1 '.repeat(3_000)}--tasks lake\n`),
  script('paths-outside', 'pass*', () => 'opencompass --config-dir ../../../../../../etc --models pass* --datasets ../*\n'),
  script('paths-root', '*a', () => 'opencompass --config-dir / --models *a*b*c --datasets x\n'),
  script('paths-devices', 'zero', () => 'opencompass --config-dir /dev --models zero --datasets fd/0\n'),
  script('paths-unc', 'lake', () => 'lm_eval --include_path //hostile.invalid/share --tasks lake\n'),
  script('include-many', 'lake', () => `lm_eval ${'--include_path . '.repeat(1_000)}--tasks lake\n`),
  script(
    'pattern-exploding',
    '*a*a',
    () => `opencompass --models ${'*a'.repeat(5_000)}b --datasets x\n`,
    () => numbered(200, (i) => [`configs/models/${'a'.repeat(200)}${String(i)}.py`, dataset]),
  ),
  script(
    'configs-deep',
    'demo',
    () => 'opencompass --models demo --datasets x\n',
    () => ({ [`configs/models/${'d/'.repeat(900)}a.py`]: dataset }),
  ),
  script(
    'configs-many',
    'demo',
    () => 'opencompass --models demo --datasets x\n',
    () => numbered(20_000, (i) => [`configs/models/m${String(i)}.py`, '']),
  ),
];

/** Names on the command line. */
const named: readonly HostileInput[] = [
  ['stars', `${'*a'.repeat(100)}b`],
  ['sets', '[a-z]'.repeat(2_000)],
  ['sets-open', '[!'.repeat(20_000)],
  ['long', 'a'.repeat(100_000)],
  ['up', '../../../../../../etc/*'],
  ['root', '/etc/passwd'],
  ['controls', 'a\u001b[31m\u202e\rb'],
  ['suffix', `a/${'*b'.repeat(1_000)}`],
].map(([name, pattern]) =>
  input(
    `named-${name!}`,
    'main.py',
    () => ({
      'main.py': dataset,
      ...numbered(200, (i) => [`configs/models/${'a'.repeat(200)}${String(i)}.py`, dataset]),
      [`configs/datasets/x_gen.py`]: dataset,
    }),
    {
      commands: {
        'check names': ['check', '--models', pattern!, '--datasets', pattern!],
        'preview names': ['preview', '--models', pattern!, '--datasets', 'x_gen'],
        'matrix names': ['matrix', '--models', 'a*', '--datasets', pattern!],
        'preview dataset': ['preview', 'main.py', '--dataset', pattern!, '--model', pattern!],
        'diff names': ['diff', `main.py#${pattern!}`, `main.py#demo,${pattern!}`],
        'snapshot names': ['snapshot', 'main.py', '-o', 'snapshots', '--dataset', pattern!, '--model', pattern!],
        'check excluded': ['check', '.', '--exclude', pattern!],
        'check selected': ['check', 'main.py', '--select', pattern!],
        'explain text': ['explain', `KeyError: '${pattern!}'`],
      },
    },
  ),
);

/** What a team's file says. */
const preflight: readonly (readonly [name: string, text: () => string, files?: Files])[] = [
  [
    'roots-outside',
    () =>
      '{"packageRoots": ["/", "../../../..", "//hostile.invalid/x"], "includePaths": ["/etc"], "dataRoots": ["/proc"], "rows": {"demo": "/etc/passwd:1"}}',
  ],
  [
    'roots-many',
    () =>
      `{"includePaths": [${'".",'.repeat(999)}"."], "dataRoots": [${'"..",'.repeat(999)}"."], "packageRoots": [${'"./a/../",'.repeat(999)}"."]}`,
  ],
  ['rows-fifo', () => '{"rows": {"demo": "f.jsonl:1"}}', { 'f.jsonl': { special: 'fifo' } }],
  ['rows-zero', () => '{"rows": {"demo": "f.jsonl"}}', { 'f.jsonl': { link: '/dev/zero' } }],
  ['rows-itself', () => '{"rows": {"demo": "preflight.json:999999999"}}'],
  ['rows-url', () => '{"rows": {"demo": "https://hostile.invalid/rows.jsonl:1"}}'],
  ['rows-long', () => `{"rows": {"demo": "${':1'.repeat(150_000)}"}}`],
  [
    'excludes-crossing',
    () => `{"exclude": [${`"${'**/*a'.repeat(100)}b",`.repeat(500)}"x"]}`,
    { [`${'a'.repeat(200)}/${'a'.repeat(200)}/x.py`]: dataset },
  ],
  ['keys-near', () => `{"rules": {}, ${many(900, (i) => `"${'rule'.repeat(80)}${String(i)}": 1, `)}"x": 1}`],
  ['release-controls', () => '{"release": {"lm-eval": "\\u001b[31m", "\\u202e": "\\u0007"}, "framework": "\\u009b"}'],
  ['folders-many', () => '{"exclude": ["a*"]}', numbered(2_000, (i) => [`a${String(i)}/preflight.json`, '{"exclude": ["*"]}'])],
];

/** Packages as the workspace has them. */
const packages: readonly (readonly [name: string, files: () => Files])[] = [
  ['data-path-endless', () => openCompass('while True: pass')],
  ['data-path-grows', () => openCompass("s = 'a'\n    while True: s = s + s")],
  ['data-path-recursion', () => openCompass('return get_data_path(get_data_path(path))')],
  [
    'data-path-list',
    () =>
      openCompass(
        'return DATASETS_MAPPING[path]',
        `DATASETS_MAPPING = {${many(100_000, (i) => `'p${String(i)}': {'local': '${String(i)}'}, `)}}\n`,
      ),
  ],
  ['data-path-quotes', () => openCompass('return DATASETS_MAPPING[path]', `x = ${`'demo`.repeat(300_000)}`)],
  [
    'harness-metrics',
    () => ({
      'lm_eval/__init__.py': '',
      'lm_eval/api/metrics.py': `@register_metric(metric="${'a'.repeat(1_000_000)}")\n`.repeat(3),
      'lm_eval/api/registry.py': '@'.repeat(500_000),
    }),
  ],
  [
    'harness-run-fields',
    () => ({
      'lm_eval/__init__.py': '',
      'lm_eval/config/evaluate_config.py': `class EvaluatorConfig:\n${'    a: int = 1\n\n'.repeat(200_000)}`,
      'lm_eval/tasks/t.yaml': task(),
    }),
  ],
  ['harness-link', () => ({ lm_eval: { link: '/' }, opencompass: { link: '/etc' }, ais_bench: { link: '.' } })],
  [
    'harness-fifos',
    () => ({
      'lm_eval/__init__.py': { special: 'fifo' },
      'lm_eval/tasks/t.yaml': { special: 'fifo' },
      'opencompass/__init__.py': { special: 'fifo' },
      'opencompass/utils/datasets.py': { special: 'fifo' },
    }),
  ],
];

function openCompass(body: string, list = "DATASETS_MAPPING = {'a': {}}\n"): Files {
  return {
    'opencompass/__init__.py': "__version__ = '0.3.0'\n",
    'opencompass/datasets/__init__.py': 'from .json import JsonlDataset\n',
    'opencompass/datasets/json.py':
      'from opencompass.utils import get_data_path\nclass JsonlDataset:\n    @staticmethod\n    def load(path):\n        path = get_data_path(path)\n        return open(path)\n',
    'opencompass/utils/__init__.py': 'from .datasets import *\n',
    'opencompass/utils/datasets.py': `from .datasets_info import DATASETS_MAPPING\ndef get_data_path(path):\n    ${body}\n    return DATASETS_MAPPING[path]\n`,
    'opencompass/utils/datasets_info.py': list,
  };
}

/** A tokenizer whose parts are long. */
const tokenizers: Readonly<Record<string, () => string>> = {
  'split-long': () =>
    JSON.stringify({
      version: '1.0',
      pre_tokenizer: { type: 'Split', pattern: { String: word }, behavior: 'Isolated', invert: false },
      model: bpe,
    }),
  'split-regex': () =>
    JSON.stringify({
      version: '1.0',
      pre_tokenizer: { type: 'Split', pattern: { Regex: '(a+)+$|(?:a|aa)*b|(a*)*' }, behavior: 'Isolated', invert: false },
      model: bpe,
    }),
  'split-regex-long': () =>
    JSON.stringify({
      version: '1.0',
      pre_tokenizer: { type: 'Split', pattern: { Regex: `(${'a?'.repeat(50)}){50}` }, behavior: 'Isolated', invert: false },
      model: bpe,
    }),
  'split-regex-classes': () =>
    JSON.stringify({
      version: '1.0',
      pre_tokenizer: { type: 'Split', pattern: { Regex: '[a-z&&[^b]]'.repeat(20_000) }, behavior: 'Isolated', invert: false },
      model: bpe,
    }),
  'added-long': () => JSON.stringify({ version: '1.0', added_tokens: [{ id: 1, content: word, special: true }], model: bpe }),
  'added-many': () =>
    JSON.stringify({
      version: '1.0',
      added_tokens: Array.from({ length: 60_000 }, (_, i) => ({ id: i + 1, content: `t${String(i)}`, special: true })),
      model: bpe,
    }),
  'replace-growing': () =>
    JSON.stringify({
      version: '1.0',
      normalizer: {
        type: 'Sequence',
        normalizers: Array.from({ length: 60 }, () => ({ type: 'Replace', pattern: { String: 'e' }, content: 'ee' })),
      },
      model: bpe,
    }),
  'template-growing': () =>
    JSON.stringify({
      version: '1.0',
      post_processor: {
        type: 'TemplateProcessing',
        single: Array.from({ length: 100_000 }, () => ({ Sequence: { id: 'A', type_id: 0 } })),
        pair: [],
        special_tokens: {},
      },
      model: bpe,
    }),
};

const bpe = { type: 'BPE', vocab: { a: 0, b: 1 }, merges: [] };

export const askedNames: Kind = {
  kind: 'asked-names',
  inputs: [
    ...long,
    ...scripts,
    ...named,
    ...preflight.map(([name, text, files]) =>
      input(`team-${name}`, 'main.py', () => ({ ...files, 'main.py': dataset, 'preflight.json': text() })),
    ),
    ...packages.map(([name, files]) =>
      input(`package-${name}`, 'main.py', () => ({
        ...files(),
        'main.py': `from opencompass.datasets import JsonlDataset\n${dataset.replace("'JsonlDataset'", 'JsonlDataset')}`,
      })),
    ),
    ...packages
      .filter(([name]) => name.startsWith('harness'))
      .map(([name, files]) =>
        input(`package-${name}-of-run`, 'main.yaml', () => ({
          ...files(),
          't.yaml': task(),
          'main.yaml': 'model: hf\ntasks: [lake]\nmodel_args: {pretrained: x}\nnum_fewshto: 1\n',
        })),
      ),
    ...Object.entries(tokenizers).map(([name, text]) =>
      input(`pieces-${name}`, 'main.py', () => ({
        'main.py': dataset.replace(
          /models = .*\n/,
          "models = [dict(type='HuggingFacewithChatTemplate', abbr='m', path='./tokenizer', tokenizer_path='./tokenizer', max_out_len=8, max_seq_len=16)]\n",
        ),
        'tokenizer/tokenizer_config.json': '{"chat_template": "{{ messages[0].content }}"}',
        'tokenizer/tokenizer.json': text(),
      })),
    ),
  ],
};
