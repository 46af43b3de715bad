import { gzipSync } from 'node:zlib';
import { dataset, input, many, numbered, task, type Entry, type Files, type HostileInput, type Kind } from '../input.js';

const row = '{"question": "Why?", "answer": "So."}\n';
const lines = (code: string): string =>
  code
    .split('\n')
    .map((line) => `    ${line}\n`)
    .join('');

/** A task whose rows are made by the code, which gives `rows`. */
function made(name: string, code: string, files: () => Files = () => ({})): HostileInput {
  return input(`loading-${name}`, 'main.yaml', () => ({
    ...files(),
    'main.yaml': `${task('dataset_path')}custom_dataset: !function utils.f\n`,
    'utils.py': `import os\nimport datasets\nimport pandas as pd\nhere = os.path.dirname(os.path.abspath(__file__))\ndef f(**kwargs):\n    rows = [{'question': 'w'}]\n${lines(code)}    return {'test': datasets.Dataset.from_list(rows)}\n`,
  }));
}

/** A text of `megabytes` MB of the same row. */
const packed = (megabytes: number, text = row): Buffer => gzipSync(text.repeat(Math.ceil((megabytes * 1e6) / text.length)));
const crowded = (count: number, name: (i: number) => string): Files => numbered(count, (i) => [name(i), '']);

/** Patterns of files that a backtracking comparison would never be done with. */
const patterns: readonly (readonly [name: string, pattern: string])[] = [
  ['stars', `${'*a'.repeat(30)}*b.jsonl`],
  ['double-stars', `${'**/'.repeat(30)}b.jsonl`],
  ['double-stars-within', `${'**a'.repeat(30)}b.jsonl`],
  ['mixed', `${'**/*a'.repeat(12)}*b.jsonl`],
  ['questions', `${'?*'.repeat(40)}b.jsonl`],
  ['long', `${'*'.repeat(200_000)}b.jsonl`],
  ['up', `${'../'.repeat(40)}etc/*`],
  ['up-within', 'd/../../../../../../../../etc/pass*'],
  ['root', '/**/*'],
  ['proc', '/proc/**/mem*'],
  ['braces', '{a,b,{c,{d,e}}}.jsonl'],
  ['url', 'https://hostile.invalid/*.jsonl'],
  ['unc', '//hostile.invalid/share/*.jsonl'],
  ['archive', 'zip://*::rows.zip'],
  ['nul', 'a\\0*.jsonl'],
];

/** Packed files. */
const gzips: readonly (readonly [name: string, file: string, content: () => Entry])[] = [
  ['bomb', 'rows.jsonl.gz', () => gzipSync(Buffer.alloc(200_000_000, 0x61))],
  ['bomb-blanks', 'rows.json.gz', () => gzipSync(Buffer.alloc(63_000_000, 0x20))],
  ['bomb-brackets', 'rows.json.gz', () => gzipSync(Buffer.alloc(63_000_000, 0x5b))],
  ['bomb-rows', 'rows.jsonl.gz', () => packed(60)],
  ['bomb-cells', 'rows.csv.gz', () => gzipSync(`question\n${'a,'.repeat(10_000_000)}\n`)],
  ['bomb-quotes', 'rows.csv.gz', () => gzipSync(`question\n${'"'.repeat(20_000_000)}`)],
  ['parts', 'rows.jsonl.gz', () => Buffer.concat(Array<Buffer>(100_000).fill(gzipSync('{}\n')))],
  ['parts-of-nothing', 'rows.jsonl.gz', () => Buffer.concat(Array<Buffer>(400_000).fill(gzipSync('')))],
  ['nested', 'rows.jsonl.gz', () => gzipSync(gzipSync(gzipSync(row.repeat(100_000))))],
  ['cut-off', 'rows.jsonl.gz', () => packed(20).subarray(0, -9)],
  ['behind', 'rows.jsonl.gz', () => Buffer.concat([packed(1), Buffer.alloc(5_000_000, 0x1f)])],
  [
    'name-endless',
    'rows.jsonl.gz',
    () => Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3]), Buffer.alloc(5_000_000, 0x61)]),
  ],
  ['controls', 'rows.jsonl.gz', () => gzipSync('{"question": "\\u001b[31m\\u202e", "\\u009b": 1}\n\u001b]0;x\u0007')],
  ['fifo', 'rows.jsonl.gz', () => ({ special: 'fifo' })],
  ['zero', 'rows.csv.gz', () => ({ link: '/dev/zero' })],
  ['outside', 'rows.jsonl.gz', () => ({ link: '/etc/passwd' })],
];

/** What tables of pandas and datasets are asked for. */
const tables: Readonly<Record<string, string>> = {
  'pandas-merge-crossing': "a = pd.DataFrame({'k': [1] * 20000, 'v': range(20000)})\nb = a.merge(a, on='k')\nb = b.merge(b, on='k')",
  'pandas-merge-again': "a = pd.DataFrame({'k': [1, 1], 'v': [1, 2]})\nfor i in range(60): a = a.merge(a[['k']], on='k')",
  'pandas-concat-doubling': "a = pd.DataFrame({'k': ['x' * 1000]})\nfor i in range(60): a = pd.concat([a, a])",
  'pandas-columns-many': "a = pd.DataFrame({'c' + str(i): [i] for i in range(10**6)})",
  'pandas-columns-added': "a = pd.DataFrame({'a': range(1000)})\nfor i in range(10**5): a['c' + str(i)] = a['a']",
  'pandas-rows-added': "a = pd.DataFrame({'a': [1]})\nfor i in range(10**5): a.loc[len(a)] = [i]",
  'pandas-regex':
    "a = pd.Series(['a' * 40 + '!'])\nb = a.str.contains('(a+)+$')\nc = a.str.replace('(a|a)*$', '', regex=True)\nd = a.str.extract('((a*)*)*b')",
  'pandas-split-many': "a = pd.Series(['a ' * 500000])\nb = a.str.split(' ', expand=True)",
  'pandas-repeat': "a = pd.Series(['a'])\nfor i in range(60): a = a + a",
  'pandas-apply-endless': "a = pd.DataFrame({'a': range(10)})\na.apply(lambda r: [0 for i in iter(int, 1)], axis=1)",
  'pandas-explode':
    "a = pd.DataFrame({'a': [list(range(1000))] * 1000})\nfor i in range(5):\n    a['b'] = [list(range(1000))] * len(a)\n    a = a.explode('b')",
  'pandas-group-each': "a = pd.DataFrame({'k': range(200000)})\nfor k, g in a.groupby('k'): len(g)",
  'pandas-sort-many':
    "a = pd.DataFrame({'k': [i * 7919 % 100003 for i in range(100003)]})\nfor i in range(10**4): a = a.sort_values('k', ascending=bool(i % 2))",
  'pandas-sample': "a = pd.DataFrame({'k': range(10)})\nb = a.sample(n=10**9, replace=True, random_state=1)",
  'pandas-iloc-huge': "a = pd.DataFrame({'k': range(10)})\nb = a.iloc[10**400:]\nc = a.head(10**9)\nd = a.iloc[-10**30]",
  'pandas-csv-wide': "a = pd.read_csv(here + '/rows.csv')",
  'pandas-csv-outside': "a = pd.read_csv('/etc/passwd', sep=':')\nrows = [{'question': str(a)}]",
  'pandas-csv-zero': "a = pd.read_csv('/dev/zero')",
  'pandas-csv-url': "a = pd.read_csv('https://hostile.invalid/a.csv')",
  'pandas-eval':
    'a = pd.DataFrame({\'k\': [1]})\na.eval(\'__import__("os").system("touch /tmp/preflight-was-here")\')\na.query(\'k == @__import__("os")\')',
  'pandas-pickle': "a = pd.read_pickle(here + '/a.pkl')\npd.DataFrame({'a': [1]}).to_csv('/tmp/preflight-was-here')",
  'pandas-itself': "a = pd.DataFrame({'k': [1]})\na['k'] = [a]\na['k'] = [a]\nrows = [{'question': str(a)}]",
  'pandas-shown-doubling': "a = [1]\nfor i in range(40): a = pd.Series([a, a])\nrows = [{'question': str(a)}]",
  'datasets-concat-doubling': 'd = datasets.Dataset.from_list(rows)\nfor i in range(60): d = datasets.concatenate_datasets([d, d])',
  'datasets-map-endless': 'd = datasets.Dataset.from_list(rows).map(lambda r: [0 for i in iter(int, 1)])',
  'datasets-map-many':
    "d = datasets.Dataset.from_dict({'a': list(range(100000))})\nfor i in range(1000): d = d.map(lambda r: {'b': r['a']})",
  'datasets-select-same': 'd = datasets.Dataset.from_list(rows).select([0] * 10**8)',
  'datasets-columns-many':
    "d = datasets.Dataset.from_dict({'c' + str(i): [i] for i in range(200000)})\nfor i in range(1000): d = d.rename_column('c' + str(i), 'd' + str(i))",
  'datasets-deep': "a = 'x'\nfor i in range(3000): a = {'a': a}\nd = datasets.Dataset.from_list([{'question': a}])",
  'datasets-types-mixed': "d = datasets.Dataset.from_list([{'c' + str(i): i} for i in range(5000)])",
  'datasets-generator': "def g():\n  while True: yield {'question': 'x'}\nd = datasets.Dataset.from_generator(g)",
  'datasets-disk-outside': "d = datasets.load_from_disk('/etc')\nd = datasets.load_from_disk('../../../../etc')",
  'datasets-disk-parts': "d = datasets.load_from_disk(here + '/saved')",
  'datasets-script': "d = datasets.load_dataset(here + '/script.py', trust_remote_code=True)",
};

const beside: Readonly<Record<string, () => Files>> = {
  'pandas-csv-wide': () => ({ 'rows.csv': `${many(200_000, (i) => `c${String(i)},`)}z\n${'1,'.repeat(200_000)}1\n` }),
  'pandas-pickle': () => ({ 'a.pkl': "cos\nsystem\n(S'touch /tmp/preflight-was-here'\ntR." }),
  'datasets-disk-parts': () => ({
    'saved/state.json': `{"_data_files": [${many(50_000, (i) => `{"filename": "../../../../etc/passwd${String(i)}"}, `)}{"filename": "/dev/zero"}]}`,
    'saved/dataset_info.json': `{"features": ${'{"a": '.repeat(50_000)}`,
  }),
  'datasets-script': () => ({ 'script.py': "import os\nos.system('touch /tmp/preflight-was-here')\n" }),
};

/** `data_files` of a task. */
const dataFiles: Readonly<Record<string, readonly [files: string | (() => string), beside?: () => Files]>> = {
  'paths-many': [() => `{test: [${many(100_000, (i) => `r${String(i)}.jsonl, `)}]}`],
  'paths-same': [() => `{test: [${'rows.jsonl, '.repeat(20_000)}]}`, () => ({ 'rows.jsonl': row.repeat(100) })],
  'splits-many': [() => `{${many(50_000, (i) => `s${String(i)}: a.jsonl, `)}}`],
  'path-long': [() => `{test: "${'a/'.repeat(190_000)}a.jsonl"}`],
  'path-up': ['{test: ../../../../../../../../etc/passwd}'],
  'path-root': ['{test: /etc/passwd}'],
  'path-proc': ['{test: /proc/self/environ}'],
  'path-unc': ['{test: "\\\\\\\\hostile.invalid\\\\share\\\\a.jsonl"}'],
  'path-url': ['{test: "https://hostile.invalid/a.jsonl"}'],
  'path-file-url': ['{test: "file:///etc/passwd"}'],
  'path-controls': ['{test: "\\e[31m\\u202E![a](https://hostile.invalid).jsonl"}'],
  'path-nul': ['{test: "a\\0.jsonl"}'],
  'path-link': ['{test: [out/passwd, up/up/up/rows.jsonl]}', () => ({ out: { link: '/etc' }, up: { link: '.' }, 'rows.jsonl': row })],
  'path-folder': ['{test: d}', () => crowded(10_000, (i) => `d/${String(i)}.jsonl`)],
  'gzip-many': [
    () => `{test: [${many(40, (i) => `r${String(i)}.jsonl.gz, `)}]}`,
    () => {
      const content = packed(50);
      return numbered(40, (i) => [`r${String(i)}.jsonl.gz`, content]);
    },
  ],
};

/** Prompts that a run is said to have saved. */
const saved: Readonly<Record<string, () => string>> = {
  deep: () => `{"0": {"origin_prompt": ${'['.repeat(200_000)}`,
  'deep-closed': () => `{"0": {"origin_prompt": ${'['.repeat(6_000)}"a"${']'.repeat(6_000)}}}`,
  'rows-many': () => `{${many(200_000, (i) => `"${String(i)}": {"origin_prompt": "a"}, `)}"x": {}}`,
  'turns-many': () => `{"0": {"origin_prompt": [${'{"role": "HUMAN", "prompt": "a"}, '.repeat(200_000)}"b"]}}`,
  'labels-many': () => `{"0": {${many(100_000, (i) => `"label: ${String(i)}": {"prompt": "a"}, `)}"x": 1}}`,
  'lines-long': () => `${'x'.repeat(30_000_000)}\n`,
  'lines-broken': () => '{"arguments"\n'.repeat(500_000),
  'lines-of-messages': () => `{"doc_id": 0, "arguments": {"gen_args_0": {"arg_0": ["${'['.repeat(500_000)}"]}}}\n`.repeat(3),
  'text-like': () => `{"0": {"origin_prompt": "${'ab '.repeat(1_000_000)}"}}`,
  'lines-other': () => JSON.stringify({ '0': { origin_prompt: many(200_000, (i) => `${String((i * 7919) % 10_007)}\n`) } }),
  'names-hostile': () =>
    '{"0": {"__proto__": {"prompt": "a"}, "label: \\u001b[31m\\u202e": {"prompt": [{"role": "__proto__", "prompt": "\\ud83d"}]}}}',
  'numbers-huge': () => `{"99999999999999999999": {"origin_prompt": "a", "doc_id": 1e999}, "0": {"origin_prompt": ${'9'.repeat(500_000)}}}`,
};

export const loading: Kind = {
  kind: 'loading',
  inputs: [
    ...patterns.map(([name, pattern]) =>
      made(
        `pattern-${name}`,
        `rows = datasets.load_dataset('json', data_files={'test': ${pattern.startsWith('/') || pattern.includes('://') ? '' : "here + '/' + "}'${pattern}'})['test']`,
        () => ({ [`${'a'.repeat(200)}.jsonl`]: row, [`d/${'a'.repeat(200)}/${'a'.repeat(200)}.jsonl`]: row, 'd/d/d/d/d/d/a.jsonl': row }),
      ),
    ),
    ...gzips.map(([name, file, content]) =>
      input(`loading-gzip-${name}`, 'main.py', () => ({ 'main.py': dataset, [file]: content() }), { rows: file }),
    ),
    ...gzips
      .filter(([name]) => /^(?:bomb|parts|fifo|nested)/.test(name))
      .map(([name, file, content]) =>
        made(
          `gzip-read-${name}`,
          `import gzip\nwith gzip.open(here + '/${file}', 'rt') as g: rows = [{'question': line} for line in g]\na = pd.read_csv(here + '/${file}')\nb = datasets.load_dataset('json', data_files=here + '/${file}')`,
          () => ({ [file]: content() }),
        ),
      ),
    ...Object.entries(tables).map(([name, code]) => made(name, code, beside[name])),
    ...Object.entries(dataFiles).map(([name, [files, around]]) =>
      input(`loading-files-${name}`, 'main.yaml', () => ({
        ...around?.(),
        'main.yaml': `${task('dataset_path')}dataset_path: json\ndataset_kwargs: {data_files: ${typeof files === 'string' ? files : files()}}\nnum_fewshot: 2\n`,
      })),
    ),
    ...Object.entries(saved).map(([name, text]) => input(`saved-${name}`, 'main.py', () => ({ 'main.py': dataset }), { saved: text })),
  ],
};
