import { appendFileSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataset, input, many, numbered, task, type Entry, type Files, type HostileInput, type Kind } from '../input.js';

const readBase = 'from mmengine.config import read_base\nwith read_base():\n    from .m import *\n';
const group = 'group: g\ntask: [lake]\n';
const row = '{"question": "Why?", "answer": "So."}\n';
const gigabytes = (count: number): Entry => ({ sparse: count * 2 ** 30 });

/** Files that look large and hold nothing. */
const sparse: readonly (readonly [name: string, open: string, files: () => Files, rows?: string])[] = [
  ['base', 'main.py', () => ({ 'main.py': readBase + dataset, 'm.py': gigabytes(100) })],
  ['include', 'main.yaml', () => ({ 'main.yaml': `include: a.yaml\n${task()}`, 'a.yaml': gigabytes(100) })],
  ['neighbour', 'main.yaml', () => ({ 'main.yaml': group, ...numbered(200, (i) => [`t${String(i)}.yaml`, gigabytes(1)]) })],
  ['function', 'main.yaml', () => ({ 'main.yaml': `${task('doc_to_text')}doc_to_text: !function utils.f\n`, 'utils.py': gigabytes(10) })],
  ['rows-jsonl', 'main.py', () => ({ 'main.py': dataset, 'rows.jsonl': gigabytes(100) }), 'rows.jsonl'],
  ['rows-csv', 'main.py', () => ({ 'main.py': dataset, 'rows.csv': gigabytes(100) }), 'rows.csv'],
  ['rows-json', 'main.py', () => ({ 'main.py': dataset, 'rows.json': gigabytes(100) }), 'rows.json'],
  ['rows-gzip', 'main.py', () => ({ 'main.py': dataset, 'rows.jsonl.gz': gigabytes(100) }), 'rows.jsonl.gz'],
  ['rows-parquet', 'main.py', () => ({ 'main.py': dataset, 'rows.parquet': gigabytes(100) }), 'rows.parquet'],
  ['preflight', 'main.py', () => ({ 'main.py': dataset, 'preflight.json': gigabytes(10) })],
  ['gitignore', 'main.py', () => ({ 'main.py': dataset, '.gitignore': gigabytes(10) })],
  [
    'package',
    'main.py',
    () => ({
      'main.py': `from opencompass.models import X\n${dataset}`,
      'opencompass/__init__.py': gigabytes(10),
      'opencompass/models/__init__.py': gigabytes(10),
    }),
  ],
  [
    'readme',
    'main.yaml',
    () => ({ 'main.yaml': `${task('dataset_path')}dataset_path: ./data\n`, 'data/README.md': gigabytes(10), 'data/test.jsonl': row }),
  ],
  [
    'tokenizer',
    'main.py',
    () => ({
      'main.py': dataset.replace(
        /models = .*\n/,
        "models = [dict(type='HuggingFacewithChatTemplate', abbr='m', path='./t', max_out_len=8)]\n",
      ),
      't/tokenizer.json': gigabytes(10),
      't/tokenizer_config.json': gigabytes(10),
      't/chat_template.jinja': gigabytes(10),
    }),
  ],
  [
    'opened-by-code',
    'main.yaml',
    () => ({
      'main.yaml': `${task('doc_to_text')}doc_to_text: !function utils.f\n`,
      'utils.py': "def f(doc): return open('a.txt').read() + open('a.json').read()\n",
      'a.txt': gigabytes(10),
      'a.json': gigabytes(10),
    }),
  ],
];

/** Folders as no project has them. */
const folders: readonly (readonly [name: string, open: string, files: () => Files])[] = [
  ['of-pictures', 'main.yaml', () => ({ 'main.yaml': group, ...numbered(200_000, (i) => [`f/${String(i)}.jpg`, '']) })],
  ['of-a-hundred-thousand', 'main.yaml', () => ({ 'main.yaml': group, ...numbered(100_000, (i) => [`f/${String(i)}`, '']) })],
  ['of-tasks-without-names', 'main.yaml', () => ({ 'main.yaml': group, ...numbered(20_000, (i) => [`f/${String(i)}.yaml`, '']) })],
  ['of-folders', 'main.yaml', () => ({ 'main.yaml': group, ...numbered(20_000, (i) => [`f/${String(i)}/x`, { special: 'folder' }]) })],
  [
    'deep-and-wide',
    'main.yaml',
    () => ({
      'main.yaml': group,
      ...numbered(30, (i) => [`${'d/'.repeat(i + 1)}e${String(i)}/a.yaml`, task()]),
      ...numbered(1_000, (i) => [`${'d/'.repeat(30)}${String(i)}.yaml`, '']),
    }),
  ],
  [
    'of-names-with-signs',
    'main.yaml',
    () => ({
      'main.yaml': group,
      ...numbered(2_000, (i) => [
        `f/${String.fromCodePoint(1 + (i % 46), 0x202e, 0x300 + (i % 100))}\n${String(i)}.yaml`,
        `task: x${String(i)}\n`,
      ]),
    }),
  ],
  [
    'of-names-as-long',
    'main.yaml',
    () => ({ 'main.yaml': group, ...numbered(2_000, (i) => [`f/${String(i)}${'é'.repeat(120)}.yaml`, `task: x${String(i)}\n`]) }),
  ],
  [
    'of-names-of-python',
    'main.py',
    () => ({
      'main.py': readBase + dataset,
      'm/__init__.py': 'x = 1\n',
      'm.py/a.py': '',
      '__init__.py': readBase,
      '__main__.py': dataset,
      '__pycache__/m.py': dataset,
    }),
  ],
  [
    'in-a-path-as-long',
    `${'d'.repeat(200)}/${'e'.repeat(200)}/${'f'.repeat(200)}/${'g'.repeat(200)}/main.py`,
    () => ({ [`${'d'.repeat(200)}/${'e'.repeat(200)}/${'f'.repeat(200)}/${'g'.repeat(200)}/main.py`]: `${dataset}while True: pass\n` }),
  ],
  [
    'in-a-path-of-lines',
    'a\nb/main.py',
    () => ({ 'a\nb/main.py': `${dataset}import re\nx = re.compile('{' + '9' * 400000 + 'x')\nwhile True: x = [x, x]\n` }),
  ],
  ['in-a-path-of-percents', '%2e%2e/%00/#?/main.py', () => ({ '%2e%2e/%00/#?/main.py': dataset })],
  [
    'with-packages-many',
    'main.py',
    () => ({
      'main.py': `from opencompass.models import X\n${dataset}`,
      ...numbered(2_000, (i) => [`.venv/lib/python3.12/site-packages/p${String(i)}-1.dist-info/METADATA`, '']),
      '.venv/pyvenv.cfg': '',
    }),
  ],
  [
    'with-projects-above',
    'a/b/c/d/e/main.py',
    () => ({
      'a/b/c/d/e/main.py': dataset,
      ...Object.fromEntries(
        ['', 'a/', 'a/b/', 'a/b/c/', 'a/b/c/d/', 'a/b/c/d/e/'].map((path): [string, Entry] => [
          `${path}preflight.json`,
          '{"includePaths": ["..", "../..", "."], "packageRoots": ["../.."]}',
        ]),
      ),
    }),
  ],
  [
    'with-links-to-each',
    'main.yaml',
    () => ({ 'main.yaml': group, ...numbered(300, (i) => [`f/l${String(i)}`, { link: `l${String((i + 1) % 300)}` }]) }),
  ],
  [
    'with-links-in-a-row',
    'main.py',
    () => ({
      'main.py': readBase + dataset,
      ...numbered(200, (i) => [i === 0 ? 'm.py' : `l${String(i)}.py`, { link: `l${String(i + 1)}.py` }]),
      'l200.py': 'x = 1\n',
    }),
  ],
  [
    'with-links-doubling',
    'main.yaml',
    () => ({
      'main.yaml': group,
      ...numbered(40, (i) => [`f${String(i)}/a`, { link: `../f${String(i + 1)}` }]),
      ...numbered(40, (i) => [`f${String(i)}/b`, { link: `../f${String(i + 1)}` }]),
      'f40/t.yaml': task(),
    }),
  ],
  [
    'with-configs-of-notebooks',
    'main.py',
    () => ({
      'main.py': `from .a import b\n${dataset}`,
      ...numbered(2_000, (i) => [`n${String(i)}.ipynb`, `{"cells": [{"source": ["${'infer_cfg = dict(\\n'.repeat(20)}"]}]}`]),
    }),
  ],
];

/** What another program does meanwhile. */
const changing: readonly (readonly [
  name: string,
  open: string,
  files: () => Files,
  (folder: string, turn: number) => void,
  rows?: string,
])[] = [
  [
    'rows-growing',
    'main.py',
    () => ({ 'main.py': dataset, 'rows.jsonl': row }),
    (folder) => appendFileSync(join(folder, 'rows.jsonl'), row.repeat(1_000)),
    'rows.jsonl',
  ],
  [
    'rows-cut',
    'main.py',
    () => ({ 'main.py': dataset, 'rows.jsonl': row.repeat(200_000) }),
    (folder, turn) => truncateSync(join(folder, 'rows.jsonl'), (turn * 7_919_111) % 8_000_000),
    'rows.jsonl',
  ],
  [
    'rows-exchanged',
    'main.py',
    () => ({ 'main.py': dataset, 'rows.csv': 'question\na\n' }),
    (folder, turn) => exchange(join(folder, 'rows.csv'), turn),
    'rows.csv',
  ],
  [
    'base-exchanged',
    'main.py',
    () => ({ 'main.py': readBase + dataset, 'm.py': 'x = 1\n' }),
    (folder, turn) => exchange(join(folder, 'm.py'), turn),
  ],
  [
    'base-rewritten',
    'main.py',
    () => ({ 'main.py': readBase + dataset, 'm.py': 'x = 1\n' }),
    (folder, turn) => writeFileSync(join(folder, 'm.py'), turn % 2 ? 'x = [\n' : `x = ${String(turn)}\n`),
  ],
  [
    'include-exchanged',
    'main.yaml',
    () => ({ 'main.yaml': `include: a.yaml\n${task()}`, 'a.yaml': 'x: 1\n' }),
    (folder, turn) => exchange(join(folder, 'a.yaml'), turn),
  ],
  [
    'folder-moved',
    'main.py',
    () => ({
      'main.py': 'from mmengine.config import read_base\nwith read_base():\n    from .d.m import *\n' + dataset,
      'd/m.py': 'x = 1\n',
    }),
    (folder, turn) => (turn % 2 ? renameSync(join(folder, 'e'), join(folder, 'd')) : renameSync(join(folder, 'd'), join(folder, 'e'))),
  ],
  [
    'tasks-coming-and-going',
    'main.yaml',
    () => ({ 'main.yaml': group, 'f/a.yaml': task() }),
    (folder, turn) => comeAndGo(join(folder, 'f'), turn),
  ],
  ['document-gone', 'main.py', () => ({ 'main.py': dataset }), (folder, turn) => exchange(join(folder, 'main.py'), turn)],
  [
    'preflight-rewritten',
    'main.py',
    () => ({ 'main.py': dataset, 'preflight.json': '{}' }),
    (folder, turn) => writeFileSync(join(folder, 'preflight.json'), turn % 2 ? '{' : `{"exclude": ["${'a'.repeat(turn % 1_000)}"]}`),
  ],
];

/** A file becomes a folder, a link to a device, nothing, and a file again. */
function exchange(path: string, turn: number): void {
  rmSync(path, { recursive: true, force: true });
  if (turn % 4 === 0) mkdirSync(path);
  if (turn % 4 === 1) symlinkSync('/dev/zero', path);
  if (turn % 4 === 2) writeFileSync(path, 'x = 1\n');
}

function comeAndGo(folder: string, turn: number): void {
  if (turn % 50 === 49) for (const name of readdirSync(folder)) rmSync(join(folder, name));
  writeFileSync(join(folder, `t${String(turn)}.yaml`), `task: t${String(turn)}\n${many(100, (i) => `k${String(i)}: 1\n`)}`);
}

const inputs: HostileInput[] = [
  ...sparse.map(([name, open, files, rows]) => input(`sparse-${name}`, open, files, rows === undefined ? {} : { rows })),
  ...folders.map(([name, open, files]) => input(`folder-${name}`, open, files)),
  ...changing.map(([name, open, files, meanwhile, rows]) =>
    input(`changing-${name}`, open, files, { meanwhile, ...(rows !== undefined && { rows }) }),
  ),
];

export const surroundings: Kind = { kind: 'surroundings', inputs };
