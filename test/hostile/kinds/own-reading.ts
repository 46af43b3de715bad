import { dataset, input, many, numbered, pythonText, task, yaml, type Files, type HostileInput, type Kind } from '../input.js';

const blanks = ' '.repeat(400_000);
const emptyLines = '\n'.repeat(300_000);

/** Tasks whose text is long in one place, where each piece could be looked at from each other. */
const tasks: Readonly<Record<string, () => string>> = {
  'blanks-in-quotes': () => `x: "a${blanks}b\n c"`,
  'blanks-in-loose-quotes': () => `x: "a${blanks}b\nc"`,
  'blanks-in-loose-plain': () => `x: a${blanks}b\n  c`,
  'blanks-before-comment': () => `x: [1,${blanks}2] # preflight: ignore[unknown-key]`,
  'blanks-in-comment': () => `x: 1 # preflight: ignore[unknown-key,${blanks}syntax-error]`,
  'blanks-in-tag': () => `tag: a${blanks}{`,
  'blanks-in-tags': () => `tag: [a${blanks}{, b${blanks}{]`,
  'blanks-behind-function': () => `doc_to_text: !function ${blanks}a`,
  'empty-lines': () => emptyLines,
  'empty-lines-of-windows': () => '\r\n'.repeat(300_000),
  'tags-open': () => `description: '${'{{'.repeat(190_000)}'`,
  'tags-open-mixed': () => `description: '${'{{ {% {# '.repeat(40_000)}'`,
  'tags-in-raw': () => `doc_to_text: '{% raw %}${'{{'.repeat(150_000)}{% endraw %}'`,
  'braces-single': () => `doc_to_text: '{{ question }}${'{a} '.repeat(90_000)}'`,
  'braces-half': () => `doc_to_text: '{{ question }}${'{ if '.repeat(70_000)}'`,
  'quotes-escaped': () => `x: ["${'\\"'.repeat(150_000)}`,
  'words-as-columns': () => many(20_000, (i) => `doc_to_${String(i)}: a${String(i)}\n`),
  'list-of-lists-open': () => `x:\n${many(8_000, (i) => `${' '.repeat(i % 40)}- a\n`)}`,
  'keys-deeper': () => many(1_000, (i) => `${' '.repeat(i)}k:\n`),
  'blocks-of-blanks': () => `x: |\n${`  ${' '.repeat(2_000)}a\n`.repeat(190)}`,
  'include-of-blanks': () => `include: ${blanks}a.yaml`,
};

/** Configs, in the same way. */
const configs: Readonly<Record<string, () => string>> = {
  'empty-lines': () => `${emptyLines}x = 1\n`,
  'empty-lines-of-windows': () => '\r\n'.repeat(200_000),
  'blanks-before-comment': () => `x = [1,${blanks}2]  # preflight: ignore[unknown-role]\n`,
  'blanks-in-comment': () => `x = 1  # preflight: ignore[unknown-role,${blanks}wrong-type]\n`,
  'blanks-in-match': () => `match demo_datasets:\n    case [a${' '.repeat(100_000)}b]: c${' '.repeat(100_000)}d = 1\n`,
  'blanks-in-template': () => `t = 'a${blanks}{question}'\n`,
  'signature-of-blanks': () => `def f(a,${blanks}b): pass\nx = f(\n`,
  'slashes-in-path': () => "import os\nx = os.path.split('/' * 4000000 + 'b/c')\n",
  'blanks-in-bytes': () => "x = (b'a' + b' ' * 4000000 + b'a').strip()\n",
  'blanks-stripped': () => "x = ('a' + ' ' * 4000000 + 'a').rstrip().rsplit(None, 1)\n",
  'words-imported': () => `from mmengine.config import read_base\nwith read_base():\n    from .a import ${'a'.repeat(300_000)}, b\n`,
  'imports-open': () => `from mmengine.config import read_base\nwith read_base():\n${'    from .a import (\n'.repeat(15_000)}`,
  'imports-of-imports': () => `    from ${' import '.repeat(50_000)}_datasets\n`,
  'abbr-of-dots': () => `demo_datasets[0]['abbr'] = 'a' + '.' * 1000000 + 'b'\n`,
  'columns-of-blanks': () => `demo_datasets[0]['reader_cfg']['input_columns'] = 'a${' '.repeat(300_000)},b'\n`,
  'continued-lines': () => `x = 1 + \\\n${'\\\n'.repeat(100_000)}2\n`,
  semicolons: () => `${'x=1;'.repeat(90_000)}\n`,
  'quotes-alternating': () => `x = ${`"'`.repeat(150_000)}\n`,
  'triple-quotes': () => `x = ${'"""\'\'\''.repeat(60_000)}\n`,
  'decorators-open': () => '@a\n'.repeat(100_000),
  dedents: () => many(1_500, (i) => `${' '.repeat(1_500 - i)}if x:\n`),
  annotations: () => many(10_000, (i) => `a${String(i)}: 'list[dict[str, int]]' = ${String(i)}\n`),
  'ifs-nested-in-calls': () => `x = ${'dict(a=1 if '.repeat(80)}1${' else 2)'.repeat(80)}\n`,
  'roles-typed': () => `x = dict(${`role='HUMAN', `.repeat(20_000)}\n`,
};

/** What stands beside a config or a task, and is read for it. */
const beside: readonly (readonly [name: string, open: string, files: () => Files])[] = [
  ['preflight-deep', 'main.py', () => ({ 'main.py': dataset, 'preflight.json': '{"rules": '.repeat(100_000) })],
  ['preflight-lists', 'main.py', () => ({ 'main.py': dataset, 'preflight.json': `{"exclude": [${'"*a",'.repeat(300_000)}"b"]}` })],
  ['preflight-stars', 'main.py', () => ({ 'main.py': dataset, 'preflight.json': `{"exclude": ["${'**/*a'.repeat(100_000)}"]}` })],
  [
    'preflight-rules',
    'main.py',
    () => ({ 'main.py': dataset, 'preflight.json': `{"rules": {${many(50_000, (i) => `"r${String(i)}": "loud", `)}"a": 1}}` }),
  ],
  [
    'preflight-names',
    'main.py',
    () => ({ 'main.py': dataset, 'preflight.json': '{"\\u001b[31m": 1, "__proto__": {"a": "\\u202e"}, "rules": []}' }),
  ],
  ['preflight-fifo', 'main.py', () => ({ 'main.py': dataset, 'preflight.json': { special: 'fifo' } })],
  ['preflight-zero', 'main.py', () => ({ 'main.py': dataset, 'preflight.json': { link: '/dev/zero' } })],
  ['ignored-by-blanks', 'main.py', () => ({ 'main.py': `from .a import b\n${dataset}`, '.gitignore': `a${blanks}b\n*.log\n` })],
  [
    'ignored-by-stars',
    'main.py',
    () => ({ 'main.py': `from .a import b\n${dataset}`, '.gitignore': `${'*a'.repeat(200_000)}b\n${'**/'.repeat(100_000)}\n` }),
  ],
  [
    'ignored-by-many',
    'main.py',
    () => ({ 'main.py': `from .a import b\n${dataset}`, '.gitignore': many(200_000, (i) => `[a-z]*${String(i)}?/\n`) }),
  ],
  ['ignored-by-fifo', 'main.py', () => ({ 'main.py': `from .a import b\n${dataset}`, '.gitignore': { special: 'fifo' } })],
  [
    'project-large',
    'main.py',
    () => ({ 'main.py': dataset, 'opencompass/__init__.py': '', 'pyproject.toml': 'version = "1\n'.repeat(500_000) }),
  ],
  ['package-versions', 'main.py', () => ({ 'main.py': dataset, 'opencompass/__init__.py': `__version__ = '${'1.'.repeat(500_000)}'\n` })],
  [
    'package-classes',
    'main.py',
    () => ({
      'main.py': 'from opencompass.models import M0\n' + dataset.replace("'HuggingFaceCausalLM'", 'M0'),
      'opencompass/__init__.py': '',
      'opencompass/models/__init__.py': many(3_000, (i) => `from .m import M${String(i)}\n`),
      'opencompass/models/m.py': many(
        3_000,
        (i) => `class M${String(i)}(M${String((i + 1) % 3_000)}):\n    def __init__(self, ${many(20, (j) => `a${String(j)}=1, `)}): pass\n`,
      ),
    }),
  ],
  [
    'harness-inside',
    'main.yaml',
    () => ({
      'main.yaml': task(),
      'lm_eval/__init__.py': '',
      'lm_eval/api/task.py': 'class TaskConfig(dict):\n' + '    a: str = None\n'.repeat(20_000),
      'lm_eval/api/samplers.py': '('.repeat(100_000),
      ...numbered(2_000, (i) => [`lm_eval/tasks/t${String(i)}.yaml`, `task: t${String(i)}\ninclude: t${String(i + 1)}.yaml\n`]),
    }),
  ],
  [
    'folders-many',
    'main.yaml',
    () => ({ 'main.yaml': 'group: g\ntask: [lake]\n', ...numbered(3_000, (i) => [`d${String(i)}/a.yaml`, task()]) }),
  ],
  [
    'file-names-odd',
    'main.py',
    () => ({
      'main.py': 'from .a import b\n' + dataset,
      ...numbered(300, (i) => [`${String.fromCharCode(1 + (i % 31))}\u202e${String(i)}.py`, dataset]),
    }),
  ],
  [
    'links-in-rings',
    'main.py',
    () => ({
      'main.py': 'from .a import b\n' + dataset,
      a: { link: 'b' },
      b: { link: 'a' },
      'a.py': { link: 'a/a.py' },
      configs: { link: 'configs/configs' },
    }),
  ],
  [
    'module-in-itself',
    'main.yaml',
    () => ({ 'main.yaml': task('doc_to_text') + 'doc_to_text: !function utils.f\n', 'utils.py': { link: 'main.yaml' } }),
  ],
  ['notebook-cells', 'main.py', () => ({ 'main.py': dataset, 'a.ipynb': `{"cells": [${'{"source": ["x"]},'.repeat(100_000)}{}]}` })],
];

/** A vocabulary and its rules, beside a config that leads to them. */
const tokenizers: Readonly<Record<string, () => string>> = {
  'normalizers-deep': () => `{"version": "1.0", "normalizer": ${'{"type": "Sequence", "normalizers": ['.repeat(50_000)}`,
  'normalizers-many': () =>
    `{"version": "1.0", "normalizer": {"type": "Sequence", "normalizers": [${'{"type": "NFKC"},'.repeat(100_000)}{"type": "NFC"}]}, "model": {"type": "BPE", "vocab": {"a": 0}, "merges": []}}`,
  replaces: () =>
    `{"version": "1.0", "normalizer": {"type": "Replace", "pattern": {"Regex": "(a|a)*$"}, "content": "${'aa'.repeat(1_000)}"}, "model": {"type": "BPE", "vocab": {"a": 0}, "merges": []}}`,
  'added-same': () =>
    `{"version": "1.0", "added_tokens": [${'{"id": 0, "content": "a", "special": true},'.repeat(50_000)}{"id": 1, "content": ""}], "model": {"type": "BPE", "vocab": {"a": 0}, "merges": []}}`,
  'unigram-scores': () =>
    `{"version": "1.0", "model": {"type": "Unigram", "unk_id": 0, "vocab": [${'["a", -1e999],'.repeat(200_000)}["b", "c"]]}}`,
  'merges-growing': () =>
    `{"version": "1.0", "model": {"type": "BPE", "vocab": {"a": 0}, "merges": [${many(2_000, (i) => `"${'a'.repeat(i % 1_000)} a",`)}"a a"]}}`,
  'ids-odd': () =>
    '{"version": "1.0", "model": {"type": "BPE", "vocab": {"a": -1, "b": 1e308, "c": 0.5, "__proto__": 4294967296}, "merges": [["a"], "a", 5]}}',
};

const model = `models = [dict(type='HuggingFacewithChatTemplate', abbr='m', path='./tokenizer', tokenizer_path='./tokenizer', max_out_len=8, max_seq_len=16)]\n`;

const rows: readonly (readonly [name: string, file: string, content: () => string | Uint8Array])[] = [
  ['gzip-bomb', 'rows.jsonl.gz', () => Buffer.from('1f8b08000000000000034b4c1c05a360148c02', 'hex')],
  ['zstd-head', 'rows.jsonl.zst', () => Buffer.concat([Buffer.from('28b52ffda4ffffffff', 'hex'), Buffer.alloc(1_000)])],
  ['zip-of-itself', 'rows.zip', () => Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.alloc(100_000, 0x50)])],
  ['parquet-named-csv', 'rows.csv', () => Buffer.concat([Buffer.from('PAR1'), Buffer.alloc(1_000_000, 0x22)])],
  ['csv-quotes-in-lines', 'rows.csv', () => `question\n${`"a""\n`.repeat(300_000)}`],
  ['json-of-columns-deep', 'rows.json', () => `{"question": ${'{"a": '.repeat(100_000)}`],
  ['jsonl-escapes', 'rows.jsonl', () => `{"question": "${'\\ud83d'.repeat(1_000_000)}"}\n`],
  [
    'arrow-head',
    'rows.arrow',
    () =>
      Buffer.concat([Buffer.from('ARROW1\0\0'), Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]), Buffer.alloc(10_000, 0xff)]),
  ],
  [
    'parquet-counts',
    'rows.parquet',
    () => Buffer.concat([Buffer.from('PAR1'), Buffer.alloc(100, 0x15), Buffer.from([100, 0, 0, 0]), Buffer.from('PAR1')]),
  ],
];

const inputs: HostileInput[] = [
  ...Object.entries(tasks).map(([name, text]) => yaml(`reading-task-${name}`, text)),
  ...Object.entries(configs).map(([name, text]) => pythonText(`reading-${name}`, () => dataset + text())),
  ...beside.map(([name, open, files]) => input(`reading-${name}`, open, files)),
  ...Object.entries(tokenizers).map(([name, content]) =>
    input(`reading-tokenizer-${name}`, 'main.py', () => ({
      'main.py': dataset.replace(/models = .*\n/, model),
      'tokenizer/tokenizer_config.json': '{"chat_template": "{{ messages }}"}',
      'tokenizer/tokenizer.json': content(),
    })),
  ),
  ...rows.map(([name, file, content]) =>
    input(`reading-rows-${name}`, 'main.yaml', () => ({ 'main.yaml': task(), [file]: content() }), { rows: file }),
  ),
];

export const ownReading: Kind = { kind: 'own-reading', inputs };
